/** An actor that leaves the city is gone for good: from state, indexes, journal, checkpoints, and after every restart. */
import t from 'tap';
import { retiredState } from '../../engine/actor-kind.ts';
import { replay } from '../../engine/commit/replay.ts';
import type { Effect } from '../../engine/effect.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { memoryPersistence } from '../../persistence/memory/persistence.ts';
import { doing, fund, openToys, order, toy, toyKinds, toySettings } from './toy-actors.ts';
import { cityOf, Turns } from './turns-without-city.ts';

const leave: Effect = { type: 'retire' };
const errand: Effect = { type: 'perform', effect: 'errand', input: {} };
const grant: Effect = { type: 'post', from: 'treasury', to: toy('a'), amount: 5, reason: 'grant' };

t.test('a retired actor is gone from the state and its indexes; a message to it finds nobody', async (t) => {
  const turns = new Turns(['a', 'b']);
  turns.does('a', [{ type: 'wake', tick: 1, event: { type: 'ring' } }], { place: 'square' });
  t.equal(turns.state.index('toys at').count('square'), 1);
  turns.does('a', [leave]);
  t.notOk(turns.state.images.has(toy('a')));
  t.equal(turns.state.index('toys at').count('square'), 0);
  t.match(turns.does('a', []), { code: 'not_found', context: { kind: 'toy' } });
  t.match(turns.does('b', [{ type: 'send', to: toy('a'), event: { type: 'do' } }]), { code: 'not_found' });
  turns.tick();
  t.same([...turns.state.due], []);
});

t.test('its last image is a tombstone in the journal, and says nothing else', async (t) => {
  const turns = new Turns(['a']);
  turns.does('a', [], { place: 'square' });
  turns.does('a', [leave]);
  const { turn } = turns.state.counters;
  t.same(turns.sealed.at(-1)?.images.get(toy('a')), {
    id: toy('a'),
    state: retiredState,
    context: {},
    wakes: [],
    calls: [],
    quarantined: false,
    turn,
  });
  t.match(turns.sealed.at(-1)?.followings, [{ actor: toy('a'), topic: null }], 'it follows nothing any more');
});

t.test('within its last turn it is gone already: for facts, messages and indexes', async (t) => {
  const turns = new Turns(['a', 'b']);
  turns.does('a', [], { place: 'square' });
  t.match(turns.does('a', [leave, { type: 'send', to: toy('a'), event: { type: 'do' } }]), { code: 'not_found' });
  t.ok(turns.state.images.has(toy('a')), '[T2] and a refusal brings it back');
});

t.test('[L1] an actor with credits or a burn may not leave', async (t) => {
  const turns = new Turns(['a']);
  t.throws(() => turns.does('a', [grant, leave]), /\[L1\] toy:a leaves with an account that is not empty/);
  t.throws(() => turns.does('a', [{ type: 'burn', account: toy('a'), delta: 1 }, leave]), /\[L1\]/);
  const back: Effect = { type: 'post', from: toy('a'), to: 'treasury', amount: 5, reason: 'back' };
  t.equal(turns.does('a', [grant, back, leave]), undefined);
});

t.test('its name may be used again, in the same turn or later', async (t) => {
  const turns = new Turns(['a', 'b']);
  turns.does('a', [leave]);
  t.equal(turns.does('b', [{ type: 'spawn', id: toy('a'), input: { place: 'park' } }]), undefined);
  t.match(turns.state.images.get(toy('a')), { state: 'awake', context: { place: 'park' } });
  t.equal(turns.state.index('toys at').count('park'), 1);
});

t.test('[J2] recovery does not bring it back: without checkpoint, with one before, with one after', async (t) => {
  for (const checkpoints of ['none', 'before', 'after', 'both'] as const) {
    const world = await openToys(['a', 'b']);
    await doing(world.city, toy('a'), [], { place: 'square' });
    if (checkpoints === 'before' || checkpoints === 'both') await world.city.checkpoint();
    await doing(world.city, toy('a'), [leave]);
    if (checkpoints === 'after' || checkpoints === 'both') {
      t.ok(world.city.state.retired.has(toy('a')));
      await world.city.checkpoint();
      t.same([...world.city.state.retired], [], 'taken away for good');
      t.notOk(world.store.actors.has(toy('a')));
    }
    await world.crash();
    const next = await openToys(['a', 'b'], { store: world.store });
    t.notOk(next.city.state.images.has(toy('a')), checkpoints);
    t.equal(next.city.state.index('toys at').count('square'), 0);
    t.same(cityOf(next.city.state), cityOf(world.city.state));
    await next.city.checkpoint();
    t.notOk(next.store.actors.has(toy('a')), 'the next checkpoint takes it away');
    await next.crash();
    const last = await openToys(['a', 'b'], { store: world.store });
    t.notOk(last.city.state.images.has(toy('a')));
    const state = new CityState(toyKinds, 'a secret of the tests', toySettings);
    await replay(state, memoryPersistence(world.store).journal);
    t.same(cityOf(state), cityOf(last.city.state), '[J1]');
  }
});

t.test('[J2] one that came back under its name survives the checkpoint that forgets the one before', async (t) => {
  for (const between of [true, false]) {
    const world = await openToys(['a', 'b']);
    await world.city.checkpoint();
    await doing(world.city, toy('a'), [leave]);
    if (between) await world.city.checkpoint();
    await doing(world.city, toy('b'), [{ type: 'spawn', id: toy('a'), input: { place: 'park' } }]);
    await world.city.checkpoint();
    await world.crash();
    const next = await openToys(['a', 'b'], { store: world.store });
    t.match(
      next.city.state.images.get(toy('a')),
      { state: 'awake', context: { place: 'park' } },
      `checkpoint between: ${between}`,
    );
    t.same(cityOf(next.city.state), cityOf(world.city.state));
  }
});

t.test('[J2] one that leaves while a checkpoint is written is forgotten by the next', async (t) => {
  const world = await openToys(['a', 'b'], { checkpointSlice: 1 });
  await fund(world.city, toy('b'), 500, 1);
  const writing = world.city.checkpoint();
  const left = world.city.submit(order(toy('a'), [leave]));
  await Promise.all([writing, left]);
  t.same([...world.city.state.retired], [toy('a')]);
  await world.city.checkpoint();
  await world.crash();
  const next = await openToys(['a', 'b'], { store: world.store });
  t.notOk(next.city.state.images.has(toy('a')));
});

t.test('[S2] an answer to a call of one that left finds nobody, and changes nothing', async (t) => {
  const turns = new Turns(['a']);
  turns.does('a', [errand]);
  const call = turns.state.images.get(toy('a'))?.calls[0]?.id ?? '';
  turns.does('a', [leave]);
  t.match(turns.run({ type: 'performed', actor: toy('a'), call, event: { type: 'errand.done' } }), {
    code: 'not_found',
    context: { kind: 'call' },
  });
});
