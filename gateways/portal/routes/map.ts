/** The public map. It changes with every step of anybody, and anybody may ask for it: what was answered a moment ago is answered again. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import type { City, CityControl } from '../../../engine/city-interface.ts';
import type { Viewed } from '../../../engine/command.ts';
import type { Clock } from '../../../engine/ports.ts';
import { defineRoute, type Route } from '../../route/route.ts';

/** Milliseconds for which a map is good enough. */
const keptMs = 1_000;

const Place = z.looseObject({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  owner: z.string().nullable(),
  residents_count: z.int(),
  x: z.int().meta({ description: 'To the right of the Commons; a way is about a hundred long' }),
  y: z.int().meta({ description: 'Below the Commons' }),
});

const PublicMap = z.looseObject({
  seq: z.int().meta({ description: 'Resume `/ws` from here: what has changed since is told there' }),
  places: z.array(Place),
  ways: z.array(z.looseObject({ from: z.string(), to: z.string(), bidirectional: z.boolean() })),
  residents: z.array(z.looseObject({ id: z.string(), name: z.string(), location: z.string() })),
  truncated: z.boolean().meta({ description: 'There are more places, ways or residents than are shown' }),
});

interface Kept {
  readonly at: number;
  readonly map: Promise<Viewed>;
}

export function mapRoute(control: Pick<CityControl, 'health'>, clock: Pick<Clock, 'elapsed'>): Route {
  let kept: Kept | undefined;
  return defineRoute({
    method: 'GET',
    path: '/v1/map',
    summary: 'The public rooms nearest to the Commons, the ways between them, and who is there; a second old at most',
    caller: 'public',
    // One map for everybody: a query that is not obeyed is refused.
    query: z.strictObject({}),
    answer: PublicMap.meta({ id: 'PublicMap' }),
    perform: (_, city) => {
      const now = clock.elapsed();
      if (kept === undefined || now - kept.at >= keptMs) kept = { at: now, map: drawn(city, control.health.seq) };
      return kept.map;
    },
  });
}

/** `seq` is from before the look: what happens meanwhile is told once more rather than not at all. */
async function drawn(city: City, seq: number): Promise<Viewed> {
  const viewed = await city.view(view('map', {}));
  return viewed.type === 'refused' ? viewed : { type: 'shown', value: { seq, ...viewed.value } };
}
