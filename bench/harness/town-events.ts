/** What stands in the database of a running city: all that has happened in it, and how large its journal has grown. */
import { must } from '../../engine/assert.ts';
import { connect } from '../../persistence/postgres/connections.ts';
import type { City } from './city.ts';
import { type TownCount, TownFigures } from './town-figures.ts';

const pageEvents = 5_000;
const databaseMsMax = 60_000;

const databaseOf = (city: City) =>
  connect(city.database, { connectionsMax: 1, deadlineMs: databaseMsMax, statementTimeoutMs: 0, isReadOnly: true });

/** All that has happened in a city is in its database; what was read once is not read again. */
export class EventsSoFar {
  readonly #city: City;
  readonly #figures = new TownFigures();
  #seq = 0;

  constructor(city: City) {
    this.#city = city;
  }

  async read(): Promise<TownCount> {
    const sql = databaseOf(this.#city);
    try {
      for (let isWhole = true; isWhole; ) {
        const rows = await sql<{ seq: number; body: string }[]>`
          select seq, body from event where seq > ${this.#seq} order by seq limit ${pageEvents}`;
        for (const { body } of rows) this.#figures.hear(body);
        this.#seq = Number(rows.at(-1)?.seq ?? this.#seq);
        isWhole = rows.length === pageEvents;
      }
    } finally {
      await sql.end();
    }
    return this.#figures.count;
  }
}

export interface JournalSize {
  readonly turns: number;
  /** Rows, each of one commit. */
  readonly batches: number;
  /** Of the bodies, which hold all that a start reads. */
  readonly bytes: number;
}

/** The journal from its first row on. */
export async function journalSize(city: City): Promise<JournalSize> {
  const sql = databaseOf(city);
  try {
    const [size] = await sql<JournalSize[]>`
      select coalesce(sum(last_turn - first_turn + 1), 0)::float8 as turns, count(*)::float8 as batches,
        coalesce(sum(octet_length(body)), 0)::float8 as bytes
      from journal`;
    return must(size, 'the size of the journal');
  } finally {
    await sql.end();
  }
}
