/**
 * Bounds how long callers wait for a read of the database: as long as for a commit (J5). A database that hangs answers nothing, and the
 * ports' own deadlines are made for getting through, not for callers.
 *
 * One sweep for all instead of a timer each: nearly every read ends long before.
 */
import { PassingSet } from '../passing.ts';
import { type Clock, JournalUnavailable } from '../ports.ts';

interface Wait {
  readonly since: number;
  readonly giveUp: (cause: JournalUnavailable) => void;
}

export class ReadDeadlines {
  readonly #clock: Clock;
  readonly #msMax: number;
  /** Oldest first. */
  readonly #waits = new PassingSet<Wait>();

  constructor(clock: Clock, msMax: number) {
    this.#clock = clock;
    this.#msMax = msMax;
  }

  /** Ends as the promise does, or rejects with `JournalUnavailable`. A later end of the promise is ignored. */
  wait<T>(read: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const wait = { since: this.#clock.elapsed(), giveUp: reject };
      this.#waits.add(wait);
      read.then(resolve, reject).finally(() => this.#waits.delete(wait));
    });
  }

  /** Gives up what has lasted too long; called regularly by the city. */
  sweep(): void {
    const now = this.#clock.elapsed();
    for (const wait of this.#waits) {
      if (now - wait.since < this.#msMax) return;
      this.#waits.delete(wait);
      wait.giveUp(new JournalUnavailable(`nothing was read within ${this.#msMax} ms`));
    }
  }
}
