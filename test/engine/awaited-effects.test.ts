/** Callers who wait for an outside effect: answered at its settlement, remembered only then (S2, J4, T3). */
import t from 'tap';
import type { IdempotencyKey, Outcome } from '../../engine/command.ts';
import { conclude, concludeRefused, type Effect, perform, refusal } from '../../engine/effect.ts';
import type { Performer } from '../../engine/ports.ts';
import type { World, WorldOptions } from '../world.ts';
import { holding, rounds, SteppedClock, watch } from './held-journal.ts';
import { doing, heardBy, openToys, order, toy } from './toy-actors.ts';

const errand = perform('errand', {});
const key: IdempotencyKey = { key: 'k', fingerprint: 'f', keepAnswer: true };

function messenger() {
  const ends: { done: () => void; failed: () => void }[] = [];
  const performer: Performer = {
    after: 'lost',
    failsAfterMs: 60_000,
    perform: () =>
      new Promise((resolve, reject) =>
        ends.push({ done: () => resolve({ result: {} }), failed: () => reject(new Error('no')) }),
      ),
  };
  return { ends, performers: { errand: performer } };
}

/** A city of toys, one of which waits; `settles` makes it conclude as a turn of another actor would. */
async function waiting(options: WorldOptions = {}) {
  const { ends, performers } = messenger();
  const world = await openToys(['a', 'b'], { performers, ...options });
  const ask = (effects: readonly Effect[] = [errand], keyed?: IdempotencyKey, awaits = true): Promise<Outcome> =>
    world.city.submit({ ...order(toy('a'), effects), awaits, ...(keyed !== undefined && { key: keyed }) });
  const concludes = (effect: Effect) => doing(world.city, toy('a'), [effect]);
  return { ...world, ends, ask, concludes };
}

const keysIn = ({ store }: Pick<World, 'store'>) => [...store.keys.values()];

t.test('[S2] the turn is applied at once; its answer comes when the actor concludes', async (t) => {
  const world = await waiting();
  const asked = watch(world.ask());
  await rounds();
  t.notOk(asked.ended);
  t.same(heardBy(world.city, toy('a')), ['do@0'], 'but it has happened');
  world.ends[0]?.done();
  await rounds();
  t.same(heardBy(world.city, toy('a')), ['do@0', 'errand.done@0']);
  t.notOk(asked.ended, 'and nothing is concluded yet');
  const turn = world.city.state.counters.turn;
  await world.concludes(conclude({ loaves: 2 }));
  await rounds();
  t.match(asked.value, { type: 'applied', turn: turn + 1, json: '{"loaves":2}', repeated: false });
});

t.test('[S2] a conclusion may be a refusal: applied false, though the turn that says so happened', async (t) => {
  const world = await waiting();
  const asked = watch(world.ask([errand], key));
  await rounds();
  await world.concludes(concludeRefused('service_failed', { reason: 'no bread' }));
  await rounds();
  t.match(asked.value, { type: 'refused', code: 'service_failed', context: { reason: 'no bread' }, applied: false });
  t.same(keysIn(world), [], '[J4] not remembered');
  const again = watch(world.ask([errand], key));
  await rounds();
  t.notOk(again.ended, 'tried anew');
  t.equal(world.ends.length, 2);
});

t.test('[S2] what refuses before it asks the outside world is answered at once', async (t) => {
  const world = await waiting();
  t.match(await world.ask([errand, refusal('no')], key), { type: 'refused', code: 'no', applied: false });
  t.match(await world.ask([], key), { type: 'applied' }, 'and so is what asks for nothing');
  t.equal(world.ends.length, 0);
});

t.test('[J4] while it is open a repeat is in progress; once answered it gets the first answer', async (t) => {
  const world = await waiting();
  const asked = watch(world.ask([errand], key));
  await rounds();
  t.same(keysIn(world), [], 'remembered only when answered');
  for (let n = 0; n < 2; n++)
    t.match(await world.ask([errand], key), { code: 'request_in_progress', applied: 'unknown' });
  t.match(await world.city.known(toy('a'), key), { code: 'request_in_progress' });
  await world.concludes(conclude({ n: 1 }));
  await rounds();
  t.match(asked.value, { json: '{"n":1}', repeated: false });
  t.match(keysIn(world), [{ caller: toy('a'), key: 'k', fingerprint: 'f', json: '{"n":1}' }]);
  t.match(await world.ask([errand], key), { type: 'applied', json: '{"n":1}', repeated: true });
  t.match(await world.ask([errand], { ...key, fingerprint: 'g' }), { code: 'idempotency_mismatch' });
  t.equal(world.ends.length, 1);
  await world.crash();
  const next = await waiting({ store: world.store });
  t.match(await next.ask([errand], key), { json: '{"n":1}', repeated: true }, 'also after a restart');
});

t.test('[J4] open when the city went down: lost at the start, and a repeat is tried anew', async (t) => {
  const world = await waiting();
  const asked = watch(world.ask([errand], key));
  await rounds();
  await world.crash();
  const next = await waiting({ store: world.store });
  t.same(heardBy(next.city, toy('a')), ['do@0', 'errand.lost@0']);
  t.notOk(asked.ended);
  t.equal(await next.city.known(toy('a'), key), undefined);
  const again = watch(next.ask([errand], key));
  await rounds();
  await next.concludes(conclude({ n: 2 }));
  await rounds();
  t.match(again.value, { json: '{"n":2}', repeated: false });
});

t.test('[T3] the answer waits for the commit of the turn that concludes', async (t) => {
  const { journalOf, journal } = holding();
  const world = await waiting({ journalOf });
  const asked = watch(world.ask([errand], key));
  await rounds();
  journal().mood = 'held';
  void world.concludes(conclude({ n: 1 }));
  await rounds();
  t.notOk(asked.ended);
  t.match(await world.ask([errand], key), { code: 'request_in_progress' });
  journal().release();
  await rounds();
  t.match(asked.value, { json: '{"n":1}' });
});

t.test('[J5] the journal is late with the answer: unknown, and a repeat learns it', async (t) => {
  const { journalOf, journal } = holding();
  const clock = new SteppedClock();
  const world = await waiting({ journalOf, clock, commitDeadlineMs: 500 });
  const asked = watch(world.ask([errand], key));
  await rounds();
  journal().mood = 'held';
  void world.concludes(conclude({ n: 1 }));
  await clock.pass(1_000);
  t.match(asked.value, { type: 'refused', code: 'busy', applied: 'unknown' });
  journal().release();
  await clock.pass(200);
  t.match(await world.ask([errand], key), { type: 'applied', json: '{"n":1}', repeated: true });
});

t.test('[J5] the journal is late with a refusal that ends a wait: unknown, since it has been tried', async (t) => {
  const { journalOf, journal } = holding();
  const clock = new SteppedClock();
  const world = await waiting({ journalOf, clock, commitDeadlineMs: 500 });
  const asked = watch(world.ask([errand], key));
  await rounds();
  journal().mood = 'held';
  void world.concludes(concludeRefused('service_failed'));
  await clock.pass(1_000);
  t.match(asked.value, { type: 'refused', code: 'busy', applied: 'unknown' });
  t.match(await world.ask([errand], key), { code: 'request_in_progress' }, 'it is not tried twice at once');
  journal().release();
  await clock.pass(200);
  void world.ask([errand], key);
  await rounds();
  t.equal(world.ends.length, 2, '[J4] a refusal is not remembered: tried anew');
});

t.test(
  '[J5] the journal is late with the first turn: nothing is asked of the outside world before its commit',
  async (t) => {
    const { journalOf, journal } = holding();
    const clock = new SteppedClock();
    const world = await waiting({ journalOf, clock, commitDeadlineMs: 500 });
    journal().mood = 'held';
    const asked = watch(world.ask([errand], key));
    await clock.pass(1_000);
    t.equal(world.ends.length, 0, '[T3]');
    t.match(asked.value, { code: 'busy', applied: 'unknown' }, 'its caller is answered so');
    journal().release();
    await clock.pass(200);
    t.equal(world.ends.length, 1);
  },
);

t.test('[S2] an answer of the outside world that its actor refuses ends the wait with that refusal', async (t) => {
  const { ends, performers } = messenger();
  const world = await openToys(['a'], { performers });
  const asked = watch(world.city.submit({ ...order(toy('a'), [errand]), awaits: true, key }));
  await rounds();
  await world.city.submit({ to: toy('a'), caller: 'operator', event: { type: 'retire' } });
  ends[0]?.done();
  await rounds();
  t.match(asked.value, { type: 'refused', code: 'invalid_state', applied: false });
  t.equal(await world.city.known(toy('a'), key), undefined);
});

t.test(
  '[J4] the city is about to close: waiting callers are answered so; a later result is kept under its key',
  async (t) => {
    const world = await waiting();
    const asked = watch(world.ask([errand], key));
    await rounds();
    world.city.answerWaiting();
    await rounds();
    t.match(asked.value, { type: 'refused', code: 'busy', applied: 'unknown' });
    await world.concludes(conclude({ n: 1 }));
    await rounds();
    t.match(await world.ask([errand], key), { type: 'applied', json: '{"n":1}', repeated: true });
  },
);

t.test('the city closes: the answer to those who still wait is unknown', async (t) => {
  const world = await waiting();
  const asked = watch(world.ask());
  await rounds();
  await world.city.close(1_000);
  await rounds();
  t.match(asked.value, { type: 'refused', code: 'busy', applied: 'unknown' });
});

t.test('the city has closed: what the outside world says now is left to the next start', async (t) => {
  const world = await waiting();
  void world.ask();
  await rounds();
  await world.city.close(1_000);
  world.ends[0]?.done();
  await rounds();
  t.equal(world.city.health.turn, world.city.health.committedTurn);
  t.equal(world.city.state.images.get(toy('a'))?.calls.length, 1);
});

t.test('several wait side by side, each for its own actor', async (t) => {
  const world = await waiting();
  const one = watch(world.ask());
  const other = watch(world.city.submit({ ...order(toy('b'), [errand]), awaits: true }));
  await rounds();
  await doing(world.city, toy('b'), [conclude({ who: 'b' })]);
  await rounds();
  t.same([one.ended, other.ended], [false, true]);
  t.match(other.value, { json: '{"who":"b"}' });
  await doing(world.city, toy('b'), [
    { type: 'send', to: toy('a'), event: order(toy('a'), [conclude({ who: 'a' })]).event },
  ]);
  await rounds();
  t.match(one.value, { json: '{"who":"a"}' });
  await doing(world.city, toy('a'), [conclude({ nobody: 'waits' })]);
});
