/** Places: the Commons takes everyone in and founds residents, a house takes in its owner, a ruin nobody. */
import t from 'tap';
import { commons, frameworkActor, locationActor } from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { foundingOf, openWorld } from '../world.ts';
import { applied, given, move, refusal, type Town } from './given-residents.ts';

const enter = (town: Town, place: string, traveller: string) =>
  town.world.city.submit({
    to: locationActor(place),
    caller: 'operator',
    event: { type: 'enter', traveller, exit: 'home' },
  });
const placeOf = (town: Town, place: string) => town.world.city.state.images.get(locationActor(place));

t.test('[FR1] a new city has one place, the Commons, and one framework', async (t) => {
  const { city } = await openWorld();
  t.same(
    [...city.state.images.values()].map(({ id, state }) => [id, state]),
    [
      [locationActor(commons), 'commons'],
      [frameworkActor('default'), 'published'],
    ],
  );
});

t.test('[MV6] the Commons takes everyone in; a house its owner and nobody else', async (t) => {
  const town = await given({ ada: {}, bo: {} });
  t.match(await enter(town, commons, town.id('ada')), applied);
  t.match(await enter(town, town.home('ada'), town.id('ada')), applied);
  t.equal(town.context('ada').location, town.home('ada'));
  t.match(await enter(town, town.home('ada'), town.id('bo')), refusal('not_invited'));
  t.equal(town.context('bo').location, commons);
});

t.test('[MV2] the house of the dead is a ruin: nobody enters, whoever is inside may leave', async (t) => {
  const town = await given({ ada: { lifespan: 1 }, bo: {} });
  await town.ticks(1);
  t.equal(placeOf(town, town.home('ada'))?.state, 'ruin');
  t.match(await enter(town, town.home('ada'), town.id('bo')), refusal('pod_shut_down', { location: town.home('ada') }));
  t.match(await enter(town, town.home('ada'), town.id('ada')), refusal('pod_shut_down'));
  t.match(await town.when('bo', move('home')), applied);
});

t.test(
  '[T5] [OP4] the Commons, a house and a ruin have the states in which earlier versions stored them, and take the same messages there',
  async (t) => {
    const town = await given({ ada: {}, bo: { lifespan: 1 } });
    await town.ticks(1);
    const asked = (place: string) =>
      town.world.city.submit({ to: locationActor(place), caller: 'operator', event: { type: 'nonsense' } });
    const built = ['open_workshop', 'request_connection'];
    const founds = ['found', 'publish_framework', 'register_station', 'register_visitor'];
    const allowed = async (place: string) => {
      const outcome = await asked(place);
      return outcome.type === 'refused' ? outcome.context : outcome;
    };
    t.same(await allowed(commons), { state: 'commons', allowed_events: [...founds, ...built].sort() });
    t.same(await allowed(town.home('ada')), { state: 'house', allowed_events: ['add_room', ...built] });
    t.same(await allowed(town.home('bo')), { state: 'ruin', allowed_events: [] });
  },
);

t.test('[BR3] only the Commons founds, and only within the longest lifespan', async (t) => {
  const town = await given({ ada: {} });
  const { city } = town.world;
  const founding = (lifespan: number | null) => foundingOf('Bo', null, lifespan);
  t.match(
    await city.submit(founding(289)),
    refusal('invalid_request', { issues: [{ path: 'lifespan_ticks', message: 'at most 288 ticks' }] }),
  );
  t.match(
    await city.submit({ ...founding(1), to: locationActor(town.home('ada')) }),
    refusal('invalid_state', { state: 'house', allowed_events: [] }),
  );
  t.match(
    await city.submit({ ...founding(1), to: locationActor('nowhere') }),
    refusal('not_found', { kind: 'location' }),
  );
  t.equal(city.state.images.size, 4, 'nobody was born');
  t.match(await city.submit(founding(288)), applied);
});

t.test('[BR1] a founding makes a resident and its house, numbered city-wide, seeded or as is said', async (t) => {
  const { city } = await openWorld();
  for (const [name, credits] of [
    ['Ada', null],
    ['日本', 5],
    ['Ada', 0],
  ] as const)
    t.match(await city.submit(foundingOf(name, credits)), applied);
  const born = [...city.state.images.values()].filter(({ id }) => id.startsWith('resident:'));
  t.same(
    born.map(({ id }) => id),
    ['resident:ada-1', 'resident:resident-2', 'resident:ada-3'],
  );
  t.same(
    born.map(({ id }) => city.state.account(id).balance),
    [60_000, 5, 0],
  );
  t.match(
    born.map(({ context }) => context),
    [{ diesTick: 72 }, { diesTick: 72 }, { diesTick: 72 }],
  );
  const house = city.state.images.get(locationActor('city-housing/ada-3'));
  t.match(house, { state: 'house', context: { owner: 'ada-3', name: "Ada's house" } });
  t.equal(city.state.index('token').first(contentHash('token of 日本')), 'resident:resident-2');
});

t.test('a refused founding uses up no number', async (t) => {
  const { city } = await openWorld();
  await city.submit(foundingOf('Long', null, 9_999));
  await city.submit(foundingOf('Ada'));
  t.ok(city.state.images.has(locationActor('city-housing/ada-1')));
});

t.test('[S1] the Commons is essential', async (t) => {
  const { city } = await openWorld();
  for (let n = 0; n < 6; n++) await city.submit({ ...foundingOf('Broken', -5), caller: locationActor(`caller-${n}`) });
  t.same(city.health.quarantined, []);
  t.match(await city.submit(foundingOf('Ada')), applied);
});
