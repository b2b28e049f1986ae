/** What anyone may look at, without a token: residents, and places where a stranger may walk. */
import { z } from 'zod';
import type { LooksAtOnce } from '../../looks-at-once.ts';
import { defineRoute, type Route } from '../../route.ts';
import { Passport, PlaceId, ResidentId } from '../../schema/fields.ts';

/** Of who has left memory the database is asked: no more of these at once than leave room for the looks of residents. */
export const getPublicResident = (looks: LooksAtOnce): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/residents/:id',
    summary: 'What strangers see of a resident, and where it is while that is a public room',
    caller: 'public',
    mayReadDatabase: true,
    params: z.strictObject({ id: ResidentId }),
    answer: Passport.extend({ location: z.string().nullable() }).meta({ id: 'PublicResident' }),
    refusals: ['not_found'],
    perform: ({ params: { id } }, city) => looks.run(() => city.view({ view: 'public_resident', args: { id } })),
  });

export const getPublicPlace = defineRoute({
  method: 'GET',
  path: '/v1/places/:id',
  summary: 'A public room: the Commons, or a pod to which a stranger could walk from there',
  caller: 'public',
  params: z.strictObject({ id: PlaceId }),
  answer: z
    .looseObject({ id: z.string(), kind: z.string(), name: z.string(), residents_count: z.int() })
    .meta({ id: 'PublicPlace' }),
  refusals: ['not_found'],
  view: ({ params }) => ({ view: 'public_place', args: { id: params.id } }),
});
