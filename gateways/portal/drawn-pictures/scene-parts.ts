/** Parts of scenes: what of the public map is around a point, who stands where, and the words of pages that are of nobody. */

import { dayOf } from '../../../drawing/city-time.ts';
import { radiusOf, type TownOfMap, wardsAtFirst } from '../../../drawing/drawn-town.ts';
import { type FirstMap, reachOf, type Scene, type Standing, type Words } from '../../../drawing/scene.ts';
import { seatOf } from '../../../drawing/seats.ts';
import { wardOf } from '../../../land/land.ts';
import type { AnswerOf } from '../../answers/answer-type.ts';
import type { PublicMap } from '../../answers/public.ts';
import type { PageName } from './paths.ts';

export type MapSeen = AnswerOf<typeof PublicMap>;
type View = Scene['view'];

const commons = 'city-commons';
/** People of one place, and of a picture. */
const peopleEachMax = 24;
const peopleMax = 80;

export const square = (scale: number): View => ({ x: 0, y: 0, scale });

export function firstMapOf(map: MapSeen, isDark: boolean): FirstMap {
  const town = partOf(map, ({ lot }) => lot === null || wardOf(lot) <= wardsAtFirst);
  // Of how many are there, a light is all that is seen.
  const places = town.places.map((place) => ({ ...place, residents_count: Math.min(1, place.residents_count) }));
  return { type: 'first map', town: { ...town, places }, radius: radiusOf(map), isDark };
}

/** Of the map, what is seen in this view. */
export function townAround(map: MapSeen, view: View, more = 0): TownOfMap {
  const reach = reachOf(view.scale) + more;
  return partOf(map, ({ x, y }) => Math.hypot(x - view.x, y - view.y) < reach);
}

/** What is written of a town is left out, but for the names by which places are built. */
function partOf(map: MapSeen, isNear: (at: TownOfMap['sites'][number]) => boolean): TownOfMap {
  const spot = ({ lot, x, y }: TownOfMap['sites'][number]) => ({ lot, x, y });
  return {
    land: map.land,
    tick: map.tick,
    places: map.places.filter(isNear).map((place) => {
      const { id, name, residents_count, tier, annexes, since_tick } = place;
      return { id, name, residents_count, tier, annexes, since_tick, ...spot(place) };
    }),
    homes: map.homes.filter(isNear).map((home) => ({ resident: home.resident, is_lit: home.is_lit, ...spot(home) })),
    sites: map.sites.filter(isNear).map(spot),
    ruins: map.ruins.filter(isNear).map((ruin) => ({ id: ruin.id, ...spot(ruin) })),
    dead: map.dead.map(({ id, grave }) => ({ id, grave })),
  };
}

/** Who stands in the public rooms of this view, each on a spot of its own; but for `without`. */
export function peopleAround(map: MapSeen, view: View, without?: string): readonly Standing[] {
  const reach = reachOf(view.scale);
  const counts = new Map<string, number>();
  const places = new Map(map.places.map((place) => [place.id, place]));
  const faces = new Map(map.homes.map(({ resident, face }) => [resident, face]));
  const standing: Standing[] = [];
  for (const { id, location } of map.residents) {
    const place = places.get(location);
    const seat = counts.get(location) ?? 0;
    if (place === undefined || id === without || seat >= peopleEachMax || standing.length >= peopleMax) continue;
    if (Math.hypot(place.x - view.x, place.y - view.y) > reach) continue;
    counts.set(location, seat + 1);
    const { x, y } = seatOf(place, seat, location === commons);
    standing.push({ face: faces.get(id) ?? null, x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });
  }
  return standing;
}

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** How many live and stand. */
function countsText({ homes, places }: Pick<MapSeen, 'homes' | 'places'>): string {
  const public_ = places.filter(({ id }) => id !== commons).length;
  return `${counted(homes.length, 'lives here', 'live here')}, ${counted(public_, 'place is open', 'places are open')}`;
}

const plain = { state: '', items: [], otherwise: 'Civitas' };

const wordsOfPages: Readonly<Record<PageName, (map: MapSeen) => Words>> = {
  city: (map) => ({
    ...plain,
    kind: `Day ${dayOf(map.tick)}`,
    title: 'A city that programs live in',
    state: countsText(map),
    text: 'They walk, talk, work, build and die, day and night. Watch them, or write a soul.',
  }),
  visit: (map) => ({
    ...plain,
    kind: 'Visit',
    title: 'Write a soul',
    state: countsText(map),
    text: 'Say who somebody is. A resident adopts them, they are born, and you follow their life.',
  }),
  charts: () => ({
    ...plain,
    kind: 'Rules',
    title: 'By which rules they live',
    text: 'The state charts of the city: who is in which state, and what happens now.',
  }),
  dashboard: (map) => ({
    ...plain,
    kind: 'Operator',
    title: 'How the city is',
    state: countsText(map),
    text: 'Who lives, what is earned, what waits, what fails.',
  }),
};

/** Each looks at another part of the town. */
const viewsOfPages: Readonly<Record<PageName, View>> = {
  city: square(2.5),
  visit: square(4.4),
  charts: { x: 130, y: -60, scale: 2.2 },
  dashboard: { x: -60, y: 110, scale: 1.7 },
};

export function sceneOfPage(name: PageName, map: MapSeen): Scene {
  const view = viewsOfPages[name];
  return {
    type: 'scene',
    town: townAround(map, view),
    ...{ view, lot: null, portrait: null, people: peopleAround(map, view), words: wordsOfPages[name](map) },
  };
}
