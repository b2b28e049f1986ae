/**
 * Whether the database answers, asked by one small statement again and again, on a connection of its own: a city in which nobody
 * writes would not notice otherwise. The next question waits for the end of the one before. A failed one says no more than that
 * a look failed; what is to be written decides for itself (J5).
 */

import type { Probe } from '../interface.ts';
import type { Line } from './connections.ts';

export class PostgresProbe implements Probe {
  readonly #line: Line;
  readonly #everyMs: number;
  #isAnswering = true;
  #timer: NodeJS.Timeout | undefined;

  /** `line`: its deadline is how long an answer may take. `everyMs`: from the end of one question to the next. */
  constructor(line: Line, everyMs: number) {
    this.#line = line;
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
    await this.#line.close();
  }

  async #ask(): Promise<void> {
    // Whatever it fails with: a server that is starting or lets nobody in takes no commit either.
    this.#isAnswering = await this.#line
      .run((sql) => sql`select 1`)
      .then(
        () => true,
        () => false,
      );
    if (this.#timer !== undefined) this.#timer = setTimeout(() => void this.#ask(), this.#everyMs);
  }
}
