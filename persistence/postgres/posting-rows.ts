/** The postings of accounts, on Postgres: one row for each side, one statement for many. */
import type { BookReach, LinesAsked, PostingLine, PostingRows } from '../../engine/ports.ts';
import type { ConnectionPool } from './connections.ts';
import { shard } from './shard.ts';

export class PostgresPostingRows implements PostingRows {
  readonly #pool: ConnectionPool;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  async reach(): Promise<BookReach> {
    const rows = await this.#pool.run(
      (sql) => sql<BookReach[]>`select batch, turn from posting_reach where shard = ${shard}::int`,
    );
    return rows[0] ?? { batch: 0, turn: 0 };
  }

  async write(lines: readonly PostingLine[], { batch, turn }: BookReach): Promise<void> {
    const written = JSON.stringify(lines);
    await this.#pool.run(
      (sql) => sql`
        with line as (
          insert into posting (account, turn, n, tick, at, counterpart, reason, amount, balance, is_refund)
          select account, turn, n, tick, at, counterpart, reason, amount, balance, "isRefund"
          from json_to_recordset(${written}::text::json) as line (account text, turn bigint, n integer, tick bigint,
            at bigint, counterpart text, reason text, amount bigint, balance bigint, "isRefund" boolean)
          on conflict do nothing
        )
        insert into posting_reach as kept (shard, batch, turn)
        values (${shard}::int, ${batch}::bigint, ${turn}::bigint)
        on conflict (shard) do update set batch = greatest(kept.batch, excluded.batch), turn = greatest(kept.turn, excluded.turn)`,
    );
  }

  /** Behind the horizon of postings nothing is read: a prune moves it before it removes any. */
  async read({ account, before, limit }: LinesAsked): Promise<readonly PostingLine[]> {
    const { turn, n } = before ?? { turn: Number.MAX_SAFE_INTEGER, n: 0 };
    const rows = await this.#pool.run(
      (sql) => sql<PostingLine[]>`
        select account, turn, n, tick, at, counterpart, reason, amount, balance, is_refund as "isRefund" from posting
        where account = ${account} and (turn, n) < (${turn}::bigint, ${n}::int)
          and turn >= coalesce((select oldest from posting_reach where shard = ${shard}::int), 0)
        order by turn desc, n desc limit ${limit}::int`,
    );
    return [...rows];
  }
}
