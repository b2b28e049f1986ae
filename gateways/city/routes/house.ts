/** One's own house. */
import { z } from 'zod';
import { defineRoute } from '../../route.ts';

export const getHouse = defineRoute({
  method: 'GET',
  path: '/v1/house',
  summary: 'Your house, its rooms and what they cost; only at home',
  caller: 'resident',
  at: 'home',
  answer: z.looseObject({ rooms: z.array(z.unknown()) }),
  view: ({ caller }) => ({ view: 'house', args: { resident: caller.id } }),
});
