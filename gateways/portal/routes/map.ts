/** The public map. It changes with every move of anybody, and anybody may ask for it, so each answer is reused for a moment. */
import { z } from 'zod';
import { view } from '../../../actors/views.ts';
import type { City, CityControl } from '../../../engine/city-interface.ts';
import type { Viewed } from '../../../engine/command.ts';
import type { Clock } from '../../../engine/ports.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import { PublicMap } from '../../answers/public.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import type { TownRows } from '../town-history.ts';
import { TownMap } from '../town-map.ts';
import { townView } from '../town-view.ts';

/** Milliseconds for which a map is reused. */
const keptMs = 1_000;

type Drawn = Viewed<AnswerOf<typeof PublicMap>>;

interface Kept {
  readonly at: number;
  readonly map: Promise<Drawn>;
}

export interface MapRoute {
  readonly control: Pick<CityControl, 'health'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly chronicle: TownRows;
  readonly landSeed?: string;
}

export function mapRoute({ control, clock, chronicle, landSeed = '' }: MapRoute): Route {
  const town = new TownMap(landSeed, chronicle);
  let kept: Kept | undefined;
  return defineRoute({
    method: 'GET',
    path: '/v1/map',
    summary:
      'The public rooms nearest to the Commons, the ways between them, who is there, and the town; a second old at most',
    caller: 'public',
    // One map for everybody: queries are refused, not ignored.
    query: z.strictObject({}),
    answer: PublicMap,
    perform: (_, city) => {
      const now = clock.elapsed();
      if (kept === undefined || now - kept.at >= keptMs) kept = { at: now, map: drawn(city, town, control) };
      return kept.map;
    },
  });
}

/** `seq` is from before the views: an event that happens meanwhile is sent twice rather than not at all. */
async function drawn(city: City, town: TownMap, control: MapRoute['control']): Promise<Drawn> {
  await town.readOn();
  const { seq } = control.health;
  const [places, rest] = await Promise.all([city.view(view('map', {})), city.view(townView())]);
  if (places.type === 'refused') return places;
  if (rest.type === 'refused') return rest;
  return { type: 'shown', value: { seq, ...town.drawn(places.value, rest.value) } };
}
