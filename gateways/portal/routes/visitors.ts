/** Accounts of visitors: registering, logging in and out, passwords, sessions. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import type { Viewed } from '../../../engine/command.ts';
import type { Refused } from '../../../engine/refusal.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { CurrentSession, EndedSessions, LoggedIn, LoggedOut, Visitor } from '../../answers/visitors.ts';
import type { Headed } from '../../route/answered.ts';
import { type Connection, defineRoute, type Route } from '../../route/route.ts';
import { Handle, NewHandle, Password } from '../../schema/fields.ts';
import type { Accounts, EndedSessionCount, LoggedInVisitor } from '../../visitors/accounts.ts';
import { forgottenCookie, keptCookie, tokenInCookie } from '../../visitors/cookie.ts';

/** Enough for a handle and a password. */
const credentialsBytesMax = 4_096;

/** A password to be checked; one of an impossible length is simply wrong. */
const OwnPassword = z
  .string()
  .transform((raw) => raw.normalize('NFC'))
  .meta({ override: { type: 'string', format: 'password' } });

export function visitorRoutes(accounts: Accounts): readonly Route[] {
  return [
    register(accounts),
    logIn(accounts),
    logOut(accounts),
    changePassword(accounts),
    endOthers(accounts),
    current(accounts),
    me,
  ];
}

const register = (accounts: Accounts) =>
  defineRoute({
    method: 'POST',
    path: '/v1/visitors/register',
    summary: 'Open an account, and log in',
    caller: 'public',
    body: z.strictObject({ handle: NewHandle, password: Password }),
    bodyBytesMax: () => credentialsBytesMax,
    answer: LoggedIn,
    status: 201,
    refusals: ['already_exists', 'tier_capacity_exceeded'],
    perform: async ({ body }, _city, connection) =>
      loggedIn(await accounts.register({ ...body, address: connection.address }), connection),
  });

const logIn = (accounts: Accounts) =>
  defineRoute({
    method: 'POST',
    path: '/v1/visitors/login',
    summary: 'Log in: a new token each time, which ends by itself at `expires_at`; of too many the oldest ends',
    caller: 'public',
    body: z.strictObject({ handle: Handle, password: OwnPassword }),
    bodyBytesMax: () => credentialsBytesMax,
    answer: LoggedIn,
    refusals: ['wrong_login', 'tier_capacity_exceeded'],
    perform: async ({ body: { handle, password } }, _city, connection) => {
      const comer = { handle, password, address: connection.address };
      return loggedIn(await accounts.logIn(comer), connection);
    },
  });

function loggedIn(
  entry: LoggedInVisitor | Refused,
  { browser }: Connection,
): Headed<AnswerOf<typeof LoggedIn>> | Refused {
  if (entry.type === 'refused') return entry;
  const { visitor, session } = entry;
  const expires_at = new Date(session.expiresAt).toISOString();
  const cookie = keptCookie(session.token, new Date(session.expiresAt), browser.isSecure);
  return {
    type: 'headed',
    value: { visitor, token: session.token, expires_at },
    headers: [['Set-Cookie', cookie]],
  };
}

const logOut = (accounts: Accounts) =>
  defineRoute({
    method: 'POST',
    path: '/v1/visitors/logout',
    summary: 'Log out: the token that this comes with ends',
    caller: 'visitor',
    answer: LoggedOut,
    perform: async ({ caller }, _city, { browser }): Promise<Headed<AnswerOf<typeof LoggedOut>>> => {
      await accounts.logOut(caller);
      const forgotten = forgottenCookie(browser.isSecure);
      return { type: 'headed', value: { logged_out: true }, headers: [['Set-Cookie', forgotten]] };
    },
  });

const ended = (outcome: EndedSessionCount | Refused): Viewed<AnswerOf<typeof EndedSessions>> =>
  outcome.type === 'refused' ? outcome : { type: 'shown', value: { sessions_ended: outcome.sessions } };

const changePassword = (accounts: Accounts) =>
  defineRoute({
    method: 'POST',
    path: '/v1/visitors/password',
    summary:
      'Take another password; every other session of yours ends. A wrong `password` counts as a login that failed',
    caller: 'visitor',
    body: z.strictObject({ password: OwnPassword, new_password: Password }),
    bodyBytesMax: () => credentialsBytesMax,
    answer: EndedSessions,
    perform: async ({ caller, body }, _city, { address }) =>
      ended(await accounts.changePassword(caller, { password: body.password, address }, body.new_password)),
  });

const endOthers = (accounts: Accounts) =>
  defineRoute({
    method: 'POST',
    path: '/v1/visitors/sessions/end',
    summary: 'Log out everywhere else: every session of yours ends but this one',
    caller: 'visitor',
    answer: EndedSessions,
    perform: async ({ caller }) => ended(await accounts.endOthers(caller)),
  });

const current = (accounts: Accounts) =>
  defineRoute({
    method: 'GET',
    path: '/v1/visitors/session',
    summary: 'Whose cookie this comes with: null of a stranger, which is no error here',
    caller: 'public',
    isCounted: true,
    answer: CurrentSession,
    perform: (_request, _city, { browser, address }) => accounts.current(tokenInCookie(browser), address),
  });

const me = defineRoute({
  method: 'GET',
  path: '/v1/visitors/me',
  summary: 'Who you are here, and what your wallet holds',
  caller: 'visitor',
  answer: Visitor,
  view: ({ caller }) => view('visitor', { id: caller.id }),
});
