/**
 * Makes sealed turns durable, many in one statement (J0). A batch is flushed as soon as the one before it is durable: a
 * lone turn commits at once and a crowd shares.
 *
 * A sealed batch is never dropped and never undone in memory: the same statement is repeated until it is durable (J5).
 * While a batch is older than `commitDeadlineMs` the journal is `overdue`: callers hear `applied: "unknown"`, and new commands
 * are refused before they run. What is neither durable nor worth repeating ends the process (`onFatal`).
 */

import type { Image, Settings } from '../actor-kind.ts';
import { assert } from '../assert.ts';
import type { Content, FeedEvent, Following, JournalCommand } from '../command.ts';
import type { AccountId, ActorId } from '../ids.ts';
import {
  type Batch,
  type BatchCounters,
  type Clock,
  type Counters,
  type Departed,
  type Journal,
  JournalUnavailable,
  type KeyRow,
  type Log,
} from '../ports.ts';
import type { Account, BookedPosting } from '../state/ledger.ts';
import type { Sealed } from '../turn/seal.ts';

export interface CommitterOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  /** Age of a batch, in milliseconds, from which its callers are answered `unknown`. */
  readonly commitDeadlineMs: number;
  /** Turns that one batch may hold; more wait for the next. */
  readonly batchTurnsMax: number;
  /** Characters of events and commands that one batch may hold; a single larger turn goes alone. */
  readonly batchCharsMax: number;
  /** Hears each batch once it is durable, in order. */
  readonly onDurable: (batch: Batch) => void;
  /** Called when the process cannot go on: the city is fenced, or repeating does not mend the error. */
  readonly onFatal: (reason: 'fenced' | 'journal', batch: Batch, cause: unknown) => void;
}

/** Milliseconds between two attempts of the same statement. */
const retryDelaysMs = [5, 10, 20, 50, 100];

class OpenBatch {
  readonly commands: JournalCommand[] = [];
  readonly images = new Map<ActorId, Image>();
  readonly accounts = new Map<AccountId, Account>();
  readonly events: FeedEvent[] = [];
  readonly followings: Following[] = [];
  readonly keys: KeyRow[] = [];
  readonly contents: Content[] = [];
  readonly departed: Departed[] = [];
  /** Few turns move credits. */
  postings: BookedPosting[] | undefined;
  readonly waiters: Waiter[] = [];
  readonly openedAt: number;
  firstTurn = 0;
  chars = 0;
  counters: Counters | undefined;

  constructor(openedAt: number) {
    this.openedAt = openedAt;
  }
}

interface Waiter {
  readonly turn: number;
  readonly done: () => void;
  /** Absent: the caller waits however long it takes. */
  readonly overdue: (() => void) | undefined;
  told: boolean;
}

export class Committer {
  readonly #options: CommitterOptions;
  readonly #waiting: OpenBatch[] = [];
  #open: OpenBatch;
  #inFlight: OpenBatch | undefined;
  #scheduled = false;
  #nextBatch: number;
  /** Those of the newest batch that was begun to be written. */
  #settings: Settings | undefined;
  /** The last turn that was taken into a batch. */
  #addedTurn: number;
  #stopped = false;
  committedTurn: number;

  constructor(options: CommitterOptions, committedTurn: number, lastBatch: number) {
    this.#options = options;
    this.committedTurn = committedTurn;
    this.#addedTurn = committedTurn;
    this.#nextBatch = lastBatch + 1;
    this.#open = new OpenBatch(0);
  }

  /** The number of the newest batch that is durable. */
  get lastBatch(): number {
    return this.#nextBatch - 1;
  }

  /** Age of the oldest batch that is not durable yet, in milliseconds; 0 when there is none. */
  get oldestMs(): number {
    const oldest = this.#inFlight ?? this.#waiting[0] ?? (this.#open.commands.length > 0 ? this.#open : undefined);
    return oldest === undefined ? 0 : this.#options.clock.elapsed() - oldest.openedAt;
  }

  /** True while the oldest batch is over its deadline: no new command may run (J5). */
  get overdue(): boolean {
    return this.#inFlight !== undefined && this.oldestMs > this.#options.commitDeadlineMs;
  }

  /** Turns sealed and not yet durable. */
  get backlog(): number {
    return this.#waiting.reduce((sum, batch) => sum + batch.commands.length, 0) + this.#open.commands.length;
  }

  /** Takes a sealed turn into the open batch. */
  add(sealed: Sealed, counters: Counters, keys: readonly KeyRow[]): void {
    assert(sealed.turn === this.#addedTurn + 1, '[J1] no turn is left out of the journal, and none is in it twice');
    this.#addedTurn = sealed.turn;
    const chars = charsOf(sealed);
    const { batchTurnsMax, batchCharsMax, clock } = this.#options;
    const open = this.#open;
    if (open.commands.length > 0 && (open.commands.length >= batchTurnsMax || open.chars + chars > batchCharsMax)) {
      this.#waiting.push(open);
      this.#open = new OpenBatch(clock.elapsed());
    } else if (open.commands.length === 0) this.#open = new OpenBatch(clock.elapsed());
    put(this.#open, sealed, counters, chars);
    for (const key of keys) this.#open.keys.push(key);
    this.#schedule();
  }

  /** Calls `done` once `turn` is durable, or `overdue`, when given, once its batch is over its deadline, whichever comes first. */
  whenDurable(turn: number, done: () => void, overdue?: () => void): void {
    if (turn <= this.committedTurn) {
      done();
      return;
    }
    const batch = this.#batchOf(turn);
    batch.waiters.push({ turn, done, overdue, told: false });
  }

  /** Resolves once everything sealed so far is durable. */
  async drained(): Promise<void> {
    const last = this.#open.counters?.turn ?? this.#waiting.at(-1)?.counters?.turn ?? this.#inFlight?.counters?.turn;
    if (last === undefined || last <= this.committedTurn) return;
    await new Promise<void>((resolve) => {
      this.#batchOf(last).waiters.push({ turn: last, done: resolve, overdue: undefined, told: false });
    });
  }

  /** Makes no further attempt. Whether what is not durable yet takes effect stays unknown. */
  stop(): void {
    this.#stopped = true;
  }

  /** Calls the `overdue` callbacks of batches over their deadline. The city calls this regularly. */
  answerOverdue(): void {
    const now = this.#options.clock.elapsed();
    for (const batch of [this.#inFlight, ...this.#waiting, this.#open]) {
      if (batch === undefined || now - batch.openedAt <= this.#options.commitDeadlineMs) continue;
      for (const waiter of batch.waiters) {
        if (waiter.told || waiter.overdue === undefined) continue;
        waiter.told = true;
        waiter.overdue();
      }
    }
  }

  #batchOf(turn: number): OpenBatch {
    for (const batch of [this.#inFlight, ...this.#waiting])
      if (batch?.counters !== undefined && turn <= batch.counters.turn) return batch;
    return this.#open;
  }

  /** Everything sealed in this round of the event loop goes into the first statement. */
  #schedule(): void {
    if (this.#scheduled || this.#inFlight !== undefined || this.#stopped) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    if (this.#inFlight !== undefined || this.#stopped) return;
    const open = this.#waiting.shift() ?? this.#takeOpen();
    if (open === undefined) return;
    this.#inFlight = open;
    const batch = toBatch(open, this.#nextBatch, this.#settings);
    this.#settings = open.counters?.settings;
    assert(batch.firstTurn === this.committedTurn + 1, '[J1] a batch follows the one before it');
    if (!(await this.#append(batch))) return;
    this.#nextBatch += 1;
    this.#inFlight = undefined;
    this.committedTurn = batch.counters.turn;
    this.#options.onDurable(batch);
    for (const waiter of open.waiters) if (!waiter.told) waiter.done();
    void this.#flush();
  }

  #takeOpen(): OpenBatch | undefined {
    if (this.#open.commands.length === 0) return undefined;
    const open = this.#open;
    this.#open = new OpenBatch(this.#options.clock.elapsed());
    return open;
  }

  /** True once the batch is durable; false when the process is ending. */
  async #append(batch: Batch): Promise<boolean> {
    const { journal, clock, log, onFatal } = this.#options;
    let awaySince = 0;
    for (let attempt = 0; !this.#stopped; attempt++) {
      try {
        const appended = await journal.append(batch);
        if (appended === 'durable') {
          if (attempt > 0) this.#logReturn(batch, attempt, clock.elapsed() - awaySince);
          return true;
        }
        onFatal('fenced', batch, undefined);
        return false;
      } catch (cause) {
        if (!(cause instanceof JournalUnavailable)) {
          onFatal('journal', batch, cause);
          return false;
        }
        if (attempt === 0) {
          awaySince = clock.elapsed();
          log.warn(
            { batch: batch.batch, cause: cause.message },
            'the journal does not answer: what was done waits for it',
          );
        }
        await clock.sleep(retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 100);
      }
    }
    return false;
  }

  /** Logs the end of an outage: how long it was, and how many turns waited for it. */
  #logReturn({ batch, commands }: Batch, attempts: number, awayMs: number): void {
    const waiting = commands.length + this.backlog;
    const told = { batch, attempts, awayMs: Math.round(awayMs), turnsWaiting: waiting };
    this.#options.log.warn(told, 'the journal answers again: what waited is being written');
  }
}

function put(open: OpenBatch, sealed: Sealed, counters: Counters, chars: number): void {
  if (open.commands.length === 0) open.firstTurn = sealed.turn;
  open.commands.push(sealed.command);
  for (const [id, image] of sealed.images) open.images.set(id, image);
  for (const [id, account] of sealed.accounts) open.accounts.set(id, account);
  for (const event of sealed.events) open.events.push(event);
  for (const following of sealed.followings) open.followings.push(following);
  for (const content of sealed.contents) open.contents.push(content);
  for (const one of sealed.departed) open.departed.push(one);
  for (const posting of sealed.postings) {
    if (open.postings === undefined) open.postings = [posting];
    else open.postings.push(posting);
  }
  open.counters = counters;
  open.chars += chars;
}

/** A rough size: events as they are, half a kilobyte for each image and command. */
function charsOf(sealed: Sealed): number {
  let chars = 512 * (1 + sealed.images.size + 4 * sealed.departed.length) + 64 * sealed.accounts.size;
  for (const event of sealed.events) chars += event.json.length;
  for (const content of sealed.contents) chars += content.text.length;
  return chars + saidIn(sealed.command);
}

/** Characters of the code and of the input in a command; the other parts of a command are small. */
function saidIn(command: JournalCommand): number {
  if (command.type !== 'performed' && command.type !== 'event') return 0;
  const { event } = command;
  const said = (command.type === 'performed' ? (event['result'] ?? {}) : event) as Readonly<Record<string, unknown>>;
  let chars = 0;
  for (const field in said) {
    const value: unknown = said[field];
    if (typeof value === 'string') chars += value.length;
  }
  return chars;
}

/** `known`: settings that the batch need not hold. */
function toBatch(open: OpenBatch, batch: number, known: Settings | undefined): Batch {
  const { firstTurn, commands, events, followings, keys, contents, departed } = open;
  if (open.counters === undefined) throw new Error('an empty batch');
  const counters = open.counters.settings === known ? withoutSettings(open.counters) : open.counters;
  const actors = [...open.images.values()];
  const accounts = [...open.accounts];
  const made = { batch, firstTurn, counters, commands, actors, accounts, events, followings, keys, contents, departed };
  return open.postings === undefined ? made : { postings: open.postings, ...made };
}

const withoutSettings = ({ turn, seq, tick, completedTick, tickAt, number, minted }: Counters): BatchCounters => ({
  turn,
  seq,
  tick,
  completedTick,
  tickAt,
  number,
  minted,
});
