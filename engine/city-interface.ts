/**
 * The City interface: all that gateways know of the engine. Asynchronous and serialisable, so that the same gateway
 * runs in the engine's process or beside it with a message bus in between. Keep it small.
 */
import type { Awaitable } from './awaitable.ts';
import type { Caller, Command, FeedEvent, IdempotencyKey, Lapsed, Outcome, Viewed, ViewRequest } from './command.ts';
import type { ActorId } from './ids.ts';
import type { Between, LookBack, Missed } from './ports.ts';

/**
 * `opened`: the city is open, with the newest event before those that follow. Else an actor follows another topic, or an event is to be
 * handed out; in turn order.
 */
export type FeedItem =
  | { readonly type: 'opened'; readonly seq: number }
  | { readonly type: 'following'; readonly actor: ActorId; readonly topic: string | null }
  | { readonly type: 'event'; readonly event: FeedEvent };

export interface City {
  /** Runs a command as a turn and resolves once its commit is durable. Never rejects for an expected outcome. */
  submit<Value>(command: Command<Value>, lapsed?: Lapsed): Promise<Outcome<Value>>;
  /** The answer that an earlier request under this key had or is about to have (J4); `undefined` when there was none. */
  known(caller: Caller, key: IdempotencyKey): Promise<Outcome | undefined>;
  /** Keeps the whole answer of a request that was carried out under this key, where only an outline of it was kept. */
  completeAnswer(caller: Caller, key: IdempotencyKey, json: string): Promise<void>;
  /** Shows the city as it is sealed, once all that the view touches is durable (T3). */
  view<Value>(request: ViewRequest<Value>): Awaitable<Viewed<Value>>;
  /**
   * Calls the listener with `opened` as soon as the city is open, then with the items of each commit, in order. Returns the function that
   * ends the subscription.
   */
  subscribe(listener: (items: readonly FeedItem[]) => void): () => void;
  /**
   * Committed events that `actor` (null: the public) would have heard. One call looks at a bounded number of events; the caller asks
   * again while there is more.
   */
  missed(actor: ActorId | null, back: LookBack): Promise<Missed>;
  /** The newest events among the letters of `actor` before `seq`, newest first. */
  letters(actor: ActorId, before: number, limit: number): Promise<readonly FeedEvent[]>;
  /** The newest words whose first topic is this one, newest first. */
  said(topic: string, between: Between, limit: number): Promise<readonly FeedEvent[]>;
}

/** What only the operator may do: drive time, and make the city's state durable now. */
export interface CityControl {
  /**
   * Advances by one tick; resolves when it is drained and committed (`done`), or when it has begun and the journal does
   * not answer in time (`overdue`). `busy`: it has not begun.
   */
  tick(): Promise<'done' | 'overdue' | 'busy'>;
  /** Stops and restarts ticks that come from outside (`tick` still works). */
  pause(): void;
  resume(): void;
  readonly paused: boolean;
  checkpoint(): Promise<{ readonly turn: number; readonly actors: number; readonly accounts: number }>;
  release(actor: ActorId): Promise<Outcome<Released>>;
  readonly health: Health;
}

/** It may act again. */
export interface Released {
  readonly id: ActorId;
  readonly quarantined: false;
}

export interface Health {
  readonly ready: boolean;
  readonly tick: number;
  readonly turn: number;
  readonly committedTurn: number;
  /** Of the newest event that was published. Whoever reads on from here misses none that is not committed yet (T3). */
  readonly seq: number;
  readonly actors: number;
  readonly oldestUncommittedMs: number;
  /**
   * Milliseconds that the oldest of each kind has waited: an outside effect that is being performed, by its name (counted from the start of
   * the city where that is later), and an actor that waits for somebody, by what for.
   */
  readonly oldestWaitingMs: Readonly<Record<string, number>>;
  readonly quarantined: readonly ActorId[];
}
