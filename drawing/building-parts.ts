/** Parts of buildings as triangles: where one stands on its lot, walls with windows and a door, roofs. */
import type { Lot } from '../land/lots.ts';
import { between, direction, distance, dot, inward, isInside, type Point, towards } from '../land/shapes.ts';
import { type Tone, tones } from './tones.ts';
import type { Raised, Shadows, Triangles } from './triangles.ts';

/** The first side is the front; there are four. */
export type Outline = readonly [Point, Point, Point, Point];

export interface Site {
  readonly built: Triangles;
  readonly shadows: Shadows;
  /** False in a large town: windows and doors would be less than a pixel. */
  readonly hasDetail: boolean;
}

export const floorHeight = 6.5;

export const at = (point: Point, h: number): Raised => ({ ...point, h });

/** A rectangle on the lot along its street, as near to that as a front garden leaves. Undefined on a lot too narrow for any. */
export function footprint(
  { shape, centre, front, door }: Lot,
  halfWidth: number,
  halfDepth: number,
): Outline | undefined {
  const along = direction(front.from, front.to);
  const back = inward(along);
  const toDoor = dot({ x: centre.x - door.x, y: centre.y - door.y }, back);
  for (let share = 1; share > 0.3; share *= 0.92) {
    const [w, d] = [halfWidth * share, halfDepth * share];
    const middle = towards(centre, back, Math.min(0, d + 3 - toDoor));
    const corner = (x: number, y: number) => towards(towards(middle, along, x * w), back, y * d);
    const corners: Outline = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    if (corners.every((point) => isInside(shape, point))) return corners;
  }
  return undefined;
}

export const middleOf = ([a, , c]: Outline): Point => between(a, c);

/** `by` of its size, around its middle. */
export function scaled(outline: Outline, by: number): Outline {
  const middle = middleOf(outline);
  const [a, b, c, d] = outline;
  return [between(middle, a, by), between(middle, b, by), between(middle, c, by), between(middle, d, by)];
}

interface Seen {
  readonly from: Point;
  readonly to: Point;
  readonly shade: number;
  readonly isFront: boolean;
}

/** Sides of an outline that are seen: those that look down the map. */
export const seenSides = (outline: readonly Point[]): readonly Seen[] =>
  outline.flatMap((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from;
    const isSeen = from.x - to.x > 0.01;
    return isSeen ? [{ from, to, shade: to.y > from.y ? -0.04 : -0.17, isFront: index === 0 }] : [];
  });

export interface Walls {
  readonly outline: readonly Point[];
  readonly height: number;
  /** Where it begins; the ground when unset. */
  readonly base?: number;
  readonly tone: Tone;
  readonly isLit: boolean;
  readonly floors: number;
}

export function raise(site: Site, walls: Walls): void {
  const { outline, height, tone, base = 0 } = walls;
  if (base === 0) site.shadows.cast(outline, height + 3);
  for (const side of seenSides(outline)) {
    const { from, to, shade } = side;
    site.built.fan([at(from, base), at(to, base), at(to, height), at(from, height)], { tone, shade });
    if (!site.hasDetail) continue;
    if (base === 0)
      site.built.fan([at(from, 0), at(to, 0), at(to, 1.1), at(from, 1.1)], { tone: tones.stone, shade: shade - 0.12 });
    openings(site, walls, side);
  }
}

/** Windows on each floor, and a door in the middle of the front. */
function openings({ built }: Site, { base = 0, isLit, floors }: Walls, { from, to, shade, isFront }: Seen): void {
  const length = distance(from, to);
  const count = Math.max(1, Math.floor(length / 5.2));
  const pane = (middle: number, half: number, low: number, high: number, tone: Tone, glow = 0) => {
    const [a, b] = [between(from, to, middle - half / length), between(from, to, middle + half / length)];
    built.fan([at(a, low), at(b, low), at(b, high), at(a, high)], { tone, glow, shade: glow > 0 ? 0 : shade });
  };
  for (let floor = 0; floor < floors; floor++)
    for (let n = 0; n < count; n++) {
      const middle = (n + 0.5) / count;
      const low = base + floor * floorHeight + 2.5;
      if (isFront && base === 0 && floor === 0 && n === Math.floor(count / 2)) {
        pane(middle, 1.7, 0, 5.2, tones.frame);
        pane(middle, 1.25, 0, 4.8, tones.door);
        continue;
      }
      const isGlowing = isLit && (n + floor) % 3 !== 1;
      pane(middle, 1.6, low - 0.4, low + 3.2, tones.frame, isGlowing ? 0.45 : 0);
      pane(middle, 1.2, low, low + 2.8, tones.window, isGlowing ? 1 : 0);
    }
}

export interface Roof {
  readonly outline: Outline;
  readonly height: number;
  readonly tone: Tone;
  /** Of the walls below it, which are seen under its gables. */
  readonly wall: Tone;
}

/** Two slopes along the first side of the outline, which stand out over the walls. Returns how high it is. */
export function gable({ built, hasDetail }: Site, { outline, height, tone, wall }: Roof, steep = 0.5): number {
  const [a, b, c, d] = scaled(outline, hasDetail ? 1.14 : 1.05);
  const rise = Math.min(8, distance(a, d) * steep);
  const low = height - (hasDetail ? 0.9 : 0);
  const [left, right] = [at(between(a, d), height + rise), at(between(b, c), height + rise)];
  const slopes = [
    { points: [at(a, low), at(b, low), right, left], y: a.y + b.y },
    { points: [at(d, low), at(c, low), right, left], y: d.y + c.y },
  ].sort((one, other) => one.y - other.y);
  const [far, near] = slopes;
  if (far === undefined || near === undefined) return height;
  built.fan(far.points, { tone, shade: 0.1 });
  const [ia, ib, ic, id] = outline;
  for (const [from, to, top] of [
    [id, ia, left],
    [ib, ic, right],
  ] as const)
    if (from.x > to.x) {
      const peak = at(between(top, between(from, to), 0.12), height + rise * 0.88);
      built.fan([at(from, height), at(to, height), peak], { tone: wall, shade: to.y > from.y ? -0.04 : -0.15 });
    }
  built.fan(near.points, { tone, shade: -0.05 });
  if (hasDetail) {
    tiles(built, near.points, tone);
    built.line(left, right, 0.9, { tone, shade: 0.22 });
  }
  return height + rise;
}

/** Rows of tiles on a slope: two of its sides go from the eaves to the ridge. */
function tiles(built: Triangles, [low0, low1, top1, top0]: readonly Raised[], tone: Tone): void {
  if (low0 === undefined || low1 === undefined || top0 === undefined || top1 === undefined) return;
  const on = (from: Raised, to: Raised, share: number): Raised =>
    at(between(from, to, share), (from.h ?? 0) + ((to.h ?? 0) - (from.h ?? 0)) * share);
  for (const row of [0.08, 0.36, 0.64])
    built.fan([on(low0, top0, row), on(low1, top1, row), on(low1, top1, row + 0.1), on(low0, top0, row + 0.1)], {
      tone,
      shade: -0.14,
    });
}

/** A roof that comes to a point, over an outline of any number of corners. */
export function pyramid({ built }: Site, outline: readonly Point[], height: number, rise: number, tone: Tone): void {
  const sum = outline.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  const top = at({ x: sum.x / outline.length, y: sum.y / outline.length }, height + rise);
  const sides = outline.map((from, index) => ({ from, to: outline[(index + 1) % outline.length] ?? from }));
  for (const { from, to } of sides.sort((a, b) => a.from.y + a.to.y - b.from.y - b.to.y)) {
    const slope = (from.x - to.x) / (distance(from, to) || 1);
    const aside = (from.y - to.y) / (distance(from, to) || 1);
    built.fan([at(from, height), at(to, height), top], { tone, shade: 0.04 - 0.1 * slope + 0.08 * aside });
  }
}

/** A flat roof with a low wall around it. */
export function flat({ built }: Site, outline: Outline, height: number, tone: Tone): void {
  const top = (of: Outline, h: number) => of.map((point) => at(point, h));
  built.fan(top(outline, height), { tone, shade: 0.14 });
  built.fan(top(scaled(outline, 0.82), height), { tone, shade: -0.1 });
}

/** A box on a roof or beside a house: a chimney, a turret, a stall. */
export function box(site: Site, middle: Point, half: number, [from, to]: readonly [number, number], tone: Tone): void {
  const [x, y] = [middle.x, middle.y];
  const front = [at({ x: x - half, y: y + half }, from), at({ x: x + half, y: y + half }, from)];
  const back = [at({ x: x + half, y: y + half }, to), at({ x: x - half, y: y + half }, to)];
  site.built.fan([...front, ...back], { tone, shade: -0.1 });
  site.built.fan(
    [
      at({ x: x - half, y: y - half }, to),
      at({ x: x + half, y: y - half }, to),
      at({ x: x + half, y: y + half }, to),
      at({ x: x - half, y: y + half }, to),
    ],
    { tone, shade: 0.15 },
  );
}

const half = Math.SQRT1_2;
const around = [
  [1, 0],
  [half, half],
  [0, 1],
  [-half, half],
  [-1, 0],
  [-half, -half],
  [0, -1],
  [half, -half],
] as const;

export const octagon = ({ x, y }: Point, radius: number): readonly Point[] =>
  around.map(([dx, dy]) => ({ x: x + dx * radius, y: y + dy * radius }));
