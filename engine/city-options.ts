/** What a city is opened with: its kinds and views, the ports by which it reaches the outside, its bounds. */
import type { ActorKind, Settings } from './actor-kind.ts';
import type { JournalCommand } from './command.ts';
import type { ActorId } from './ids.ts';
import type { Batch, Checkpoints, Clock, Events, Journal, Keys, Log, Performer } from './ports.ts';
import type { Refused } from './refusal.ts';
import type { CityState } from './state/city-state.ts';
import type { Sealed } from './turn/seal.ts';
import type { ViewTable } from './views/views.ts';

export interface CityOptions {
  readonly kinds: readonly ActorKind[];
  readonly views: ViewTable;
  /** The performers of outside effects, by the names of the effects. */
  readonly performers: Readonly<Record<string, Performer>>;
  /** Actors that a new city starts with. */
  readonly genesis: readonly {
    readonly actor: ActorId;
    readonly input: Readonly<Record<string, unknown>>;
    /** Texts that the input names by hash (A3). */
    readonly contents?: readonly string[];
    /** Set when an older city that lacks the actor gets it at its next start. */
    readonly isForOlderToo?: true;
  }[];
  readonly settings: Settings;
  readonly secret: string;
  readonly journal: Journal;
  readonly checkpoints: Checkpoints;
  readonly events: Events;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly log: Log;
  /** Longest stretch, in milliseconds, for which wake-ups may delay requests (K3). */
  readonly tickSliceMs: number;
  /** Age of a batch, in milliseconds, from which callers are answered `unknown` (J5). */
  readonly commitDeadlineMs: number;
  /** Turns sealed and not yet durable above which new commands are refused. */
  readonly backlogTurnsMax: number;
  readonly batchTurnsMax: number;
  readonly batchBytesMax: number;
  /** Images in one slice of a checkpoint. */
  readonly checkpointSlice: number;
  /** Called when the process cannot go on; the batch is evidence (J5). */
  readonly onFatal: (reason: 'fenced' | 'journal' | 'engine', evidence: Batch | JournalCommand, cause: unknown) => void;
  /** Called with each sealed turn. */
  readonly onSealed?: (sealed: Sealed, state: CityState) => void;
  /** Called when a turn was refused or has failed: what was observed of it has not happened. */
  readonly onDropped?: (refused: Refused, command: JournalCommand) => void;
}
