/** The caller's place: what is here, who is here, and the ways out. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { listOf } from '../../answers/common.ts';
import { Exit } from '../../answers/exit.ts';
import { Arrival, Explored, Location, Present, Said } from '../../answers/location.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { ExitId, Page, Price } from '../../schema/fields.ts';
import { saidOf } from '../said-words.ts';
import { act, seenHere } from './ask.ts';

const getLocation = defineRoute({
  method: 'GET',
  path: '/v1/location',
  summary: 'The place where you are',
  caller: 'resident',
  answer: Location,
  view: ({ caller }) => view('location', { resident: caller.id }),
});

const getExits = defineRoute({
  method: 'GET',
  path: '/v1/location/exits',
  summary: 'The exits that everyone here can see',
  caller: 'resident',
  query: Page,
  answer: listOf(Exit),
  view: ({ caller, query }) => view('exits', seenHere(caller, query)),
});

const getResidents = defineRoute({
  method: 'GET',
  path: '/v1/location/residents',
  summary: 'Who is where you are',
  caller: 'resident',
  query: Page,
  answer: listOf(Present),
  view: ({ caller, query }) => view('residents', seenHere(caller, query)),
});

/** The place and the seq behind which the next page begins, as one position: a cursor is of use at its place alone. */
const WordsPage = Page.extend({
  cursor: Page.shape.cursor
    .transform((position) => {
      const [location = '', seq = ''] = position?.split(' ') ?? [];
      return position === undefined
        ? { location: null, before: Number.MAX_SAFE_INTEGER }
        : { location, before: Number(seq) };
    })
    .meta({ override: { type: 'string' } }),
});

const getHistory = defineRoute({
  method: 'GET',
  path: '/v1/location/history',
  summary:
    'What was said aloud where you are, also before you came, newest first; not in homes, in places that only some know of, and where ' +
    'nothing is kept (`keeps_words` of the place)',
  caller: 'resident',
  query: WordsPage,
  answer: listOf(Said),
  refusals: ['location_required'],
  perform: async ({ caller, query: { limit, cursor } }, city) => {
    const here = await city.view(view('words_here', { resident: caller.id, location: cursor.location }));
    if (here.type !== 'shown') return here;
    const { location, topic } = here.value;
    const events = await city.said(topic, { after: 0, before: cursor.before }, limit + 1);
    const items = events.slice(0, limit).map(saidOf);
    const last = items.at(-1);
    const isMore = events.length > limit && last !== undefined;
    return { type: 'shown', value: { items, next_cursor: isMore ? `${location} ${last.seq}` : null } };
  },
});

const explore = defineRoute({
  method: 'POST',
  path: '/v1/location/explore',
  summary: 'Look closely: exits, hints of hidden ones, who is here, what is offered',
  caller: 'resident',
  answer: Explored,
  view: ({ caller }) => view('explore', { resident: caller.id }),
});

const move = defineRoute({
  method: 'POST',
  path: '/v1/location/move',
  summary: 'Travel through an exit; "home" and "commons" always work',
  caller: 'resident',
  body: z.strictObject({
    exit_id: ExitId,
    max_toll: Price.optional().meta({
      description: 'The most that you will pay to enter; `PAY_MAX_DEFAULT` when absent',
    }),
  }),
  answer: Arrival,
  refusals: [
    'exit_not_found',
    'access_denied',
    'not_invited',
    'pod_shut_down',
    'price_changed',
    'tier_capacity_exceeded',
    'insufficient_credits',
    'endowment_kept',
    'invalid_state',
  ],
  command: ({ caller, body }) =>
    act(
      caller,
      { type: 'move', exit: body.exit_id, max_toll: body.max_toll ?? null },
      view('arrival', { resident: caller.id, exit: body.exit_id }),
    ),
});

export const locationRoutes: readonly Route[] = [getLocation, getExits, getResidents, getHistory, explore, move];
