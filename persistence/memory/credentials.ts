/** Accounts of visitors, in memory: for tests and simulations. Passes the same contract as Postgres. */
import type { Credentials, KnownPassword, VisitorLogin, VisitorSession } from '../../gateways/visitors/credentials.ts';
import { MemoryStore } from './memory-database.ts';

/** Credentials on `store`, which outlives them as a database does. */
export class MemoryCredentials implements Credentials {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore = new MemoryStore()) {
    this.#store = store;
  }

  add(login: VisitorLogin): Promise<boolean> {
    const { logins } = this.#store;
    if (logins.has(login.handle)) return Promise.resolve(logins.get(login.handle)?.login === login.login);
    logins.set(login.handle, login);
    return Promise.resolve(true);
  }

  find(handle: string): Promise<VisitorLogin | undefined> {
    return Promise.resolve(this.#store.logins.get(handle));
  }

  openSession(session: VisitorSession, sessionsMax: number): Promise<readonly string[]> {
    const { sessions } = this.#store;
    const others = [...sessions.values()].filter(({ login }) => login === session.login);
    const newest = others
      .filter(({ expiresAt }) => expiresAt > session.openedAt)
      .sort((a, b) => b.openedAt - a.openedAt || (a.hash < b.hash ? 1 : -1));
    const kept = new Set(newest.slice(0, sessionsMax - 1));
    const ended = others.filter((one) => !kept.has(one)).map(({ hash }) => hash);
    for (const hash of ended) sessions.delete(hash);
    sessions.set(session.hash, session);
    return Promise.resolve(ended);
  }

  session(hash: string): Promise<VisitorSession | undefined> {
    return Promise.resolve(this.#store.sessions.get(hash));
  }

  closeSession(hash: string): Promise<void> {
    this.#store.sessions.delete(hash);
    return Promise.resolve();
  }

  closeOtherSessions(login: string, hash: string): Promise<readonly string[]> {
    return Promise.resolve(this.#endOthers(login, hash));
  }

  changePassword(
    { login, passwordHash: before }: KnownPassword,
    passwordHash: string,
    kept: string,
  ): Promise<readonly string[] | undefined> {
    const { logins } = this.#store;
    const now = [...logins.values()].find((one) => one.login === login);
    if (now === undefined || (now.passwordHash !== before && now.passwordHash !== passwordHash))
      return Promise.resolve(undefined);
    logins.set(now.handle, { ...now, passwordHash });
    return Promise.resolve(this.#endOthers(login, kept));
  }

  #endOthers(login: string, kept: string): readonly string[] {
    const { sessions } = this.#store;
    const ended = [...sessions.values()].filter((one) => one.login === login && one.hash !== kept);
    for (const { hash } of ended) sessions.delete(hash);
    return ended.map(({ hash }) => hash);
  }
}
