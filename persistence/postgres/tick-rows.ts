/** Rows of ticks for the operator, on Postgres: outside the journal, one statement each. */
import type { TickRow, TickRows } from '../../gateways/overview/tick-rows.ts';
import type { ConnectionPool } from './connections.ts';

export class PostgresTickRows implements TickRows {
  readonly #pool: ConnectionPool;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  async write({ tick, at, body }: TickRow): Promise<void> {
    await this.#pool.run(
      (sql) => sql`
        insert into tick_row (tick, at, body) values (${tick}::bigint, ${at}::bigint, ${body}) on conflict do nothing`,
    );
  }

  async read(before: number, limit: number): Promise<readonly TickRow[]> {
    const rows = await this.#pool.run(
      (sql) => sql<TickRow[]>`
        select tick, at, body from tick_row where tick < ${before}::bigint order by tick desc limit ${limit}::int`,
    );
    return rows.map(({ tick, at, body }) => ({ tick, at, body }));
  }
}
