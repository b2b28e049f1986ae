/** The public map: what a stranger could walk to, and who is there. */
import t from 'tap';
import { z } from 'zod';
import { JournalUnavailable } from '../../engine/ports.ts';
import type { Entry } from '../../gateways/chronicle/chronicle-rows.ts';
import { Chronicler } from '../../gateways/chronicle/chronicler.ts';
import { TownHistory } from '../../gateways/portal/town-history.ts';
import { Land } from '../../land/land.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { PastChronicleRows } from '../../persistence/postgres/past-chronicle.ts';
import { until } from '../until.ts';
import { act, found, silentLog } from '../world.ts';
import { ask, startedPortalWorld } from './started-gateways.ts';

const Named = z.object({ id: z.string(), name: z.string() });
const Home = z.object({
  ...{ resident: z.string(), name: z.string(), is_lit: z.boolean() },
  ...{ lot: z.int().nullable(), x: z.int(), y: z.int() },
});
const Answer = z.object({
  land: z.string(),
  homes: z.array(Home),
  dead: z.array(z.object({ ...Named.shape, grave: z.int() })),
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
    const cy = await found(city, 'Cy', 10_000, 3);
    await act(city, ada, { type: 'shut_down' });
    await city.tick();
    await until('the chronicle tells of it', async () => (await rows.reach()) === city.health.seq);
    const later = await look();
    t.same(
      later.homes.map(({ resident }) => resident),
      [bo, cy],
    );
    t.equal(later.homes[0]?.lot, first.homes[1]?.lot, 'who stays keeps the lot');
    t.same(later.dead, [{ id: ada, name: 'Ada', grave: 0 }]);
  },
);

/** A chronicle in which so many are born and die, open places and close them, in an order that follows from `salt`. */
async function chronicle(length: number, salt: number) {
  const rows = new MemoryChronicleRows();
  const standing: string[] = [];
  const entries: Entry[] = [];
  for (let seq = 1; seq <= length; seq++) {
    const ends = standing.length > 6 && (seq * salt) % 3 === 0 ? standing.splice((seq * salt) % 6, 1)[0] : undefined;
    const key = ends ?? (seq % 2 === 0 ? `place:pod-${seq}` : `resident:r-${seq}`);
    if (ends === undefined) standing.push(key);
    entries.push(entryOf(seq, key, ends !== undefined));
  }
  await rows.write(entries, [], length);
  return { rows, standing };
}

function entryOf(seq: number, key: string, hasEnded: boolean): Entry {
  const isPlace = key.startsWith('place:');
  const id = key.slice(key.indexOf(':') + 1);
  const pod = hasEnded ? { id } : { id, name: id, tier: 'tiny', owner: null };
  const resident = hasEnded ? { name: id, mentor: null, cause: 'natural', mentees: [] } : { name: id, mentor: null };
  const data = isPlace ? pod : resident;
  const type = isPlace ? (hasEnded ? 'pod.shut_down' : 'pod.deployed') : hasEnded ? 'resident.died' : 'resident.born';
  const event = { seq, type, at: '2030-01-01T00:00:00.000Z', tick: seq, location: null, subject: isPlace ? null : id };
  return {
    seq,
    tick: seq,
    about: [isPlace ? `place:${id}` : `resident:${id}`],
    body: JSON.stringify({ ...event, data }),
  };
}

const ofAll = ({ town }: TownHistory, keys: readonly string[]) => keys.map((key) => town.lotOf(key)?.id);

t.test('nobody moves at a restart: a town that is read from the chronicle is the one that was', async (t) => {
  for (const salt of [1, 2, 5]) {
    const { rows, standing } = await chronicle(900, salt);
    const [lived, read] = [new TownHistory('a', partly(rows, 7)), new TownHistory('a', rows)];
    for (let n = 0; n < 140; n++) {
      await lived.readOn();
      lived.town.host([{ key: `resident:guest-${n}`, use: 'home' }]);
    }
    await read.readOn();
    const lots = ofAll(read, standing);
    t.notOk(lots.includes(undefined));
    t.same(ofAll(lived, standing), lots);
    t.same(lived.ruinsAt(900), read.ruinsAt(900));
    t.ok(read.ruinsAt(900).length > 0 && read.ruinsAt(900).every(({ key }) => read.town.lotOf(key) !== undefined));
    t.same(lived.graves, read.graves);
    t.same([read.graves.length, new Set(read.graves.map(({ grave }) => grave)).size], [60, 60], 'each has a grave');
  }
});

t.test('the past is the town as it stood then', async (t) => {
  const { rows } = await chronicle(400, 2);
  const then = new TownHistory('a', new PastChronicleRows(rows, { seq: 200, tick: 200 }));
  await then.readOn();
  const lived = new TownHistory('a', (await chronicle(200, 2)).rows);
  await lived.readOn();
  const { standing } = await chronicle(200, 2);
  t.same(ofAll(then, standing), ofAll(lived, standing));
});

t.test('while the database is away, the town is as it was', async (t) => {
  const { rows, standing } = await chronicle(50, 2);
  let isAway = false;
  const failing: Pick<MemoryChronicleRows, 'following'> = {
    following: (after, limit) =>
      isAway ? Promise.reject(new JournalUnavailable('gone')) : rows.following(after, limit),
  };
  const town = new TownHistory('a', failing);
  await town.readOn();
  const before = ofAll(town, standing);
  isAway = true;
  await town.readOn();
  t.same(ofAll(town, standing), before);
});

/** Of the same rows, a few more each time somebody reads. */
function partly(rows: MemoryChronicleRows, each: number): Pick<MemoryChronicleRows, 'following'> {
  return { following: (after) => rows.following(after, each) };
}
