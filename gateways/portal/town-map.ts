/**
 * The public map with everything on its lot. Lots are taken in the order of birth and kept while this process runs; after a start, those
 * who are there take them again in that order (`land/town.ts`).
 */
import type { Shown } from '../../actors/views.ts';
import { Land } from '../../land/land.ts';
import { type Settler, Town } from '../../land/town.ts';
import type { AnswerOf } from '../answers/answer-type.ts';
import type { PublicMap } from '../answers/public.ts';
import type { TownSeen } from './town-view.ts';

type PlacesSeen = Shown<'map'>;
type OnLots = Omit<AnswerOf<typeof PublicMap>, 'seq'>;

const homeKey = (resident: string) => `resident:${resident}`;
const placeKey = (place: string) => `place:${place}`;

export class TownMap {
  readonly #seed: string;
  /** Made when somebody looks for the first time: it takes some milliseconds. */
  #town: Town | undefined;
  /** Since when each place has been seen; null: it was there at the first look. */
  #since: ReadonlyMap<string, number | null> | undefined;

  constructor(seed: string) {
    this.#seed = seed;
  }

  drawn(seen: PlacesSeen, { tick, homes, sites, ruins, dead, tiers }: TownSeen): OnLots {
    this.#town ??= new Town(new Land(this.#seed));
    this.#town.settle(settlersOf(seen, { homes, sites, ruins }));
    const since = new Map(seen.places.map(({ id }) => [id, this.#sinceOf(id, tick)]));
    this.#since = since;
    return {
      ...{ ...seen, land: this.#seed, tick, dead },
      places: seen.places.map((place) => {
        const seenSince = since.get(place.id) ?? null;
        return {
          ...place,
          ...this.#at(placeKey(place.id)),
          tier: tiers.get(place.id) ?? null,
          seen_since_tick: seenSince,
        };
      }),
      homes: homes.map(({ id, name, is_lit }) => ({ resident: id, name, is_lit, ...this.#at(homeKey(id)) })),
      sites: sites.map((id) => this.#at(placeKey(id))),
      ruins: ruins.map((ruin) => ({ ...ruin, ...this.#at(placeKey(ruin.id)) })),
    };
  }

  #sinceOf(place: string, tick: number): number | null {
    return this.#since === undefined ? null : this.#since.has(place) ? (this.#since.get(place) ?? null) : tick;
  }

  /** Its lot, and the point in the street before its door. */
  #at(key: string) {
    const lot = this.#town?.lotOf(key);
    const { x, y } = lot?.before.at ?? { x: 0, y: 0 };
    return { lot: lot?.id ?? null, x: Math.round(x), y: Math.round(y) };
  }
}

/** A ruin keeps the lot that it had; a workshop has that of the place that it becomes. The square is nobody's lot. */
function settlersOf(seen: PlacesSeen, { homes, sites, ruins }: Pick<TownSeen, 'homes' | 'sites' | 'ruins'>) {
  const places = seen.places.filter(({ kind }) => kind !== 'commons');
  const settlers: Settler[] = homes.map(({ id }) => ({ key: homeKey(id), use: 'home' }));
  for (const { id } of [...places, ...sites.map((id) => ({ id })), ...ruins])
    settlers.push({ key: placeKey(id), use: 'place' });
  return settlers;
}
