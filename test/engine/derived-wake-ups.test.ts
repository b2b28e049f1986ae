/** Wake-ups that nobody stores: what the end of others and the map make due (K2, K4, K5). */
import t from 'tap';
import { replay } from '../../engine/commit/replay.ts';
import type { Effect } from '../../engine/effect.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { memoryPersistence } from '../../persistence/memory/persistence.ts';
import { openWorld, type World } from '../world.ts';
import { rounds } from './held-journal.ts';
import { heardIn, Spots, spot, spotKinds } from './toy-places.ts';
import { cityOf } from './turns-without-city.ts';

const send = (name: string, event: { readonly type: string }): Effect => ({ type: 'send', to: spot(name), event });

t.test('[K2] the end of an actor is due now at all that depend on it, and is stored nowhere', async (t) => {
  const spots = new Spots();
  for (const name of ['pillar', 'other']) spots.create(name);
  spots.create('a', { leans: { left: spot('pillar') } });
  spots.create('b', { leans: { left: spot('other'), right: spot('pillar') } });
  spots.create('c', { leans: { left: spot('other') } });
  t.same(spots.due(), []);
  spots.hear(spot('pillar'), { type: 'end' });
  t.same(spots.due(), ['a', 'b']);
  for (const name of ['a', 'b']) t.same(spots.state.images.get(spot(name))?.wakes, []);
  spots.drain();
  t.same([spots.heard('a'), spots.heard('b'), spots.heard('c')], [['left.ended@0'], ['right.ended@0'], []]);
  t.same(spots.due(), []);
  t.same(
    spots.sealed.slice(-2).map(({ command }) => command),
    [
      { type: 'wake', actor: spot('a'), turn: spots.state.counters.turn - 1, at: spots.at - 2 },
      { type: 'wake', actor: spot('b'), turn: spots.state.counters.turn, at: spots.at - 1 },
    ],
    '[K3] each is a turn of its own, journaled',
  );
});

t.test('[K2] an actor that depends on one that has ended has its wake-up due from its birth', async (t) => {
  const spots = new Spots();
  spots.create('pillar');
  spots.hear(spot('pillar'), { type: 'end' });
  spots.create('a', { leans: { left: spot('pillar'), right: spot('nobody') } });
  t.same(spots.due(), ['a']);
  spots.drain();
  t.same(spots.heard('a'), ['left.ended@0'], 'and what is not there has not ended');
});

t.test('[K2] an actor that is no longer concerned has nothing due', async (t) => {
  const spots = new Spots();
  spots.create('pillar');
  spots.create('a', { leans: { left: spot('pillar') } });
  spots.create('b', { leans: { left: spot('pillar') } });
  spots.tell('a', { leans: {} });
  spots.hear(spot('pillar'), { type: 'end' });
  t.same(spots.due(), ['b']);
  spots.hear(spot('pillar'), { type: 'revive' });
  t.same(spots.due(), [], 'the end was taken back before it was heard');
  spots.hear(spot('pillar'), { type: 'end' });
  spots.hear(spot('b'), { type: 'end' });
  t.same([spots.due(), spots.heard('b')], [[], ['left.ended@0', 'end@0']]);
});

t.test('[K4] it is heard before any other message, in the very turn in which the other ended too', async (t) => {
  const spots = new Spots();
  spots.create('pillar');
  spots.create('a', { leans: { left: spot('pillar') } });
  spots.create('b', { leans: { left: spot('pillar') } });
  spots.tell('pillar', {}, [send('pillar', { type: 'end' }), send('a', { type: 'ring' })]);
  t.same(spots.heard('a'), ['left.ended@0', 'ring@0']);
  t.same(spots.due(), ['b']);
  spots.hear(spot('b'), { type: 'ring' });
  t.same(spots.heard('b'), ['left.ended@0', 'ring@0']);
  t.same(spots.due(), []);
});

t.test('[K2] derived before stored: what has ended is heard before a wake-up of its own', async (t) => {
  const spots = new Spots();
  spots.create('pillar');
  spots.create('a', { leans: { left: spot('pillar') }, effects: [{ type: 'wake', tick: 1, event: { type: 'ring' } }] });
  spots.run({ type: 'tick', tick: 1 });
  spots.hear(spot('pillar'), { type: 'end' });
  spots.drain();
  t.same(spots.heard('a'), ['left.ended@1', 'ring@1']);
});

t.test(
  '[T6] the map: cut off and reached are due in the turn that cut or joined, heard in the same tick',
  async (t) => {
    const spots = new Spots();
    spots.create('root');
    for (const name of ['place1', 'place2', 'place3']) spots.create(name);
    spots.drain();
    t.same(
      ['place1', 'place2', 'place3'].map((name) => spots.leaf(name)),
      ['far', 'far', 'far'],
    );
    spots.join('ab', 'root', 'place1');
    t.same(spots.due(), ['place1']);
    spots.join('bc', 'place1', 'place2', false);
    spots.join('cd', 'place2', 'place3');
    spots.drain();
    t.same(
      ['place1', 'place2', 'place3'].map((name) => spots.leaf(name)),
      ['near', 'near', 'near'],
    );
    spots.hear(spot('place2'), { type: 'end' });
    t.same(spots.due(), ['place3'], 'an ended place leads nowhere');
    spots.join('back', 'place3', 'place1', false);
    t.same(spots.due(), ['place3'], 'a way out is none in');
    spots.join('in', 'root', 'place3');
    t.same(spots.due(), [], 'cut and joined again before it was heard: nothing due');
    spots.tell('ab', { way: null });
    t.same(spots.due(), [], 'reached the other way round');
    spots.tell('back', { way: null });
    t.same(spots.due(), ['place1']);
    spots.drain();
    t.same(spots.heard('place1'), ['cut.off@0', 'reached@0', 'cut.off@0']);
    t.equal(spots.state.reaches(spot('root')), true);
  },
);

t.test('[T6] within the turn that cuts, the map still shows the city before it', async (t) => {
  const spots = new Spots();
  spots.create('root');
  spots.create('place');
  spots.join('way', 'root', 'place');
  spots.drain();
  spots.tell('way', { way: null }, [send('place', { type: 'ring' })]);
  t.equal(spots.heard('place').at(-1), 'ring@0', 'nothing was due yet');
  t.same(spots.due(), ['place']);
  spots.hear(spot('place'), { type: 'ring' });
  t.same(spots.heard('place').slice(-2), ['cut.off@0', 'ring@0'], '[K4] in the next one it is');
});

/** A city of spots over a store. */
async function spotCity(store?: World['store']) {
  const errors: object[] = [];
  const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
  const genesis = ['root', 'pillar', 'place'].map((name) => ({ actor: spot(name), input: {} }));
  const way = { actor: spot('way'), input: { way: { from: spot('root'), to: spot('place'), bidirectional: true } } };
  const lean = { actor: spot('lean'), input: { leans: { left: spot('pillar') } } };
  const options = { kinds: spotKinds, views: {}, settings: {}, genesis: [...genesis, way, lean], log };
  const world = await openWorld(store === undefined ? options : { ...options, store });
  const hear = async (name: string, type: string, change: object = {}) => {
    const outcome = await world.city.submit({ to: spot(name), caller: 'operator', event: { type, change } });
    await rounds(2);
    return outcome;
  };
  return { ...world, hear, errors, heard: (name: string) => heardIn(world.city.state, name) };
}

t.test(
  '[K2] recomputed at recovery, with and without a checkpoint, and then heard before the city opens',
  async (t) => {
    for (const checkpoint of [false, true]) {
      const world = await spotCity();
      // Ended and cut in the last moment: nobody has heard of it when the process is gone.
      const ends = [
        world.city.submit({ to: spot('pillar'), caller: 'operator', event: { type: 'end' } }),
        world.city.submit({ to: spot('way'), caller: 'operator', event: { type: 'do', change: { way: null } } }),
      ];
      t.same([...world.city.state.due].sort(), [spot('lean'), spot('place')]);
      if (checkpoint) await world.city.checkpoint();
      else await world.city.durability.durableInTime(world.city.state.counters.turn);
      const heardBefore = [...world.heard('lean'), ...world.heard('place')].length;
      await world.crash();
      void ends;
      const next = await spotCity(world.store);
      t.same([next.heard('lean'), next.heard('place').slice(-1)], [['left.ended@0'], ['cut.off@0']], `${heardBefore}`);
      t.same([...next.city.state.due], []);
      t.ok(next.city.state.images.get(spot('place'))?.state === 'far');
      t.equal(next.city.state.reaches(spot('place')), false, 'the map is the same');
      await next.hear('way', 'do', { way: { from: spot('root'), to: spot('place'), bidirectional: true } });
      t.equal(next.heard('place').at(-1), 'reached@0', 'and goes on');
      const state = new CityState(spotKinds, 'a secret of the tests', {});
      await replay(state, memoryPersistence(world.store).journal);
      t.same(cityOf(state), cityOf(next.city.state), '[J1]');
    }
  },
);

t.test(
  '[K5] a refused one is stalled until the next tick: tried once each tick, logged, and nothing spins',
  async (t) => {
    const world = await spotCity();
    await world.hear('lean', 'do', { stubborn: true });
    await world.hear('pillar', 'end');
    await rounds(10);
    t.equal(world.errors.length, 1);
    t.same([...world.city.state.due], []);
    const turn = world.city.state.counters.turn;
    await rounds(10);
    t.equal(world.city.state.counters.turn, turn);
    t.match(await world.hear('lean', 'ring'), { type: 'refused', code: 'will_not' }, '[K4] nobody meets it meanwhile');
    await world.city.tick();
    t.equal(world.errors.length, 2, 'again at the tick');
    await world.city.tick();
    t.equal(world.errors.length, 3);
    const { state } = world.city;
    t.equal(state.counters.completedTick, 2, 'and the tick ends');
    await world.crash();
    const next = await spotCity(world.store);
    t.same([next.errors.length, next.city.health.ready], [1, true], 'a start tries it too, and opens');
  },
);

t.test('[K5] a stalled one is heard once it no longer refuses', async (t) => {
  const world = await spotCity();
  await world.hear('place', 'do', { stubborn: true });
  await world.hear('way', 'do', { way: null });
  t.equal(world.city.state.images.get(spot('place'))?.state, 'near');
  await world.hear('way', 'do', { way: { from: spot('root'), to: spot('place'), bidirectional: true } });
  t.match(await world.hear('place', 'do', { stubborn: false }), { type: 'applied' });
  await world.hear('way', 'do', { way: null });
  await world.city.tick();
  t.equal(world.city.state.images.get(spot('place'))?.state, 'far');
  t.equal(world.errors.length, 1);
});
