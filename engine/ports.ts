/**
 * What the engine needs from outside, as small interfaces. `persistence/` implements the first four on Postgres and in
 * memory; one contract suite runs on both. Nothing here knows SQL.
 */

import { type Image, retiredState, type Settings } from './actor-kind.ts';
import { must } from './assert.ts';
import type { Content, FeedEvent, Following, JournalCommand } from './command.ts';
import type { AccountId, ActorId, ContentHash } from './ids.ts';
import type { Account, BookedPosting } from './state/ledger.ts';
import { summaryOf } from './state/tombstones.ts';

/** Numbers of the whole city after a turn; stand in every journal row. */
export interface Counters {
  readonly turn: number;
  readonly seq: number;
  readonly tick: number;
  /** The newest tick whose wake-ups have all been heard. */
  readonly completedTick: number;
  /** Wall time of the last tick, milliseconds since 1970; 0 before the first. */
  readonly tickAt: number;
  /** City-wide counter of residents. */
  readonly number: number;
  /** How many secrets-derived names were minted. */
  readonly minted: number;
  readonly settings: Settings;
}

/** A kept answer (J4). */
export interface KeyRow {
  readonly caller: string;
  readonly key: string;
  readonly fingerprint: string;
  /** The answer without secrets that it gave out, and without large fields (`idempotency.ts`); null in rows of earlier versions. */
  readonly json: string | null;
  readonly at: number;
}

/** An actor that has left the city for a tombstone: all that can still be read of it. */
export interface Departed {
  /** Its last image, and its account, which was empty by then. */
  readonly image: Image;
  readonly account: Account;
  /** The keys under which it can be found: the name of an index, a space, a key of it. */
  readonly keys: readonly string[];
}

/** Counters as a batch holds them: with settings only where these are not those of the batch before it. */
export type BatchCounters = Omit<Counters, 'settings'> & Partial<Pick<Counters, 'settings'>>;

/** The counters after a batch, which follow those `before` it. */
export function countersAfter({ batch, counters }: Pick<Batch, 'batch' | 'counters'>, before?: Counters): Counters {
  const settings = must(counters.settings ?? before?.settings, `settings before batch ${batch}`);
  return { ...counters, settings };
}

/** Many turns, written by one statement (J0). */
export interface Batch {
  readonly batch: number;
  readonly firstTurn: number;
  readonly counters: BatchCounters;
  readonly commands: readonly JournalCommand[];
  readonly actors: readonly Image[];
  readonly accounts: readonly (readonly [AccountId, Account])[];
  readonly events: readonly FeedEvent[];
  readonly followings: readonly Following[];
  readonly keys: readonly KeyRow[];
  readonly contents: readonly Content[];
  readonly departed: readonly Departed[];
  /** Credits that its turns moved, in order; unset where they moved none. */
  readonly postings?: readonly BookedPosting[];
}

/** A batch as recovery and replay read it: what the journal row itself holds, without events and contents. */
export type JournalRow = Pick<
  Batch,
  'batch' | 'firstTurn' | 'counters' | 'commands' | 'actors' | 'accounts' | 'postings'
>;

/** How an append ended when it did not throw. `fenced`: another city holds the lease; this one must exit (J3). */
export type Appended = 'durable' | 'fenced';

/** An append that may be repeated: the journal could not be reached, or its state is unknown (J5). */
export class JournalUnavailable extends Error {
  override readonly name = 'JournalUnavailable';
}

export interface Journal {
  /**
   * Writes one batch durably. A repeat of a batch that is already there with the same checksum is `durable`.
   * Throws `JournalUnavailable` when the same call should be made again; any other error is fatal (J5).
   */
  append(batch: Batch): Promise<Appended>;
  /** Rows with `batch > after`, in order. Throws, naming the row, when a checksum is wrong or the format unknown (OP5, OP4). */
  read(after: number): AsyncIterable<JournalRow>;
}

/** The images of one moment: everything that changed since the last checkpoint, written over it (J2). */
export interface Checkpoints {
  /** The newest complete checkpoint: its batch and counters, or `undefined` in a new city. */
  latest(): Promise<{ readonly batch: number; readonly counters: Counters } | undefined>;
  /** Streams every image and account of the newest checkpoint, in slices, in no particular order. */
  load(): AsyncIterable<{
    readonly actors: readonly Image[];
    readonly accounts: readonly (readonly [AccountId, Account])[];
  }>;
  /** Writes a slice of a checkpoint. It counts only after `complete`. */
  write(actors: readonly Image[], accounts: readonly (readonly [AccountId, Account])[]): Promise<void>;
  /** Removes the images and accounts of actors that have left the city. Part of a checkpoint like the slices. */
  forget(actors: readonly ActorId[], accounts: readonly AccountId[]): Promise<void>;
  /** Makes the slices written since the last `complete` the newest checkpoint, as of `batch`. */
  complete(batch: number, counters: Counters): Promise<void>;
}

/** The whole state after a batch, kept for good: later turns are opened from it. */
export interface Base {
  readonly batch: number;
  readonly counters: Counters;
}

/** A batch as history has it. */
export interface PastRow extends JournalRow {
  /** The version of the code that made it; null where it did not say so. */
  readonly code: string | null;
}

/** What was. It is read without a lease, also while the city runs, and nothing is changed. */
export interface History {
  /** The numbers of the first and the last batch that are there; undefined where there is none. */
  extent(): Promise<{ readonly first: number; readonly last: number } | undefined>;
  /** The turns of a batch, or of the first one after it that is there: what its row says, without looking into its body. */
  head(batch: number): Promise<BatchHead | undefined>;
  /** The same row whole. Throws as `Journal.read` does. */
  row(batch: number): Promise<PastRow | undefined>;
  /** Rows with `after < batch <= until`, in order. Throws as `Journal.read` does. */
  read(after: number, until: number): AsyncIterable<PastRow>;
  /** In the order of batches. Throws, naming the row, when a checksum is wrong. */
  bases(): Promise<readonly Base[]>;
  /** The images and accounts of a base, as those of a checkpoint. */
  load(base: Base): ReturnType<Checkpoints['load']>;
}

export interface BatchHead {
  readonly batch: number;
  readonly firstTurn: number;
  readonly lastTurn: number;
}

/** True for the last image of an actor that leaves no tombstone: it is in no base. */
export const leavesNothing = (image: Image): boolean => image.state === retiredState && summaryOf(image) === undefined;

/** Which missed events are asked for: those with `after < seq <= until`. */
export interface LookBack {
  readonly after: number;
  readonly until: number;
  /** How many are wanted at most. */
  readonly limit: number;
  /** Seqs below `until` that may be looked at; what lies before them is a gap. */
  readonly reach: number;
}

/** What one look found. It looks at a bounded number of events: there is more as long as `through` is below `until`. */
export interface Missed {
  /** In order. */
  readonly events: readonly FeedEvent[];
  /** Everything up to here has been looked at. */
  readonly through: number;
  /** The part of what may have been missed that cannot be read: it is no longer kept, or out of reach. */
  readonly gap: { readonly from: number; readonly to: number } | null;
}

/** Of which events, by their seqs: `after < seq < before`. */
export interface Between {
  readonly after: number;
  readonly before: number;
}

/** The time of an actor with one topic: it heard that from the event `from` on, before the event `until`; null: it still does. */
export interface Stay {
  readonly from: number;
  readonly until: number | null;
  readonly topic: string;
  /** When it began, ISO 8601. */
  readonly at: string;
}

/** Words that an actor heard at a place, and the seq with which its stay there began. */
export interface HeardWords {
  readonly event: FeedEvent;
  readonly stay: number;
}

export interface Events {
  /**
   * Events whose audience meets what `actor` followed at that moment, or names it (`to:<actor>`), or `all`; none from
   * before the first thing that it followed, its birth. For `actor` null: those with `public` in their audience.
   */
  missed(actor: ActorId | null, back: LookBack): Promise<Missed>;
  /** The newest events that are kept among the letters of `actor`, before `seq`, newest first. */
  letters(actor: ActorId, before: number, limit: number): Promise<readonly FeedEvent[]>;
  /**
   * Words said aloud whose audience begins with `topic`, a place: those that can be read there later. The newest ones, newest first, unless
   * asked otherwise.
   */
  said(topic: string, between: Between, limit: number, first?: 'newest' | 'oldest'): Promise<readonly FeedEvent[]>;
  /** The stays of `actor` that began after `after`, in order. Of those from before the oldest event at most the last is known. */
  stays(actor: ActorId, after: number, limit: number): Promise<readonly Stay[]>;
  /** What `actor` heard of what `said` gives, in its newest stays: the newest words of each, of all of them the newest first. */
  heard(actor: ActorId, stays: number, wordsOfEach: number): Promise<readonly HeardWords[]>;
  /** What is kept of an actor that has left for a tombstone. */
  departed(id: ActorId): Promise<Omit<Departed, 'keys'> | undefined>;
  /** Up to `limit` of the departed that are kept under a key, in the order of their ids. */
  departedUnder(key: string, limit: number): Promise<readonly ActorId[]>;
  /** Texts by hash; missing ones are absent from the answer. */
  contents(hashes: readonly ContentHash[]): Promise<ReadonlyMap<ContentHash, string>>;
}

/** A posting as one of its two accounts has it. */
export interface PostingLine {
  readonly account: AccountId;
  readonly turn: number;
  /** Its place among the postings of the turn, from 0 on. */
  readonly n: number;
  readonly tick: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The other account. */
  readonly counterpart: AccountId;
  readonly reason: string;
  /** Millicredits: below 0 for who paid. */
  readonly amount: number;
  /** What the account showed after it. */
  readonly balance: number;
  /** As `BookedPosting` has it. */
  readonly isRefund: boolean;
}

export interface LinesAsked {
  readonly account: AccountId;
  /** Lines before this one; unset: from the newest on. */
  readonly before?: Pick<PostingLine, 'turn' | 'n'> | undefined;
  readonly limit: number;
}

/** What has been written of the journal: its batches up to this one, of which that is the last turn. */
export type BookReach = Pick<Batch, 'batch'> & Pick<Counters, 'turn'>;

/** The postings of every account, written behind their commits. Every call rejects with `JournalUnavailable` while the database is away. */
export interface PostingRows {
  /** Zeros before the first. */
  reach(): Promise<BookReach>;
  /** Lines that are there already stay, and the reach never goes back. */
  write(lines: readonly PostingLine[], reach: BookReach): Promise<void>;
  /** Newest first; nothing that was pruned, also where a prune was broken off. */
  read(asked: LinesAsked): Promise<readonly PostingLine[]>;
}

/** What is shown of them. `late`: they are not written up to the turn in time. */
export interface PostingReader {
  /** Lines of all turns up to `turn`, and perhaps of later ones. */
  lines(asked: LinesAsked, turn: number): Promise<readonly PostingLine[] | 'late'>;
}

/** Answers under a key are kept this long (J4). */
export const keyKeptMs = 24 * 60 * 60 * 1000;

export interface Keys {
  /** The kept answer of `caller` under `key`, not older than 24 h before `now`. */
  find(caller: string, key: string, now: number): Promise<KeyRow | undefined>;
  /** Writes `json` into the row of `caller` under `key`, if the row is of this request. */
  complete(row: Omit<KeyRow, 'at'>): Promise<void>;
}

/** Wall time, in milliseconds since 1970, and pauses that a test can drive. */
export interface Clock {
  now(): number;
  /** Monotonic milliseconds, for deadlines and slices. */
  elapsed(): number;
  /** Lets waiting requests be served, then goes on. */
  yield(): Promise<void>;
  /** Resolves after `ms`. */
  sleep(ms: number): Promise<void>;
}

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Performs outside effects after their commit and answers with a message for the actor that asked (S2). `perform` is declared as a
 * method, whose parameters TypeScript compares both ways: the engine knows only that an input is a record, and calls it with inputs of
 * its effect.
 */
export interface Performer<Input extends Fields = Fields, Result extends Fields = Fields> {
  /** `repeat`: performed again after a restart, idempotent by `id`. `lost`: settled as lost at recovery. */
  readonly after: 'repeat' | 'lost';
  /** Milliseconds after which an effect counts as failed, whatever comes of it later. Longer than the performer's own deadlines. */
  readonly failsAfterMs: number;
  perform(id: string, input: Input): Promise<Performed<Result>>;
}

/** The result of an outside effect. */
export interface Performed<Result extends Fields = Fields> {
  /** Reaches the actor as `<effect>.done`. Small, and journaled. */
  readonly result: Result;
  /** Texts that the result names by hash (A3). */
  readonly contents?: readonly string[];
}
