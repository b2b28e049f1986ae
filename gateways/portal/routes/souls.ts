/** Souls: visitors write them, follow them, take them back, and fetch the token of the resident born of one. */
import { z } from 'zod';
import type { MessageOf } from '../../../actors/facts.ts';
import type { VisitorCommands } from '../../../actors/kinds/visitor/messages.ts';
import { command } from '../../../actors/registry.ts';
import { causes } from '../../../actors/rules/people/causes-of-death.ts';
import { endedSoulsOf } from '../../../actors/rules/place/names.ts';
import { type Shown, view } from '../../../actors/views.ts';
import type { Command, FeedEvent, ViewRequest } from '../../../engine/command.ts';
import { registerActor } from '../../../engine/ids.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { Timestamp } from '../../answers/common.ts';
import {
  type EndedSoul,
  EndedSouls,
  GivenToken,
  Soul,
  SoulQueue,
  Souls,
  SoulTerms,
  WithdrawnSoul,
} from '../../answers/souls.ts';
import type { Minds } from '../../minds-status.ts';
import type { UrlFor } from '../../route/address.ts';
import { tokenHash } from '../../route/auth.ts';
import { withKey } from '../../route/keyed-command.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Page, SoulId } from '../../schema/fields.ts';
import { handedOut, newToken, unkept } from '../../souls/new-tokens.ts';
import { soulBody, soulFields } from '../../souls/soul-fields.ts';
import { submitSoul } from '../../souls/written-soul.ts';
import type { Visitor } from '../../visitors/sessions.ts';
import { lettersPage } from '../letters-page.ts';
import { shownSoul, shownSouls, shownTerms } from '../soul-minds.ts';

/** `cityUrl`: the address of the City API; unset where it is not configured. */
export const soulRoutes = (cityUrl: UrlFor | undefined, minds: Minds): readonly Route[] => [
  createSoul(minds),
  getOwnSouls(minds),
  getQueue,
  getEndedSouls,
  getTerms(minds),
  getSoul(minds),
  withdrawSoul,
  fetchToken(cityUrl),
];

const SoulParams = z.strictObject({ id: SoulId });

/** Submits `event` of the visitor; `reply` shows the answer once it is done. */
const visit = <Value>(
  { actor }: Visitor,
  event: MessageOf<VisitorCommands>,
  reply: ViewRequest<Value>,
  more: Pick<Command, 'contents' | 'key'> = {},
): Command<Value> => command(actor, event, { caller: actor, reply, ...more });

const createSoul = (minds: Minds) =>
  defineRoute({
    method: 'POST',
    path: '/v1/souls',
    summary: 'Write a soul: who somebody is that a resident may adopt; it waits in the queue',
    caller: 'visitor',
    body: soulBody({
      ...soulFields,
      lived_by: z.enum(['city', 'me']).optional().meta({
        description:
          '`me`: a program of yours, with the token that you fetch; `city`: a mind of the city, refused where none live; absent: `city` where some do, else `me`',
      }),
    }),
    answer: Soul,
    status: 201,
    refusals: ['not_found', 'tier_capacity_exceeded', 'sandbox_unavailable'],
    reshape: (value: Shown<'soul'>) => shownSoul(minds, value),
    perform: async ({ caller, body, key }, city) => {
      const { lived_by: livedBy = null, ...sent } = body;
      return submitSoul(city, sent, ({ text, ...written }) =>
        city.submit(
          withKey(
            visit(caller, { type: 'create_soul', ...written, livedBy }, view('soul_created', { visitor: caller.id }), {
              contents: [text],
            }),
            key,
          ),
        ),
      );
    },
  });

const getOwnSouls = (minds: Minds) =>
  defineRoute({
    method: 'GET',
    path: '/v1/souls',
    summary:
      'Your souls, the first written first; those that were taken back or went back, and the dead who have left, are not among them',
    caller: 'visitor',
    query: Page,
    answer: Souls,
    reshape: (value: Shown<'own_souls'>) => shownSouls(minds, value),
    view: ({ caller, query }) =>
      view('own_souls', { visitor: caller.id, limit: query.limit, cursor: query.cursor ?? null }),
  });

const getQueue = defineRoute({
  method: 'GET',
  path: '/v1/souls/queue',
  summary: 'Who waits to be adopted, in the order of the queue',
  caller: 'public',
  query: Page,
  answer: SoulQueue,
  view: ({ query }) => view('soul_queue', { limit: query.limit, cursor: query.cursor ?? null }),
});

/** The event of the death. */
const Ended = z.object({
  at: Timestamp,
  tick: z.int(),
  data: z.object({
    soul: z.string(),
    name: z.string(),
    framework: z.string(),
    resident: z.string(),
    cause: z.enum(causes),
  }),
});

const endedSoul = ({ json }: FeedEvent): AnswerOf<typeof EndedSoul> => {
  const { at, tick, data } = Ended.parse(JSON.parse(json));
  const { soul: id, name, framework, resident, cause: death_cause } = data;
  return { id, name, framework, resident, death_cause, died_at: at, died_tick: tick };
};

const getEndedSouls = defineRoute({
  method: 'GET',
  path: '/v1/souls/ended',
  summary: 'Those of your souls that have died, who died last first, for as long as events are kept',
  caller: 'visitor',
  query: Page,
  answer: EndedSouls,
  perform: async ({ caller, query }, city) =>
    lettersPage(city, registerActor(endedSoulsOf(caller.id)), query, endedSoul),
});

const getTerms = (minds: Minds) =>
  defineRoute({
    method: 'GET',
    path: '/v1/souls/terms',
    summary: 'What is good to know before a soul is written: who could live it here, and how long lives are',
    caller: 'public',
    query: z.strictObject({}),
    answer: SoulTerms,
    reshape: (value: Shown<'soul_terms'>) => shownTerms(minds, value),
    view: () => view('soul_terms', {}),
  });

const getSoul = (minds: Minds) =>
  defineRoute({
    method: 'GET',
    path: '/v1/souls/:id',
    summary: 'One of your souls, and who was born of it',
    caller: 'visitor',
    params: SoulParams,
    answer: Soul,
    refusals: ['not_found'],
    reshape: (value: Shown<'soul'>) => shownSoul(minds, value),
    view: ({ caller, params }) => view('soul', { id: params.id, visitor: caller.id }),
  });

const withdrawSoul = defineRoute({
  method: 'DELETE',
  path: '/v1/souls/:id',
  summary: 'Take a soul back, as long as it waits; nothing of it stays',
  caller: 'visitor',
  params: SoulParams,
  answer: WithdrawnSoul,
  refusals: ['not_found', 'invalid_state'],
  command: ({ caller, params }) =>
    visit(caller, { type: 'withdraw_soul', soul: params.id }, view('soul_withdrawn', {})),
});

/** The token is made here, and only its hash enters the city (J7). */
const fetchToken = (cityUrl: UrlFor | undefined): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/souls/:id/token',
    summary:
      'Fetch a token of who was born of your soul, and live it from now on; the one before opens nothing any more, and its sockets are closed',
    caller: 'visitor',
    params: SoulParams,
    answer: GivenToken,
    status: 201,
    refusals: ['not_found', 'already_exists', 'invalid_state', 'resident_dead'],
    perform: async ({ caller, params: { id }, key }, city, { browser }) => {
      const token = newToken();
      const reply = view('soul_resident', { id, visitor: caller.id });
      const event = { type: 'fetch_token', soul: id, token: tokenHash(token) } as const;
      const outcome = await city.submit(visit(caller, event, reply, unkept(key)));
      const city_url = cityUrl?.(browser) ?? null;
      return handedOut(outcome, { token, city_url, skill_url: city_url === null ? null : `${city_url}/SKILL.md` });
    },
  });
