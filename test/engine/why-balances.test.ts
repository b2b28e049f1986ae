/** What was posted and the upkeep explain what every account has, to the millicredit: [WY4]. */
import t from 'tap';
import { kinds } from '../../actors/index.ts';
import { must } from '../../engine/assert.ts';
import { NotInThePast } from '../../engine/commit/moments.ts';
import { runAgain } from '../../engine/commit/replay.ts';
import type { AccountId } from '../../engine/ids.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { accountHistory } from '../../engine/why/balances.ts';
import { OtherVersion } from '../../engine/why/traced-turns.ts';
import { MemoryBases } from '../../persistence/memory/bases.ts';
import { accountLines } from '../../research/past/why-text.ts';
import { sized } from '../crash/size.ts';
import { lived, secret } from './traced-simulation.ts';

const [ticks, asked] = [sized(40, 80, 120), sized(30, 150, 400)];
const endless = 100_000;
const city = await lived(ticks);

/** What every account has after every turn, by the ledger alone: all commands again, from the first. */
const balances: ReadonlyMap<AccountId, number>[] = [new Map()];
const ticksOf = [0];
const state = new CityState(kinds, secret, {});
for (const { batch, commands } of city.store.batches)
  for (const command of commands) {
    runAgain(state, command, batch);
    const { tick } = state.counters;
    balances.push(new Map([...state.accounts].map(([id, account]) => [id, balanceAt(account, tick)])));
    ticksOf.push(tick);
  }
const shown = (turn: number, account: AccountId): number => must(balances[turn], `turn ${turn}`).get(account) ?? 0;

t.test('[WY4] from turn to turn each account is explained by postings and upkeep', async (t) => {
  const last = new Map<AccountId, { readonly turn: number; readonly after: number }>();
  const named = { lazily: 0, ofTicks: 0 };
  for (let turn = 1; turn <= city.state.counters.turn; turn++) {
    const { accounts, upkeep } = await city.turns.turn(turn);
    for (const { account, since, before, after, posted, upkeep: ofTick } of accounts) {
      const known = last.get(account) ?? { turn: 0, after: 0 };
      if (since.turn !== known.turn || since.balance !== known.after)
        t.fail(
          `turn ${turn}: ${account} was left ${known.after} by ${known.turn}, not ${since.balance} by ${since.turn}`,
        );
      if (since.upkeep !== since.ticks * since.perTick) t.fail(`turn ${turn}: ${account}`);
      if (since.balance + since.upkeep !== before || before !== shown(turn - 1, account))
        t.fail(`turn ${turn}: ${account} had ${shown(turn - 1, account)}, not ${since.balance} + ${since.upkeep}`);
      if (before + posted + ofTick !== after || after !== shown(turn, account)) t.fail(`turn ${turn}: ${account}`);
      if (since.upkeep !== 0) named.lazily += 1;
      last.set(account, { turn, after });
    }
    const taken = ticksOf[turn] === ticksOf[turn - 1] ? 0 : upkeep;
    if (taken !== upkeep) t.fail(`turn ${turn} takes ${upkeep} between ticks`);
    if (upkeep !== 0) named.ofTicks += 1;
  }
  t.ok(named.lazily > 50 && named.ofTicks > ticks / 2, JSON.stringify(named));
});

t.test('[WY4] a tick says what all have paid at it', async (t) => {
  const turn = must(
    [...ticksOf.keys()].findLast((each) => each > 0 && ticksOf[each] !== ticksOf[each - 1]),
    'a tick',
  );
  const { upkeep, accounts } = await city.turns.turn(turn);
  let paid = 0;
  for (const id of must(balances[turn], 'a turn').keys())
    if (id !== 'treasury') paid += shown(turn - 1, id) - shown(turn, id);
  const posted = accounts.find(({ account }) => account === 'treasury')?.posted ?? 0;
  t.ok(upkeep > 0);
  t.equal(upkeep, paid - posted);
});

t.test('[WY4] random accounts at random turns are explained back to nothing', async (t) => {
  let upkeepSince = 0;
  for (let n = 1; n <= asked; n++) {
    const turn = 1 + Math.floor((n * 2_654_435_761) % city.state.counters.turn);
    const ids = [...must(balances[turn], 'a turn').keys()];
    const account = ids[(n * 7_919) % ids.length] ?? 'treasury';
    const of = await accountHistory(city.turns, account, turn, endless);
    t.equal(of.balance, shown(turn, account), `${account} after turn ${turn}`);
    t.same(of.end, { type: 'opened' });
    let sum = of.since.upkeep;
    for (const { account: one, postings } of of.turns) {
      const [posted, each] = [one.upkeep + one.since.upkeep, (amount: number, side: boolean) => (side ? amount : 0)];
      sum += posted;
      for (const { from, to, amount } of postings) sum += each(amount, to === account) - each(amount, from === account);
    }
    if (sum !== of.balance) t.fail(`${account} after turn ${turn}: ${sum} is named of ${of.balance}`);
    if (of.since.upkeep !== 0) upkeepSince += 1;
  }
  t.ok(upkeepSince > asked / 20, `${upkeepSince} of ${asked} had paid upkeep that no turn took`);
});

t.test('an account is told in lines, and where it ends is said', async (t) => {
  const { turn } = city.state.counters;
  const treasury = accountLines(await accountHistory(city.turns, 'treasury', turn, 2));
  t.match(treasury[0], /^treasury after turn \d+, tick \d+: -[\d.]+ credits/);
  t.match(treasury.at(-1), /^There is more: civitas why account:treasury --at turn:\d+$/);
  const nobody = accountLines(await accountHistory(city.turns, 'resident:nobody-9' as AccountId, turn, 2));
  t.same(nobody, [
    `resident:nobody-9 after turn ${turn}, tick ${ticks}: 0 credits`,
    '',
    'No turn has changed it: it had nothing, or there was no such account.',
  ]);
  const first = await accountHistory(city.turns, 'treasury', Math.floor(turn / 2), endless);
  t.match(accountLines(first).at(-1), /it began with nothing\.$/);
});

t.test('what another version made, and what is pruned, is said in a sentence', async (t) => {
  const { store, turns, state: lasts } = await lived(4);
  const last = must(store.batches.at(-1), 'a batch');
  await new MemoryBases(store).make(last.batch - 1);
  store.batches = store.batches.filter(({ batch }) => batch >= last.batch);
  const { end } = await accountHistory(turns, 'treasury', lasts.counters.turn, endless);
  t.match(end, { type: 'unknown', note: /is pruned/ });
  await t.rejects(accountHistory(turns, 'treasury', 1, 1), { name: NotInThePast.name });
  store.codes.set(last.batch, 'another');
  const inside = last.commands.length > 1 ? lasts.counters.turn - 1 : undefined;
  if (inside !== undefined) await t.rejects(accountHistory(turns, 'treasury', inside, 1), { name: OtherVersion.name });
});
