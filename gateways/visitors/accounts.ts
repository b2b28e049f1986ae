/**
 * Accounts of visitors: registering, logging in, logging out. Credentials are written before the command that creates the visitor's actor;
 * where that command did not succeed, the next login sends it again. A login always opens a new session: no token from a caller ever
 * becomes one.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { VisitorInput } from '../../actors/kinds/visitor/messages.ts';
import { command } from '../../actors/registry.ts';
import { commons, locationActor } from '../../actors/rules/place/names.ts';
import { type Shown, view } from '../../actors/views.ts';
import type { City } from '../../engine/city-interface.ts';
import { readJson, type Viewed } from '../../engine/command.ts';
import { JournalUnavailable } from '../../engine/ports.ts';
import type { Refused } from '../../engine/refusal.ts';
import type { AnswerOf } from '../answers/answer-type.ts';
import type { CurrentSession } from '../answers/visitors.ts';
import { networkOf } from '../limits/refused-tokens.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { Credentials, VisitorLogin } from './credentials.ts';
import type { FailedLogins } from './failed-logins.ts';
import type { Passwords } from './passwords.ts';
import type { Opened, Sessions, Visitor } from './sessions.ts';

export interface AccountsOptions {
  readonly city: City;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly failedLogins: FailedLogins;
  readonly networkKey: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a person shows to register or log in, and from where. */
export interface LoginAttempt {
  readonly handle: string;
  readonly password: string;
  readonly address: string;
}

/** A visitor's password, and from where it comes. */
export type PasswordCheck = Omit<LoginAttempt, 'handle'>;

/** How many sessions of a visitor were ended. */
export interface EndedSessionCount {
  readonly type: 'ended';
  readonly sessions: number;
}

/** A visitor who has just logged in. */
export interface LoggedInVisitor {
  readonly type: 'entry';
  readonly visitor: Shown<'visitor'>;
  readonly session: Opened;
}

type Session = AnswerOf<typeof CurrentSession>;

const loginBytes = 16;
const networkHashBytes = 12;
/** The same for every account of the network; without the key nobody can find the network by it (SO11). */
const hashOf = (network: string, key: string): string =>
  createHmac('sha256', key).update(network).digest().subarray(0, networkHashBytes).toString('base64url');

const aStranger: Viewed<Session> = { type: 'shown', value: { visitor: null } };
const busy = refused('busy', { retry_after_seconds: 1 });
const notItsPassword = refused('invalid_request', {
  issues: [{ path: 'password', message: 'this is not your password' }],
});

/** What the database does not answer may have been written all the same. */
async function unknownWhereUnanswered<Written>(write: () => Promise<Written>): Promise<Written | Refused> {
  try {
    return await write();
  } catch (cause) {
    if (cause instanceof JournalUnavailable) return { ...busy, applied: 'unknown' };
    throw cause;
  }
}

export class Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** Refused with `already_exists` when the handle is taken: nothing else about other visitors can be learnt here. */
  async register({ handle, password, address }: LoginAttempt): Promise<LoggedInVisitor | Refused> {
    const { credentials, passwords, now } = this.#options;
    if ((await credentials.find(handle)) !== undefined) return refused('already_exists');
    // Nothing is hashed or kept for a visitor whom the city would refuse.
    const capacity = await this.#options.city.view(view('visitor_capacity', {}));
    if (capacity.type === 'refused') return capacity;
    const passwordHash = await passwords.hash(password);
    if (passwordHash === 'full') return busy;
    const login = { handle, login: randomBytes(loginBytes).toString('base64url'), passwordHash };
    return unknownWhereUnanswered(async () =>
      (await credentials.add(login, now())) ? this.#enter(login, address) : refused('already_exists'),
    );
  }

  async logIn({ handle, password, address }: LoginAttempt): Promise<LoggedInVisitor | Refused> {
    const { credentials, passwords, failedLogins, sessions } = this.#options;
    const attempt = failedLogins.begin(handle, address);
    if (attempt.type === 'refused') return attempt;
    const login = await credentials.find(handle);
    const matches = await passwords.matches(login?.passwordHash, password);
    if (matches === 'full') {
      attempt.succeeded();
      return busy;
    }
    // (G8)
    if (login === undefined || !matches) return refused('wrong_login');
    attempt.succeeded();
    const entry = await this.#enter(login, address);
    // The password was changed while it was being checked: that ended all sessions but this one.
    if ((await credentials.find(handle))?.passwordHash === login.passwordHash || entry.type === 'refused') return entry;
    await sessions.closeOf(entry.session);
    return refused('wrong_login');
  }

  /** Changes the visitor's password, and ends its other sessions. A wrong `password` counts as a failed login. */
  async changePassword(
    visitor: Visitor,
    { password, address }: PasswordCheck,
    next: string,
  ): Promise<EndedSessionCount | Refused> {
    const { passwords, failedLogins, sessions } = this.#options;
    const login = await this.#loginOf(visitor);
    if (login.type === 'refused') return login;
    const attempt = failedLogins.begin(login.handle, address);
    if (attempt.type === 'refused') return attempt;
    const matches = await passwords.matches(login.passwordHash, password);
    if (matches !== false) attempt.succeeded();
    if (matches === 'full') return busy;
    const passwordHash = matches ? await passwords.hash(next) : undefined;
    if (passwordHash === 'full') return busy;
    if (passwordHash === undefined) return notItsPassword;
    return unknownWhereUnanswered(async () => {
      const ended = await sessions.changePassword(visitor, login, passwordHash);
      return ended === undefined ? notItsPassword : { type: 'ended', sessions: ended };
    });
  }

  /** Ends the visitor's other sessions, on all devices. */
  async endOthers(visitor: Visitor): Promise<EndedSessionCount | Refused> {
    const login = await this.#loginOf(visitor);
    if (login.type === 'refused') return login;
    return { type: 'ended', sessions: await this.#options.sessions.closeOthers(visitor, login.login) };
  }

  async #loginOf({ id }: Visitor): Promise<(VisitorLogin & { readonly type: 'login' }) | Refused> {
    const viewed = await this.#options.city.view(view('visitor', { id }));
    if (viewed.type === 'refused') return viewed;
    const login = await this.#options.credentials.find(viewed.value.handle);
    return login === undefined ? busy : { type: 'login', ...login };
  }

  /** The visitor of this session token; null for strangers. */
  async current(token: string | undefined, address: string): Promise<Viewed<Session>> {
    const visitor = token === undefined ? undefined : await this.#options.sessions.visitor(token, address);
    if (visitor === undefined) return aStranger;
    if (visitor.type === 'refused') return visitor.code === 'unauthorized' ? aStranger : visitor;
    const viewed = await this.#options.city.view(view('visitor', { id: visitor.id }));
    return viewed.type === 'refused' ? viewed : { type: 'shown', value: { visitor: viewed.value } };
  }

  logOut(visitor: Visitor): Promise<void> {
    return this.#options.sessions.close(visitor);
  }

  async #enter({ handle, login }: VisitorLogin, address: string): Promise<LoggedInVisitor | Refused> {
    const network = hashOf(networkOf(address), this.#options.networkKey);
    const visitor = (await this.#visitorOf(login)) ?? (await this.#complete({ handle, login, network }));
    if ('code' in visitor) return visitor;
    return { type: 'entry', visitor, session: await this.#options.sessions.open(login, visitor.id) };
  }

  /** Undefined when the city does not know the login. */
  async #visitorOf(login: string): Promise<Shown<'visitor'> | Refused | undefined> {
    const viewed = await this.#options.city.view(view('visitor_of_login', { login }));
    if (viewed.type === 'shown') return viewed.value;
    return viewed.code === 'not_found' ? undefined : viewed;
  }

  /** Creates the visitor in the city. */
  async #complete(account: Omit<VisitorInput, 'id'>): Promise<Shown<'visitor'> | Refused> {
    const { login } = account;
    const event = { type: 'register_visitor', ...account } as const;
    const reply = view('visitor_of_login', { login });
    const outcome = await this.#options.city.submit(command(locationActor(commons), event, { caller: 'city', reply }));
    if (outcome.type === 'applied') return readJson(outcome.json);
    // Another request has just completed it.
    if (outcome.code === 'already_exists') return (await this.#visitorOf(login)) ?? outcome;
    return outcome;
  }
}
