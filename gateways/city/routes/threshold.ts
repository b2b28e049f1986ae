/** The threshold: souls that wait to be born, and how a resident adopts the next one. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { listOf } from '../../answers/common.ts';
import { Adopted, WaitingSoul } from '../../answers/threshold.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { Credits, Page } from '../../schema/fields.ts';
import { act } from './ask.ts';

const getWaitingSouls = defineRoute({
  method: 'GET',
  path: '/v1/threshold/souls',
  summary: 'Souls that wait to be adopted; the first one is the next',
  caller: 'resident',
  query: Page,
  answer: listOf(WaitingSoul),
  view: ({ query }) => view('waiting_souls', { limit: query.limit, cursor: query.cursor ?? null }),
});

/** A mentor cannot choose a soul: souls are born in the order of their creation. */
const adopt = defineRoute({
  method: 'POST',
  path: '/v1/threshold/adopt',
  summary:
    'Adopt the next soul: it is born at once, or when its container is ready, with a seed of the city and your donation (`MENTOR_DONATION` at least), and you are its mentor',
  caller: 'resident',
  body: z.strictObject({
    donation: Credits.optional().meta({ description: 'What you give it; the least that is asked when unset' }),
  }),
  answer: Adopted,
  status: 201,
  refusals: ['soul_queue_empty', 'insufficient_credits', 'endowment_kept', 'invalid_state'],
  command: ({ caller, body }) =>
    act(caller, { type: 'adopt', donation: body.donation ?? null }, view('adopted', { resident: caller.id })),
});

export const thresholdRoutes: readonly Route[] = [getWaitingSouls, adopt];
