/** The public map. It changes with every move of anybody, and anybody may ask for it, so each answer is reused for a moment. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import type { City, CityControl } from '../../../engine/city-interface.ts';
import type { Viewed } from '../../../engine/command.ts';
import type { Clock } from '../../../engine/ports.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { PublicMap } from '../../answers/public.ts';
import { defineRoute, type Route } from '../../route/route.ts';

/** Milliseconds for which a map is reused. */
const keptMs = 1_000;

interface Kept {
  readonly at: number;
  readonly map: Promise<Viewed<AnswerOf<typeof PublicMap>>>;
}

export function mapRoute(control: Pick<CityControl, 'health'>, clock: Pick<Clock, 'elapsed'>): Route {
  let kept: Kept | undefined;
  return defineRoute({
    method: 'GET',
    path: '/v1/map',
    summary: 'The public rooms nearest to the Commons, the ways between them, and who is there; a second old at most',
    caller: 'public',
    // One map for everybody: queries are refused, not ignored.
    query: z.strictObject({}),
    answer: PublicMap,
    perform: (_, city) => {
      const now = clock.elapsed();
      if (kept === undefined || now - kept.at >= keptMs) kept = { at: now, map: drawn(city, control.health.seq) };
      return kept.map;
    },
  });
}

/** `seq` is from before the view: an event that happens meanwhile is sent twice rather than not at all. */
async function drawn(city: City, seq: number): Promise<Viewed<AnswerOf<typeof PublicMap>>> {
  const viewed = await city.view(view('map', {}));
  return viewed.type === 'refused' ? viewed : { type: 'shown', value: { seq, ...viewed.value } };
}
