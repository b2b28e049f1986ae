/** Accounts of visitors, on Postgres: two tables of their own, outside the journal (J7). */
import type { Credentials, KnownPassword, VisitorLogin, VisitorSession } from '../../gateways/visitors/credentials.ts';
import type { ConnectionPool } from './connections.ts';

interface LoginRow {
  readonly handle: string;
  readonly login: string;
  readonly password_hash: string;
}

interface SessionRow {
  readonly hash: string;
  readonly login: string;
  readonly opened_at: number;
  readonly expires_at: number;
}

export class PostgresCredentials implements Credentials {
  readonly #pool: ConnectionPool;

  constructor(pool: ConnectionPool) {
    this.#pool = pool;
  }

  /** A repeat of a statement that was not answered finds its own row. */
  async add({ handle, login, passwordHash }: VisitorLogin, at: number): Promise<boolean> {
    await this.#pool.run(
      (sql) => sql`
        insert into visitor_login (login, handle, password_hash, registered_at)
        values (${login}, ${handle}, ${passwordHash}, ${at}::bigint) on conflict do nothing`,
    );
    return (await this.find(handle))?.login === login;
  }

  async find(handle: string): Promise<VisitorLogin | undefined> {
    const rows = await this.#pool.run(
      (sql) => sql<LoginRow[]>`select handle, login, password_hash from visitor_login where handle = ${handle}`,
    );
    const row = rows[0];
    return row && { handle: row.handle, login: row.login, passwordHash: row.password_hash };
  }

  async openSession(
    { hash, login, openedAt, expiresAt }: VisitorSession,
    sessionsMax: number,
  ): Promise<readonly string[]> {
    const rows = await this.#pool.run(
      (sql) => sql<{ hash: string }[]>`
        with opened as (
          insert into visitor_session (hash, login, opened_at, expires_at)
          values (${hash}, ${login}, ${openedAt}::bigint, ${expiresAt}::bigint)
        ), kept as (
          select hash from visitor_session where login = ${login} and expires_at > ${openedAt}::bigint
          order by opened_at desc, hash desc limit ${sessionsMax - 1}::int
        )
        delete from visitor_session where login = ${login} and hash not in (select hash from kept) returning hash`,
    );
    return rows.map((row) => row.hash);
  }

  async session(hash: string): Promise<VisitorSession | undefined> {
    const rows = await this.#pool.run(
      (sql) => sql<SessionRow[]>`
        select hash, login, opened_at, expires_at from visitor_session where hash = ${hash}`,
    );
    const row = rows[0];
    return row && { hash: row.hash, login: row.login, openedAt: row.opened_at, expiresAt: row.expires_at };
  }

  async closeSession(hash: string): Promise<void> {
    await this.#pool.run((sql) => sql`delete from visitor_session where hash = ${hash}`);
  }

  async closeOtherSessions(login: string, hash: string): Promise<readonly string[]> {
    const rows = await this.#pool.run(
      (sql) => sql<{ hash: string }[]>`
        delete from visitor_session where login = ${login} and hash <> ${hash} returning hash`,
    );
    return rows.map((row) => row.hash);
  }

  /**
   * A repeat of a statement that was not answered finds what it has written. All of a statement sees the sessions that were there when it
   * began, and not one that is opened meanwhile.
   */
  async changePassword(
    { login, passwordHash: before }: KnownPassword,
    passwordHash: string,
    kept: string,
  ): Promise<readonly string[] | undefined> {
    const rows = await this.#pool.run(
      (sql) => sql<{ hash: string | null }[]>`
        with changed as (
          update visitor_login set password_hash = ${passwordHash}
          where login = ${login} and password_hash in (${before}, ${passwordHash}) returning login
        ), ended as (
          delete from visitor_session using changed
          where visitor_session.login = changed.login and hash <> ${kept} returning hash
        )
        select ended.hash from changed left join ended on true`,
    );
    return rows.length === 0 ? undefined : rows.flatMap(({ hash }) => (hash === null ? [] : [hash]));
  }
}
