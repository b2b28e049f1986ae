/**
 * The public places: a second map of the city, with only the places and ways that are open to everybody (PF1). Derived in memory from the
 * same images as the first, changed only at seal, rebuilt at recovery, never journaled.
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
  /** The places where strangers begin. */
  readonly #starts = new Set<string>();
  /** The last turn that changed which places are public. */
  changedTurn = 0;

  /** True when a stranger can walk there from where strangers begin. */
  has(place: string): boolean {
    return this.#map.reaches(place);
  }

  /** The places nearest to where strangers begin. */
  around(placesMax: number, waysMax: number): Neighbourhood {
    return neighbourhoodOf(this.#map, this.#starts, placesMax, waysMax);
  }

  /** The places that a stranger reaches from a place by one way. */
  nextTo(place: string, placesMax: number): readonly string[] {
    return placesNextTo(this.#map, place, placesMax);
  }

  /** Updates the map when `image` replaces `before`. */
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

  /** Called when all images of a turn are put. */
  settle(turn: number): void {
    if (this.#map.takeChanged().length > 0) this.changedTurn = turn;
  }
}
