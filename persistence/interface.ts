/**
 * The persistence of a city, whatever stores it: the engine's four ports, the credentials of visitors, the lease that makes one city the
 * only writer (J3), and the housekeeping that is no part of any turn. `postgres/persistence.ts` opens it on Postgres,
 * `memory/persistence.ts` in memory.
 */
import type { Base, Checkpoints, Events, Journal, Keys, PostingRows } from '../engine/ports.ts';
import type { ChronicleRows } from '../gateways/chronicle/chronicle-rows.ts';
import type { TickRows } from '../gateways/overview/tick-rows.ts';
import type { Pictures } from '../gateways/stations/pictures.ts';
import type { Credentials } from '../gateways/visitors/credentials.ts';

export interface Persistence {
  readonly journal: Journal;
  readonly checkpoints: Checkpoints;
  readonly events: Events;
  readonly keys: Keys;
  /** The postings of every account. */
  readonly postings: PostingRows;
  /** Accounts of visitors, which the gateway keeps: no part of any turn. */
  readonly credentials: Credentials;
  /** The operator's row of each tick. */
  readonly tickRows: TickRows;
  /** What the chronicle tells of. */
  readonly chronicle: ChronicleRows;
  /** The newest picture of each portal station. */
  readonly pictures: Pictures;
  readonly lease: Lease;
  readonly probe: Probe;
  readonly housekeeping: Housekeeping;
  readonly bases: Bases;
  /** Gives up the lease and every connection, within about 2 s. After a crash both are given up later, and nothing is lost. */
  close(): Promise<void>;
}

/** Whether the database answers, also while the city asks it nothing. */
export interface Probe {
  /** By the last question; true before the first. */
  readonly isAnswering: boolean;
  /** Begins to ask, until the persistence is closed. A store in memory is not asked. */
  start(): void;
}

/** The right to write (J3). Acquire before anything is read; a city that has lost it must exit. */
export interface Lease {
  /**
   * Commits a generation that no holder before had and resolves to it. Throws `LeaseHeld` within 2 s when another city
   * is alive on this database; takes up to 10 s when the last holder hangs.
   */
  acquire(): Promise<number>;
  /**
   * Calls the listener, at most once, when another generation was found. Returns the function that ends this. A database that is away is
   * no loss of the lease.
   */
  onLost(listener: (reason: string) => void): () => void;
  /** Lets the next city take over at once. May be called twice, and without having acquired the lease. */
  release(): Promise<void>;
}

export interface Holder {
  readonly host: string;
  readonly pid: number;
  /** ISO 8601. */
  readonly since: string;
}

/** Another city is alive on this database (OP6). */
export class LeaseHeld extends Error {
  override readonly name = 'LeaseHeld';
  readonly holder: Holder;
  constructor(holder: Holder) {
    super(`another city holds this database: host ${holder.host}, pid ${holder.pid}, since ${holder.since}`);
    this.holder = holder;
  }
}

/** There are two different batches of one number: two cities have written, or memory and database do not belong to one city. Fatal (J5). */
export class JournalConflict extends Error {
  override readonly name = 'JournalConflict';
}

/** Another generation holds the lease: nothing was written, and this city must exit (J3). */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** What a prune removed. */
export interface Pruned {
  /** The lowest seq still kept. */
  readonly oldest: number;
  readonly events: number;
  readonly batches: number;
}

/** Makes bases (`engine/ports.ts`), without a lease: of the base before and the journal, never of what the city has in memory. */
export interface Bases {
  /**
   * Makes a base of the state after a batch, or after the newest one, whole or not at all; one that is there already stays. Undefined where
   * the journal does not reach back to a base, or to the beginning of the city.
   */
  make(batch?: number): Promise<Base | undefined>;
  /** The newest one. */
  newest(): Promise<Base | undefined>;
}

export interface Housekeeping {
  /** Forgets keys older than 24 h before `now`; resolves to their number. To be called hourly. */
  pruneKeys(now: number): Promise<number>;
  /** Forgets visitors' sessions that have ended by themselves before `now`; resolves to their number. To be called hourly. */
  pruneSessions(now: number): Promise<number>;
  /**
   * Removes events before a seq, or of batches written before a date, and the journal rows that hold them, with what their turns have
   * posted; never anything newer than the newest complete checkpoint (J8). Makes a base of the last batch that it removes first; older
   * bases go. The latest following of each actor stays. Before a date the operator's rows of ticks go too.
   */
  prune(before: number | Date): Promise<Pruned>;
  /**
   * The seq from which on journal and events take at most so many bytes, as they lie in their store: what `prune` may be given. Undefined:
   * all that there is takes no more.
   */
  oldestWithin(bytes: number): Promise<number | undefined>;
}
