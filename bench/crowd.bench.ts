/**
 * What many minds take at the usual pace, of 5 minutes a tick: as many as live by default at once, and the most that is promised. The
 * memory and the CPU of their process, the CPU of the city's, and what the journal grows by. Of no other program is there a figure: what
 * they are to keep to stands beside them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { must } from '../engine/assert.ts';
import { City } from './harness/city.ts';
import { cpuMicros, familyMicros } from './harness/cpu.ts';
import { proportionalSetBytes } from './harness/memory-use.ts';
import { mindsOf } from './harness/minds-process.ts';
import { scale } from './harness/settings.ts';
import { type Bench, compared, listed, printed, type Row, rounded } from './harness/table-row.ts';
import { EventsSoFar, type JournalSize, journalSize } from './harness/town-events.ts';
import { type TownCount, townLine } from './harness/town-figures.ts';

/** As many as live at once unless a setting says otherwise, and the most that anybody is promised. */
const crowds = [60, 200] as const;
/** Of these bounds: they hold for so many. */
const bounded = 60;
/** At scale 1 at least three ticks come. */
const minutesFull = 15.5;
const minutesLeast = 0.5;
const minutes = Math.max(minutesLeast, minutesFull * scale);
const isFull = minutes >= minutesFull;
const usualPace = { TICK_CRON: '*/5 * * * *', TICK_SECONDS: '300' };
/** Milliseconds within which all of them live. */
const livingMsMax = 300_000;
const looks = 10;
/** Ticks after which minds know how long one is: before, they act 2.5 times as often. */
const ticksToPace = 2;

const mebibytesMax = 256;
const mindsCoreMax = 0.1;
const bothCoreMax = 0.05;
const journalBytesMax = 900;

interface Crowd {
  readonly minds: number;
  /** Who lived when all of them had begun, and at the end. */
  readonly lived: readonly [number, number];
  readonly count: TownCount;
  /** MiB of the process of the minds, at each look. */
  readonly mebibytes: readonly number[];
  /** Before they knew how long a tick is, and since; `early` is null where two ticks did not come. */
  readonly core: { readonly early: Core | null; readonly paced: Core };
  readonly journal: JournalSize;
}

/** Parts of a core, or microseconds, that each took. */
interface Core {
  readonly minds: number;
  readonly city: number;
  readonly postgres: number;
}

export const crowd: Bench = {
  name: 'crowd',
  run: async () => {
    const rows: Row[] = [];
    for (const minds of crowds) rows.push(...rowsOf(await measure(minds)));
    return rows;
  },
};

async function measure(minds: number): Promise<Crowd> {
  const city = await City.start({ settings: { ...usualPace, MINDS: String(minds), MINDS_MAX: String(minds) } });
  const events = new EventsSoFar(city);
  const lived = await allLive(city, minds);
  const pid = must(mindsOf(city.pid), 'the process of the minds');
  const [since, journalBefore] = [performance.now(), await journalSize(city)];
  const begun = { ms: since, micros: used(city, pid) };
  let paced = begun;
  const mebibytes: number[] = [];
  for (let look = 1; look < looks; look++) {
    await pause(Math.max(0, (look / looks) * minutes * 60_000 - (performance.now() - since)));
    mebibytes.push(proportionalSetBytes(pid) / 2 ** 20);
    const { tick } = await events.read();
    if (paced === begun && tick >= ticksToPace) paced = { ms: performance.now(), micros: used(city, pid) };
  }
  await pause(Math.max(0, minutes * 60_000 - (performance.now() - since)));
  mebibytes.push(proportionalSetBytes(pid) / 2 ** 20);
  const ended = { ms: performance.now(), micros: used(city, pid) };
  const [journal, count, atEnd] = [await journalSize(city), await events.read(), await living(city)];
  await city.end();
  const core = { early: paced === begun ? null : coreOf(begun, paced), paced: coreOf(paced, ended) };
  const measured = {
    minds,
    lived: [lived, atEnd],
    count,
    mebibytes,
    core,
    journal: grown(journalBefore, journal),
  } as const;
  console.log(detailsOf(measured).join('\n'));
  return measured;
}

interface Mark {
  readonly ms: number;
  readonly micros: Core;
}

/** Of a core, from one to the other. */
function coreOf(from: Mark, to: Mark): Core {
  const share = (of: keyof Core) => (to.micros[of] - from.micros[of]) / 1_000 / (to.ms - from.ms);
  return { minds: share('minds'), city: share('city'), postgres: share('postgres') };
}

/** Microseconds. */
function used(city: City, mindsPid: number): Core {
  return { minds: cpuMicros(mindsPid), city: cpuMicros(city.pid), postgres: familyMicros(city.postmasterPid) };
}

const grown = (before: JournalSize, after: JournalSize): JournalSize => ({
  turns: after.turns - before.turns,
  batches: after.batches - before.batches,
  bytes: after.bytes - before.bytes,
});

const Health = z.object({ minds: z.object({ living: z.number() }).nullable() });

/** Residents whom minds live now, as the city says. */
async function living(city: City): Promise<number> {
  return Health.parse(await city.portal('GET', '/v1/admin/health')).minds?.living ?? 0;
}

/** Waits until minds live so many; throws when they do not come to be so many. */
async function allLive(city: City, minds: number): Promise<number> {
  let lived = 0;
  for (const end = performance.now() + livingMsMax; performance.now() < end; await pause(200)) {
    lived = await living(city);
    if (lived >= minds) return lived;
  }
  throw new Error(`of ${minds} minds only ${lived} live after ${livingMsMax / 1_000} s`);
}

function rowsOf(crowd: Crowd): readonly Row[] {
  const { minds, mebibytes, core, journal } = crowd;
  const of = `${minds} minds for ${rounded(minutes)} min at the usual pace`;
  const bytes = journal.bytes / journal.turns;
  const memory = Math.max(...mebibytes);
  return [
    held(crowd, `${of}: memory of their process`, [memory, mebibytesMax], 'MiB', detailsOf(crowd)),
    held(crowd, `${of}: CPU of their process`, [core.paced.minds, mindsCoreMax], 'of a core'),
    held(crowd, `${of}: CPU of both processes`, [core.paced.minds + core.paced.city, bothCoreMax], 'of a core'),
    held(crowd, `${of}: journal`, [bytes, journalBytesMax], 'bytes a turn'),
  ];
}

/** A bound that is only to be kept by so many minds, and where it was looked at for long enough. */
function held(
  { minds }: Crowd,
  figure: string,
  [value, most]: readonly [number, number],
  unit: string,
  details: readonly string[] = [],
): Row {
  const cells = { figure, ours: `${rounded(value)} ${unit}`, comparator: `bound ${most} ${unit}`, details };
  return isFull && minds === bounded ? compared(cells, value / most, { atMost: 1 }) : printed(cells, value / most);
}

const detailsOf = ({ lived, count, mebibytes, core, journal }: Crowd): readonly string[] => [
  `${lived[0]} lived by minds once all had begun, ${lived[1]} at the end; ${townLine(count)}`,
  `MiB of the process of the minds: ${listed(mebibytes)}`,
  `of a core, before they know how long a tick is: ${core.early === null ? '-' : coreLine(core.early)}; since: ${coreLine(core.paced)}`,
  `${rounded(journal.turns)} turns in ${rounded(journal.batches)} batches of ${rounded(journal.bytes / journal.batches)} bytes`,
];

const coreLine = ({ minds, city, postgres }: Core): string =>
  `minds ${rounded(minds)}, city ${rounded(city)}, Postgres ${rounded(postgres)}`;
