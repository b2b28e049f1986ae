/** The lives of the residents born of a visitor's souls, as their visitor sees them: while they live, and after. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import { OwnResident } from '../../answers/own-resident.ts';
import type { LookUpLimit } from '../../limits/look-up-limit.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { ResidentId } from '../../schema/fields.ts';

/** Residents who have left memory are read from the database, under a concurrency limit that leaves room for the requests of residents. */
export const getOwnResident = (looks: LookUpLimit): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/visitors/residents/:id',
    summary: 'Who was born of a soul of yours: where it is, what it has, its kin, and what it left',
    caller: 'visitor',
    params: z.strictObject({ id: ResidentId }),
    answer: OwnResident,
    refusals: ['not_found'],
    perform: ({ caller, params: { id } }, city) =>
      looks.run(async () => city.view(view('own_resident', { id, visitor: caller.id }))),
  });
