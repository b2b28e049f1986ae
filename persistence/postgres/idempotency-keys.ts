/**
 * Kept answers of requests with a key (J4). They are written by the commit to which they belong (journal.ts); whole answers of paid calls
 * are added here.
 */
import { type KeyRow, type Keys, keyKeptMs } from '../../engine/ports.ts';
import type { ConnectionPool } from './connections.ts';

export class PostgresKeys implements Keys {
  readonly #reads: ConnectionPool;

  constructor(reads: ConnectionPool) {
    this.#reads = reads;
  }

  async find(caller: string, key: string, now: number): Promise<KeyRow | undefined> {
    const rows = await this.#reads.run(
      (sql) => sql<KeyRow[]>`
        select caller, key, fingerprint, json, at from idempotency
        where caller = ${caller} and key = ${key} and at >= ${now - keyKeptMs}::bigint`,
    );
    const row = rows[0];
    return row === undefined ? undefined : { ...row };
  }

  async complete({ caller, key, fingerprint, json }: Omit<KeyRow, 'at'>): Promise<void> {
    await this.#reads.run(
      (sql) => sql`
        update idempotency set json = ${json}
        where caller = ${caller} and key = ${key} and fingerprint = ${fingerprint}`,
    );
  }
}
