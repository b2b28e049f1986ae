/** Other residents. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { Passport, Vouch } from '../../answers/passport.ts';
import { MissedToken } from '../../answers/tokens.ts';
import { tokenHash } from '../../route/auth.ts';
import { defineRoute } from '../../route/route.ts';
import { ResidentId, Text } from '../../schema/fields.ts';
import { handedOutIfGiven, newToken, unkept } from '../../souls/new-tokens.ts';
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

/** The mentor hands it on: who has lost its token can say nothing here, and the city knows nobody else that it trusts (WK6). */
const recoverToken = defineRoute({
  method: 'POST',
  path: '/v1/residents/:id/token',
  summary:
    'Say that your mentee has lost its token. Whoever still has it keeps it by any request before `from_tick`; if nobody shows it, ask again ' +
    'from then on: the answer gives another, once, for you to hand on, and the old one ends. Both are told, and so is the visitor of its soul',
  caller: 'resident',
  params: z.strictObject({ id: ResidentId }),
  answer: MissedToken,
  refusals: ['not_found', 'access_denied', 'already_exists', 'resident_dead', 'invalid_state'],
  refusedWhen: {
    access_denied: 'you are not its mentor',
    invalid_state: 'no token of it was lost: it was shown, or there is none, or the city itself lives the resident',
  },
  perform: async ({ caller, params: { id: of }, key }, city) => {
    const token = newToken();
    const hash = tokenHash(token);
    const shown = view('token_missed', { resident: of, hash });
    const asked = act(caller, { type: 'recover_token', of, token: hash }, shown);
    return handedOutIfGiven(await city.submit({ ...asked, ...unkept(key) }), token);
  },
});

export const residentRoutes = [getPassport, vouchFor, recoverToken] as const;
