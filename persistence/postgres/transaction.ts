/** Several statements of which all take effect, or none. */
import { must } from '../../engine/assert.ts';
import type { Sql } from './connections.ts';

/** The connection was lost, and its transaction with it. */
class TransactionLost extends Error {
  override readonly name = 'TransactionLost';
}

/**
 * Everything that `work` writes, or nothing. Not the client's `begin`: when the server ends the connection, that takes the
 * process along. Instead, since a client that lost its connection goes on with a new one, each statement of `work` is
 * to write only while the transaction is the one that it began in, and the server is asked how that ended.
 */
export async function inTransaction<T>(sql: Sql, work: (transaction: string) => Promise<T>): Promise<T> {
  await sql.unsafe('begin');
  const begun = await sql<{ id: string }[]>`select pg_current_xact_id()::text as id`;
  const { id } = must(begun[0], 'a transaction');
  try {
    const result = await work(id);
    await sql.unsafe('commit');
    const ended = await sql<{ status: string }[]>`select pg_xact_status(${id}::text::xid8) as status`;
    if (ended[0]?.status !== 'committed')
      throw new TransactionLost('The connection to the database was lost on the way. Nothing was kept.');
    return result;
  } catch (cause) {
    await sql.unsafe('rollback').catch(() => undefined);
    throw cause;
  }
}

/** True while the statement runs in the transaction that its first parameter names. */
export const stillIn = 'pg_current_xact_id() = $1::text::xid8';
