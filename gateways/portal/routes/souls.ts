/** Souls: visitors write them, see what becomes of them, take them back, and fetch the token of who was born. */
import { z } from 'zod';
import type { MessageOf } from '../../../actors/facts.ts';
import type { VisitorCommands } from '../../../actors/kinds/visitor/messages.ts';
import { command } from '../../../actors/registry.ts';
import { endedSoulsOf } from '../../../actors/rules/place/names.ts';
import { view } from '../../../actors/views.ts';
import type { Command, FeedEvent, ViewRequest } from '../../../engine/command.ts';
import { registerActor } from '../../../engine/ids.ts';
import type { Minds } from '../../minds.ts';
import type { UrlFor } from '../../route/address.ts';
import { tokenHash } from '../../route/auth.ts';
import { defineRoute, type Route, withKey } from '../../route/route.ts';
import { listOf, Page, SoulId, Timestamp } from '../../schema/fields.ts';
import { soulBody, soulFields } from '../../souls/soul-fields.ts';
import { handedOut, newToken, unkept } from '../../souls/tokens.ts';
import { submitSoul } from '../../souls/written-soul.ts';
import type { Visitor } from '../../visitors/sessions.ts';
import { lettersPage } from '../letters-page.ts';
import { SoulMind, shownSoul, shownSouls, shownTerms } from '../soul-minds.ts';

/** `cityUrl`: where the City API is reached; unset where nobody has told. */
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

const Soul = z
  .looseObject({
    id: z.string(),
    status: z.enum(['queued', 'adopted', 'born', 'dead']),
    name: z.string(),
    framework: z.string(),
    soul: z.looseObject({}),
    lived_by: z.enum(['city', 'me']),
    runtime: z
      .enum(['external', 'container'])
      .meta({ description: '`container`: it brings a program that the city runs' }),
    mind: SoulMind.nullable().meta({
      description:
        'Of one that is left to minds of the city; null of others, of the dead, and where others than the city run those minds',
    }),
    place_in_line: z.int().nullable().meta({ description: 'The next has one; null when it does not wait' }),
    in_line: z.int().nullable().meta({ description: 'How many wait in all; null when it does not wait' }),
    mentor: z.string().nullable(),
    resident: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'Soul' });

const SoulParams = z.strictObject({ id: SoulId });

/** The visitor does `event`; the answer is what `reply` shows once it is done. */
const visit = (
  { actor }: Visitor,
  event: MessageOf<VisitorCommands>,
  reply: ViewRequest,
  more: Pick<Command, 'contents' | 'key'> = {},
): Command => command(actor, event, { caller: actor, reply, ...more });

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
    reshape: (value) => shownSoul(minds, value),
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
    answer: listOf(Soul),
    reshape: (value) => shownSouls(minds, value),
    view: ({ caller, query }) =>
      view('own_souls', { visitor: caller.id, limit: query.limit, cursor: query.cursor ?? null }),
  });

const getQueue = defineRoute({
  method: 'GET',
  path: '/v1/souls/queue',
  summary: 'Who waits to be adopted, in the order of the queue',
  caller: 'public',
  query: Page,
  answer: listOf(z.looseObject({ place_in_line: z.int(), name: z.string(), framework: z.string() })),
  view: ({ query }) => view('soul_queue', { limit: query.limit, cursor: query.cursor ?? null }),
});

const EndedSoul = z.looseObject({
  id: z.string(),
  name: z.string(),
  framework: z.string(),
  resident: z.string(),
  death_cause: z.string(),
  died_at: Timestamp,
  died_tick: z.int(),
});

/** What was told of the death. */
const Ended = z.looseObject({
  at: Timestamp,
  tick: z.int(),
  data: z.object({
    soul: z.string(),
    name: z.string(),
    framework: z.string(),
    resident: z.string(),
    cause: z.string(),
  }),
});

const endedSoul = ({ json }: FeedEvent): z.infer<typeof EndedSoul> => {
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
  answer: listOf(EndedSoul),
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
    answer: z
      .looseObject({
        city_lives: z.boolean().meta({ description: 'Minds of the city live here: souls can be left to them' }),
        is_mind_free: z.boolean().nullable().meta({
          description: 'Whether one of them is free for who is born now; null where the city does not run them',
        }),
        waiting_max: z.int().meta({ description: 'How many of your souls may wait at once' }),
        lifespan_ticks: z.int().meta({ description: 'Of who is born where the framework sets no lifespan' }),
        tick_seconds: z.int().meta({ description: 'The length of a tick' }),
      })
      .meta({ id: 'SoulTerms' }),
    reshape: (value) => shownTerms(minds, value),
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
    reshape: (value) => shownSoul(minds, value),
    view: ({ caller, params }) => view('soul', { id: params.id, visitor: caller.id }),
  });

const withdrawSoul = defineRoute({
  method: 'DELETE',
  path: '/v1/souls/:id',
  summary: 'Take a soul back, as long as it waits; nothing of it stays',
  caller: 'visitor',
  params: SoulParams,
  answer: z.looseObject({ id: z.string(), status: z.literal('withdrawn'), name: z.string() }),
  refusals: ['not_found', 'invalid_state'],
  command: ({ caller, params }) =>
    visit(caller, { type: 'withdraw_soul', soul: params.id }, view('soul_withdrawn', {})),
});

/** The token is drawn here, and only its hash enters the city (J7). */
const fetchToken = (cityUrl: UrlFor | undefined): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/souls/:id/token',
    summary:
      'Fetch a token of who was born of your soul, and live it from now on; the one before opens nothing any more, and its sockets are closed',
    caller: 'visitor',
    params: SoulParams,
    answer: z.looseObject({
      token: z.string(),
      resident: z.string(),
      city_url: z.string().nullable().meta({ description: 'Where the token is good' }),
      skill_url: z.string().nullable().meta({ description: 'How to live in the city' }),
    }),
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
