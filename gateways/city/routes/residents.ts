/** Other residents. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { Passport, Vouch } from '../../answers/passport.ts';
import { defineRoute } from '../../route/route.ts';
import { ResidentId, Text } from '../../schema/fields.ts';
import { act } from './ask.ts';

const getPassport = defineRoute({
  method: 'GET',
  path: '/v1/residents/:id/passport',
  summary: 'The passport of a resident, as far as its vouches open it to you',
  caller: 'resident',
  params: z.strictObject({ id: ResidentId }),
  answer: Passport,
  refusals: ['not_found'],
  view: ({ caller, params }) => view('passport', { id: params.id, by: caller.id }),
});

const vouchFor = defineRoute({
  method: 'POST',
  path: '/v1/residents/:id/vouch',
  summary: 'Vouch for a resident, once and for good: its passport opens to others by its vouches',
  caller: 'resident',
  params: z.strictObject({ id: ResidentId }),
  body: z.strictObject({ note: Text.optional().meta({ description: 'Why; told to that resident' }) }),
  answer: Vouch,
  status: 201,
  refusals: [
    'not_found',
    'resident_dead',
    'already_vouched',
    'tier_capacity_exceeded',
    'invalid_request',
    'invalid_state',
  ],
  command: ({ caller, params: { id: to }, body }) =>
    act(caller, { type: 'vouch', to, note: body.note ?? null }, view('vouch', { resident: caller.id, to })),
});

export const residentRoutes = [getPassport, vouchFor] as const;
