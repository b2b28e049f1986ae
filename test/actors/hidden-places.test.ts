/** Workshops and pods to which no visible way leads are known only to residents whom they concern, and their events are not public. */
import t from 'tap';
import { imageOf } from '../../actors/registry.ts';
import { commons, podActor } from '../../actors/rules/place/names.ts';
import { mayKnow, type PlaceReader } from '../../actors/rules/place/visibility.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import {
  asking,
  calling,
  deploying,
  does,
  goTo,
  linkFrom,
  opening,
  pod,
  poolOf,
  refuses,
  rich,
  stateOf,
  workshop,
  writing,
} from './built-places.ts';
import { given, move, type Town } from './given-residents.ts';

/** Which of these residents learn of the pod: by its pool, by the pod itself, and by being let fund it. */
async function knowers(town: Town, id: string, names: readonly string[]): Promise<string[]> {
  const known: string[] = [];
  for (const name of names) {
    const args = { id, resident: town.id(name) };
    const pool = await town.world.city.view(view('pool', args));
    const pod = await town.world.city.view(view('pod', args));
    const funded = await town.when(name, { type: 'fund', pod: id, amount: 1_000 });
    const refusals = [pool, pod, funded].map((one) => ('code' in one ? one.code : null));
    if (refusals.every((code) => code === 'not_found')) continue;
    if (refusals[0] !== null || refusals[1] === 'not_found' || refusals[2] !== null) throw new Error(refusals.join());
    known.push(name);
  }
  return known;
}

const isPublic = (town: Town, type: string) =>
  town
    .newEvents()
    .filter((event) => event.type === type)
    .map(({ audience }) => audience.includes('public'));

const people = { ada: rich, bo: rich, cleo: rich, dora: rich, eve: rich, fay: { ...rich, atHome: true } };
const everyone = Object.keys(people);

t.test('[KN1] a workshop is known to those who work there and the contributors that were named', async (t) => {
  const town = await given(people);
  const [bo, cleo, dora] = [town.id('bo'), town.id('cleo'), town.id('dora')];
  await does(town, 'ada', opening(bo, { collaborators: [cleo], contributors: [dora] }));
  t.same(await knowers(town, 'lamp-shop', everyone), ['ada', 'bo', 'cleo', 'dora']);
  const pool = poolOf(town, 'lamp-shop');
  await refuses(t, town, 'eve', { type: 'fund', pod: 'lamp-shop', amount: 1_000 }, 'not_found', { kind: 'pod' });
  await refuses(t, town, 'eve', { type: 'fund', pod: 'lamp-show', amount: 1_000 }, 'not_found', { kind: 'pod' });
  t.equal(poolOf(town, 'lamp-shop'), pool);
});

t.test('[KN1] a pod behind a hidden way is known to who stands in it or at an end of that way', async (t) => {
  const town = await given(people);
  const id = await workshop(town, 'ada');
  await does(town, 'ada', deploying(id, { links: [linkFrom(commons, { visibility: 'hidden' })] }));
  t.same(await knowers(town, id, everyone), ['ada', 'bo', 'cleo', 'dora', 'eve'], 'fay is at home');
  await does(town, 'bo', move('home'));
  t.same(await knowers(town, id, ['bo', 'fay']), []);
});

t.test('[KN1] a hidden way makes a pod known only at the ends of that way', async (t) => {
  const town = await given(people);
  const links = [linkFrom(commons, { visibility: 'hidden' })];
  const [from, to] = [await pod(town, 'ada', { name: 'from', links }), await pod(town, 'ada', { name: 'to', links })];
  await goTo(town, 'ada', from);
  town.newEvents();
  await does(town, 'ada', asking(from, to, { visibility: 'hidden' }));
  t.ok(town.newEvents().some(({ type }) => type === 'connection.approved'));
  await does(town, 'bo', move('home'));
  for (const id of [from, to]) t.same(await knowers(town, id, ['bo', 'cleo', 'fay']), ['cleo']);
  await goTo(town, 'cleo', to);
  t.same(await knowers(town, from, ['cleo']), ['cleo'], 'that way leads back too');
});

t.test('[KN1] a pod behind a hidden way is known, from anywhere, to who has been there', async (t) => {
  const town = await given(people);
  const id = await workshop(town, 'ada');
  await does(town, 'ada', deploying(id, { links: [linkFrom(commons, { visibility: 'hidden' })] }));
  await goTo(town, 'bo', id);
  for (const name of ['bo', 'cleo']) await does(town, name, move('home'));
  t.same(await knowers(town, id, ['bo', 'cleo', 'fay']), ['bo']);
});

t.test('a pod with a visible way is known to everyone, as a ruin too', async (t) => {
  const town = await given(people);
  const id = await workshop(town, 'ada', { funding: 1_000 });
  await does(town, 'ada', deploying(id, { funding: 1_000 }));
  t.same(isPublic(town, 'pod.deployed'), [true]);
  t.same(await knowers(town, id, ['fay']), ['fay']);
  await town.ticks(4);
  t.same(isPublic(town, 'pod.shut_down'), [true]);
  const seen = await town.world.city.view(view('pool', { id, resident: town.id('fay') }));
  t.match(seen, { value: { status: 'shut_down' } });
});

t.test('[KN3] events of a hidden place are not public', async (t) => {
  const town = await given(people);
  const id = await workshop(town, 'ada', { funding: 1_000 });
  await does(town, 'ada', deploying(id, { links: [linkFrom(commons, { visibility: 'hidden' })], funding: 1_000 }));
  t.same(isPublic(town, 'pod.deployed'), [false]);
  await town.ticks(3);
  t.same(isPublic(town, 'pod.shut_down'), [false]);
  t.same(codeOf(await town.world.city.view(view('pool', { id, resident: town.id('fay') }))), 'not_found');
});

async function untilItIs(town: Town, place: string, state: string): Promise<void> {
  for (let ticks = 0; ticks < 40 && stateOf(town, place) !== state; ticks++) await town.ticks(1);
}

t.test('[KN2] an orphan is open to anyone who names it, to read and to rescue, and so is its ruin', async (t) => {
  const town = await given(people);
  const hub = await pod(town, 'ada', { name: 'hub', funding: 1_000 });
  await goTo(town, 'ada', hub);
  const leaf = await workshop(town, 'ada', { name: 'leaf' });
  await does(town, 'ada', deploying(leaf, { links: [linkFrom(hub, { visibility: 'hidden' })], funding: 2_000 }));
  await does(town, 'ada', move('commons'));
  t.same(await knowers(town, leaf, everyone), ['ada'], 'nobody else may know of it');
  await untilItIs(town, hub, 'shut_down');
  t.equal(stateOf(town, leaf), 'orphaned');
  t.same(await knowers(town, leaf, ['ada', 'fay']), ['ada', 'fay']);
  await untilItIs(town, leaf, 'shut_down');
  t.match(await town.world.city.view(view('pool', { id: leaf, resident: town.id('fay') })), {
    value: { status: 'shut_down' },
  });
});

/** A hidden pod of ada's; eve has a shed at home, away from any way there. */
async function hideout() {
  const town = await given(people);
  const id = await workshop(town, 'ada');
  await does(town, 'ada', deploying(id, { links: [linkFrom(commons, { visibility: 'hidden' })] }));
  await does(town, 'eve', move('home'));
  await does(town, 'eve', opening(town.id('eve'), { name: 'Shed' }));
  return { town, id };
}

t.test('[KN1] code, services, connections and deploys reveal to nobody that a hidden place exists', async (t) => {
  const { town, id } = await hideout();
  const own = 'shed';
  for (const [who, name, event, context] of [
    ['fay', 'writing', writing, { kind: 'workshop' }],
    ['fay', 'running', (place: string) => ({ type: 'run_code', workshop: place }), { kind: 'workshop' }],
    ['fay', 'deploying', (place: string) => deploying(place), { kind: 'workshop' }],
    ['fay', 'calling', calling, { kind: 'service' }],
    ['fay', 'calling a container', (place: string) => calling(`${place}/box`), { kind: 'service' }],
    ['fay', 'asking', (place: string) => asking(town.home('fay'), place), { kind: 'location' }],
    [
      'eve',
      'linkEnd',
      (place: string) => deploying(own, { links: [linkFrom(town.home('eve')), linkFrom(place)] }),
      { kind: 'location' },
    ],
  ] as const) {
    for (const place of [id, 'never-built']) {
      const refused = await town.when(who, event(place));
      t.match(refused, { type: 'refused', code: 'not_found', context }, `${name} ${place}`);
    }
  }
  const read = await town.world.city.view(view('code', { workshop: id, resident: town.id('fay') }));
  t.equal(codeOf(read), 'not_found');
  const stood = await town.world.city.view(view('workshop_place', { workshop: id, resident: town.id('fay') }));
  t.match(stood, { value: { required: null } });
});

t.test('[KN3] a death in a hidden place is published without the place, elsewhere with it', async (t) => {
  const town = await given({ ...people, bo: { ...rich, lifespan: 6 }, cleo: { ...rich, lifespan: 6 } });
  const id = await workshop(town, 'ada');
  await does(town, 'ada', deploying(id, { links: [linkFrom(commons, { visibility: 'hidden' })] }));
  await goTo(town, 'bo', id);
  town.newEvents();
  await town.ticks(6);
  const deaths = town.newEvents().filter(({ type }) => type === 'resident.died');
  t.same(deaths.map(({ actor, location }) => [actor, location]).sort(), [
    [town.id('bo'), null],
    [town.id('cleo'), commons],
  ]);
});

t.test('a pod from before contributors were kept is known to the same, without them', async (t) => {
  const town = await given(people);
  const id = await workshop(town, 'ada', { collaborators: [town.id('bo')] });
  const { state } = town.world.city;
  const sight: PlaceReader = {
    image: (id) => state.images.get(id),
    count: (index, key) => state.index(index).count(key),
    members: (index, key, limit) => state.index(index).page(key, '', limit),
  };
  const image = must(imageOf(sight, podActor(id)), id);
  const { contributors, ...older } = image.context;
  t.same(contributors, []);
  const known = everyone.filter((name) => mayKnow(sight, town.id(name), { ...image, context: older }));
  t.same(known, ['ada', 'bo']);
});

const codeOf = (viewed: object) => ('code' in viewed ? viewed.code : null);
