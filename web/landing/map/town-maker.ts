/** Asks the worker (`town-worker.ts`) to draw the town, and for ways over its streets. */

import type { DrawnTown, Extent, TownOfMap } from '../../../drawing/drawn-town.ts';
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
  | { readonly type: 'town'; readonly number: number; readonly town: DrawnTown; readonly extent: Extent }
  | { readonly type: 'way'; readonly number: number; readonly way: readonly Point[] };

export interface TownMakerListener {
  /** Once: the worker runs, or never will. What keeps the page's own thread busy before that keeps the worker from its beginning. */
  readonly begun: () => void;
  /** With each town; of the first, with its middle before. */
  readonly drawn: (town: DrawnTown, extent: Extent) => void;
}

/** Ways that are sought at once, at most: beyond that people walk straight. */
const waysMax = 6;

export class TownMaker {
  /** Undefined where the browser begins none. */
  readonly #worker = begunWorker();
  readonly #ways = new Map<number, (way: readonly Point[]) => void>();
  #asked = 0;
  /** The drawing that was asked for last: answers to former ones are old. */
  #newest = 0;
  #listener: TownMakerListener = { begun: () => undefined, drawn: () => undefined };
  #hasBegun = false;
  #isGone = false;

  /** `seed`: of the land on which the town will stand, if that is known: it is worked out at once. */
  constructor(seed: string | undefined) {
    this.#ask({ type: 'begin', seed });
    this.#worker?.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.type === 'begun') this.#begin();
      else if (data.type === 'way') this.#found(data.number, data.way);
      else if (data.number === this.#newest) this.#listener.drawn(data.town, data.extent);
    });
    this.#worker?.addEventListener('error', () => this.#failed());
    if (this.#worker === undefined) this.#failed();
  }

  /** In place of the former listener. */
  listen(listener: TownMakerListener): void {
    this.#listener = listener;
    if (this.#hasBegun) listener.begun();
  }

  draw({ land, tick, places, homes, sites, ruins, dead }: TownOfMap): void {
    this.#newest = this.#asked++;
    const map = { land, tick, places, homes, sites, ruins, dead };
    this.#ask({ type: 'draw', number: this.#newest, map });
  }

  /** Calls `then` with the corners between two lots, which are none when many seek ways. */
  way(seed: string, from: number | null, to: number | null, then: (way: readonly Point[]) => void): void {
    if (this.#isGone || this.#ways.size >= waysMax) {
      then([]);
      return;
    }
    const number = this.#asked++;
    this.#ways.set(number, then);
    this.#ask({ type: 'way', number, seed, from, to });
  }

  close(): void {
    this.#worker?.terminate();
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#listener.begun();
  }

  /** Whoever waits for a way walks straight; so does everybody when it never begins. */
  #failed(): void {
    this.#isGone ||= !this.#hasBegun;
    this.#begin();
    for (const number of this.#ways.keys()) this.#found(number, []);
  }

  #ask(question: Question): void {
    this.#worker?.postMessage(question);
  }

  #found(number: number, way: readonly Point[]): void {
    const then = this.#ways.get(number);
    this.#ways.delete(number);
    then?.(way);
  }
}

function begunWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./town-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}
