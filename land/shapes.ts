/**
 * Convex shapes whose sides know along which street they lie. All land is such shapes, cut by straight lines, so what is cut apart never
 * overlaps, and a part that keeps a piece of an old side still lies at its street.
 *
 * Points go round a shape with the inside to the left of each side, as `cross` counts it. World units, y downwards.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The sides of a shape that lie at no street. */
export const noStreet = -1;

export interface Shape {
  readonly points: readonly Point[];
  /** The street along the side from the point with this index to the next. */
  readonly streets: readonly number[];
}

/** A line through a point, and the direction in which it goes. */
export interface Line {
  readonly through: Point;
  readonly along: Point;
}

export interface Side {
  readonly from: Point;
  readonly to: Point;
  readonly street: number;
}

/** Shorter sides are none: they come of lines through a corner. */
const shortest = 1e-6;

export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
/** `point`, moved so many units along a direction. */
export const towards = ({ x, y }: Point, along: Point, units: number): Point => ({
  x: x + along.x * units,
  y: y + along.y * units,
});
const cross = (a: Point, b: Point): number => a.x * b.y - a.y * b.x;
export const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y;
/** The square root of IEEE 754 is exact everywhere; `Math.hypot` is not. */
export const lengthOf = ({ x, y }: Point): number => Math.sqrt(x * x + y * y);
export const distance = (a: Point, b: Point): number => lengthOf(minus(a, b));
export const between = (a: Point, b: Point, share = 0.5): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});

export function direction(from: Point, to: Point): Point {
  const way = minus(to, from);
  const length = lengthOf(way) || 1;
  return { x: way.x / length, y: way.y / length };
}

/** A quarter turn, to the inside of a side that goes along `along`. */
export const inward = ({ x, y }: Point): Point => ({ x: -y, y: x });

export function sidesOf({ points, streets }: Shape): readonly Side[] {
  const sides: Side[] = [];
  for (let at = 0; at < points.length; at++) {
    const [from, to] = [points[at], points[at + 1 === points.length ? 0 : at + 1]];
    if (from !== undefined && to !== undefined) sides.push({ from, to, street: streets[at] ?? noStreet });
  }
  return sides;
}

/** Above 0 where its points go round as they should. */
export function areaOf({ points }: Shape): number {
  let twice = 0;
  let from = points.at(-1);
  for (const to of points) {
    if (from !== undefined) twice += cross(from, to);
    from = to;
  }
  return twice / 2;
}

/** The centre of its area. */
export function centreOf(shape: Shape): Point {
  let [x, y, twice] = [0, 0, 0];
  for (const { from, to } of sidesOf(shape)) {
    const part = cross(from, to);
    x += (from.x + to.x) * part;
    y += (from.y + to.y) * part;
    twice += part;
  }
  return twice === 0 ? { x: 0, y: 0 } : { x: x / (3 * twice), y: y / (3 * twice) };
}

/** The part to the left of a line; the new side lies at `street`. Undefined when nothing is left. */
export function leftOf({ points, streets }: Shape, { through, along }: Line, street: number): Shape | undefined {
  const away = points.map(({ x, y }) => along.x * (y - through.y) - along.y * (x - through.x));
  if (away.every((off) => off >= 0)) return { points, streets };
  const left: Point[] = [];
  const sides: number[] = [];
  const put = (point: Point, at: number): void => {
    const last = left.at(-1);
    if (last !== undefined && isSame(last, point)) {
      left.pop();
      sides.pop();
    }
    left.push(point);
    sides.push(at);
  };
  for (const [index, from] of points.entries()) {
    const next = (index + 1) % points.length;
    const [to, here, there, at] = [points[next], away[index] ?? 0, away[next] ?? 0, streets[index] ?? noStreet];
    if (here >= 0) put(from, at);
    if (to !== undefined && here >= 0 !== there >= 0)
      put(between(from, to, here / (here - there)), here >= 0 ? street : at);
  }
  const [first, last] = [left[0], left.at(-1)];
  if (left.length > 1 && first !== undefined && last !== undefined && isSame(first, last)) {
    left.pop();
    sides.pop();
  }
  return left.length < 3 ? undefined : { points: left, streets: sides };
}

const isSame = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) < shortest && Math.abs(a.y - b.y) < shortest;

const turned = ({ through, along }: Line): Line => ({ through, along: { x: -along.x, y: -along.y } });

/** Both parts, to the left of the line and to its right. */
export const cut = (shape: Shape, line: Line, street: number): readonly [Shape | undefined, Shape | undefined] => [
  leftOf(shape, line, street),
  leftOf(shape, turned(line), street),
];

/** What is left when each side moves inwards by `byStreet` of its street. */
export function inset(shape: Shape, byStreet: (street: number) => number): Shape | undefined {
  let left: Shape | undefined = shape;
  for (const { from, to, street } of sidesOf(shape)) {
    const along = direction(from, to);
    if (left === undefined) return undefined;
    left = leftOf(left, { through: towards(from, inward(along), byStreet(street)), along }, street);
  }
  return left;
}

export const isInside = (shape: Shape, point: Point): boolean =>
  sidesOf(shape).every(({ from, to }) => cross(minus(to, from), minus(point, from)) >= 0);

/** From a point to the nearest of a line between two points. */
export function distanceToSide(point: Point, from: Point, to: Point): number {
  const way = minus(to, from);
  const share = dot(minus(point, from), way) / (dot(way, way) || 1);
  return distance(point, between(from, to, Math.max(0, Math.min(1, share))));
}

/** How far a shape goes along a direction: from, to. */
export function spanOf({ points }: Shape, along: Point): readonly [number, number] {
  let [from, to] = [Infinity, -Infinity];
  for (const point of points) {
    const at = dot(point, along);
    from = Math.min(from, at);
    to = Math.max(to, at);
  }
  return [from, to];
}
