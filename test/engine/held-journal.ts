/** A journal that a test can hold, make unreachable or break, and a clock whose pauses end when the test says so (T3, J5). */
import type { Appended, Batch, Journal, JournalRow } from '../../engine/ports.ts';
import { JournalUnavailable } from '../../engine/ports.ts';
import { VirtualClock } from '../world.ts';

/** How the next appends end: written at once, waiting for `release`, failed before or after the write, or with the process. */
type Mood = 'well' | 'held' | 'away' | 'away after writing' | 'broken' | 'fenced';

export class HeldJournal implements Journal {
  readonly #inner: Journal;
  mood: Mood = 'well';
  /** Every attempt, repeats included. */
  readonly attempts: Batch[] = [];
  #waiting: (() => void)[] = [];

  constructor(inner: Journal) {
    this.#inner = inner;
  }

  async append(batch: Batch): Promise<Appended> {
    this.attempts.push(batch);
    if (this.mood === 'held') await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.mood === 'away') throw new JournalUnavailable('the journal is away');
    if (this.mood === 'broken') throw new Error('a broken journal');
    if (this.mood === 'fenced') return 'fenced';
    const appended = await this.#inner.append(batch);
    if (this.mood === 'away after writing') throw new JournalUnavailable('no answer');
    return appended;
  }

  read(after: number): AsyncIterable<JournalRow> {
    return this.#inner.read(after);
  }

  /** Lets waiting appends go on, in this mood. */
  release(mood: Mood = 'well'): void {
    this.mood = mood;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }
}

/** The option that puts a held journal before the city's own, and a function that returns that journal. */
export function holding(): { readonly journalOf: (inner: Journal) => Journal; readonly journal: () => HeldJournal } {
  let held: HeldJournal | undefined;
  return {
    journalOf: (inner) => {
      held = new HeldJournal(inner);
      return held;
    },
    journal: () => {
      if (held === undefined) throw new Error('no city was opened');
      return held;
    },
  };
}

export class SteppedClock extends VirtualClock {
  #sleepers: { readonly at: number; readonly wake: () => void }[] = [];

  override sleep(ms = 0): Promise<void> {
    return new Promise((wake) => this.#sleepers.push({ at: this.ms + ms, wake }));
  }

  /** Lets `ms` go by, in steps in which everyone who wakes up acts. */
  async pass(ms: number): Promise<void> {
    const end = this.ms + ms;
    while (this.ms < end) {
      this.stall(Math.min(end - this.ms, 10));
      await rounds(2);
    }
  }

  /** The process does nothing for `ms`; then every sleeper whose pause is over wakes up. */
  stall(ms: number): void {
    this.ms += ms;
    const due = this.#sleepers.filter((sleeper) => sleeper.at <= this.ms);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.at > this.ms);
    for (const sleeper of due) sleeper.wake();
  }
}

/** Lets everything that is ready run: `n` turns of the event loop. */
export async function rounds(n = 4): Promise<void> {
  for (let i = 0; i < n; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Whether a promise has come to its end, and how. */
export function watch<T>(promise: Promise<T>): { readonly ended: boolean; readonly value: T | undefined } {
  const state: { ended: boolean; value: T | undefined } = { ended: false, value: undefined };
  void promise.then((value) => {
    state.ended = true;
    state.value = value;
  });
  return state;
}
