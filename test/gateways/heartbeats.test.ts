/** Heartbeats of stations: what only the gateway knows, what the city is notified of, and what is forgotten. */
import t, { type Test } from 'tap';
import { commons, stationActor } from '../../actors/rules/place/names.ts';
import { OpeningCity } from '../../engine/starting-city.ts';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { Cameras } from '../../gateways/stations/cameras.ts';
import { Heartbeats } from '../../gateways/stations/heartbeats.ts';
import { MemoryPictures } from '../../persistence/memory/station-pictures.ts';
import { keptStation, stationIn, tells } from '../actors/portal-stations.ts';
import { openWorld, silentLog } from '../world.ts';
import { pixel } from './station-gateways.ts';

const settings = { ...gatewayDefaults, stationSilentMs: 60_000 };

async function started(t: Test) {
  const { city, clock, store } = await openWorld();
  const cameras = new Cameras(new MemoryPictures(store), settings);
  const heartbeats = new Heartbeats({ city, cameras, settings, clock, log: silentLog });
  t.teardown(() => heartbeats.close());
  const after = async (ms: number) => {
    clock.ms += ms;
    await heartbeats.sweep();
  };
  const state = (id: string) => keptStation(city, id).state;
  const as = (id: string) =>
    ({ type: 'station', id, actor: stationActor(id), isActive: state(id) === 'active' }) as const;
  return { city, store, cameras, heartbeats, after, state, as };
}

t.test('[PS5] [G9] a minute without a heartbeat is silence; the next one ends it', async (t) => {
  const { city, heartbeats, after, state, as } = await started(t);
  const [one, two] = [await stationIn(city), await stationIn(city, commons, 'Cafe')];
  await after(0);
  await after(59_999);
  t.same([state(one), state(two)], ['active', 'active']);
  const { turn } = city.state.counters;
  t.equal(await heartbeats.heard(as(one)), undefined);
  t.equal(city.state.counters.turn, turn, 'a heartbeat is no turn');
  await after(1);
  t.same([state(one), state(two)], ['active', 'inactive']);
  await after(59_998);
  t.equal(state(one), 'active');
  t.equal(await heartbeats.heard(as(two)), undefined);
  t.equal(state(two), 'active');
  await after(1);
  t.same([state(one), state(two)], ['inactive', 'active']);
});

t.test(
  '[PS5] one that is registered has a minute from then; one that a new gateway finds, from when it is found',
  async (t) => {
    const { city, heartbeats, after, state } = await started(t);
    const one = await stationIn(city);
    heartbeats.expect(one);
    const two = await stationIn(city, commons, 'Cafe');
    await after(60_000);
    t.same([state(one), state(two)], ['inactive', 'active']);
    await after(60_000);
    t.equal(state(two), 'inactive');
  },
);

t.test('[PS8] pictures of closed stations are removed, those of others stay', async (t) => {
  const { city, store, cameras, after } = await started(t);
  const [one, two] = [await stationIn(city), await stationIn(city, commons, 'Cafe')];
  for (const station of [one, two]) await cameras.keep({ of: station, takenAt: 1_000, bytes: pixel });
  await after(1);
  t.same([...store.pictures.keys()].sort(), [one, two].sort());
  await tells(city, one, { type: 'close' });
  await after(1);
  t.same([...store.pictures.keys()], [two]);
  t.equal((await cameras.newest([one, two]))?.of, two);
  t.equal(await cameras.newest([one]), undefined);
});

t.test('[PS8] a station without a picture is looked up once, until one comes; the newest is shown', async (t) => {
  const pictures = new MemoryPictures();
  const looked: string[] = [];
  const read = pictures.read.bind(pictures);
  pictures.read = (station) => {
    looked.push(station);
    return read(station);
  };
  const cameras = new Cameras(pictures, settings);
  for (let n = 0; n < 2; n++) t.equal(await cameras.newest(['one', 'two']), undefined);
  t.same(looked, ['one', 'two']);
  await cameras.keep({ of: 'two', takenAt: 2_000, bytes: pixel });
  await cameras.keep({ of: 'one', takenAt: 1_000, bytes: pixel });
  t.match(await cameras.newest(['one', 'two']), { of: 'two', takenAt: 2_000 });
  t.same(looked.length, 2);
});

t.test('a city that is not open yet is asked again', async (t) => {
  const opening = new OpeningCity();
  const { cameras } = await started(t);
  const heartbeats = new Heartbeats({
    city: opening,
    cameras,
    settings,
    clock: { now: () => 0, elapsed: () => 0 },
    log: silentLog,
  });
  t.teardown(() => heartbeats.close());
  await t.resolves(heartbeats.sweep());
});
