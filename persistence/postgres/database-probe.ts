/**
 * Finds out whether the database answers, by one small statement that is repeated on a connection of its own: a city in which nobody
 * writes would not notice an outage otherwise. The next question waits for the end of the one before. A failed question changes nothing
 * for commits, which decide by their own attempts (J5).
 */

import type { Probe } from '../interface.ts';
import type { ConnectionPool } from './connections.ts';

export class PostgresProbe implements Probe {
  readonly #pool: ConnectionPool;
  readonly #everyMs: number;
  #isAnswering = true;
  #timer: NodeJS.Timeout | undefined;

  /** `pool`: its deadline bounds the time for an answer. `everyMs`: from the end of one question to the next. */
  constructor(pool: ConnectionPool, everyMs: number) {
    this.#pool = pool;
    this.#everyMs = everyMs;
  }

  get isAnswering(): boolean {
    return this.#isAnswering;
  }

  start(): void {
    this.#timer ??= setTimeout(() => void this.#ask(), this.#everyMs);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#pool.close();
  }

  async #ask(): Promise<void> {
    // Whatever the error is: a server that is starting or lets nobody in takes no commit either.
    this.#isAnswering = await this.#pool
      .run((sql) => sql`select 1`)
      .then(
        () => true,
        () => false,
      );
    if (this.#timer !== undefined) this.#timer = setTimeout(() => void this.#ask(), this.#everyMs);
  }
}
