/** Where a view that follows goes: to who spoke or did something last, and never to where nobody is to be seen. */
import { type Camera, onScreen, type Point, type Size } from './camera.ts';
import type { Walkers } from './walkers.ts';

/** Of those who did something, the last. */
const actedMax = 24;
/** At the edge of a view nobody is seen well, in CSS pixels. */
const rim = 24;

/** What is seen now. */
interface Look {
  readonly camera: Camera;
  readonly size: Size;
  readonly now: number;
}

export class Attention {
  readonly #walkers: Walkers;
  /** The newest last. */
  #acted: readonly string[] = [];

  constructor(walkers: Walkers) {
    this.#walkers = walkers;
  }

  acted(resident: string): void {
    this.#acted = [...this.#acted.filter((one) => one !== resident), resident].slice(-actedMax);
  }

  /** True when somebody is in sight of this camera. */
  isPeopled(camera: Camera, size: Size, now: number): boolean {
    return this.#walkers.ids.some((_, index) => {
      const { x, y } = onScreen(camera, size, this.#walkers.at(index, now));
      return x > rim && x < size.width - rim && y > rim && y < size.height - rim;
    });
  }

  /** `point`, where somebody would be seen there; else, when nobody is seen now, who did something last. */
  next(point: Point | undefined, scale: number, now: Look): Point | undefined {
    if (point !== undefined && this.isPeopled({ ...point, scale }, now.size, now.now)) return point;
    return this.isPeopled(now.camera, now.size, now.now) ? undefined : this.newest(now.now);
  }

  /** Where the last who did something is now; where they have all gone, anybody. Undefined when nobody is out. */
  newest(now: number): Point | undefined {
    for (const resident of [...this.#acted].reverse()) {
      const point = this.#walkers.pointOf(resident, now);
      if (point !== undefined) return point;
    }
    return this.#walkers.count === 0 ? undefined : this.#walkers.at(0, now);
  }
}
