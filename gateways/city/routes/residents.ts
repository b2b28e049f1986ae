/** Other residents. */
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { Passport, ResidentId } from '../../schema/fields.ts';

export const getPassport = defineRoute({
  method: 'GET',
  path: '/v1/residents/:id/passport',
  summary: 'The passport of a resident, as far as its vouches open it to you',
  caller: 'resident',
  params: z.strictObject({ id: ResidentId }),
  answer: Passport,
  refusals: ['not_found'],
  view: ({ caller, params }) => ({ view: 'passport', args: { id: params.id, by: caller.id } }),
});
