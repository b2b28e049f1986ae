/** Why events of a city came about: every chain of causes ends at what began it, and what was posted explains the balances. */
import t from 'tap';
import { indexes } from '../../actors/indexes.ts';
import { command } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { must } from '../../engine/assert.ts';
import type { JournalCommand } from '../../engine/command.ts';
import { NotInThePast } from '../../engine/commit/moments.ts';
import { nameOf } from '../../engine/ids.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { causesOf } from '../../engine/why/causes.ts';
import { OtherVersion } from '../../engine/why/traced-turns.ts';
import { MemoryBases } from '../../persistence/memory/bases.ts';
import { whyLines } from '../../research/past/why-text.ts';
import { sized } from '../crash/size.ts';
import { lived } from './traced-simulation.ts';

const [eventsAsked, ticksLived] = [sized(200, 500, 1_000), sized(70, 120, 200)];
const endless = 10_000;

const began: readonly JournalCommand['type'][] = ['event', 'create', 'settings.changed', 'quarantine'];

t.test('[WY1] of random events each has a chain of causes to what began it', async (t) => {
  const { events, turns } = await lived(ticksLived);
  t.ok(events.length > eventsAsked, `${events.length} events`);
  const ends = new Map<string, number>();
  let links = 0;
  for (let n = 0; n < eventsAsked; n++) {
    const event = events[Math.floor((n * 2_654_435_761) % events.length)];
    if (event === undefined) throw new Error('an event');
    const chain = await causesOf(turns, { type: 'event', seq: event.seq }, endless);
    const [first, last] = [chain.links[0], chain.links.at(-1)];
    if (first === undefined || last === undefined) throw new Error('a chain');
    const { events: published } = first.trace;
    t.ok(
      published !== null && published.from <= event.seq && event.seq <= published.to,
      'it begins with the turn of the event',
    );
    for (const [i, { trace }] of chain.links.entries())
      if (i > 0 && trace.turn >= (chain.links[i - 1]?.trace.turn ?? 0)) t.fail('a cause comes before what it causes');
    const { type } = last.trace.command;
    const isEnd = { command: began.includes(type), tick: type.startsWith('tick'), answer: type === 'performed' };
    if (chain.end.type === 'unknown' || chain.end.type === 'longer')
      t.fail(`${event.type}: ${JSON.stringify(chain.end)}`);
    else t.ok(isEnd[chain.end.type], `${chain.end.type} ${type}`);
    ends.set(chain.end.type, (ends.get(chain.end.type) ?? 0) + 1);
    links += chain.links.length;
  }
  t.match([...ends.keys()].sort(), ['answer', 'command', 'tick'], `${JSON.stringify([...ends])}`);
  t.ok(links > eventsAsked, `${links} turns: some have a cause in another`);
});

t.test('postings and upkeep explain every balance', async (t) => {
  const { state, turns } = await lived(40);
  const balances = new Map<string, number>();
  const heard = { steps: 0, postings: 0 };
  let answers = 0;
  for (let turn = 1; turn <= state.counters.turn; turn++) {
    const { command, accounts, messages, tick, askedIn } = await turns.turn(turn);
    if (command.type === 'performed') {
      answers += 1;
      if (askedIn === null || askedIn >= turn) t.fail(`turn ${turn} brings an answer that turn ${askedIn} asked for`);
    }
    const postings = messages.flatMap((message) => message.postings);
    heard.steps += messages.flatMap(({ steps }) => steps).length;
    heard.postings += postings.length;
    for (const { account, before, after, posted, upkeep } of accounts) {
      if (upkeep !== 0 && command.type !== 'tick') t.fail(`turn ${turn}: ${account} pays ${upkeep} between ticks`);
      const by = postings.reduce(
        (sum, { from, to, amount }) => sum + amount * (Number(to === account) - Number(from === account)),
        0,
      );
      if (by !== posted) t.fail(`turn ${turn}: ${account} has ${posted} of postings that say ${by}`);
      const named = postings.findLast(({ from, to }) => from === account || to === account);
      const shown = named?.from === account ? named.payerBalance : named?.payeeBalance;
      if (shown !== undefined && shown !== after)
        t.fail(`turn ${turn}: ${account} shows ${after}, its posting ${shown}`);
      if (before + posted + upkeep !== after) t.fail(`turn ${turn}: ${account}`);
      balances.set(account, after);
    }
    if (turn === state.counters.turn) t.equal(tick, state.counters.tick);
  }
  t.ok(answers > 0, 'the outside has answered');
  t.ok(heard.steps > 500 && heard.postings > 100, JSON.stringify(heard));
  for (const [id, account] of state.accounts)
    if (account.burn === 0 && id !== 'treasury')
      t.equal(balances.get(id) ?? 0, balanceAt(account, state.counters.tick), id);
});

t.test('[WY2] a chain goes on to the event that a caller names, where that came before', async (t) => {
  const turnOf = new Map<number, number>();
  const { events, turns } = await lived(3, async ({ client }) => {
    const speaker = residentActor(
      must(client.city.state.index(indexes.status).page('alive', '', 1).map(nameOf)[0], 'somebody'),
    );
    const { seq } = client.city.state.counters;
    for (const cause of [seq - 2, seq + 1_000, undefined]) {
      const more = cause === undefined ? {} : { cause };
      await client.submit(command(speaker, { type: 'broadcast', text: 'So it is.' }, { caller: speaker, ...more }));
      turnOf.set(cause ?? 0, client.city.state.counters.turn);
    }
    turnOf.set(-1, seq - 2);
  });
  const [named = 0] = [turnOf.get(-1)];
  const of = (cause: number) => causesOf(turns, { type: 'turn', turn: turnOf.get(cause) ?? 0 }, endless);
  const chain = await of(named);
  t.match(chain.links[0]?.trace.command, { type: 'event', cause: named, event: { type: 'broadcast' } });
  t.notOk(chain.links[0]?.said);
  t.equal(chain.links[1]?.said, named);
  const told = chain.links[1]?.trace.events;
  t.ok(told && told.from <= named && named <= told.to, 'the turn that published it');
  t.match(whyLines(chain).join('\n'), `because of event ${named}, as the caller says`);
  const later = await of(named + 1_002);
  t.equal(later.links.length, 1);
  t.match(later.end, { type: 'unknown', note: new RegExp(`^Event ${named + 1_002} is not there: .* up to \\d+`) });
  t.match(await of(0), { links: { length: 1 }, end: { type: 'command' } });
  t.notOk(
    'cause' in must((await of(0)).links[0], 'a link').trace.command,
    'who says nothing adds nothing to the journal',
  );
  t.ok(events.length > named);
});

t.test('[WY2] an event of the turn itself, or of a later one, is no cause', async (t) => {
  const asked: number[] = [];
  const { turns } = await lived(2, async ({ client }) => {
    const speaker = residentActor(
      must(client.city.state.index(indexes.status).page('alive', '', 1).map(nameOf)[0], 'somebody'),
    );
    for (const ahead of [1, 2]) {
      const cause = client.city.state.counters.seq + ahead;
      await client.submit(command(speaker, { type: 'broadcast', text: 'So.' }, { caller: speaker, cause }));
      asked.push(client.city.state.counters.turn);
    }
    await client.submit(command(speaker, { type: 'broadcast', text: 'Last.' }, { caller: speaker }));
  });
  for (const turn of asked)
    t.match((await causesOf(turns, { type: 'turn', turn }, endless)).end, { note: /which came no earlier\.$/ });
});

t.test('what cannot be answered is said in one sentence', async (t) => {
  const { store, events, state, turns } = await lived(3);
  const why = (seq: number) => causesOf(turns, { type: 'event', seq }, endless);
  const newest = events.length;
  await t.rejects(
    why(newest + 1),
    new NotInThePast(`Event ${newest + 1} is not there: the city has events up to ${newest}.`),
  );
  await t.rejects(why(0), { name: 'NotInThePast' });
  await t.rejects(causesOf(turns, { type: 'turn', turn: state.counters.turn + 1 }, 1), { name: 'NotInThePast' });
  const last = store.batches.at(-1);
  if (last === undefined) throw new Error('a batch');
  store.codes.set(last.batch, 'another');
  const other = await why(newest).catch((cause: unknown) => cause);
  t.ok(other instanceof OtherVersion);
  t.match(other, {
    message: /^Turns \d+ to \d+ were made by version another of the code; this is this code, by which/,
  });
  await new MemoryBases(store).make(20);
  store.batches = store.batches.filter(({ batch }) => batch > 20);
  await t.rejects(why(1), { name: 'NotInThePast', message: /pruned/ });
});
