/** The public map: what a stranger could walk to, and who is there. */
import t from 'tap';
import { z } from 'zod';
import { Chronicler } from '../../gateways/chronicle/chronicler.ts';
import { Land } from '../../land/land.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { until } from '../until.ts';
import { act, found, silentLog } from '../world.ts';
import { seqOfDeath } from './death-heard.ts';
import { ask, startedPortalWorld } from './started-gateways.ts';

const Named = z.object({ id: z.string(), name: z.string() });
const Home = z.object({
  ...{ resident: z.string(), name: z.string(), face: z.string(), is_lit: z.boolean() },
  ...{ lot: z.int().nullable(), x: z.int(), y: z.int() },
});
const Answer = z.object({
  land: z.string(),
  homes: z.array(Home),
  dead: z.array(z.object({ ...Named.shape, grave: z.int(), face: z.string().nullable() })),
});

t.test('[PF1] shows public rooms with who is there, and no house', async (t) => {
  let elapsed = 0;
  const clock = { now: () => Date.now(), elapsed: () => elapsed };
  const { city, url } = await startedPortalWorld(t, {}, { clock });
  const ada = await found(city, 'Ada', 10_000, 3);
  await found(city, 'Bo', 10_000, 3);
  await act(city, ada, { type: 'move', exit: 'commons', max_toll: null });
  const { status, body } = await ask(`${url}/v1/map`);
  t.equal(status, 200);
  t.match(body, {
    places: [{ id: 'city-commons', kind: 'commons', residents_count: 1, x: 0, y: 0 }],
    ways: [],
    residents: [{ id: ada, name: 'Ada', location: 'city-commons' }],
    truncated: false,
  });
  t.type(body['seq'], 'number');
  await act(city, ada, { type: 'move', exit: 'home', max_toll: null });
  t.same((await ask(`${url}/v1/map`)).body, body, 'the same map for a moment');
  elapsed += 1_000;
  t.match((await ask(`${url}/v1/map`)).body, { places: [{ residents_count: 0 }], residents: [] });
});

t.test(
  'the map has the houses of those who live, each on a lot of the land, lit when somebody is at home',
  async (t) => {
    let elapsed = 0;
    const clock = { now: () => Date.now(), elapsed: () => elapsed };
    const { city, store, url } = await startedPortalWorld(t, {}, { clock });
    const rows = new MemoryChronicleRows(store);
    const chronicler = new Chronicler({ city, control: city, rows, log: silentLog });
    t.teardown(() => chronicler.close());
    const ada = await found(city, 'Ada', 10_000, 3);
    const bo = await found(city, 'Bo', 10_000, 3);
    await act(city, ada, { type: 'move', exit: 'commons', max_toll: null });
    const look = async () => {
      elapsed += 1_000;
      return Answer.parse((await ask(`${url}/v1/map`)).body);
    };
    const first = await look();
    t.match(first.homes, [
      { resident: ada, name: 'Ada', is_lit: false },
      { resident: bo, name: 'Bo', is_lit: true },
    ]);
    const land = new Land(first.land);
    for (const { lot, x, y } of first.homes) {
      const { at } = land.lot(lot ?? -1)?.before ?? {};
      t.same([x, y], [Math.round(at?.x ?? 0), Math.round(at?.y ?? 0)], 'before the door of its lot');
    }
    const died = seqOfDeath(t, city);
    const cy = await found(city, 'Cy', 10_000, 3);
    await act(city, ada, { type: 'shut_down' });
    await city.tick();
    await until('the chronicle tells of it', async () => (await rows.reach()) >= died());
    const later = await look();
    t.same(
      later.homes.map(({ resident }) => resident),
      [bo, cy],
    );
    t.equal(later.homes[0]?.lot, first.homes[1]?.lot, 'who stays keeps the lot');
    const face = first.homes[0]?.face ?? '';
    t.same(later.dead, [{ id: ada, name: 'Ada', grave: 0, face }], 'the face is on its grave');
    t.match((await ask(`${url}/v1/residents/${ada}`)).body, { status: 'dead', face });
    const again = await found(city, 'Ada', 10_000, 3);
    await act(city, again, { type: 'move', exit: 'commons', max_toll: null });
    t.match((await ask(`${url}/v1/residents/${again}`)).body, { face }, 'the same soul, born again, has the same face');
    t.match((await ask(`${url}/v1/places/city-commons`)).body, { residents: [{ id: again, face }] });
    t.equal(new Set([...first.homes, ...later.homes].map((one) => one.face)).size, 3, 'others have others');
  },
);
