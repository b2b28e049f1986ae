/** Who has which lot, out of the chronicle: the same at each restart and in the past, in bounded time and memory. */
import t from 'tap';
import { JournalUnavailable } from '../../engine/ports.ts';
import type { Entry, Summary } from '../../gateways/chronicle/chronicle-rows.ts';
import { TownHistory, type TownRows } from '../../gateways/portal/town-history.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { PastChronicleRows } from '../../persistence/postgres/past-chronicle.ts';
import { until } from '../until.ts';
import { chronicleOf, entryOf } from './made-chronicle.ts';

const ofAll = ({ town }: TownHistory, keys: readonly string[]) => keys.map((key) => town.lotOf(key)?.id);

/** Rows that say how many were read. */
class Read implements TownRows {
  readonly #entries: readonly Entry[];
  /** As many as a caller asks for, unless it is less. */
  readonly #each: number;
  kept: Summary | undefined;
  read = 0;

  constructor(entries: readonly Entry[], each = Number.MAX_SAFE_INTEGER) {
    this.#entries = entries;
    this.#each = each;
  }

  /** The seq of an entry is its number. */
  following(after: number, limit: number): Promise<readonly Entry[]> {
    const found = this.#entries.slice(after, after + Math.min(limit, this.#each));
    this.read += found.length;
    return Promise.resolve(found);
  }

  summary(): Promise<Summary | undefined> {
    return Promise.resolve(this.kept);
  }

  keepSummary(summary: Summary): Promise<void> {
    this.kept = summary;
    return Promise.resolve();
  }
}

/** Reads to the end, however long that takes. */
async function whole(rows: Read, length: number): Promise<TownHistory> {
  const town = new TownHistory('a', rows);
  await until('all is read', async () => {
    await town.readOn();
    return rows.read >= length;
  });
  await town.readOn();
  return town;
}

t.test('nobody moves at a restart: a town that is read from the chronicle is the one that was', async (t) => {
  for (const salt of [1, 2, 5]) {
    const { entries, standing } = chronicleOf(900, salt);
    const [lived, read] = [new TownHistory('a', new Read(entries, 7)), new TownHistory('a', new Read(entries))];
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
    t.notOk(
      read.graves.some(({ face }) => face !== null),
      'of who died before events told of faces',
    );
    t.same([read.graves.length, new Set(read.graves.map(({ grave }) => grave)).size], [60, 60], 'each has a grave');
  }
});

t.test('the lot of a place that ended unseen can be taken again, and no ruin stands on it', async (t) => {
  const { entries, standing } = chronicleOf(40, 2);
  const gone = standing.find((key) => key.startsWith('place:')) ?? 'place:none';
  const before = new TownHistory('a', new Read(entries));
  await before.readOn();
  const lot = before.town.lotOf(gone)?.id;
  t.type(lot, 'number');
  const town = new TownHistory('a', new Read([...entries, { ...entryOf(41, gone, true), about: [] }]));
  await town.readOn();
  t.same([town.town.lotOf(gone), town.sinceOf(gone)], [undefined, undefined]);
  t.notOk(town.ruinsAt(41).some(({ key }) => key === gone));
  t.equal(town.town.come({ key: gone, use: 'place' })?.id, lot, 'the first that this name looks for, free again');
});

t.test('a start takes up what was summed up, and reads only what came since', async (t) => {
  const { entries, standing } = chronicleOf(21_300, 2);
  const first = new Read(entries);
  const lived = await whole(first, entries.length);
  t.equal(first.kept?.seq, 20_000);
  const second = new Read(entries);
  second.kept = first.kept;
  const started = new TownHistory('a', second);
  await started.readOn();
  t.equal(second.read, 1_300);
  t.same(ofAll(started, standing), ofAll(lived, standing));
  t.same(started.ruinsAt(21_300), lived.ruinsAt(21_300));
  t.same(started.graves, lived.graves);
  t.same(
    standing.map((key) => started.sinceOf(key)),
    standing.map((key) => lived.sinceOf(key)),
  );
  t.ok(standing.some((key) => started.sinceOf(key) !== undefined));
});

t.test('a summary of another version, or of another land, is none', async (t) => {
  const { entries, standing } = chronicleOf(300, 2);
  const fresh = await whole(new Read(entries), 300);
  const none = { standing: [], ruins: [], graves: [], deaths: 0 };
  for (const body of [{ ...none, lots: [['resident:x', 999_999_999]] }, { ...none, lots: [], more: 1 }, {}, null]) {
    const rows = new Read(entries);
    rows.kept = { name: 'town 1 a', seq: 299, body: JSON.stringify(body) };
    const town = new TownHistory('a', rows);
    await town.readOn();
    t.same(ofAll(town, standing), ofAll(fresh, standing));
    t.equal(rows.read, 300);
  }
});

t.test('a look waits a moment for what is read, and no longer; what is known is shown meanwhile', async (t) => {
  const slow = new Read(chronicleOf(1_000, 2).entries);
  const answers = slow.following.bind(slow);
  slow.following = (after, limit) => (after === 0 ? answers(after, limit) : new Promise(() => undefined));
  const town = new TownHistory('a', slow);
  const begun = performance.now();
  await town.readOn();
  t.ok(performance.now() - begun < 10_000, 'it does not wait for ever');
  t.notOk(ofAll(town, chronicleOf(500, 2).standing).includes(undefined));
});

t.test('everything else goes on while much is read', async (t) => {
  const { entries } = chronicleOf(10_000, 2);
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 0);
  t.teardown(() => clearInterval(turning));
  await whole(new Read(entries), entries.length);
  t.ok(turns >= 10, `${turns} turns of others between 20 slices`);
});

t.test('of a land that is full nobody else is remembered, and a lot that comes free is taken again', async (t) => {
  const count = 12_000;
  const births = Array.from({ length: count }, (_, n) => entryOf(n + 1, `resident:r-${n + 1}`, false));
  const first = new Read(births);
  const town = await whole(first, count);
  const { length } = town.town.lots;
  t.ok(length > 1_000 && length < count, `${length} lots`);
  const [late] = [town.town.come({ key: 'place:late', use: 'place' })];
  t.equal(late, undefined);
  const more = [...births, entryOf(count + 1, 'resident:r-5', true), entryOf(count + 2, 'resident:heir', false)];
  const after = await whole(new Read(more), more.length);
  t.equal(after.town.lotOf('resident:heir')?.id, town.town.lotOf('resident:r-5')?.id);
  t.equal(after.town.lots.length, length);
});

t.test('the past is the town as it stood then, whatever was summed up since', async (t) => {
  const { entries, standing } = chronicleOf(400, 2);
  const rows = new MemoryChronicleRows();
  await rows.write(entries, [], 400);
  const now = new TownHistory('a', rows);
  await now.readOn();
  const lots = JSON.stringify({ lots: [], standing: [], ruins: [], graves: [], deaths: 0 });
  await rows.keepSummary({ name: 'town 1 a', seq: 400, body: lots });
  const then = new TownHistory('a', new PastChronicleRows(rows, { seq: 200, tick: 200 }));
  await then.readOn();
  const before = chronicleOf(200, 2);
  const lived = await whole(new Read(before.entries), 200);
  t.same(ofAll(then, before.standing), ofAll(lived, before.standing));
  t.notOk(ofAll(now, standing).includes(undefined));
});

t.test('while the database is away, the town is as it was', async (t) => {
  const { entries, standing } = chronicleOf(50, 2);
  let isAway = true;
  const failing = new Read(entries);
  const answers = failing.following.bind(failing);
  failing.summary = () => (isAway ? Promise.reject(new JournalUnavailable('gone')) : Promise.resolve(undefined));
  failing.following = (after, limit) =>
    isAway ? Promise.reject(new JournalUnavailable('gone')) : answers(after, limit);
  const town = new TownHistory('a', failing);
  await town.readOn();
  t.same(new Set(ofAll(town, standing)), new Set([undefined]), 'nothing is known yet');
  isAway = false;
  await town.readOn();
  const before = ofAll(town, standing);
  t.notOk(before.includes(undefined));
  isAway = true;
  await town.readOn();
  t.same(ofAll(town, standing), before);
});
