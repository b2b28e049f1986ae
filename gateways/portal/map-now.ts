/** The public map. It changes with every move of anybody, and anybody may ask for it, so each is reused for a moment. */
import { view } from '../../actors/views.ts';
import type { City, CityControl } from '../../engine/city-interface.ts';
import type { Viewed } from '../../engine/command.ts';
import type { Clock } from '../../engine/ports.ts';
import type { Refused } from '../../engine/refusal.ts';
import type { AnswerOf } from '../answers/answer-type.ts';
import type { PublicMap } from '../answers/public.ts';
import type { TownRows } from './town-history.ts';
import { TownMap } from './town-map.ts';
import { townView } from './town-view.ts';

/** Milliseconds for which a map is reused. */
const keptMs = 1_000;

type Drawn = Viewed<AnswerOf<typeof PublicMap>> | Refused;

export interface MapOptions {
  readonly control: Pick<CityControl, 'health'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly chronicle: TownRows;
  /** From which the land follows; unset: the land of no city. */
  readonly landSeed?: string;
}

export class MapNow {
  readonly #options: MapOptions;
  readonly #town: TownMap;
  #kept: { readonly at: number; readonly map: Promise<Drawn> } | undefined;

  constructor(options: MapOptions) {
    this.#options = options;
    this.#town = new TownMap(options.landSeed ?? '', options.chronicle);
  }

  /** A second old at most. */
  read(city: Pick<City, 'view'>): Promise<Drawn> {
    const now = this.#options.clock.elapsed();
    if (this.#kept === undefined || now - this.#kept.at >= keptMs) this.#kept = { at: now, map: this.#draw(city) };
    return this.#kept.map;
  }

  /** `seq` is from before the views: an event that happens meanwhile is sent twice rather than not at all. */
  async #draw(city: Pick<City, 'view'>): Promise<Drawn> {
    await this.#town.readOn();
    const { seq } = this.#options.control.health;
    const [places, rest] = await Promise.all([city.view(view('map', {})), city.view(townView())]);
    if (places.type === 'refused') return places;
    if (rest.type === 'refused') return rest;
    return { type: 'shown', value: { seq, ...this.#town.drawn(places.value, rest.value) } };
  }
}
