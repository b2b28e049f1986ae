/** What a simulated city is begun with, and all that it is between two ticks. */
import type { ActorKind, Settings } from '../../engine/actor-kind.ts';
import type { FeedEvent } from '../../engine/command.ts';
import type { Journal } from '../../engine/ports.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import type { Sealed } from '../../engine/turn/seal.ts';
import type { StoreContent } from '../../persistence/memory/memory-database.ts';
import type { PolicyTable } from '../../population/policies/built-in.ts';
import type { Counted } from './engine-client.ts';
import type { KeptHearing } from './hearing.ts';
import type { MindsOf } from './minds.ts';
import type { Outage } from './outside.ts';
import type { CityMemory, VirtualCityOptions } from './virtual-city.ts';

export interface Course {
  /** A whole number: the city's secret, and every resident's dice. */
  readonly seed: number;
  /** Residents founded at the beginning. */
  readonly residents: number;
  /** Millicredits of each of them; unset: what a newborn has. */
  readonly founderCredits?: number;
  /** Ticks that each of them lives; unset, and of those beyond the list: what a newborn has. */
  readonly founderLifespans?: readonly number[];
  /** How many may live or wait to be born before visitors write no more souls; twice the residents unless said. */
  readonly peopleMax?: number;
  readonly table: PolicyTable;
  /** Makes the minds of those whom the table leaves to minds; such a city cannot be gone on with. */
  readonly minds?: MindsOf;
  readonly config: VirtualCityOptions['config'];
  /** Hears each event once it is committed, in order. */
  readonly onEvent?: (event: FeedEvent) => void;
  /** Hears of each turn when it is sealed. */
  readonly onSealed?: (sealed: Sealed, state: CityState) => void;
  /** Unset: as they are. */
  readonly kinds?: readonly ActorKind[];
  readonly journalOf?: (journal: Journal) => Journal;
  /** Where the city is kept instead of in memory. */
  readonly persistence?: CityMemory;
  /** Whether code of residents runs, or comes to its end at once. */
  readonly runsCode?: boolean;
  /** Ticks without a sandbox. */
  readonly outage?: Outage | null;
  /** By what the city makes names, and its settings: those of a city that was there before. Unset: of the seed, and of the config. */
  readonly secret?: string;
  readonly settings?: Settings;
  /** Hears why the city can go on no longer; unset: that is thrown. */
  readonly onFatal?: (cause: unknown) => void;
}

/** All that a simulated city is between two ticks, beside its course: it goes on from there as if nothing had been. */
export interface Lived {
  /** The last turn. */
  readonly turn: number;
  /** Of the virtual clock. */
  readonly ms: number;
  readonly named: number;
  readonly visitors: readonly string[];
  readonly counted: Counted;
  readonly hearing: KeptHearing;
  /** Null where the city is kept elsewhere. */
  readonly store: StoreContent | null;
}
