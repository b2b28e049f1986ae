/**
 * Keeps the book of every account: what each batch has posted, written as rows behind its commit, where nobody waits for them. It stands
 * before the journal and hears each batch that has become durable.
 *
 * BK1  Every posting of a durable batch is written once. What was not heard (before a start, while the database was away, more at once than
 *      is held) is read back from the journal, from the batch that the rows reach.
 */
import { assert } from '../assert.ts';
import {
  type Appended,
  type Batch,
  type BookReach,
  type Clock,
  type Journal,
  type JournalRow,
  JournalUnavailable,
  type LinesAsked,
  type Log,
  type PostingLine,
  type PostingReader,
  type PostingRows,
} from '../ports.ts';
import type { BookedPosting } from '../state/ledger.ts';
import { HeardPostings } from './heard-postings.ts';

export interface BookkeeperOptions {
  readonly journal: Journal;
  readonly rows: PostingRows;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
  /** Postings that are held until they are written; beyond them it reads back. */
  readonly heldMax?: number;
}

/** Some seconds of a busy city, a few megabytes. */
const heldPostingsMax = 20_000;
/** Postings of one statement, but for the last batch, which is whole: some milliseconds of CPU. */
const writtenAtOnce = 1_000;
/** Batches that are read back for one statement. */
const readBatchesMax = 500;
/** After so many turns that moved nothing, how far it has come is written: the next start reads back from there. */
const unwrittenTurnsMax = 10_000;
/** Between two statements, so that they are few; and after one that failed. */
const pauseMs = 200;
const failedPauseMs = 2_000;
/** A reader waits no longer than this. */
const lateMs = 2_000;

/** Somebody who has seen what a turn left, and wants to read how it came to that. */
interface Waiter {
  readonly turn: number;
  readonly reached: (inTime: true) => void;
}

interface Written {
  readonly reach: BookReach;
  readonly hasMore: boolean;
}

export class Bookkeeper implements Journal, PostingReader {
  readonly #options: BookkeeperOptions;
  readonly #heard: HeardPostings;
  /** Undefined before the rows have said it. */
  #reach: BookReach | undefined;
  /** The turn that the rows say themselves. */
  #keptTurn = 0;
  readonly #waiters = new Set<Waiter>();
  /** Ends a sleep, and a pause. */
  #wake: () => void = () => undefined;
  #hurry: () => void = () => undefined;
  #isClosing = false;
  #ended: Promise<void> | undefined;

  constructor(options: BookkeeperOptions) {
    this.#options = options;
    this.#heard = new HeardPostings(options.heldMax ?? heldPostingsMax);
  }

  async append(batch: Batch): Promise<Appended> {
    const appended = await this.#options.journal.append(batch);
    if (appended === 'durable') {
      this.#heard.hear(batch);
      this.#wake();
    }
    return appended;
  }

  read(after: number): AsyncIterable<JournalRow> {
    return this.#options.journal.read(after);
  }

  /** Begins to write; once. */
  start(): void {
    assert(this.#ended === undefined, 'a bookkeeper starts once');
    this.#ended = this.#keep();
  }

  /** Stops; what it holds is read back at the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#wake();
    this.#hurry();
    await this.#ended;
  }

  async lines(asked: LinesAsked, turn: number): Promise<readonly PostingLine[] | 'late'> {
    if (!this.#isReached(turn) && !(await this.#reachedInTime(turn))) return 'late';
    return this.#options.rows.read(asked);
  }

  #isReached(turn: number): boolean {
    return this.#reach !== undefined && this.#reach.turn >= turn;
  }

  async #reachedInTime(turn: number): Promise<boolean> {
    let waiter: Waiter | undefined;
    const reached = new Promise<true>((resolve) => {
      waiter = { turn, reached: resolve };
      this.#waiters.add(waiter);
    });
    this.#hurry();
    const inTime = await Promise.race([reached, this.#options.clock.sleep(lateMs).then(() => false)]);
    if (waiter !== undefined) this.#waiters.delete(waiter);
    return inTime;
  }

  async #keep(): Promise<void> {
    while (!this.#isClosing) {
      try {
        const { reach, hasMore } = await this.#write();
        for (const { turn, reached } of this.#waiters) if (turn <= reach.turn) reached(true);
        if (hasMore) continue;
        if (this.#heard.through.batch <= reach.batch) await this.#sleep();
        await this.#pause();
      } catch (cause) {
        this.#tell(cause);
        await this.#pause(failedPauseMs);
      }
    }
  }

  /** The next part of what is missing; resolves to how far it has come, and whether there was more. */
  async #write(): Promise<Written> {
    this.#reach ??= await this.#begun();
    const { batch } = this.#reach;
    const isHeard = this.#heard.follows(batch);
    const { postings, reach } = isHeard ? this.#heard.first(batch, writtenAtOnce) : await this.#readBack(this.#reach);
    const hasMore = reach.batch > batch && (!isHeard || reach.batch < this.#heard.through.batch);
    if (postings.length > 0 || reach.turn - this.#keptTurn >= unwrittenTurnsMax) {
      await this.#options.rows.write(linesOf(postings), reach);
      this.#keptTurn = reach.turn;
    }
    this.#heard.drop(reach.batch);
    this.#reach = reach;
    return { reach, hasMore };
  }

  async #begun(): Promise<BookReach> {
    const reach = await this.#options.rows.reach();
    this.#keptTurn = reach.turn;
    return reach;
  }

  async #readBack(
    from: BookReach,
  ): Promise<{ readonly postings: readonly BookedPosting[]; readonly reach: BookReach }> {
    const postings: BookedPosting[] = [];
    let reach = from;
    let batches = 0;
    for await (const { batch, counters, postings: moved = [] } of this.#options.journal.read(from.batch)) {
      for (const posting of moved) postings.push(posting);
      reach = { batch, turn: counters.turn };
      batches += 1;
      if (postings.length >= writtenAtOnce || batches === readBatchesMax || this.#isClosing) break;
    }
    assert(batches > 0 || this.#heard.through.batch <= from.batch, '[BK1] a batch that was heard is in the journal');
    return { postings, reach };
  }

  /** Ends early for who waits, unless a statement has just failed. */
  async #pause(ms = pauseMs): Promise<void> {
    if (this.#isClosing || (ms === pauseMs && this.#waiters.size > 0)) return;
    const hurried = new Promise<void>((resolve) => {
      this.#hurry = () => {
        if (this.#isClosing || ms === pauseMs) resolve();
      };
    });
    await Promise.race([this.#options.clock.sleep(ms), hurried]);
  }

  /** Until a batch is heard. */
  async #sleep(): Promise<void> {
    if (this.#isClosing) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  #tell(cause: unknown): void {
    const { log } = this.#options;
    const told = { cause: String(cause) };
    if (cause instanceof JournalUnavailable) log.warn(told, 'postings are not written: they wait in the journal');
    else log.error(told, 'postings cannot be written: it is tried again');
  }
}

/** Each posting twice, once for each of its accounts. */
function linesOf(postings: readonly BookedPosting[]): readonly PostingLine[] {
  const lines: PostingLine[] = [];
  let [last, n] = [0, 0];
  for (const { turn, at, tick, from, to, amount, reason, payerBalance, payeeBalance, isRefund = false } of postings) {
    n = turn === last ? n + 1 : 0;
    last = turn;
    const same = { turn, n, tick, at, reason, isRefund };
    lines.push({ account: from, counterpart: to, amount: 0 - amount, balance: payerBalance, ...same });
    lines.push({ account: to, counterpart: from, amount, balance: payeeBalance, ...same });
  }
  return lines;
}
