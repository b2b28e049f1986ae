/** [A4] The dead leave the city's memory for a tombstone: what they were asked for before is answered as before. */
import t from 'tap';
import { kinds } from '../../actors/index.ts';
import { innerPlace, locationActor, residentActor, roomActor } from '../../actors/rules/place/names.ts';
import { setting } from '../../actors/rules/workshops/tiers.ts';
import { view } from '../../actors/views.ts';
import { readConfig } from '../../config/settings.ts';
import { must } from '../../engine/assert.ts';
import type { ViewRequest } from '../../engine/command.ts';
import { replay } from '../../engine/commit/replay.ts';
import { type ActorId, contentHash } from '../../engine/ids.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { Draft } from '../../engine/turn/draft.ts';
import { memoryPersistence } from '../../persistence/memory/persistence.ts';
import { cityOf } from '../engine/turns-without-city.ts';
import { found, openWorld, withoutPublicWorks } from '../world.ts';
import { adding, balanced, does, rich } from './built-places.ts';
import { applied, given, move, refusal, type Town } from './given-residents.ts';

const decay = setting(readConfig({}).rules, 'RUIN_DECAY_TICKS');
const rulesOf = (town: Town) => town.world.city.state.counters.settings;

const seen = async (town: Town, request: ViewRequest) => town.world.city.view(request);

/** A resident who died, left everything to bo, and was forgotten. */
async function departed(): Promise<Town> {
  const town = await given({ ada: { credits: 900_000, lifespan: 3 }, bo: rich });
  await does(town, 'ada', { type: 'compose', title: 'On rain', content: 'c' });
  await does(town, 'ada', { type: 'bequeath', heir: town.id('bo') });
  await town.ticks(3);
  return town;
}

/** Hears what no rule can read, from enough different callers. */
async function quarantine(town: Town, to: ActorId): Promise<void> {
  const unreadable = { name: Object.create(null), residents: null };
  for (const caller of ['u-7', 'v-8', 'w-9', 'x-10'])
    for (const type of ['invite', 'deploy'])
      await town.world.city.submit({ to, caller: residentActor(caller), event: { ...unreadable, type } });
}

t.test(
  '[DD5] a while after its death a resident and its house are in memory no more, and nothing of them moves',
  async (t) => {
    const town = await departed();
    const { state } = town.world.city;
    const before = state.images.size;
    await town.ticks(decay - 1);
    t.equal(state.images.size, before, 'not yet');
    await town.ticks(1);
    t.equal(state.images.size, before - 2);
    t.notOk(state.images.has(town.actor('ada')) || state.images.has(locationActor(town.home('ada'))));
    t.notOk(state.accounts.has(town.actor('ada')));
    t.equal(state.index('token').count(contentHash('token of ada')), 0);
    t.equal(state.tombs.size, 1);
    t.same(state.departing.size, 0, 'what is kept of it is durable');
    t.same([...state.due], []);
    balanced(t, town);
  },
);

/** How much there is of everything that a city keeps in memory between two turns. */
function sizesOf(state: CityState) {
  const { images, accounts, due, wakeWheel, accountWatch, quarantined, departing, geography } = state;
  const kept = { images, accounts, due, wakeWheel, accountWatch, quarantined, departing, geography };
  return {
    ...Object.fromEntries(Object.entries(kept).map(([name, { size }]) => [name, size])),
    indexes: Object.fromEntries([...state.indexes].map(([name, { total }]) => [name, total])),
    states: Object.fromEntries(
      [...state.kinds.keys()].map((kind) => [kind, Object.fromEntries(state.actorsByState.counts(kind))]),
    ),
    waiting: [...state.waiting.oldest().keys()],
  };
}

t.test(
  '[A4] of any number of departed residents only tombstones are kept, in no collection of the state',
  async (t) => {
    const town = await given({ bo: rich }, withoutPublicWorks);
    const { state } = town.world.city;
    const before = sizesOf(state);
    const inMemory = state.images.size;
    const names = Array.from({ length: 20 }, (_, n) => `mortal-${n}`);
    for (const name of names) await found(town.world.city, name, undefined, 3);
    t.equal(state.images.size, inMemory + 2 * names.length);
    await town.ticks(3 + decay);
    t.same(sizesOf(state), before);
    t.equal(state.tombs.size, names.length);
  },
);

t.test('when ruins are looked at is a rule of the city', async (t) => {
  const town = await given({ ada: { lifespan: 3 } }, { env: { RUIN_DECAY_TICKS: '2' } });
  await town.ticks(3 + 1);
  t.equal(town.world.city.state.tombs.size, 0);
  await town.ticks(1);
  t.equal(town.world.city.state.tombs.size, 1);
});

t.test('[K5] [S1] a ruin is kept while its owner or one of its rooms is in quarantine, and checks again', async (t) => {
  for (const quarantined of ['owner', 'room']) {
    const town = await given({ ada: { ...rich, lifespan: 3, atHome: true }, bo: rich });
    await does(town, 'ada', adding('den', 'meeting'));
    await town.ticks(3);
    const { city } = town.world;
    const house = locationActor(town.home('ada'));
    const actor = quarantined === 'owner' ? town.actor('ada') : roomActor(innerPlace(town.home('ada'), 'den'));
    await quarantine(town, actor);
    t.same(city.health.quarantined, [actor]);
    await town.ticks(decay);
    t.same([...city.state.due], [], `${quarantined}: nothing waits that cannot be heard`);
    t.match(city.state.images.get(house)?.wakes, [{ tick: 3 + 2 * decay, event: { type: 'ruin.decays' } }]);
    await city.release(actor);
    await town.ticks(decay);
    t.notOk(city.state.images.has(house));
    t.equal(city.state.tombs.size, 1);
  }
});

t.test('[DD1] an act upon a departed resident is refused as one upon the dead, and brings nobody back', async (t) => {
  const town = await departed();
  const died_at = new Date(town.world.clock.ms).toISOString();
  await town.ticks(decay);
  await does(town, 'bo', move('home'));
  const to = town.id('ada');
  const gone = refusal('resident_dead', { resident: to, cause: 'natural', died_at });
  for (const event of [
    { type: 'transfer', to, amount: 1 },
    { type: 'whisper', to, text: 'x' },
    { type: 'letter', to, text: 'x' },
  ])
    t.match(await town.when('bo', event), gone, event.type);
  t.match(
    await town.when('bo', { type: 'bequeath', heir: to }),
    refusal('resident_dead', { cause: 'natural', died_at }),
  );
  t.match(await town.when('ada', move('home')), refusal('invalid_state', { state: 'dead', allowed_events: [] }));
  await does(town, 'bo', move('commons'));
  t.match(await town.when('bo', move(town.home('ada'))), refusal('pod_shut_down', { location: town.home('ada') }));
  t.notOk(town.world.city.state.images.has(town.actor('ada')));
});

t.test('a turn that would change anything of the departed, or of its house, fails', async (t) => {
  const town = await departed();
  await town.ticks(decay);
  const draft = new Draft(town.world.city.state, town.world.clock.ms);
  for (const id of [town.actor('ada'), locationActor(town.home('ada'))]) {
    const image = must(draft.image(id), id);
    t.throws(() => draft.stage({ ...image, quarantined: true }), /rests: nothing of it changes/, id);
  }
});

t.test('passport, lineage and token of the departed are read from where they were written', async (t) => {
  const town = await departed();
  const id = town.id('ada');
  const before = await seen(town, view('passport', { id, by: town.id('bo') }));
  await town.ticks(decay);
  t.match(await seen(town, view('passport', { id, by: town.id('bo') })), { type: 'shown', value: { id, name: 'ada' } });
  const after = await seen(town, view('passport', { id, by: town.id('bo') }));
  const shown = (viewed: typeof before): object => ({
    ...(viewed.type === 'shown' && Object(viewed.value)),
    dies_at: 0,
  });
  t.same(shown(after), shown(before));
  t.match(await seen(town, view('token', { hash: contentHash('token of ada') })), { code: 'not_found' });
  t.match(await seen(town, view('departed_token', { hash: contentHash('token of ada') })), { value: { id } });
  t.match(await seen(town, view('caller', { id })), { value: { id, status: 'dead', cause: 'natural' } });
  t.match(await seen(town, view('me', { id })), { value: { id, status: 'dead', cause: 'natural' } });
  t.match(await seen(town, view('departed_token', { hash: contentHash('of nobody') })), { code: 'not_found' });
  t.match(await seen(town, view('passport', { id: 'nobody-9', by: id })), { code: 'not_found' });
});

t.test('[DD5] a ruin is kept while somebody is in it or in a room of it', async (t) => {
  const town = await given({ ada: { ...rich, lifespan: 6, atHome: true }, bo: rich });
  await does(town, 'ada', adding('den', 'meeting'));
  const den = innerPlace(town.home('ada'), 'den');
  await does(town, 'ada', { type: 'invite', name: 'den', residents: [town.id('bo')] });
  await does(town, 'bo', move(town.home('ada')));
  await does(town, 'bo', move(den));
  await town.ticks(6 + 2 * decay);
  const { images } = town.world.city.state;
  t.match(images.get(locationActor(town.home('ada'))), { state: 'ruin' });
  t.match(images.get(town.actor('ada')), { state: 'dead' });
  t.match(await town.when('bo', move('commons')), applied);
  await town.ticks(decay);
  for (const gone of [locationActor(town.home('ada')), roomActor(den), town.actor('ada')])
    t.notOk(images.has(gone), gone);
});

t.test('[J1] [J2] recovery and replay give the same city, checkpoint or none', async (t) => {
  for (const checkpoints of ['none', 'before', 'after', 'both']) {
    const town = await departed();
    if (checkpoints === 'before' || checkpoints === 'both') await town.world.city.checkpoint();
    await town.ticks(decay);
    const { city, store } = town.world;
    if (checkpoints === 'after' || checkpoints === 'both') {
      await city.checkpoint();
      t.equal(store.actors.get(town.actor('ada'))?.state, 'left the city');
      t.notOk(store.actors.has(locationActor(town.home('ada'))));
      t.notOk(store.accounts.has(town.actor('ada')));
      t.same([city.state.buried.size, city.state.retired.size], [0, 0]);
    }
    await town.world.crash();
    const next = await openWorld({ store, clock: town.world.clock });
    t.same(cityOf(next.city.state), cityOf(city.state), checkpoints);
    t.match(await next.city.view(view('caller', { id: town.id('ada') })), { value: { status: 'dead' } });
    await next.city.checkpoint();
    await next.crash();
    const last = await openWorld({ store, clock: town.world.clock });
    t.same(cityOf(last.city.state), cityOf(city.state), `${checkpoints}, again`);
    const state = new CityState(kinds, 'a secret of the tests', rulesOf(town));
    await replay(state, memoryPersistence(store).journal);
    t.same(cityOf(state), cityOf(last.city.state), '[J1]');
    t.equal(state.departing.size, 0, 'nothing is kept that nobody reads');
  }
});

t.test('after many births and deaths only the living are in memory', async (t) => {
  const world = await openWorld(withoutPublicWorks);
  const lives = process.env['SIZE'] === 'full' ? 100_000 : 600;
  for (let n = 0; n < lives; n++) {
    await found(world.city, `vera`, 9_000, 3);
    if (n % 50 === 49) await world.city.tick();
  }
  for (let n = 0; n < 3 + 2 * decay; n++) await world.city.tick();
  const { state } = world.city;
  t.equal(state.images.size, 2, 'the Commons and a framework');
  t.equal(state.tombs.size, lives);
  t.same([...state.accounts.keys()].sort(), ['treasury']);
  t.equal(state.accountWatch.size, 0);
  t.equal(state.wakeWheel.size, 1, 'the Commons goes on');
  t.equal(state.index('present').total + state.index('token').total, 0);
  t.ok(state.geography.size <= 1);
});
