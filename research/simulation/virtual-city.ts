/** A city in this process, in memory, on a clock that whoever opens it drives: the engine, charts and views of the real one. */
import { CityEngine } from '../../engine/city.ts';
import type { CityOptions } from '../../engine/city-options.ts';
import type { Checkpoints, Clock, Journal, Log } from '../../engine/ports.ts';
import { cityOptions } from '../../host/founding/foundation.ts';
import type { Persistence } from '../../persistence/interface.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';

/** Time that moves only when whoever drives the city says so; pauses end at once. */
export class VirtualClock implements Clock {
  ms = Date.UTC(2030, 0, 1);
  now(): number {
    return this.ms;
  }
  elapsed(): number {
    return this.ms;
  }
  yield(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
  /** Never ends by itself: nothing in a virtual city waits for wall time. */
  sleep(): Promise<void> {
    return new Promise(() => {});
  }
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** What of its settings a city is opened with. */
type CityConfig = Parameters<typeof cityOptions>[0];

/** What of a persistence a city needs. */
export type CityMemory = Pick<Persistence, 'journal' | 'checkpoints' | 'events' | 'keys'>;

export interface VirtualCityOptions extends Partial<Omit<CityOptions, 'clock' | 'journal' | 'checkpoints'>> {
  readonly config: CityConfig;
  readonly performers: CityOptions['performers'];
  readonly secret: string;
  readonly store?: MemoryStore;
  /** Where the city is kept instead of `store`; whoever opens it holds the lease. */
  readonly persistence?: CityMemory | undefined;
  readonly clock?: Clock;
  /** Stands between the city and its journal. */
  readonly journalOf?: ((journal: Journal) => Journal) | undefined;
  readonly checkpointsOf?: (checkpoints: Checkpoints) => Checkpoints;
}

export interface VirtualCity {
  readonly city: CityEngine;
  readonly store: MemoryStore;
  /** The city stops writing at once, as a process that is killed; its store may be opened again. */
  crash(): Promise<void>;
}

/** Opens a city on `store`; the same store opened again is the city restarted. */
export async function openVirtualCity(options: VirtualCityOptions): Promise<VirtualCity> {
  const { config, store = new MemoryStore(), clock = new VirtualClock(), persistence: given, ...rest } = options;
  const { journalOf = (journal) => journal, checkpointsOf = (checkpoints) => checkpoints, ...ports } = rest;
  const inMemory = memoryPersistence(store);
  if (given === undefined) await inMemory.lease.acquire();
  const persistence = given ?? inMemory;
  let crashed = false;
  const city = await CityEngine.open({
    ...cityOptions(config),
    journal: journalOf(persistence.journal),
    checkpoints: checkpointsOf(persistence.checkpoints),
    events: persistence.events,
    keys: persistence.keys,
    clock,
    log: silentLog,
    onFatal: (reason, _batch, cause) => {
      if (!crashed) throw new Error(`fatal: ${reason}`, { cause });
    },
    ...ports,
  });
  const crash = () => {
    crashed = true;
    return inMemory.lease.release().then(() => void store.generation++);
  };
  return { city, store, crash };
}
