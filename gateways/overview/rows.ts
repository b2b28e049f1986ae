/** What is kept of each tick for the operator: a row, written once, outside the journal. `persistence/` implements it. */
import { Later } from '../../engine/later.ts';
import { JournalUnavailable } from '../../engine/ports.ts';

/** A tick as the operator is shown it. */
export interface TickRow {
  readonly tick: number;
  /** Milliseconds since 1970 at which it was completed. */
  readonly at: number;
  /** JSON text; what is in it says `recorder.ts`. */
  readonly body: string;
}

/** Every call rejects with `JournalUnavailable` while the database does not answer. */
export interface TickRows {
  /** A tick that has a row already keeps it. */
  write(row: TickRow): Promise<void>;
  /** Rows of ticks before `before`, the newest first. */
  read(before: number, limit: number): Promise<readonly TickRow[]>;
}

/** Rows before the database is there: who asks for them is answered `busy`. */
export class OpeningTickRows implements TickRows {
  readonly #rows = new Later<TickRows>('the database', (why) => new JournalUnavailable(why));

  /** From now on the real ones are asked. */
  open(rows: TickRows): void {
    this.#rows.set(rows);
  }

  async write(row: TickRow): Promise<void> {
    return this.#rows.value.write(row);
  }

  async read(before: number, limit: number): Promise<readonly TickRow[]> {
    return this.#rows.value.read(before, limit);
  }
}
