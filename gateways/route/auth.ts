/**
 * Authentication of residents. A token is known only by its SHA-256; the cache maps hash -> resident id, nothing else (G4). The
 * resident's state is read at every request, so a dead resident's token fails on the very next one whatever the cache
 * holds (WK1).
 *
 * Residents in the city's memory are found there and never wait. Only then are the departed searched, in the database, and
 * each such attempt counts when it starts: an address may cause as many as it may have refused tokens, whatever the result.
 *
 * TK1  A replaced token is invalid from the moment in which the new one is given out, or shown for the first time if its resident has
 *      asked for it, and one that its resident has ended from the answer to that on: the event of that turn removes its resident from the
 *      cache, before any answer is sent, and look-ups that began before are not cached. The token of a command that was accepted before is
 *      checked once more after it has waited for its key, right before its turn.
 */
import * as crypto from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { command } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { type Shown, view } from '../../actors/views.ts';
import type { City, FeedItem } from '../../engine/city-interface.ts';
import type { FeedEvent, Outcome, Viewed, ViewRequest } from '../../engine/command.ts';
import { type ActorId, actorId } from '../../engine/ids.ts';
import type { Refused } from '../../engine/refusal.ts';
import { entriesAtMost } from '../limits/entries-at-most.ts';
import type { RefusedTokens } from '../limits/refused-tokens.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { GatewaySettings } from '../settings.ts';
import { tokenIn } from './token-ends.ts';

/** Who looks at charts. */
export interface Looker {
  readonly type: 'looker';
  readonly id: 'operator' | 'stranger';
}

/** A living caller, as of the last commit. */
export interface Resident {
  readonly type: 'resident';
  readonly id: string;
  readonly actor: ActorId<'resident'>;
  readonly location: string;
  readonly home: string;
  readonly atHome: boolean;
  /** Millicredits. */
  readonly balance: number;
}

/** The value of the view `caller`, or of another view in which a resident shows itself. */
export type SelfShown = Shown<'caller' | 'me'>;

/** The value for a dead resident, which is never its answer. */
export type DeadShown = Extract<SelfShown, { readonly status: 'dead' }>;

/** How often a token is looked up again because tokens were replaced or ended meanwhile. */
const lookUpsMax = 8;

/** Residents of whom is kept when their token was replaced or ended, for requests that were under way then. */
const endsMax = 4_096;

const bearer = 'Bearer ';
const tokenCharsMax = 128;
const unauthorized = refused('unauthorized');

/** SHA-256 of a token, base64url. The one-shot form costs 0.36 us, `createHash` 0.88 us (Node 20.20). */
export const tokenHash: (token: string) => string =
  typeof crypto.hash === 'function'
    ? (token) => crypto.hash('sha256', token, 'base64url')
    : (token) => crypto.createHash('sha256').update(token).digest('base64url');

/** The token of an `Authorization` header, or `undefined`. */
export function bearerToken(authorization: string): string | undefined {
  if (authorization.length <= bearer.length || authorization.length > bearer.length + tokenCharsMax) return undefined;
  if (!authorization.startsWith(bearer) && authorization.slice(0, bearer.length).toLowerCase() !== 'bearer ')
    return undefined;
  return authorization.slice(bearer.length);
}

export class Authenticator {
  readonly #city: City;
  readonly #operatorHash: Buffer;
  readonly #refusedTokens: RefusedTokens;
  /** Token hash -> resident id. */
  readonly #ids: LRUCache<string, string>;
  /** The same for the departed. A dead resident keeps its token, so each is looked up once while it is cached. */
  readonly #departed: LRUCache<string, string>;
  /** Resident id -> token hash, for the living: drops a resident's token at its death. */
  readonly #hashes = new Map<string, string>();
  /** A view returns the same object while nothing has changed, so what was made of it is reused. */
  readonly #callers = new WeakMap<object, Resident | Refused>();
  /** The number of removals from the cache: a look-up that began before the last one is not cached (TK1). */
  #forgotten = 0;
  /** By resident: that number when its token was last replaced or ended. */
  readonly #endedAt = new LRUCache<string, number>({ max: endsMax });
  readonly #unsubscribe: () => void;

  constructor(
    city: City,
    operatorTokenHash: string,
    refusedTokens: RefusedTokens,
    settings: GatewaySettings,
    elapsed: () => number,
  ) {
    this.#city = city;
    this.#refusedTokens = refusedTokens;
    this.#operatorHash = Buffer.from(operatorTokenHash);
    this.#ids = new LRUCache({
      ttl: settings.tokenCacheMs,
      // Death removes the entry at once (G4); otherwise a second more or less does not matter.
      ttlResolution: Math.min(1_000, settings.tokenCacheMs),
      perf: { now: elapsed },
      dispose: (id, hash) => {
        if (this.#hashes.get(id) === hash) this.#hashes.delete(id);
      },
      ...entriesAtMost(settings.tokenCacheEntriesMax),
    });
    this.#departed = new LRUCache({ max: settings.departedTokensMax });
    this.#unsubscribe = city.subscribe((items) => this.#hear(items));
  }

  close(): void {
    this.#unsubscribe();
  }

  /** The resident of this token, if cached. Every request comes through here: no promise. */
  cachedId(authorization: string): string | undefined {
    const token = bearerToken(authorization);
    return token === undefined ? undefined : this.#cached(tokenHash(token));
  }

  /** The resident of this token. A token of nobody in memory counts against `address`. */
  async id(authorization: string, address: string): Promise<string | Refused> {
    const token = bearerToken(authorization);
    return token === undefined
      ? unauthorized
      : this.#lookUp(tokenHash(token), () => this.#refusedTokens.count(address));
  }

  /** The living resident of this token, for callers that come once. Counts as `id` does. */
  async resident(token: string, address: string): Promise<Resident | Refused> {
    if (token.length > tokenCharsMax) return unauthorized;
    const hash = tokenHash(token);
    const id = this.#cached(hash) ?? (await this.#lookUp(hash, () => this.#refusedTokens.count(address)));
    return typeof id === 'string' ? this.living(await this.#city.view(view('caller', { id }))) : id;
  }

  /** The resident that a view shows, if it lives. */
  living(viewed: Viewed<SelfShown>): Resident | Refused {
    if (viewed.type === 'refused') return viewed.code === 'not_found' ? unauthorized : viewed;
    const { value } = viewed;
    const kept = this.#callers.get(value);
    if (kept !== undefined) return kept;
    const caller = callerOf(value);
    this.#callers.set(value, caller);
    return caller;
  }

  /** Undefined for the operator's token, else the refusal: any other token, or none, counts against `address`. */
  async operator(authorization: string, address: string): Promise<Refused | undefined> {
    const token = bearerToken(authorization);
    const hash = token === undefined ? undefined : tokenHash(token);
    if (hash !== undefined && this.#isOperator(hash)) return undefined;
    const limited = this.#refusedTokens.count(address);
    if (limited !== undefined || hash === undefined) return limited ?? unauthorized;
    // It was counted already, whoever it is.
    const id = this.#cached(hash) ?? (await this.#lookUp(hash, () => undefined));
    return typeof id === 'string' ? refused('admin_required') : id;
  }

  /** True while the cache has the token for this resident. */
  isCurrent(token: string, id: string): boolean {
    return this.#cached(tokenHash(token)) === id;
  }

  /** The number of removals so far: a point in time for `endedSince`. */
  get moment(): number {
    return this.#forgotten;
  }

  /** A refusal when the token that the resident had shown was replaced or ended since that moment; not when it is what replaced another. */
  endedSince(moment: number, id: string, authorization: string): Refused | undefined {
    const hasEnded = (this.#endedAt.get(id) ?? 0) > moment && this.cachedId(authorization) !== id;
    return hasEnded ? unauthorized : undefined;
  }

  #hear(items: readonly FeedItem[]): void {
    for (const item of items) if (item.type === 'event') this.#hearEvent(item.event);
  }

  #hearEvent(event: FeedEvent): void {
    const concerned = tokenIn(event);
    if (concerned === undefined) return;
    const { resident, becomes } = concerned;
    this.#forget(resident);
    // The dead are refused by their chart, and a missed token remains valid: whoever shows it next is looked up, which the chart hears.
    if (becomes === 'replaced' || becomes === 'ended') this.#endedAt.set(resident, this.#forgotten);
  }

  /** Removes a resident from the cache that has died, or whose token was replaced, ended or missed. */
  #forget(id: string): void {
    this.#forgotten += 1;
    const hash = this.#hashes.get(id);
    if (hash !== undefined) this.#ids.delete(hash);
  }

  #isOperator(hash: string): boolean {
    const given = Buffer.from(hash);
    return given.length === this.#operatorHash.length && crypto.timingSafeEqual(given, this.#operatorHash);
  }

  #cached(hash: string): string | undefined {
    return this.#ids.get(hash) ?? this.#departed.get(hash);
  }

  /** Searches memory, then the database unless `counted` refuses that. */
  async #lookUp(hash: string, counted: () => Refused | undefined): Promise<string | Refused> {
    const held = await this.#askToken(hash);
    if (typeof held === 'string') {
      this.#ids.set(hash, held);
      this.#hashes.set(held, hash);
      return held;
    }
    if (held.code !== 'not_found') return held;
    const departed = counted() ?? (await this.#ask(view('departed_token', { hash })));
    if (typeof departed === 'string') this.#departed.set(hash, departed);
    else if (departed.code === 'not_found') return unauthorized;
    return departed;
  }

  /**
   * The resident in memory with this token, as of a moment since which no token was replaced or ended. Where something comes of it that
   * this one is shown, its resident hears of it first (WK5, WK6).
   */
  async #askToken(hash: string): Promise<string | Refused> {
    for (let tried = 0; tried < lookUpsMax; tried++) {
      const before = this.#forgotten;
      const held = await this.#city.view(view('token', { hash }));
      if (held.type === 'shown' && held.value.is_awaited) {
        const heard = await this.#show(residentActor(held.value.id), hash);
        if (heard.type === 'refused') return heard;
      } else if (this.#forgotten === before) return held.type === 'refused' ? held : held.value.id;
    }
    return refused('busy', { retry_after_seconds: 1 });
  }

  #show(resident: ActorId<'resident'>, token: string): Promise<Outcome> {
    return this.#city.submit(command(resident, { type: 'show_token', token }, { caller: resident }));
  }

  async #ask(request: ViewRequest<{ readonly id: string }>): Promise<string | Refused> {
    const viewed = await this.#city.view(request);
    return viewed.type === 'refused' ? viewed : viewed.value.id;
  }
}

function callerOf(shown: SelfShown): Resident | Refused {
  if (shown.status === 'dead')
    return refused('resident_dead', {
      died_at: shown.died_at,
      cause: 'cause' in shown ? shown.cause : shown.death_cause,
    });
  return {
    type: 'resident',
    id: shown.id,
    actor: actorId('resident', shown.id),
    location: shown.location,
    home: 'home' in shown ? shown.home : '',
    atHome: 'at_home' in shown ? shown.at_home : false,
    balance: Math.round(shown.balance * 1000),
  };
}
