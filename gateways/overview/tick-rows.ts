/** Rows of ticks for the operator: written once, outside the journal. `persistence/` implements it. */
import { Later } from '../../engine/later.ts';
import { JournalUnavailable } from '../../engine/ports.ts';

/** A tick, as the operator sees it. */
export interface TickRow {
  readonly tick: number;
  /** When the tick was completed, in milliseconds since 1970. */
  readonly at: number;
  /** JSON text; `tick-recorder.ts` says what is in it. */
  readonly body: string;
}

/** Every call rejects with `JournalUnavailable` while the database does not answer. */
export interface TickRows {
  /** A row that exists already is not replaced. */
  write(row: TickRow): Promise<void>;
  /** Rows of ticks before `before`, the newest first. */
  read(before: number, limit: number): Promise<readonly TickRow[]>;
}

/** Rows while the database is not open yet: requests for them are answered `busy`. */
export class OpeningTickRows implements TickRows {
  readonly #rows = new Later<TickRows>('the database', (why) => new JournalUnavailable(why));

  /** Passes calls on to the real table from now on. */
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
