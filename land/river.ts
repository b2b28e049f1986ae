/** The river: it comes from far away, bends past the Commons' square, and leaves. */
import type { Chance } from './random.ts';
import { between, distance, distanceToSide, dot, isInside, type Point, type Shape, sidesOf } from './shapes.ts';

/** Units from its middle to either bank. */
export const riverHalf = 13;
/** Units of each bank on which nobody builds. */
const bank = 5;
/** How far from the square it passes, at least, and how much may be added. */
const nearest = 120;
const nearestMore = 40;
/** Between two points of its course before it is rounded. */
const bendEvery = 150;
const roundings = 3;

interface Course {
  /** Close enough to each other to stand for the whole course. */
  readonly course: readonly Point[];
  /** The direction in which it flows on the whole. */
  readonly flow: Point;
  /** How far along that direction each point of its course is: it never turns back. */
  readonly along: readonly number[];
}

/** `reach`: how far from the square there is land. */
function courseOf(chance: Chance, reach: number): Course {
  const flow = anyDirection(chance);
  const aside = { x: -flow.y, y: flow.x };
  const offset = nearest + nearestMore * chance();
  const bends: Point[] = [];
  for (let at = -reach - bendEvery; at <= reach + bendEvery; at += bendEvery) {
    const wide = 24 + Math.abs(at) * 0.16;
    const away = offset + wide * (2 * chance() - 0.8);
    bends.push({ x: flow.x * at + aside.x * away, y: flow.y * at + aside.y * away });
  }
  let course: readonly Point[] = bends;
  for (let n = 0; n < roundings; n++) course = rounded(course);
  return { course, flow, along: course.map((at) => dot(at, flow)) };
}

function anyDirection(chance: Chance): Point {
  for (;;) {
    const [x, y] = [2 * chance() - 1, 2 * chance() - 1];
    const length = Math.sqrt(x * x + y * y);
    if (length > 0.2 && length <= 1) return { x: x / length, y: y / length };
  }
}

/** Each corner cut off at a quarter of both sides (Chaikin). */
const rounded = (course: readonly Point[]): readonly Point[] =>
  course.slice(1).flatMap((to, at) => {
    const from = course[at] ?? to;
    return [between(from, to, 0.25), between(from, to, 0.75)];
  });

/** The part of a course that may be within `reach` of a point. */
function near({ course, flow, along }: Course, point: Point, reach: number): readonly Point[] {
  const at = dot(point, flow);
  const [first, end] = [firstBeyond(along, at - reach), firstBeyond(along, at + reach)];
  const part = course.slice(Math.max(0, first - 1), end + 1);
  return part.some((one) => distance(one, point) <= reach + bendEvery / 4) ? part : [];
}

function firstBeyond(ascending: readonly number[], least: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? Infinity) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A course as straight pieces. */
const piecesOf = (course: readonly Point[]): readonly (readonly [Point, Point])[] =>
  course.slice(1).map((to, at) => [course[at] ?? to, to] as const);

export class River {
  readonly #of: Course;

  /** `reach`: how far from the square there is land. */
  constructor(chance: Chance, reach: number) {
    this.#of = courseOf(chance, reach);
  }

  /** The middle of the water, point after point. */
  get course(): readonly Point[] {
    return this.#of.course;
  }

  /** True for a point in the water, or less than so many units from it. */
  isNear(point: Point, units = 0): boolean {
    const least = riverHalf + units;
    return piecesOf(near(this.#of, point, least + 20)).some(([from, to]) => distanceToSide(point, from, to) < least);
  }

  /** True where a shape stands in the water, or too near to it. */
  floods(shape: Shape, centre: Point): boolean {
    const least = riverHalf + bank;
    const course = near(this.#of, centre, 60);
    const sides = sidesOf(shape);
    return (
      course.some((at) => isInside(shape, at) || sides.some(({ from, to }) => distanceToSide(at, from, to) < least)) ||
      piecesOf(course).some(([from, to]) => shape.points.some((corner) => distanceToSide(corner, from, to) < least))
    );
  }

  /** The part of the way between two points that is over water, as shares of it; undefined when none is. */
  across(from: Point, to: Point): readonly [number, number] | undefined {
    const length = distance(from, to);
    if (near(this.#of, between(from, to), length / 2 + 30).length === 0) return undefined;
    const steps = Math.max(2, Math.ceil(length / 4));
    let wet: readonly [number, number] | undefined;
    for (let step = 0; step <= steps; step++) {
      const share = step / steps;
      if (this.isNear(between(from, to, share), 1)) wet = [wet?.[0] ?? share, share];
    }
    return wet;
  }
}
