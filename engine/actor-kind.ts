/**
 * A kind of actor, as data: its chart, what each of its events needs to know, how its wake-ups rank, which indexes
 * and topics its images derive, and how it is supervised. The engine knows kinds only through this interface.
 */
import type { AnyStateMachine } from 'xstate';
import type { Message, Wake } from './effect.ts';
import type { AccountId, ActorId, IndexName } from './ids.ts';
import type { Way as NamedWay } from './state/geography.ts';
import type { Observe } from './turn/decision.ts';

/** What the engine knows of a context: that it is a record. */
export type AnyContext = Readonly<Record<string, unknown>>;

/** Everything an actor is between two turns. Immutable; what the journal and the checkpoints keep (J1). */
export interface Image<Context extends AnyContext = AnyContext, State extends string = string> {
  readonly id: ActorId;
  /** The leaf of the chart, as a path: `alive.active.solvent`. Charts here have no parallel regions. */
  readonly state: State;
  readonly context: Context;
  /** In the order in which the actor will hear them. */
  readonly wakes: readonly Wake[];
  /** Outside effects asked for and not answered yet (S2). The journal holds this name, so it cannot change. */
  readonly calls: readonly PendingEffect[];
  /** A quarantined actor hears nothing until the operator releases it (S1). */
  readonly quarantined: boolean;
  /** The turn that made this image. */
  readonly turn: number;
}

/** An outside effect in flight. Its id is minted, so performing it again can be told from performing another. */
export interface PendingEffect {
  readonly id: string;
  readonly effect: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The turn that asked for it; unset in images of earlier versions. */
  readonly turn?: number;
}

/** What a rule may ask of the city while its event is delivered: the draft laid over the indexes (T6). */
export interface Facts {
  readonly tick: number;
  readonly settings: Settings;
  /** Milliseconds since 1970 at which the turn's command was admitted. */
  readonly at: number;
  /** What the account shows now, in millicredits; 0 for one that was never opened. */
  balance(account: AccountId): number;
  /** What the account pays each tick, suspended or not. */
  burn(account: AccountId): number;
  /** Millicredits of upkeep that dry ticks left unpaid. */
  owed(account: AccountId): number;
  /** Millicredits that accounts hold beyond one share each, as it was before this turn (L9). */
  surplus(): number;
  /** The image of another actor, or `undefined`. */
  image(id: ActorId): Image | undefined;
  /** How many stand under a key of an index. */
  count(index: IndexName, key: string): number;
  /** Up to `limit` of those who stand under a key, in the order of their ids. */
  members<Kind extends string>(index: IndexName<Kind>, key: string, limit: number): readonly ActorId<Kind>[];
  /** True for a place where strangers may walk, as it was before this turn (PF1). */
  isPublic(place: string): boolean;
  /** The next number of the city-wide counter; using it moves the counter unless the turn is refused. */
  number(): number;
  /** A fresh identifier: `<prefix>_` and 80 bits that nobody can guess. */
  mint(prefix: string): string;
}

/** Numbers that rules read. Part of the journal (J6). */
export type Settings = Readonly<Record<string, number>>;

/**
 * The state of an actor that has left the city: its last image says only that (`retire`). Kinds never see it; the
 * journal and recovery do, because it is newer than what it takes away.
 */
export const retiredState = 'left the city';

/** How actors of a kind are remembered by those still in the city once they have left it. */
export interface Tomb<Context extends AnyContext = AnyContext, State extends string = string> {
  /** On whose tombstone the actor stands: its own, or that of another that left with it. */
  readonly of: (id: ActorId) => ActorId | undefined;
  /** What is kept in memory of the image with which it leaves: a few characters, plain ASCII. Unset: no tombstone of its own. */
  readonly summary?: OfImage<Context, State, string>;
  /** How rules and views see it from then on. What it hears may change nothing of it. */
  readonly restore: (id: ActorId, summary: string) => Pick<Image<AnyContext, State>, 'state' | 'context'>;
  /** Indexes by whose keys its last image can still be found (`Departed`). */
  readonly foundBy?: readonly IndexName[];
}

/** Under which keys of an index an image stands. */
export type Keys = string | readonly string[] | undefined;

/** That an actor waits for somebody. */
export interface Wait {
  /** For what, as the operator reads it: `connection approval`. */
  readonly for: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** A way between two places, for reachability: in the direction of travel, or both. */
export interface Way {
  readonly from: ActorId;
  readonly to: ActorId;
  readonly bidirectional: boolean;
}

/** What strangers find at a place, which has the name that events have in `location`. */
export interface PublicPlace {
  readonly place: string;
  /** `start`: strangers begin there. `open`: they may enter, once a way that they may walk leads there. `closed`: they may not. */
  readonly entry: 'start' | 'open' | 'closed';
}

/**
 * A function of images of one kind. The engine calls it with no others, so it may stand where a function of any image is wanted: it is
 * declared as a method, whose parameters TypeScript compares both ways.
 */
type OfImage<Context extends AnyContext, State extends string, Result> = {
  of(image: Image<Context, State>): Result;
}['of'];

/** One event of a kind's chart. */
export interface EventRule {
  /** True when a caller may send it; such events are named in `invalid_state` answers. */
  readonly command: boolean;
  /** Set for what only the city can say of the outside. From any other caller the event is refused (S3). */
  readonly caller?: 'city';
  /**
   * Set for an event that only actors still in the city need to hear. An actor that has left, even by what it heard first in this turn
   * (K4), misses it, and nobody is refused.
   */
  readonly isNotice?: true;
  /** What the chart's guards and actions need beyond context and event; merged into the event as `facts`. */
  facts?(facts: Facts, self: Image, event: Message): object;
}

/** What a kind is besides its name and its events. */
export interface KindRules<Context extends AnyContext = AnyContext, State extends string = string> {
  readonly machine: AnyStateMachine;
  /** Actors that live by a chart of their own, by id; all others of the kind by `machine`. */
  readonly machinesOf?: Readonly<Record<ActorId, AnyStateMachine>>;
  /** Wake-ups of one tick are heard in this order, those not named here after them, by name (K5). */
  readonly wakeOrder: readonly string[];
  /** What the chart's beginning needs beyond its input; merged into the input as `facts`. */
  birth?(facts: Facts, id: ActorId, input: AnyContext): object;
  /** Reverse indexes: name of the index -> the keys under which an image stands (A1). */
  readonly indexes: Readonly<Record<string, OfImage<Context, State, Keys>>>;
  /** Unset: an actor that leaves the city leaves nothing in memory. */
  readonly tomb?: Tomb<Context, State>;
  /** An image written by an earlier version, as this one would have made it. */
  readonly updated?: OfImage<Context, State, Image>;
  /** True when the actor has come to its end for good. */
  readonly ended?: OfImage<Context, State, boolean>;
  /**
   * Actors whose end concerns this one, by the part that they play for it. When `owner` has ended, this one has the
   * wake-up `owner.ended` due, until it no longer names that actor (K2).
   */
  readonly dependsOn?: OfImage<Context, State, Readonly<Record<string, ActorId>>>;
  /** True for a place that everyone can reach from anywhere. */
  readonly root?: OfImage<Context, State, boolean>;
  /** The way that this actor keeps open, if it does. */
  readonly way?: OfImage<Context, State, Way | undefined>;
  /**
   * For a place: what its state takes for true. While the map says otherwise it has the wake-up `reached` or `cut.off`
   * due (K2); these are derived, never stored: nobody can put 50,000 into images in one turn.
   */
  readonly expects?: OfImage<Context, State, 'reached' | 'cut.off' | undefined>;
  /** For a place: whether strangers may enter it. */
  readonly publicPlace?: OfImage<Context, State, PublicPlace | undefined>;
  /** The way between two places, by their names, that strangers may walk, if this actor keeps one open. */
  readonly publicWay?: OfImage<Context, State, NamedWay | undefined>;
  /** Actors that hear the events that are addressed to those who watch this one (`Audience`). */
  readonly watchers?: OfImage<Context, State, readonly ActorId[]>;
  /** The topic that this actor's feed follows, for example `at:city-commons`. */
  readonly follows?: OfImage<Context, State, string | undefined>;
  /** That the actor waits for somebody, if it does; the operator sees how long. */
  readonly waits?: OfImage<Context, State, Wait | undefined>;
  /**
   * The owner hears `account.low` when its runway falls to this many ticks, and again only after it was above.
   * Kinds without it own no account that is watched.
   */
  readonly runwayAlert?: (settings: Settings) => number;
  /**
   * Millicredits that an account of this kind may hold; what is beyond them is surplus (L9). 0: all of it is surplus. Unset: none of it
   * ever is.
   */
  readonly accountShare?: (settings: Settings) => number;
  /** More than `failuresMax` exceptions within `withinTicks` quarantine the actor, unless it is `essential` (S1). */
  readonly supervision: {
    readonly failuresMax: number;
    readonly withinTicks: number;
    readonly essential: (id: ActorId) => boolean;
  };
  /** Hears which transitions its charts take. */
  readonly observe?: Observe;
  /** Whether anybody wants to hear that now; unset: always. */
  readonly isObserved?: () => boolean;
}

export interface ActorKind extends KindRules {
  readonly name: string;
  readonly events: Readonly<Record<string, EventRule>>;
}
