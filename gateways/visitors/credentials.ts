/**
 * Data of visitors that the gateway keeps outside the city and its journal (G6): the credentials of each, and the open sessions.
 * `persistence/` implements it on Postgres and in memory; one contract suite runs on both.
 */
import { Later } from '../../engine/later.ts';
import { JournalUnavailable } from '../../engine/ports.ts';

/** The credentials of a visitor. */
export interface VisitorLogin {
  readonly handle: string;
  /** The reference by which the city knows the visitor: random, and the only part of this that the city knows besides the handle. */
  readonly login: string;
  /** The password as hashed by argon2id, with its salt and its parameters (PHC string format). */
  readonly passwordHash: string;
}

/** A login, and the hash of the password that was shown for it. */
export type KnownPassword = Pick<VisitorLogin, 'login' | 'passwordHash'>;

/** A session: whoever has its token is the visitor of this login. Times in milliseconds since 1970. */
export interface VisitorSession {
  /** SHA-256 of its token, base64url: the token itself is kept nowhere. */
  readonly hash: string;
  readonly login: string;
  readonly openedAt: number;
  readonly expiresAt: number;
}

/** Every call rejects with `JournalUnavailable` while the database does not answer. */
export interface Credentials {
  /** False when the handle is taken; then nothing has changed. */
  add(login: VisitorLogin, at: number): Promise<boolean>;
  find(handle: string): Promise<VisitorLogin | undefined>;
  /**
   * Keeps a session, and ends those of the same login that have expired, or are the oldest beyond `sessionsMax`. Resolves to the hashes of
   * the ended ones.
   */
  openSession(session: VisitorSession, sessionsMax: number): Promise<readonly string[]>;
  /** The session of this token hash, also one that has expired and was not ended yet. */
  session(hash: string): Promise<VisitorSession | undefined>;
  /** Ends the session, if there is one. */
  closeSession(hash: string): Promise<void>;
  /** Ends all sessions of the login but that of this token hash. Resolves to the hashes of the ended ones. */
  closeOtherSessions(login: string, hash: string): Promise<readonly string[]>;
  /**
   * Replaces the password of the login, if it still has the one in it, and ends its sessions but that of the token hash `kept`: both or
   * neither. Resolves to the hashes of the ended ones; to undefined when the login has another password meanwhile, and then nothing has
   * changed.
   */
  changePassword(login: KnownPassword, passwordHash: string, kept: string): Promise<readonly string[] | undefined>;
}

/** Credentials while the database is not open yet: gateways listen already, and answer `busy` to whatever needs these. */
export class OpeningCredentials implements Credentials {
  readonly #credentials = new Later<Credentials>('the database', (why) => new JournalUnavailable(why));

  /** Passes calls on to the real table from now on. */
  open(credentials: Credentials): void {
    this.#credentials.set(credentials);
  }

  async add(login: VisitorLogin, at: number): Promise<boolean> {
    return this.#credentials.value.add(login, at);
  }

  async find(handle: string): Promise<VisitorLogin | undefined> {
    return this.#credentials.value.find(handle);
  }

  async openSession(session: VisitorSession, sessionsMax: number): Promise<readonly string[]> {
    return this.#credentials.value.openSession(session, sessionsMax);
  }

  async session(hash: string): Promise<VisitorSession | undefined> {
    return this.#credentials.value.session(hash);
  }

  async closeSession(hash: string): Promise<void> {
    return this.#credentials.value.closeSession(hash);
  }

  async closeOtherSessions(login: string, hash: string): Promise<readonly string[]> {
    return this.#credentials.value.closeOtherSessions(login, hash);
  }

  async changePassword(
    login: KnownPassword,
    passwordHash: string,
    kept: string,
  ): Promise<readonly string[] | undefined> {
    return this.#credentials.value.changePassword(login, passwordHash, kept);
  }
}
