/** How long a tick takes in which nothing is due, in a city in memory that was recovered from a checkpoint. */
import { performance } from 'node:perf_hooks';
import type { Image } from '../../engine/actor-kind.ts';
import { CityEngine } from '../../engine/city.ts';
import type { AccountId } from '../../engine/ids.ts';
import type { Checkpoints } from '../../engine/ports.ts';
import type { Account } from '../../engine/state/ledger.ts';
import { cityOptions } from '../../host/founding/foundation.ts';
import { systemClock } from '../../host/system-clock.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { decodeAccount, decodeImage, encodeAccount, encodeImage } from '../../persistence/row-codec.ts';
import { type Crowd, config, crowd } from '../harness/crowd.ts';
import { answer, options } from '../harness/program-io.ts';

export interface TicksOptions {
  readonly residents: number;
  /** Ticks before those that are measured, and those. */
  readonly warmTicks: number;
  readonly ticks: number;
}

export interface TicksReport {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly peakMegabytes: number;
  readonly openedSeconds: number;
}

const { residents, warmTicks, ticks } = options<TicksOptions>();
const sliceRows = 10_000;
const quiet = {
  debug() {},
  info() {},
  warn() {},
  error: (fields: object, message: string) => console.error(message, fields),
};

const imageRead = (image: Image): Image => decodeImage(image.id, encodeImage(image), 'a row');
const accountRead = ([id, account]: readonly [AccountId, Account]): readonly [AccountId, Account] => [
  id,
  decodeAccount(encodeAccount(account), 'a row'),
];

function* slices<Row>(rows: Iterable<Row>, read: (row: Row) => Row): Iterable<readonly Row[]> {
  let slice: Row[] = [];
  for (const row of rows) {
    slice.push(read(row));
    if (slice.length < sliceRows) continue;
    yield slice;
    slice = [];
  }
  yield slice;
}

/** The crowd as the newest checkpoint, as of the batch before the first: read out of rows, as of Postgres, and in its order. */
function checkpointsOf(from: Crowd): Checkpoints {
  return {
    latest: async () => ({ batch: 1, counters: from.counters }),
    async *load() {
      for (const actors of slices(from.images(), imageRead)) yield { actors, accounts: [] };
      for (const accounts of slices(from.accounts(), accountRead)) yield { actors: [], accounts };
    },
    write: async () => {},
    forget: async () => {},
    complete: async () => {},
  };
}

async function openCity(from: Crowd): Promise<CityEngine> {
  const { journal, events, keys, lease } = memoryPersistence(new MemoryStore());
  await lease.acquire();
  return CityEngine.open({
    ...cityOptions(config),
    performers: {},
    secret: 'a secret of the benches',
    journal,
    checkpoints: checkpointsOf(from),
    events,
    keys,
    clock: systemClock,
    log: quiet,
    onFatal: (reason, _batch, cause) => {
      throw new Error(`fatal: ${reason}`, { cause });
    },
  });
}

const startedAt = performance.now();
const placed = crowd(residents);
const city = await openCity(placed);
const openedSeconds = (performance.now() - startedAt) / 1000;
if (city.health.actors !== placed.actors)
  throw new Error(`${city.health.actors} actors were recovered of ${placed.actors}`);
// What recovery left behind is not the tick's to collect.
globalThis.gc?.();
for (let n = 0; n < warmTicks; n++) await city.tick();
const times = new Float64Array(ticks);
for (let n = 0; n < ticks; n++) {
  const from = performance.now();
  await city.tick();
  times[n] = performance.now() - from;
}
if (city.health.tick !== warmTicks + ticks) throw new Error(`the clock stands at ${city.health.tick}`);
times.sort();
const share = (part: number) => times[Math.min(ticks - 1, Math.floor(ticks * part))] ?? Number.NaN;
answer({
  medianMs: share(0.5),
  p99Ms: share(0.99),
  maxMs: share(1),
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
  openedSeconds,
} satisfies TicksReport);
process.exit(0);
