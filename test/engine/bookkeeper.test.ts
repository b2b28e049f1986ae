/** [BK1] Every posting is written once, whatever happens between a commit and its rows; with upkeep they are what every account has. */
import t from 'tap';
import { kinds } from '../../actors/index.ts';
import { must } from '../../engine/assert.ts';
import { Bookkeeper, type BookkeeperOptions } from '../../engine/commit/bookkeeper.ts';
import { runAgain } from '../../engine/commit/replay.ts';
import type { AccountId } from '../../engine/ids.ts';
import { type Batch, JournalUnavailable, type PostingLine, type PostingRows } from '../../engine/ports.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { type BookedPosting, balanceAt, shownEarned, shownSpent } from '../../engine/state/ledger.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { decodeJournal, encodeJournal } from '../../persistence/row-codec.ts';
import { batch as emptyBatch } from '../contract/samples.ts';
import { sized } from '../crash/size.ts';
import { until } from '../until.ts';
import { silentLog } from '../world.ts';
import { lived, secret } from './traced-simulation.ts';

const city = await lived(sized(40, 120, 120));
const batches = city.store.batches;
const last = must(batches.at(-1), 'a batch').counters.turn;

/** What the turns have posted when they are run again, by themselves: no batch is asked for it. */
const ran: BookedPosting[] = [];
/** Where the last posting of a turn does not say what the account then has. */
const wrongBalances: string[] = [];
const state = new CityState(kinds, secret, {});
for (const { batch, commands } of batches)
  for (const command of commands) {
    const { postings } = runAgain(state, command, batch);
    ran.push(...postings);
    const said = new Map<AccountId, number>();
    for (const { from, to, payerBalance, payeeBalance } of postings) said.set(from, payerBalance).set(to, payeeBalance);
    for (const [id, balance] of said)
      if (balance !== balanceAt(state.account(id), state.counters.tick)) wrongBalances.push(`${command.turn} ${id}`);
  }

/** Two lines of each, by account. */
const expected = new Map<AccountId, PostingLine[]>();
const places = new Map<number, number>();
for (const { from, to, amount, payerBalance, payeeBalance, turn, tick, at, reason, isRefund = false } of ran) {
  const n = places.get(turn) ?? 0;
  places.set(turn, n + 1);
  const same = { turn, n, tick, at, reason, isRefund };
  for (const line of [
    { ...same, account: from, counterpart: to, amount: -amount, balance: payerBalance },
    { ...same, account: to, counterpart: from, amount, balance: payeeBalance },
  ])
    expected.set(line.account, [...(expected.get(line.account) ?? []), line]);
}

/** Pauses take a thousandth of their time. */
const clock = { sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / 1_000)) };

async function books(store: MemoryStore, more: Partial<BookkeeperOptions> = {}) {
  const persistence = memoryPersistence(store);
  await persistence.lease.acquire();
  const options = { journal: persistence.journal, rows: persistence.postings, clock, log: silentLog, ...more };
  const keeper = new Bookkeeper(options);
  return { keeper, persistence };
}

const turnOf = (batch: Batch | undefined): number => batch?.counters.turn ?? 0;

t.test('what is written is what the turns have posted when they are run again', async (t) => {
  const store = new MemoryStore();
  const { keeper } = await books(store);
  keeper.start();
  for (const batch of batches) await keeper.append(batch);
  await until('all is written', () => [...store.postings.values()].flat().length === 2 * ran.length);
  await keeper.close();
  t.strictSame(store.postings, expected);
  t.ok(ran.length > 300 && expected.size > 20, `${ran.length} postings of ${expected.size} accounts`);
});

t.test('the postings and the upkeep of each account are its balance, and what it has earned and spent', (t) => {
  t.same(wrongBalances, []);
  const { tick } = state.counters;
  for (const [id, account] of state.accounts) {
    const lines = expected.get(id) ?? [];
    let [balance, upkeep] = [0, 0];
    for (const line of lines) {
      upkeep += line.balance - line.amount - balance;
      balance = line.balance;
    }
    upkeep += balanceAt(account, tick) - balance;
    const sum = (isMeant: (line: PostingLine) => boolean) =>
      lines.filter(isMeant).reduce((all, { amount }) => all + amount, 0);
    if (sum(() => true) + upkeep !== balanceAt(account, tick)) t.fail(`${id}: the sum`);
    const isEarned = ({ amount, isRefund }: PostingLine) => amount > 0 && !isRefund;
    const [earned, spent] = [shownEarned(account, tick), shownSpent(account, tick)];
    const [got, paid] = [sum(isEarned), -sum((line) => !isEarned(line))];
    if (id === 'treasury') t.equal(got + upkeep - paid, earned - spent, id);
    else if (got !== earned || paid - upkeep !== spent)
      t.fail(`${id}: ${got} ${paid} ${upkeep}, not ${earned} ${spent}`);
  }
  t.end();
});

t.test('a batch comes back from its row with what it has posted', (t) => {
  for (const { batch, firstTurn, ...row } of batches) {
    const read = decodeJournal(batch, firstTurn, encodeJournal({ batch, firstTurn, ...row }), 'a row');
    if (JSON.stringify(read.postings) !== JSON.stringify(row.postings)) t.fail(`batch ${batch}`);
  }
  t.ok(
    batches.some(({ postings }) => postings === undefined),
    'most turns post nothing, and say nothing of it',
  );
  t.end();
});

/** Fails now and then, before a statement or after it. */
class FaultyRows implements PostingRows {
  readonly #rows: PostingRows;
  readonly #dice: () => number;

  constructor(rows: PostingRows, dice: () => number) {
    this.#rows = rows;
    this.#dice = dice;
  }

  reach = () => this.#rows.reach();
  read: PostingRows['read'] = (asked) => this.#rows.read(asked);

  async write(...written: Parameters<PostingRows['write']>): Promise<void> {
    const luck = this.#dice();
    if (luck < 0.2) throw new JournalUnavailable('the database is away');
    await this.#rows.write(...written);
    if (luck < 0.4) throw new JournalUnavailable('no answer');
  }
}

for (let seed = 1; seed <= sized(6, 30, 100); seed++)
  t.test(`killed, without its database, and with less room than there is to hold: seed ${seed}`, async (t) => {
    let drawn = seed;
    const dice = () => {
      drawn = (drawn * 16_807) % 2_147_483_647;
      return drawn / 2_147_483_647;
    };
    const store = new MemoryStore();
    const open = async () => {
      store.holder = undefined;
      const heldMax = 1 + Math.floor(dice() * 40);
      const { postings } = memoryPersistence(store);
      const opened = await books(store, { heldMax, rows: new FaultyRows(postings, dice) });
      opened.keeper.start();
      return opened.keeper;
    };
    let keeper = await open();
    const killed: Bookkeeper[] = [];
    for (const batch of batches) {
      await keeper.append(batch);
      if (dice() < 0.1) await new Promise((resolve) => setTimeout(resolve, 1));
      if (dice() > 0.02) continue;
      // The journal has the batch; of what it had not written the next one knows only by the journal.
      killed.push(keeper);
      void keeper.close();
      keeper = await open();
    }
    await until('all is written', async () => (await keeper.lines({ account: 'treasury', limit: 1 }, last)) !== 'late');
    t.strictSame(store.postings, expected);
    await Promise.all([keeper, ...killed].map((each) => each.close()));
  });

t.test('after a start all is written without a commit', async (t) => {
  const store = new MemoryStore();
  const { persistence } = await books(store);
  for (const batch of batches) await persistence.journal.append(batch);
  const { keeper } = await books(Object.assign(store, { holder: undefined }));
  keeper.start();
  const newest = await keeper.lines({ account: 'treasury', limit: 1 }, last);
  t.strictSame(newest, [must(expected.get('treasury')?.at(-1), 'a line')]);
  t.strictSame(store.postings, expected);
  await keeper.close();
});

t.test('a reader hears all that it has seen the effect of, or that it is late', async (t) => {
  const store = new MemoryStore();
  let isAway = true;
  const away: PostingRows['write'] = async (...written) => {
    if (isAway) throw new JournalUnavailable('away');
    await memoryPersistence(store).postings.write(...written);
  };
  const rows = memoryPersistence(store).postings;
  const { keeper } = await books(store, {
    rows: { reach: () => rows.reach(), read: (asked) => rows.read(asked), write: away },
  });
  keeper.start();
  const [first] = batches.filter(({ postings }) => postings !== undefined);
  for (const batch of batches.slice(0, batches.indexOf(must(first, 'postings')) + 1)) await keeper.append(batch);
  const asked = { account: 'treasury', limit: 100 } as const;
  t.equal(await keeper.lines(asked, turnOf(first)), 'late');
  isAway = false;
  await until('it is written', async () => (await keeper.lines(asked, turnOf(first))) !== 'late');
  t.ok((await keeper.lines(asked, turnOf(first))).length > 0);
  await keeper.close();
});

t.test('where nothing is posted, how far it has come is written now and then', async (t) => {
  const store = new MemoryStore();
  const { keeper } = await books(store);
  keeper.start();
  for (let n = 1; n <= 10_050; n++) await keeper.append(emptyBatch(n));
  await until('the reach is written', () => store.bookReach.batch >= 10_000);
  t.ok(store.bookReach.turn <= 10_050);
  await keeper.close();
});
