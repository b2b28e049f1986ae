/** Nobody hears of a thing that a crash could undo (T3), and nothing is lost while the journal is away (J5). */
import t from 'tap';
import type { FeedItem } from '../../engine/city-interface.ts';
import { type Command, viewRequest } from '../../engine/command.ts';
import { type HeldJournal, holding, rounds, SteppedClock, watch } from './held-journal.ts';
import { doing, fund, heardBy, openToys, order, publish, toy } from './toy-actors.ts';

const refusing = [{ type: 'refuse', code: 'access_denied', context: {} }] as const;
const key = { key: 'k', fingerprint: 'f', keepAnswer: true };

t.test('[T3] an answer and its events wait for their commit, and come in turn order', async (t) => {
  const { journalOf, journal } = holding();
  const { city } = await openToys(['a'], { journalOf });
  const items: FeedItem[] = [];
  city.subscribe((batch) => items.push(...batch));
  journal().mood = 'held';
  const answer = watch(doing(city, toy('a'), [publish('one')]));
  const second = watch(doing(city, toy('a'), [publish('two')]));
  await rounds();
  t.notOk(answer.ended || second.ended);
  t.same(items, [{ type: 'opened', seq: 0 }]);
  t.equal(heardBy(city, toy('a')).length, 2, 'although both have happened');
  journal().release();
  await rounds();
  t.match(
    [answer.value, second.value],
    [
      { type: 'applied', turn: 4 },
      { type: 'applied', turn: 5 },
    ],
  );
  t.match(items.slice(1), [{ event: { seq: 1, type: 'one' } }, { event: { seq: 2, type: 'two' } }]);
});

t.test('[T3] a refusal waits for the last turn sealed before it', async (t) => {
  const { journalOf, journal } = holding();
  const { city } = await openToys(['a', 'b'], { journalOf });
  t.match(await doing(city, toy('b'), refusing), { code: 'access_denied' }, 'at once when all is durable');
  journal().mood = 'held';
  void doing(city, toy('a'), []);
  const refusal = watch(doing(city, toy('b'), refusing));
  await rounds();
  t.notOk(refusal.ended);
  journal().release();
  await rounds();
  t.match(refusal.value, { type: 'refused', code: 'access_denied', applied: false });
});

t.test('[T3] a view waits for what it touches, and for nothing else', async (t) => {
  const { journalOf, journal } = holding();
  const { city } = await openToys(['a', 'b'], { journalOf });
  await fund(city, toy('b'), 500, 0);
  journal().mood = 'held';
  const grant = { type: 'post', from: 'treasury', to: toy('a'), amount: 5, reason: 'grant' } as const;
  void doing(city, toy('a'), [grant], { place: 'square' });
  const view = (view: string, args: Record<string, string>) =>
    watch(Promise.resolve(city.view(viewRequest(view, args))));
  const [touched, purse, everyone, other, crowd, elsewhere] = [
    view('toy', { id: 'a' }),
    view('means', { id: 'a' }),
    view('everyone', {}),
    view('means', { id: 'b' }),
    view('crowd', { place: 'square' }),
    view('crowd', { place: 'park' }),
  ];
  await rounds();
  t.notOk(touched.ended, 'the actor of the turn');
  t.notOk(purse.ended, 'its account');
  t.notOk(crowd.ended, 'the index that it changed');
  t.notOk(everyone.ended, 'all of that index together');
  t.match(other.value, { value: { balance: 500 } }, 'another actor is shown at once');
  t.match(elsewhere.value, { value: { count: 0 } }, 'another key of the same index too');
  journal().release();
  await rounds();
  t.match(touched.value, { type: 'shown', value: { heard: ['do@0'] } });
  t.match(purse.value, { value: { balance: 5 } });
  t.match(crowd.value, { value: { count: 1 } });
  t.match(everyone.value, { value: { total: 1 } });
});

t.test('[T3] the clock is shown as of the last commit', async (t) => {
  const { journalOf, journal } = holding();
  const { city } = await openToys(['a'], { journalOf });
  await fund(city, toy('a'), 9_000, 1000);
  journal().mood = 'held';
  void city.tick();
  await rounds();
  const shown = watch(Promise.resolve(city.view(viewRequest('means', { id: 'a' }))));
  await rounds();
  t.notOk(shown.ended);
  journal().release();
  await rounds();
  t.match(shown.value, { value: { tick: 1, balance: 8_000 } });
});

t.test('[J0] a lone turn commits at once; a crowd shares a batch within the bounds', async (t) => {
  const { journalOf, journal } = holding();
  const { city } = await openToys(['a'], { journalOf, batchTurnsMax: 3 });
  journal().attempts.length = 0;
  await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => doing(city, toy('a'), [])));
  t.same(
    journal().attempts.map((batch) => batch.commands.map((command) => command.turn)),
    [[4, 5, 6], [7, 8, 9], [10]],
  );
  await doing(city, toy('a'), []);
  t.same(journal().attempts.at(-1)?.firstTurn, 11);
  t.same(
    journal().attempts.map((batch) => batch.batch),
    [2, 3, 4, 5],
  );
});

t.test('[J0] the events, texts and commands of turns count toward the size of a batch', async (t) => {
  const long = 'x'.repeat(1_500);
  const large: Command[] = [
    { ...order(toy('a'), []), contents: [long] },
    order(toy('a'), [], { label: long }),
    order(toy('a'), [publish('long', { long })]),
  ];
  for (const command of large) {
    const { journalOf, journal } = holding();
    const { city } = await openToys(['a'], { journalOf, batchBytesMax: 3_000 });
    const sizes = () => journal().attempts.map((batch) => batch.commands.length);
    journal().attempts.length = 0;
    await Promise.all([1, 2].map(() => city.submit(order(toy('a'), []))));
    t.same(sizes(), [2], 'two that say nothing share one');
    journal().attempts.length = 0;
    await Promise.all([1, 2].map(() => city.submit(command)));
    t.same(sizes(), [1, 1]);
  }
});

async function outage(mood: HeldJournal['mood']) {
  const { journalOf, journal } = holding();
  const clock = new SteppedClock();
  const world = await openToys(['a', 'b'], { journalOf, clock });
  journal().mood = mood;
  return { ...world, clock, journal: journal() };
}

t.test('[T3] the newest seq that the city names was published: a reader from there on misses nothing', async (t) => {
  const { journalOf, journal } = holding();
  const { city } = await openToys(['a'], { journalOf });
  const seqs: number[] = [];
  city.subscribe((items) => seqs.push(...items.flatMap((item) => (item.type === 'event' ? [item.event.seq] : []))));
  await doing(city, toy('a'), [publish('before')]);
  journal().mood = 'held';
  void doing(city, toy('a'), [publish('meanwhile')]);
  await rounds();
  t.same([city.health.seq, seqs], [1, [1]], 'the second is sealed, and not committed');
  journal().release();
  await rounds();
  t.same([city.health.seq, seqs], [2, [1, 2]]);
});

t.test('[J5] the same batch is repeated until it is durable; nothing is lost and nothing happens twice', async (t) => {
  const { city, clock, store, journal } = await outage('away');
  const first = journal.attempts.length;
  const answer = watch(doing(city, toy('a'), [publish('once')]));
  await clock.pass(200);
  t.notOk(answer.ended);
  journal.mood = 'away after writing';
  await clock.pass(200);
  t.notOk(answer.ended, 'written, but nobody knows');
  journal.mood = 'well';
  await clock.pass(200);
  t.match(answer.value, { type: 'applied', turn: 5 });
  const attempts = journal.attempts.slice(first);
  t.ok(attempts.length > 3);
  t.ok(
    attempts.every((batch) => batch === attempts[0]),
    'the very same batch',
  );
  t.equal(store.events.length, 1);
});

t.test('[J5] over the deadline callers hear unknown, new commands are refused before they run', async (t) => {
  const { city, clock, journal } = await outage('away');
  const early = watch(doing(city, toy('a'), []));
  const refused = watch(doing(city, toy('b'), refusing));
  const shown = watch(Promise.resolve(city.view(viewRequest('toy', { id: 'a' }))));
  await clock.pass(900);
  t.notOk(early.ended || refused.ended || shown.ended);
  await clock.pass(200);
  t.match(early.value, { code: 'busy', applied: 'unknown' });
  t.match(refused.value, { code: 'busy', applied: false });
  t.match(shown.value, { type: 'refused', code: 'busy' });
  const before = heardBy(city, toy('b'));
  const late = watch(doing(city, toy('b'), []));
  await clock.pass(100);
  t.match(late.value, { code: 'busy', applied: false });
  t.same(heardBy(city, toy('b')), before);
  t.equal(city.health.ready, false);
  journal.mood = 'well';
  await clock.pass(200);
  t.equal(city.health.ready, true);
  t.match(await doing(city, toy('a'), []), { type: 'applied' });
  t.equal(heardBy(city, toy('a')).length, 2, 'what was unknown had happened');
});

t.test('[J5] [J4] a request that was answered unknown gets its first answer once the journal is back', async (t) => {
  const { city, clock, journal } = await outage('away');
  const command = { ...order(toy('a'), []), key };
  const first = watch(city.submit(command));
  await clock.pass(1200);
  t.match(first.value, { code: 'busy', applied: 'unknown' });
  const meanwhile = watch(city.submit(command));
  await clock.pass(100);
  t.match(meanwhile.value, { code: 'request_in_progress', applied: 'unknown' });
  journal.mood = 'well';
  await clock.pass(500);
  const again = watch(city.submit(command));
  await clock.pass(100);
  t.match(again.value, { type: 'applied', repeated: true });
  t.equal(heardBy(city, toy('a')).length, 1);
});

t.test(
  '[J5] [K6] ticks and checkpoints that an outage caught go on after it; missed ones are not made up',
  async (t) => {
    const { city, clock, journal, store } = await outage('away');
    const caught = watch(city.tick());
    await rounds();
    const written = watch(city.checkpoint());
    await clock.pass(3000);
    t.equal(caught.value, 'overdue', 'the answer to the tick says that it has begun');
    t.notOk(written.ended);
    t.equal(store.checkpoint, undefined, 'nothing may stand in a checkpoint that the journal does not have');
    t.equal(await city.tick(), 'busy');
    t.equal(city.state.counters.tick, 1, 'a tick that comes while the journal is away is missed');
    journal.mood = 'well';
    await clock.pass(300);
    t.ok(written.ended, 'so does the checkpoint');
    t.equal(city.state.counters.completedTick, 1);
    t.equal(await city.tick(), 'done', 'the tick that was caught has completed');
    t.equal(city.state.counters.tick, 2);
  },
);

t.test('[J5] a full backlog refuses before it runs, and empties', async (t) => {
  const { journalOf, journal } = holding();
  const { city } = await openToys(['a'], { journalOf, backlogTurnsMax: 5 });
  journal().mood = 'held';
  void doing(city, toy('a'), []);
  await rounds();
  const crowd = Array.from({ length: 10 }, () => watch(doing(city, toy('a'), [])));
  await rounds();
  t.equal(heardBy(city, toy('a')).length, 7, 'one in flight, six behind it');
  journal().release();
  await rounds(8);
  t.equal(crowd.filter(({ value }) => value?.type === 'applied').length, 6);
  t.equal(
    crowd.filter(({ value }) => value?.type === 'refused' && value.code === 'busy' && value.applied === false).length,
    4,
  );
  t.match(await doing(city, toy('a'), []), { type: 'applied' });
});

for (const mood of ['fenced', 'broken'] as const) {
  t.test(
    `[J5] a journal that is ${mood} ends the process with the batch as evidence, and no attempt is repeated`,
    async (t) => {
      const { journalOf, journal } = holding();
      const ends: { reason: string; evidence: unknown; cause: unknown }[] = [];
      const onFatal = (reason: string, evidence: unknown, cause: unknown) =>
        void ends.push({ reason, evidence, cause });
      const { city } = await openToys(['a'], { journalOf, onFatal });
      journal().mood = mood;
      const answer = watch(doing(city, toy('a'), []));
      await rounds();
      const attempts = journal().attempts.length;
      void doing(city, toy('a'), []);
      await rounds();
      t.match(ends, [{ reason: mood === 'fenced' ? 'fenced' : 'journal', evidence: { firstTurn: 4 } }]);
      t.equal(ends.length, 1);
      t.equal(journal().attempts.length, attempts);
      t.notOk(answer.ended, 'nobody is answered');
    },
  );
}
