/** Ways over the streets: a walk is several straight parts, of which the card is told the next one when one has ended. */
import type { Point } from './camera.ts';
import type { Walkers } from './walkers.ts';

/** World units a second on a long way; a short one is walked slowly, and none takes longer than this. */
const speed = 85;
const secondsMin = 1.4;
const secondsMax = 8;

interface Journey {
  readonly rest: readonly Point[];
  readonly speed: number;
  /** When the present part ends. */
  readonly until: number;
}

const away = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export class Journeys {
  readonly #walkers: Walkers;
  readonly #under = new Map<string, Journey>();

  constructor(walkers: Walkers) {
    this.#walkers = walkers;
  }

  /** From where it is over these points to the last of them. */
  begin(id: string, way: readonly Point[], now: number, unseen?: Point): void {
    const from = this.#walkers.pointOf(id, now) ?? unseen ?? way[0];
    if (from === undefined) return;
    const length = way.reduce((sum, to, at) => sum + away(way[at - 1] ?? from, to), 0);
    const seconds = Math.max(secondsMin, Math.min(secondsMax, length / speed));
    this.#next(id, { rest: way, speed: Math.max(1, length) / seconds, until: now }, now, unseen);
  }

  end(id: string): void {
    this.#under.delete(id);
  }

  /** True for who is on its way. */
  has(id: string): boolean {
    return this.#under.has(id);
  }

  /** Sends those on who have come to a corner. */
  advance(now: number): void {
    for (const [id, journey] of this.#under) if (journey.until <= now) this.#next(id, journey, now);
  }

  setBack(seconds: number): void {
    for (const [id, journey] of this.#under) this.#under.set(id, { ...journey, until: journey.until - seconds });
  }

  #next(id: string, journey: Journey, now: number, unseen?: Point): void {
    const [to, ...rest] = journey.rest;
    if (to === undefined) {
      this.end(id);
      return;
    }
    const from = this.#walkers.pointOf(id, now) ?? unseen ?? to;
    const seconds = Math.max(0.02, away(from, to) / journey.speed);
    this.#walkers.walk(id, to, now, seconds, unseen);
    this.#under.set(id, { ...journey, rest, until: now + seconds });
  }
}
