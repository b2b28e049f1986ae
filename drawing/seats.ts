/** Where in a place each resident stands: around it on a spiral, each on a spot of its own, which it keeps while others come and go. */
import type { Point } from '../land/shapes.ts';

/** Radians from one seat to the next, by which no two lie in a line (the golden angle). */
const turn = Math.PI * (3 - Math.sqrt(5));
/** On the square, around the fountain. A full place becomes denser, not wider. */
const square = { innermost: 19, spacing: 8.5, widest: 60 };
/** In the street before a door. */
const door = { innermost: 3.5, spacing: 5.5, widest: 22 };

export function seatOf(centre: Point, seat: number, isSquare = true): Point {
  const { innermost, spacing, widest } = isSquare ? square : door;
  const out = innermost + widest * (1 - Math.exp((-spacing * Math.sqrt(seat)) / widest));
  return { x: centre.x + out * Math.cos(seat * turn), y: centre.y + out * Math.sin(seat * turn) };
}

/** Beyond all seats. */
const outside = 80;

/** Where a resident appears and disappears: each on a side of its own, derived from its name. */
export function edgeOf(centre: Point, resident: string): Point {
  let hash = 0;
  for (const character of resident) hash = (31 * hash + (character.codePointAt(0) ?? 0)) % 65_536;
  return { x: centre.x + outside * Math.cos(hash), y: centre.y + outside * Math.sin(hash) };
}

export class Seats {
  readonly #taken = new Map<string, { readonly place: string; readonly seat: number }>();
  readonly #places = new Map<string, Set<number>>();

  /** Takes the first free seat of the place; the resident's former seat is free again. */
  take(resident: string, place: string): number {
    this.leave(resident);
    const seats = this.#places.get(place) ?? new Set<number>();
    this.#places.set(place, seats);
    let seat = 0;
    while (seats.has(seat)) seat += 1;
    seats.add(seat);
    this.#taken.set(resident, { place, seat });
    return seat;
  }

  leave(resident: string): void {
    const had = this.#taken.get(resident);
    if (had === undefined) return;
    this.#taken.delete(resident);
    const seats = this.#places.get(had.place);
    seats?.delete(had.seat);
    if (seats?.size === 0) this.#places.delete(had.place);
  }

  /** All residents, with their place and seat. */
  get all(): ReadonlyMap<string, { readonly place: string; readonly seat: number }> {
    return this.#taken;
  }
}
