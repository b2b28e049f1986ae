/**
 * Lots: each ward is cut in two by a street again and again until blocks are left, and each block into lots back to back. A lot is a slice
 * of one row, from the middle of the block to its edge, so it has a side on a street.
 */
import type { Chance } from './random.ts';
import type { River } from './river.ts';
import {
  areaOf,
  between,
  centreOf,
  cut,
  direction,
  distance,
  dot,
  inset,
  inward,
  minus,
  noStreet,
  type Point,
  type Shape,
  type Side,
  sidesOf,
  spanOf,
  towards,
} from './shapes.ts';
import type { Standpoint, Streets } from './streets.ts';

/** Units along the street and away from it that a lot has on the whole. */
const lotWidth = 25;
const lotDepth = 28;
/** Square units. A larger block is cut in two. */
const blockMin = 4_000;
const blockMore = 2_400;
/** Smaller lots are yards. */
const lotAreaMin = 260;
export const frontMin = 9;
/** Rounds of cutting, at most: each halves the area. */
const cutsMax = 9;

export interface Lot {
  /** Its ward and its place there. */
  readonly id: number;
  readonly ward: number;
  readonly shape: Shape;
  readonly centre: Point;
  /** Its longest side on a street. */
  readonly front: Side;
  /** In the middle of the front. */
  readonly door: Point;
  /** In the street before the door. */
  readonly before: Standpoint;
  /** True on streets that lead out from the square, and on those between wards. */
  readonly isBusy: boolean;
}

/** What no one can build on: banks, and what is too small. */
export interface Ground {
  readonly ward: number;
  readonly shape: Shape;
}

export interface Cutting {
  readonly streets: Streets;
  readonly river: River;
  readonly ward: number;
  readonly chance: Chance;
}

/** The blocks of a ward, the streets between them laid. */
export function blocksOf(ward: Shape, cutting: Cutting, cuts = 0): readonly Shape[] {
  const { streets, chance } = cutting;
  if (cuts === cutsMax || areaOf(ward) < blockMin + blockMore * chance()) return [ward];
  const line = acrossOf(ward, 0.5 + 0.16 * (chance() - 0.5), 0.1 * (chance() - 0.5));
  const ends = cut(ward, line, noStreet).flatMap((part) => (part === undefined ? [] : newSideOf(part)));
  const [end] = ends;
  if (end === undefined) return [ward];
  const street = streets.lay(cuts === 0 ? 'lane' : 'alley', end.from, end.to);
  for (const point of [end.from, end.to]) streets.meet(streetAt(ward, point), point);
  return cut(ward, line, street).flatMap((part) => (part === undefined ? [] : blocksOf(part, cutting, cuts + 1)));
}

const newSideOf = (part: Shape): readonly Side[] => sidesOf(part).filter(({ street }) => street === noStreet);

/** The street of the side on which a point lies. */
function streetAt(shape: Shape, point: Point): number {
  let found = noStreet;
  let least = 1e-3;
  for (const { from, to, street } of sidesOf(shape)) {
    const off = Math.abs(distance(from, point) + distance(point, to) - distance(from, to));
    if (off < least) [found, least] = [street, off];
  }
  return found;
}

/** A line across a shape where it is long: at this share of its length, a little askew. */
function acrossOf(shape: Shape, share: number, askew: number) {
  const along = lengthwise(shape);
  const [from, to] = spanOf(shape, along);
  const centre = centreOf(shape);
  const through = towards(centre, along, from + (to - from) * share - dot(centre, along));
  const across = inward(along);
  return { through, along: { x: across.x + along.x * askew, y: across.y + along.y * askew } };
}

/** The direction in which a shape is longest, of those of its longest side and across it. */
function lengthwise(shape: Shape): Point {
  const side = longest(sidesOf(shape));
  const along = side === undefined ? { x: 1, y: 0 } : direction(side.from, side.to);
  const across = inward(along);
  const length = (way: Point) => {
    const [from, to] = spanOf(shape, way);
    return to - from;
  };
  return length(across) > length(along) ? across : along;
}

function longest(sides: readonly Side[]): Side | undefined {
  let found: Side | undefined;
  for (const side of sides)
    if (found === undefined || distance(side.from, side.to) > distance(found.from, found.to)) found = side;
  return found;
}

/** Slices of a block, each from its middle to its edge. */
function slicesOf(block: Shape): readonly Shape[] {
  const along = lengthwise(block);
  const across = inward(along);
  const [left, right] = spanOf(block, across);
  const rows = right - left > 1.5 * lotDepth ? cut(block, { through: centreOf(block), along }, noStreet) : [block];
  return rows.flatMap((row) => (row === undefined ? [] : slicedAlong(row, along, across)));
}

function slicedAlong(row: Shape, along: Point, across: Point): readonly Shape[] {
  const [from, to] = spanOf(row, along);
  const count = Math.max(1, Math.round((to - from) / lotWidth));
  const slices: Shape[] = [];
  let rest: Shape | undefined = row;
  const origin = centreOf(row);
  for (let n = 1; n < count && rest !== undefined; n++) {
    const at = from + ((to - from) * n) / count;
    const through = towards(origin, along, at - dot(origin, along));
    const [slice, after]: readonly (Shape | undefined)[] = cut(rest, { through, along: across }, noStreet);
    if (slice !== undefined) slices.push(slice);
    rest = after;
  }
  return rest === undefined ? slices : [...slices, rest];
}

/** Lots and what is left over, of one block; lots without their number. */
export function lotsOf(
  block: Shape,
  { streets, river, ward }: Cutting,
): { readonly lots: readonly Omit<Lot, 'id'>[]; readonly left: readonly Ground[] } {
  const lots: Omit<Lot, 'id'>[] = [];
  const left: Ground[] = [];
  const paved = inset(block, (street) => streets.halfWidth(street));
  for (const shape of paved === undefined ? [] : slicesOf(paved)) {
    const centre = centreOf(shape);
    const front = frontOf(shape, streets);
    if (front === undefined || areaOf(shape) < lotAreaMin || river.floods(shape, centre)) left.push({ ward, shape });
    else lots.push({ ward, shape, centre, front, ...doorOf(front, streets) });
  }
  return { lots, left };
}

/** The widest street counts before the longest side. */
function frontOf(shape: Shape, streets: Streets): Side | undefined {
  const fronts = sidesOf(shape).filter(({ from, to, street }) => street !== noStreet && distance(from, to) >= frontMin);
  const widest = Math.max(...fronts.map(({ street }) => streets.halfWidth(street)));
  return longest(fronts.filter(({ street }) => streets.halfWidth(street) === widest));
}

function doorOf(front: Side, streets: Streets) {
  const door = between(front.from, front.to);
  const { street } = front;
  const kind = streets.all[street]?.kind;
  return { door, before: { street, at: streets.before(street, door) }, isBusy: kind === 'main' || kind === 'avenue' };
}

/** From the square outwards: the nearer of two is taken first. */
export const nearest = (a: Pick<Lot, 'centre'>, b: Pick<Lot, 'centre'>): number =>
  dot(a.centre, a.centre) - dot(b.centre, b.centre) || minus(a.centre, b.centre).x;
