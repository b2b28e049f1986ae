/** Asks the worker (`town-worker.ts`) to draw the town, and for ways over its streets. */

import type { DrawnTown, TownOfMap } from '../../../drawing/drawn-town.ts';
import type { Point } from '../../../land/shapes.ts';

export type Question =
  | { readonly type: 'begin'; readonly seed: string | undefined }
  | { readonly type: 'draw'; readonly number: number; readonly map: TownOfMap }
  | {
      readonly type: 'way';
      readonly number: number;
      readonly seed: string;
      /** Lots; null: the square. */
      readonly from: number | null;
      readonly to: number | null;
    };

export type Answer =
  /** It has heard the first question. */
  | { readonly type: 'begun' }
  | { readonly type: 'town'; readonly number: number; readonly town: DrawnTown }
  | { readonly type: 'way'; readonly number: number; readonly way: readonly Point[] };

export interface TownMakerTold {
  /** Once: the worker runs, or never will. What keeps the page's own thread busy before that keeps the worker from its beginning. */
  readonly begun: () => void;
  /** With each town. */
  readonly drawn: (town: DrawnTown) => void;
}

/** Ways that are sought at once, at most: beyond that people walk straight. */
const waysMax = 6;

export class TownMaker {
  readonly #worker = new Worker(new URL('./town-worker.ts', import.meta.url), { type: 'module' });
  readonly #ways = new Map<number, (way: readonly Point[]) => void>();
  #asked = 0;
  /** The drawing that was asked for last: answers to former ones are old. */
  #newest = 0;
  #told: TownMakerTold = { begun: () => undefined, drawn: () => undefined };
  #hasBegun = false;

  /** `seed`: of the land on which the town will stand, if that is known: it is worked out at once. */
  constructor(seed: string | undefined) {
    this.#ask({ type: 'begin', seed });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.type === 'begun') this.#begin();
      else if (data.type === 'way') this.#found(data.number, data.way);
      else if (data.number === this.#newest) this.#told.drawn(data.town);
    });
    // Whoever waits for a way walks straight.
    this.#worker.addEventListener('error', () => {
      this.#begin();
      for (const number of this.#ways.keys()) this.#found(number, []);
    });
  }

  /** Whom it tells from now on. */
  tell(told: TownMakerTold): void {
    this.#told = told;
    if (this.#hasBegun) told.begun();
  }

  draw({ land, tick, places, homes, sites, ruins, dead }: TownOfMap): void {
    this.#newest = this.#asked++;
    const map = { land, tick, places, homes, sites, ruins, dead };
    this.#ask({ type: 'draw', number: this.#newest, map });
  }

  /** Calls `then` with the corners between two lots, which are none when many seek ways. */
  way(seed: string, from: number | null, to: number | null, then: (way: readonly Point[]) => void): void {
    if (this.#ways.size >= waysMax) {
      then([]);
      return;
    }
    const number = this.#asked++;
    this.#ways.set(number, then);
    this.#ask({ type: 'way', number, seed, from, to });
  }

  close(): void {
    this.#worker.terminate();
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#told.begun();
  }

  #ask(question: Question): void {
    this.#worker.postMessage(question);
  }

  #found(number: number, way: readonly Point[]): void {
    const then = this.#ways.get(number);
    this.#ways.delete(number);
    then?.(way);
  }
}
