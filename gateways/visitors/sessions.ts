/**
 * Authentication of visitors by sessions. A session's token is made here, and only its SHA-256 is kept (J7). A session is cached until it
 * ends: sessions end here and nowhere else.
 */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { view } from '../../actors/views.ts';
import type { City } from '../../engine/city-interface.ts';
import { type ActorId, actorId } from '../../engine/ids.ts';
import type { Refused } from '../../engine/refusal.ts';
import { entriesAtMost } from '../limits/entries-at-most.ts';
import type { RefusedTokens } from '../limits/refused-tokens.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import { tokenHash } from '../route/auth.ts';
import type { GatewaySettings } from '../settings.ts';
import type { Credentials, KnownPassword, VisitorSession } from './credentials.ts';

/** The visitor that calls, by one of its sessions. */
export interface Visitor {
  readonly type: 'visitor';
  readonly id: string;
  readonly actor: ActorId<'visitor'>;
  /** SHA-256 of the session's token. */
  readonly session: string;
  /** When the session expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A session that has just been opened: the only moment at which its token is known. */
export interface Opened {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A look-up of a session, shared by all requests that need it meanwhile. */
interface LookUp {
  readonly found: Promise<Visitor | Refused | undefined>;
  /** The session has ended since the look-up began. */
  hasEnded: boolean;
}

export type SessionSettings = Pick<
  GatewaySettings,
  'sessionMs' | 'sessionsPerVisitorMax' | 'sessionsKnownMax' | 'sessionLookUpsAtOnceMax'
>;

export interface SessionsOptions {
  readonly city: City;
  readonly credentials: Credentials;
  readonly refusedTokens: RefusedTokens;
  readonly settings: SessionSettings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const tokenForm = /^vis_[A-Za-z0-9_-]{43}$/;
const tokenBytes = 32;
const unauthorized = refused('unauthorized', { wanted: 'visitor' });

export class Sessions {
  readonly #options: SessionsOptions;
  /** Token hash -> its visitor. */
  readonly #known: LRUCache<string, Visitor>;
  /** Token hash -> the look-up that is under way. */
  readonly #lookUps = new Map<string, LookUp>();
  readonly #listeners = new Set<(session: string) => void>();

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#known = new LRUCache(entriesAtMost(options.settings.sessionsKnownMax));
  }

  /** The visitor of this token. A token of no session counts against `address`. */
  async visitor(token: string, address: string): Promise<Visitor | Refused> {
    const { refusedTokens } = this.#options;
    if (!tokenForm.test(token)) return refusedTokens.count(address) ?? unauthorized;
    const hash = tokenHash(token);
    const known = this.#remembered(hash);
    if (known !== undefined) return known;
    const limited = refusedTokens.refusalOf(address);
    if (limited !== undefined) return limited;
    const found = await this.#lookUp(hash);
    return found ?? refusedTokens.count(address) ?? unauthorized;
  }

  /** Opens a session of the visitor of this login, always with a new token. The oldest beyond the limit ends. */
  async open(login: string, id: string): Promise<Opened> {
    const { credentials, settings, now } = this.#options;
    const token = `vis_${randomBytes(tokenBytes).toString('base64url')}`;
    const openedAt = now();
    const expiresAt = openedAt + settings.sessionMs;
    const session = { hash: tokenHash(token), login, openedAt, expiresAt };
    const ended = await credentials.openSession(session, settings.sessionsPerVisitorMax);
    for (const hash of ended) this.#ended(hash);
    this.#remember(id, session);
    return { token, expiresAt };
  }

  /** Ends the session by which the visitor calls. */
  close({ session }: Visitor): Promise<void> {
    return this.#close(session);
  }

  /** Ends a session that has just been opened. */
  closeOf({ token }: Opened): Promise<void> {
    return this.#close(tokenHash(token));
  }

  async #close(session: string): Promise<void> {
    await this.#options.credentials.closeSession(session);
    this.#ended(session);
  }

  /** Ends all other sessions of the visitor, who has this login; resolves to how many there were. */
  async closeOthers(visitor: Visitor, login: string): Promise<number> {
    const ended = await this.#orForgotten(visitor, () =>
      this.#options.credentials.closeOtherSessions(login, visitor.session),
    );
    this.#othersEnded(visitor, ended);
    return ended.length;
  }

  /**
   * Changes the visitor's password and ends its other sessions; resolves to how many there were, or to undefined where neither was done.
   */
  async changePassword(visitor: Visitor, login: KnownPassword, passwordHash: string): Promise<number | undefined> {
    const { credentials } = this.#options;
    const ended = await this.#orForgotten(visitor, () =>
      credentials.changePassword(login, passwordHash, visitor.session),
    );
    if (ended === undefined) return undefined;
    this.#othersEnded(visitor, ended);
    // A session that was opened while the password changed was not ended by that.
    return ended.length + (await this.closeOthers(visitor, login.login));
  }

  /**
   * A statement without an answer may have been carried out: the cache of the visitor's other sessions is dropped, and each is looked up
   * again.
   */
  async #orForgotten<T>(visitor: Visitor, end: () => Promise<T>): Promise<T> {
    try {
      return await end();
    } catch (cause) {
      this.#othersEnded(visitor, []);
      throw cause;
    }
  }

  #othersEnded({ session, id }: Visitor, ended: readonly string[]): void {
    const known = [...this.#known.values()].filter((one) => one.id === id && one.session !== session);
    // Also sessions that a repeated statement could not report.
    for (const hash of new Set([...ended, ...known.map((one) => one.session)])) this.#ended(hash);
  }

  /** False once the session was ended, by whatever request. */
  isCurrent({ session }: Visitor): boolean {
    return this.#remembered(session) !== undefined;
  }

  /** Calls the listener for each session that is ended early; not for one that expires. */
  onEnd(listener: (session: string) => void): void {
    this.#listeners.add(listener);
  }

  #ended(hash: string): void {
    this.#known.delete(hash);
    const lookUp = this.#lookUps.get(hash);
    if (lookUp !== undefined) lookUp.hasEnded = true;
    for (const listener of this.#listeners) listener(hash);
  }

  #remembered(hash: string): Visitor | undefined {
    const known = this.#known.get(hash);
    return known !== undefined && known.expiresAt > this.#options.now() ? known : undefined;
  }

  #remember(id: string, { hash, expiresAt }: VisitorSession): Visitor {
    const visitor = { type: 'visitor', id, actor: actorId('visitor', id), session: hash, expiresAt } as const;
    this.#known.set(hash, visitor);
    return visitor;
  }

  /** Undefined for a token of no session, or of one that ends during the look-up. */
  #lookUp(hash: string): Promise<Visitor | Refused | undefined> {
    const underWay = this.#lookUps.get(hash);
    if (underWay !== undefined) return underWay.found;
    if (this.#lookUps.size >= this.#options.settings.sessionLookUpsAtOnceMax)
      return Promise.resolve(refused('busy', { retry_after_seconds: 1 }));
    const found = this.#find(hash).finally(() => this.#lookUps.delete(hash));
    this.#lookUps.set(hash, { found, hasEnded: false });
    return found;
  }

  async #find(hash: string): Promise<Visitor | Refused | undefined> {
    const { city, credentials, now } = this.#options;
    const session = await credentials.session(hash);
    if (session === undefined || session.expiresAt <= now()) return undefined;
    const viewed = await city.view(view('visitor_of_login', { login: session.login }));
    if (viewed.type === 'refused') return viewed.code === 'not_found' ? undefined : viewed;
    if (this.#lookUps.get(hash)?.hasEnded === true) return undefined;
    return this.#remember(viewed.value.id, session);
  }
}
