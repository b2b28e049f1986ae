/** Residents on the map: who stands before which place, and who is on the way there, over the streets. */

import { edgeOf, Seats, seatOf } from '../../../drawing/seats.ts';
import type { How, Place, PublicMap } from '../city-model.ts';
import type { Point } from './camera.ts';
import { Journeys } from './journeys.ts';
import type { TownMaker } from './town-maker.ts';
import { Walkers, walkSeconds } from './walkers.ts';

export interface PeopleOptions {
  readonly ways: Pick<TownMaker, 'way'>;
  /** Seconds on the map's clock. */
  readonly now: () => number;
  /** True for readers who want no motion: residents are seen only where they are. */
  readonly isStill: () => boolean;
  /** Somebody has begun to walk. */
  readonly moved: () => void;
}

const commons = 'city-commons';
/** In a city where more are out, who goes home is seen to leave the place, not the whole way. */
const fewMax = 40;

export class People {
  readonly walkers = new Walkers();
  readonly #options: PeopleOptions;
  readonly #seats = new Seats();
  readonly #journeys = new Journeys(this.walkers);
  /** Who waits for a way, and for which. */
  readonly #waiting = new Map<string, object>();
  #map: Pick<PublicMap, 'land' | 'homes'> | undefined;
  #places: ReadonlyMap<string, Place> = new Map();

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  get areFew(): boolean {
    return this.walkers.count <= fewMax;
  }

  /** The place before which somebody stands, or to which it is on its way. */
  placeOf(resident: string): Place | undefined {
    return this.#places.get(this.#seats.all.get(resident)?.place ?? '');
  }

  isWalking(resident: string): boolean {
    return this.#journeys.has(resident);
  }

  placed(map: PublicMap, places: ReadonlyMap<string, Place>): void {
    const before = this.#places;
    this.#map = map;
    this.#places = places;
    for (const [id, { place, seat }] of this.#seats.all)
      if (!isSamePoint(before.get(place), places.get(place))) this.#stand(id, place, seat);
  }

  came(resident: string, place: string, how: How): void {
    const former = this.#seats.all.get(resident)?.place;
    const seat = this.#seats.take(resident, place);
    if (how === 'at once' || this.#options.isStill()) this.#stand(resident, place, seat);
    else this.#walk(resident, { place, seat, former });
  }

  left(resident: string, how: How): void {
    const centre = this.placeOf(resident);
    const now = this.#options.now();
    this.#seats.leave(resident);
    this.#waiting.delete(resident);
    this.#journeys.end(resident);
    if (how === 'at once' || centre === undefined || this.#options.isStill()) {
      this.walkers.remove(resident);
      return;
    }
    const home = this.areFew ? this.#homeOf(resident) : undefined;
    this.walkers.leave(resident, home ?? edgeOf(centre, resident), now, walkSeconds);
  }

  /** Those who have come to a corner go on. True when somebody has gone out of sight. */
  advance(now: number): boolean {
    this.#journeys.advance(now);
    return this.walkers.removeGone(now);
  }

  setBack(seconds: number): void {
    this.walkers.setBack(seconds);
    this.#journeys.setBack(seconds);
  }

  #homeOf(resident: string) {
    return this.#map?.homes.find((one) => one.resident === resident);
  }

  #stand(resident: string, place: string, seat: number): void {
    const centre = this.#places.get(place);
    if (centre === undefined) return;
    this.#waiting.delete(resident);
    this.#journeys.end(resident);
    this.walkers.walk(resident, seatOf(centre, seat, place === commons), this.#options.now(), 0);
  }

  /** `former`: the place from which it comes; from its house when unset. */
  #walk(resident: string, to: { readonly place: string; readonly seat: number; readonly former: string | undefined }) {
    const centre = this.#places.get(to.place);
    if (centre === undefined || this.#map === undefined) return;
    const home = to.former === undefined ? this.#homeOf(resident) : undefined;
    const unseen = to.former === undefined ? (home ?? edgeOf(centre, resident)) : undefined;
    const spot = seatOf(centre, to.seat, to.place === commons);
    const from = to.former === undefined ? home?.lot : this.#places.get(to.former)?.lot;
    const asked = {};
    this.#waiting.set(resident, asked);
    const begin = (way: readonly Point[]) => {
      if (this.#waiting.get(resident) !== asked) return;
      this.#waiting.delete(resident);
      this.#journeys.begin(resident, [...way, spot], this.#options.now(), unseen);
      this.#options.moved();
    };
    if (from === undefined) begin([]);
    else this.#options.ways.way(this.#map.land, from, centre.lot, begin);
  }
}

const isSamePoint = (one: Point | undefined, other: Point | undefined): boolean =>
  one?.x === other?.x && one?.y === other?.y;
