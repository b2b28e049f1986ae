/**
 * Where strangers could walk: a second map of the city, on which only those places and ways stand that are open to everybody
 * (PF1). Derived in memory from the same images as the first, changed only at seal, rebuilt at recovery, never journaled.
 *
 * It is asked once for each event that may be public, by the turn that tells it; so a feed for strangers publishes and
 * decides nothing.
 */
import { type Image, retiredState } from '../actor-kind.ts';
import { Geography } from './geography.ts';
import { type Neighbourhood, neighbourhoodOf, placesNextTo } from './neighbourhood.ts';
import type { PreparedKind } from './prepared-kind.ts';

export class PublicPlaces {
  readonly #map = new Geography();
  /** Where strangers begin. */
  readonly #starts = new Set<string>();
  /** The last turn after which other places were public. */
  changedTurn = 0;

  /** True when a stranger can walk there from where strangers begin. */
  has(place: string): boolean {
    return this.#map.reaches(place);
  }

  /** What lies nearest to where strangers begin. */
  around(placesMax: number, waysMax: number): Neighbourhood {
    return neighbourhoodOf(this.#map, this.#starts, placesMax, waysMax);
  }

  /** Where a stranger comes from a place by one way. */
  nextTo(place: string, placesMax: number): readonly string[] {
    return placesNextTo(this.#map, place, placesMax);
  }

  /** Follows an image that is put in the place of `before`. */
  derive(kind: PreparedKind, image: Image, before: Image | undefined): void {
    if (kind.publicWay !== undefined)
      this.#map.setWay(image.id, image.state === retiredState ? undefined : kind.publicWay(image));
    if (kind.publicPlace === undefined) return;
    const was = before && kind.publicPlace(before);
    const now = image.state === retiredState ? undefined : kind.publicPlace(image);
    const place = now?.place ?? was?.place;
    if (place === undefined) return;
    const isStart = now?.entry === 'start';
    this.#map.setRoot(place, isStart);
    if (isStart) this.#starts.add(place);
    else this.#starts.delete(place);
    this.#map.setEnded(place, now?.entry === 'closed');
  }

  /** All images of a turn are put. */
  settle(turn: number): void {
    if (this.#map.takeChanged().length > 0) this.changedTurn = turn;
  }
}
