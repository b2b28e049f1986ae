/**
 * Triangles of a graphics card as the polygons of which they were made: where triangles touch, a renderer of vectors would show the line
 * between them.
 */
import type { Point } from '../land/shapes.ts';
import type { Tone } from './tones.ts';
import { cornerNumbers, type Paint, type Raised, shadowNumbers } from './triangles.ts';

export interface Polygon {
  readonly points: readonly Required<Raised>[];
  readonly paint: Required<Paint>;
}

/** In the order in which they are drawn. */
export function* polygonsOf(numbers: Float32Array): Generator<Polygon> {
  const at = (corner: number, part: number): number => numbers[corner * cornerNumbers + part] ?? 0;
  const pointAt = (corner: number) => ({ x: at(corner, 0), y: at(corner, 1), h: at(corner, 2) });
  const isSame = (one: number, other: number, parts: number) => {
    for (let part = 0; part < parts; part++) if (at(one, part) !== at(other, part)) return false;
    return true;
  };
  // The next triangle of a fan begins where this one did, and goes on from its last corner.
  const goesOn = (corner: number, next: number) =>
    isSame(next, corner, cornerNumbers) && isSame(next + 1, next - 1, cornerNumbers);
  const corners = numbers.length / cornerNumbers;
  for (let corner = 0; corner < corners; ) {
    const points = [pointAt(corner), pointAt(corner + 1), pointAt(corner + 2)];
    const tone: Tone = at(corner, 3);
    const paint = { tone, shade: at(corner, 4), glow: at(corner, 5) };
    let next = corner + 3;
    for (; next < corners && goesOn(corner, next); next += 3) points.push(pointAt(next + 2));
    yield { points, paint };
    corner = next;
  }
}

/** Outlines of shadows, each thrown by its height times `sun`. */
export function* shadowsOf(numbers: Float32Array, sun: readonly [number, number]): Generator<readonly Point[]> {
  const pointAt = (corner: number): Point => {
    const [x = 0, y = 0, aside = 0, down = 0, height = 0] = numbers.subarray(
      corner * shadowNumbers,
      (corner + 1) * shadowNumbers,
    );
    const thrown = { x: sun[0] * height, y: sun[1] * height };
    return aside * thrown.x + down * thrown.y > 0 ? { x: x + thrown.x, y: y + thrown.y } : { x, y };
  };
  const isSame = (one: number, other: number) => {
    for (let part = 0; part < shadowNumbers; part++)
      if (numbers[one * shadowNumbers + part] !== numbers[other * shadowNumbers + part]) return false;
    return true;
  };
  const corners = numbers.length / shadowNumbers;
  for (let corner = 0; corner < corners; ) {
    const points = [pointAt(corner), pointAt(corner + 1), pointAt(corner + 2)];
    let next = corner + 3;
    for (; next < corners && isSame(next, corner) && isSame(next + 1, next - 1); next += 3)
      points.push(pointAt(next + 2));
    yield points;
    corner = next;
  }
}
