/**
 * Corners of triangles for the graphics card, in the order in which they are drawn: for each x, y, the height above the ground, its tone,
 * how much lighter (above 0) or darker its side is, and how much light it gives by itself.
 */
import type { Point } from '../land/shapes.ts';
import type { Tone } from './tones.ts';

export const cornerNumbers = 6;

export interface Raised extends Point {
  readonly h?: number;
}

export interface Paint {
  readonly tone: Tone;
  readonly shade?: number;
  /** 0 to 1: a window behind which a lamp is lit. Below 0: light of a street lamp, by night. */
  readonly glow?: number;
}

/** Numbers of which nobody knows beforehand how many they will be. */
class Growing {
  #numbers = new Float32Array(1 << 14);
  #end = 0;

  get numbers(): Float32Array {
    return this.#numbers.subarray(0, this.#end);
  }

  put(row: readonly number[]): void {
    if (this.#end + row.length > this.#numbers.length) {
      const more = new Float32Array(this.#numbers.length * 2);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    for (const number of row) this.#numbers[this.#end++] = number;
  }
}

export class Triangles {
  readonly #kept = new Growing();

  get numbers(): Float32Array {
    return this.#kept.numbers;
  }

  get corners(): number {
    return this.numbers.length / cornerNumbers;
  }

  /** A convex shape. */
  fan(points: readonly Raised[], paint: Paint): void {
    const [first] = points;
    for (let at = 2; at < points.length; at++) {
      const [before, here] = [points[at - 1], points[at]];
      if (first === undefined || before === undefined || here === undefined) continue;
      for (const point of [first, before, here]) this.#put(point, paint);
    }
  }

  /** A line of this width on the ground, or at the height of its ends. */
  line(from: Raised, to: Raised, width: number, paint: Paint): void {
    const [x, y] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(x, y) || 1;
    const side = { x: (-y / length) * (width / 2), y: (x / length) * (width / 2) };
    const moved = (point: Raised, by: 1 | -1) => ({ ...point, x: point.x + by * side.x, y: point.y + by * side.y });
    this.fan([moved(from, 1), moved(to, 1), moved(to, -1), moved(from, -1)], paint);
  }

  #put({ x, y, h = 0 }: Raised, { tone, shade = 0, glow = 0 }: Paint): void {
    this.#kept.put([x, y, h, tone, shade, glow]);
  }
}

/** Corners of shadows: for each x, y, the outward direction of the side that it belongs to, and how high that side is. */
export const shadowNumbers = 5;

export class Shadows {
  readonly #kept = new Growing();

  get numbers(): Float32Array {
    return this.#kept.numbers;
  }

  /**
   * Of something with this outline and height. Each corner comes twice, for each of its sides: the card moves those that look from the sun.
   */
  cast(outline: readonly Point[], height: number): void {
    const corners = outline.flatMap((point, at) => {
      const before = outline[(at + outline.length - 1) % outline.length] ?? point;
      const next = outline[(at + 1) % outline.length] ?? point;
      return [
        [point.x, point.y, point.y - before.y, before.x - point.x, height],
        [point.x, point.y, next.y - point.y, point.x - next.x, height],
      ];
    });
    const [first = []] = corners;
    for (let at = 2; at < corners.length; at++)
      for (const corner of [first, corners[at - 1] ?? [], corners[at] ?? []]) this.#kept.put(corner);
  }
}
