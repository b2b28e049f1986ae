/** The public map, as anybody may fetch it. */
import { z } from 'zod';
import { PublicMap } from '../../answers/public.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import type { MapNow } from '../map-now.ts';

export const mapRoute = (map: MapNow): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/map',
    summary:
      'The public rooms nearest to the Commons, the ways between them, who is there, and the town; a second old at most',
    caller: 'public',
    // One map for everybody: queries are refused, not ignored.
    query: z.strictObject({}),
    answer: PublicMap,
    perform: (_, city) => map.read(city),
  });
