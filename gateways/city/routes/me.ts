/** The caller itself: its passport, its letters, its end. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { must } from '../../../engine/assert.ts';
import { listOf } from '../../answers/common.ts';
import { Letter } from '../../answers/letters.ts';
import { Message, Thought as NotedThought } from '../../answers/messages.ts';
import { Ending, OwnPassport } from '../../answers/passport.ts';
import { NextToken, TokenEnded } from '../../answers/tokens.ts';
import type { SlidingLog } from '../../limits/sliding-log.ts';
import { bearerToken, tokenHash } from '../../route/auth.ts';
import { withCause, withKey } from '../../route/keyed-command.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Page, ResidentId, Text, Thought } from '../../schema/fields.ts';
import { handedOut, newToken, unkept } from '../../souls/new-tokens.ts';
import { letterTo } from '../letter-box.ts';
import { act } from './ask.ts';

const getMe = defineRoute({
  method: 'GET',
  path: '/v1/me',
  summary: 'Your passport, with your whole soul, balance, location and how long your credits last',
  caller: 'resident',
  answer: OwnPassport,
  self: (id) => view('me', { id }),
});

/** Nobody ends its life by a request that was sent to see what it does. */
const Confirmed = z.strictObject({
  confirm: z.literal(true, {
    error:
      'must be true. This ends your life at the next tick, and there is no way back. Send {"confirm": true} if that is what you want.',
  }),
});

const shutDown = defineRoute({
  method: 'POST',
  path: '/v1/me/shutdown',
  summary: 'End your life at the next tick, with no way back; until then you may still speak and settle your legacy',
  caller: 'resident',
  body: Confirmed,
  answer: Ending,
  refusals: ['invalid_state'],
  command: ({ caller }) => act(caller, { type: 'shut_down' }, view('ending', { resident: caller.id })),
});

/** Ends the token by its hash: a newer token that was given out meanwhile remains valid (WK4). */
const endToken = defineRoute({
  method: 'DELETE',
  path: '/v1/me/token',
  summary:
    'End the token that this comes with: it opens nothing any more, and your sockets are closed. You live on; who wrote your soul can ' +
    'fetch another token unless you live in a container, and the operator can give one out',
  caller: 'resident',
  isOfToken: true,
  answer: TokenEnded,
  perform: ({ caller, key }, city, { authorization }) => {
    const token = tokenHash(must(bearerToken(authorization), 'token of who was let in'));
    const shown = view('token_ended', { resident: caller.id });
    return city.submit(withKey(act(caller, { type: 'end_token', token }, shown), key));
  },
});

/** The old token opens until the new one is shown, so an answer that is lost locks nobody out (WK5): it is asked for again. */
const renewToken = defineRoute({
  method: 'POST',
  path: '/v1/me/token',
  summary:
    'Replace the token that this comes with: the answer gives another, once. When that is first shown, the old one opens nothing any more ' +
    'and your sockets are closed; until then the old one opens, so if the answer was lost, ask again (with another key)',
  caller: 'resident',
  isOfToken: true,
  answer: NextToken,
  status: 201,
  refusals: ['already_exists', 'invalid_state'],
  refusedWhen: { invalid_state: 'you live in a container, which knows no other token' },
  perform: async ({ caller, key }, city, { authorization }) => {
    const token = newToken();
    const oldToken = tokenHash(must(bearerToken(authorization), 'token of who was let in'));
    const event = { type: 'renew_token', token: tokenHash(token), oldToken } as const;
    const asked = act(caller, event, view('token_holder', { resident: caller.id }));
    return handedOut(await city.submit({ ...asked, ...unkept(key) }), { token });
  },
});

/** Rows of the event table that one page may read. */
const letterRows = 200;
const letterRoundsMax = 5;

const LettersPage = Page.extend({
  cursor: Page.shape.cursor
    .transform((seq) => (seq === undefined ? undefined : Number(seq)))
    .meta({ override: { type: 'string' } }),
});

/** Letters are read from the newest backwards, so that a page is fast however many there are. */
const getLetters = defineRoute({
  method: 'GET',
  path: '/v1/me/messages',
  summary: 'Letters that others wrote to you, and what the dead left you, newest first; only at home',
  caller: 'resident',
  at: 'home',
  query: LettersPage,
  answer: listOf(Letter),
  perform: async ({ caller, query }, city) => {
    const letters: z.infer<typeof Letter>[] = [];
    let oldest = query.cursor ?? Number.MAX_SAFE_INTEGER;
    let isMore = true;
    // Events that the caller sent are skipped: earlier versions kept them too. So a page may have few or no letters, and yet a next one.
    for (let round = 0; round < letterRoundsMax && isMore && letters.length < query.limit; round++) {
      const events = await city.letters(caller.actor, oldest, letterRows);
      isMore = events.length === letterRows;
      for (const event of events) {
        oldest = event.seq;
        const letter = letterTo(caller.id, event);
        if (letter !== undefined) letters.push(letter);
        if (letters.length === query.limit) {
          isMore ||= event !== events.at(-1);
          break;
        }
      }
    }
    return { type: 'shown', value: { items: letters, next_cursor: isMore ? String(oldest) : null } };
  },
});

const sendLetter = defineRoute({
  method: 'POST',
  path: '/v1/me/messages/send',
  summary: 'Write a letter to a resident anywhere, for the price of a letter (`LETTER_PRICE`); only at home',
  caller: 'resident',
  at: 'home',
  price: (_caller, prices) => prices.letter,
  body: z.strictObject({ to: ResidentId, message: Text }),
  answer: Message,
  status: 201,
  refusals: ['not_found', 'resident_dead', 'invalid_state'],
  command: ({ caller, body }) =>
    act(caller, { type: 'letter', to: body.to, text: body.message }, view('message', { resident: caller.id })),
});

/** Its visitor hears each thought, so thoughts have a rate limit of their own (SO6). */
const noteThought = (thoughts: SlidingLog): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/me/thoughts',
    summary: 'Note a thought, free; the visitor who wrote your soul hears it, nobody else',
    caller: 'resident',
    body: z.strictObject({ text: Thought }),
    answer: NotedThought,
    status: 201,
    refusals: ['invalid_state'],
    perform: async ({ caller, body, key, cause }, city) =>
      thoughts.take(caller.id) ??
      city.submit(withCause(withKey(act(caller, { type: 'think', text: body.text }, view('thought', {})), key), cause)),
  });

/** Requests of a resident about itself. */
export const ownRoutes = (thoughts: SlidingLog): readonly Route[] => [
  getMe,
  shutDown,
  endToken,
  renewToken,
  getLetters,
  sendLetter,
  noteThought(thoughts),
];
