/**
 * Connections to Postgres. A `ConnectionPool` is a small one with a purpose of its own: the committer's, the readers', the lease's, so
 * that a slow read never delays a commit.
 *
 * - One statement per transaction; `begin` is never used (under load it takes the process along when Postgres dies).
 * - Every statement has a deadline on this side: the client has none, and a hung server answers nothing.
 * - After a deadline or a broken connection the whole client is thrown away: a client whose socket closed while a
 *   statement was in its write buffer sends that remainder before the next start-up packet and hangs for good.
 *   A statement that the server gave up is neither: its client is kept.
 * - Repeating is the caller's decision; this file only spaces the attempts (20 ms doubling to 250 ms).
 */
import postgres from 'postgres';
import { JournalUnavailable } from '../../engine/ports.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { codeOf, isGivenUp, isRepeatable, Overdue } from './database-errors.ts';

/** A URL (`postgres://user:password@host:port/database`), or options of the `postgres` client. */
export type DatabaseAddress = string | postgres.Options<Record<string, never>>;

/** The client as this city uses it: bigint columns arrive as numbers. */
export type Sql = postgres.Sql<{ int8: number }>;

export interface ConnectionPoolOptions {
  /** Connections at most. */
  readonly connectionsMax: number;
  /** Milliseconds until a statement counts as unanswered; up to four times that after failures. */
  readonly deadlineMs: number;
  /** Milliseconds after which the server gives a statement up; 0 for never. */
  readonly statementTimeoutMs: number;
  /**
   * Each statement gets a connection to itself, for which it waits at most so many milliseconds; its deadline begins when it gets one.
   * Unset: the client sends the statement at once, behind another one when every connection is busy.
   */
  readonly ownConnectionWaitMsMax?: number;
  /** Milliseconds after which a connection that is not made fails as `CONNECT_TIMEOUT`. Unset: 20 s. */
  readonly connectMsMax?: number;
  /** Unset: the city's own. */
  readonly schema?: OwnSchema;
  /** The server refuses every statement that would change something. */
  readonly isReadOnly?: true;
}

/** The only schema in which tables are looked for. */
export interface OwnSchema {
  readonly name: string;
  /** The role whose rights the connections take on; unset: the rights of the user who connects. */
  readonly role?: string;
}

/** A full machine connects slowly. What must answer sooner has a deadline of its own, which includes the connecting. */
const connectMsMax = 20_000;
const endTimeoutSeconds = 1;
/** After failures the deadline doubles up to so many times: a machine too busy to connect in time must not try for ever. */
const deadlineDoublingsMax = 2;
const backoffMsMax = 250;
const keepAliveSeconds = 15;

const backoffMs = (failures: number): number => Math.min(20 * 2 ** failures, backoffMsMax);

export class ConnectionPool {
  readonly #address: DatabaseAddress;
  readonly #options: ConnectionPoolOptions;
  #sql: Sql | undefined;
  readonly #concurrency: ConcurrencyLimit;
  #failures = 0;
  #closed = false;

  constructor(address: DatabaseAddress, options: ConnectionPoolOptions) {
    this.#address = address;
    this.#options = options;
    this.#concurrency = new ConcurrencyLimit(options.connectionsMax);
  }

  /**
   * Runs one statement. Throws `JournalUnavailable` when it may be sent again (whether it took effect is then unknown), and any other
   * error of the database as it is. After a failure the next statement waits its back-off first.
   */
  async run<T>(statement: (sql: Sql) => PromiseLike<T>, deadlineMs = this.#options.deadlineMs): Promise<T> {
    const { ownConnectionWaitMsMax } = this.#options;
    if (ownConnectionWaitMsMax === undefined) return this.#send(statement, deadlineMs);
    if (!(await this.#concurrency.take(ownConnectionWaitMsMax)))
      throw new JournalUnavailable('every connection to the database was busy');
    try {
      return await this.#send(statement, deadlineMs);
    } finally {
      this.#concurrency.give();
    }
  }

  async #send<T>(statement: (sql: Sql) => PromiseLike<T>, deadlineMs: number): Promise<T> {
    const factor = 2 ** Math.min(this.#failures, deadlineDoublingsMax);
    if (this.#failures > 0) await pause(backoffMs(this.#failures - 1));
    if (this.#closed) throw new Error('the database was closed');
    this.#sql ??= connect(this.#address, this.#options);
    const sql = this.#sql;
    try {
      const answer = await withDeadline(statement(sql), deadlineMs * factor);
      this.#failures = 0;
      return answer;
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      if (isGivenUp(error)) throw new JournalUnavailable('the database gave up the statement', { cause: error });
      if (this.#sql === sql) this.#failures++;
      this.#discard(sql);
      throw new JournalUnavailable(`the database did not answer: ${codeOf(error) || String(error)}`, { cause: error });
    }
  }

  /** Ends every connection, waiting for statements up to a second. Statements after it are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#sql?.end({ timeout: endTimeoutSeconds });
  }

  #discard(sql: Sql): void {
    if (this.#sql === sql) this.#sql = undefined;
    sql.end({ timeout: 0 }).catch(() => undefined);
  }
}

/** A client for a stream or a migration. The caller ends it. */
export function connect(address: DatabaseAddress, options: ConnectionPoolOptions): Sql {
  const settings = {
    max: options.connectionsMax,
    backoff: (retries: number) => backoffMs(retries) / 1000,
    connect_timeout: (options.connectMsMax ?? connectMsMax) / 1000,
    idle_timeout: undefined,
    max_lifetime: null,
    keep_alive: keepAliveSeconds,
    // Array types are not used: one round trip less at each connect.
    fetch_types: false,
    types: { int8: { to: 20, from: [20], parse: Number, serialize: String } },
    onnotice: () => undefined,
    connection: {
      application_name: 'civitas',
      statement_timeout: options.statementTimeoutMs,
      // A server that is configured to acknowledge before a commit is durable would lose what is acknowledged (OP1).
      synchronous_commit: 'on',
      // The statements are few and their parameters large: planning each time costs more than it can gain.
      plan_cache_mode: 'force_generic_plan',
      jit: 'off',
      tcp_user_timeout: 5000,
      tcp_keepalives_idle: keepAliveSeconds,
      ...(options.isReadOnly && { default_transaction_read_only: true }),
      ...(options.schema && { search_path: options.schema.name }),
      ...(options.schema?.role !== undefined && { role: options.schema.role }),
    },
  };
  if (typeof address === 'string') return postgres(address, settings);
  return postgres({ ...address, ...settings });
}

const probeMsMax = 5_000;

/** True when the database holds a city: a journal or a checkpoint with rows. Changes nothing. Throws what the client throws. */
export async function holdsCity(address: DatabaseAddress): Promise<boolean> {
  const sql = connect(address, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: probeMsMax });
  try {
    const tables = await withDeadline(
      sql<
        { there: boolean }[]
      >`select to_regclass('journal') is not null and to_regclass('checkpoint') is not null as there`,
      probeMsMax,
    );
    if (tables[0]?.there !== true) return false;
    const rows = await withDeadline(
      sql<{ holds: boolean }[]>`select exists (select from journal) or exists (select from checkpoint) as holds`,
      probeMsMax,
    );
    return rows[0]?.holds === true;
  } finally {
    await sql.end({ timeout: endTimeoutSeconds }).catch(() => undefined);
  }
}

/** Ends as the promise does, or rejects with `Overdue` after `ms`. A later end of the promise is ignored. */
function withDeadline<T>(promise: PromiseLike<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Overdue(`no answer within ${ms} ms`)), ms);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
