/**
 * What the gateway keeps of visitors, outside the city and its journal (G6): with what each logs in, and the sessions that are
 * open. `persistence/` implements it on Postgres and in memory; one contract suite runs on both.
 */
import { Later } from '../../engine/later.ts';
import { JournalUnavailable } from '../../engine/ports.ts';

/** With what a visitor logs in. */
export interface VisitorLogin {
  readonly handle: string;
  /** By which the city finds the visitor: random, and the only thing of this that the city knows besides the handle. */
  readonly login: string;
  /** The password as argon2id has hashed it, with its salt and its parameters (PHC string format). */
  readonly passwordHash: string;
}

/** A login, and the password that somebody has shown to be its own. */
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
  /** False when somebody has this handle already; then nothing has changed. */
  add(login: VisitorLogin, at: number): Promise<boolean>;
  find(handle: string): Promise<VisitorLogin | undefined>;
  /**
   * Keeps a session, and ends those of the same login that have expired, or that are the oldest beyond `sessionsMax`. Resolves
   * to the hashes of those that it ended.
   */
  openSession(session: VisitorSession, sessionsMax: number): Promise<readonly string[]>;
  /** The session of this token hash; also one that has expired and was not ended yet. */
  session(hash: string): Promise<VisitorSession | undefined>;
  /** Ends the session, if there is one. */
  closeSession(hash: string): Promise<void>;
  /** Ends all sessions of the login but that of this token hash. Resolves to the hashes of those that it ended. */
  closeOtherSessions(login: string, hash: string): Promise<readonly string[]>;
  /**
   * Gives the login another password in place of that which is hashed in it, and ends its sessions but that of the token hash `kept`: both or
   * neither. Resolves to the hashes of those that it ended; to nothing when the login has another password meanwhile, and then nothing has changed.
   */
  changePassword(login: KnownPassword, passwordHash: string, kept: string): Promise<readonly string[] | undefined>;
}

/** Credentials before the database is there: gateways listen already, and whatever needs these is answered `busy`. */
export class OpeningCredentials implements Credentials {
  readonly #credentials = new Later<Credentials>('the database', (why) => new JournalUnavailable(why));

  /** From now on the real ones are asked. */
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
