/** Buildings: what stands on a lot, as triangles. Their form follows what they are, how large, how old, and a hash of whose they are. */
import type { Lot } from '../../../land/lots.ts';
import { hashOf } from '../../../land/random.ts';
import { direction, dot, inward, isInside, type Point, towards } from '../../../land/shapes.ts';
import { type Tone, tones } from './tones.ts';
import type { Raised, Shadows, Triangles } from './triangles.ts';

export type Tier = 'tiny' | 'small' | 'medium' | 'large' | 'massive';

export interface Building {
  readonly lot: Lot;
  readonly form: 'house' | 'pod' | 'site' | 'ruin';
  /** What its look is derived from. */
  readonly name: string;
  readonly isLit: boolean;
  readonly tier: Tier | null;
  readonly isNew: boolean;
}

export interface Site {
  readonly built: Triangles;
  readonly shadows: Shadows;
  /** False in a large town: windows and doors would be less than a pixel. */
  readonly hasDetail: boolean;
}

const roofs = [tones.roofRed, tones.roofOchre, tones.roofSlate, tones.roofMoss, tones.roofRed, tones.roofPlum];
const signRoofs = [tones.roofBlue, tones.roofSlate, tones.roofRed, tones.roofPlum, tones.roofMoss, tones.roofOchre];
const walls = [tones.wallCream, tones.wallWhite, tones.wallBrick, tones.wallSand];

const sizes: Readonly<Record<Tier, { readonly half: number; readonly floors: number }>> = {
  tiny: { half: 7.5, floors: 1 },
  small: { half: 9, floors: 2 },
  medium: { half: 10.5, floors: 2 },
  large: { half: 12, floors: 3 },
  massive: { half: 13, floors: 4 },
};
const floorHeight = 6.5;

/** Picks by a part of a hash. */
const pick = <T>(all: readonly T[], hash: number, shift: number): T | undefined => all[(hash >>> shift) % all.length];

/** A rectangle on the lot along its street; its first side is at the front. */
function footprint({ shape, centre, front, door }: Lot, halfWidth: number, halfDepth: number): readonly Point[] {
  const along = direction(front.from, front.to);
  const back = inward(along);
  for (let share = 1; share > 0.3; share *= 0.92) {
    const [w, d] = [halfWidth * share, halfDepth * share];
    // As near to the street as a front garden leaves.
    const middle = towards(
      centre,
      back,
      Math.min(0, d + 2.5 - dot({ x: centre.x - door.x, y: centre.y - door.y }, back)),
    );
    const corner = (x: number, y: number) => towards(towards(middle, along, x * w), back, y * d);
    const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    if (corners.every((point) => isInside(shape, point))) return corners;
  }
  return [];
}

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const at = (point: Point, h: number): Raised => ({ ...point, h });
const share = (a: Point, b: Point, s: number): Point => ({ x: a.x + (b.x - a.x) * s, y: a.y + (b.y - a.y) * s });

/** Sides of an outline that are seen: those that look down the map. */
const seenSides = (outline: readonly Point[]) =>
  outline.flatMap((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from;
    const isSeen = from.x - to.x > 0.01;
    const shade = to.y > from.y ? -0.06 : -0.16;
    return isSeen ? [{ from, to, shade, isFront: index === 0 }] : [];
  });

interface Walls {
  readonly outline: readonly Point[];
  readonly height: number;
  readonly tone: Tone;
  readonly isLit: boolean;
  readonly floors: number;
}

function raise({ built, shadows, hasDetail }: Site, { outline, height, tone, isLit, floors }: Walls): void {
  shadows.cast(outline, height + 2);
  for (const { from, to, shade, isFront } of seenSides(outline)) {
    built.fan([at(from, 0), at(to, 0), at(to, height), at(from, height)], { tone, shade });
    if (!hasDetail) continue;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const count = Math.max(1, Math.floor(length / 5));
    const half = 1.1 / length;
    for (let floor = 0; floor < floors; floor++)
      for (let n = 0; n < count; n++) {
        const middle = (n + 0.5) / count;
        const isDoor = isFront && floor === 0 && n === Math.floor(count / 2);
        const [low, high] = isDoor ? [0, 4.2] : [floor * floorHeight + 2.4, floor * floorHeight + 5];
        const [a, b] = [share(from, to, middle - half), share(from, to, middle + half)];
        const glow = isLit && !isDoor && (n + floor) % 2 === 0 ? 1 : 0;
        built.fan([at(a, low), at(b, low), at(b, high), at(a, high)], {
          tone: isDoor ? tones.door : tones.window,
          glow,
        });
      }
  }
}

/** Two slopes along the first side of a rectangle, or across it. */
function gable(
  { built }: Site,
  outline: readonly Point[],
  height: number,
  tone: Tone,
  wall: Tone,
  isAcross: boolean,
): void {
  const [a, b, c, d] = isAcross ? [...outline.slice(1), ...outline.slice(0, 1)] : outline;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return;
  const rise = Math.min(6.5, Math.hypot(d.x - a.x, d.y - a.y) * 0.42);
  const [left, right] = [at(middleOf(a, d), height + rise), at(middleOf(b, c), height + rise)];
  const slopes = [
    { points: [at(a, height), at(b, height), right, left], y: a.y + b.y },
    { points: [at(d, height), at(c, height), right, left], y: d.y + c.y },
  ].sort((one, other) => one.y - other.y);
  const [far, near] = slopes;
  if (far === undefined || near === undefined) return;
  built.fan(far.points, { tone, shade: 0.1 });
  for (const [from, to, top] of [
    [d, a, left],
    [b, c, right],
  ] as const)
    if (from.x > to.x) built.fan([at(from, height), at(to, height), top], { tone: wall, shade: -0.1 });
  built.fan(near.points, { tone, shade: -0.05 });
}

function pyramid({ built }: Site, outline: readonly Point[], height: number, rise: number, tone: Tone): void {
  const sum = outline.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  const top = at({ x: sum.x / outline.length, y: sum.y / outline.length }, height + rise);
  const sides = outline.map((from, index) => ({ from, to: outline[(index + 1) % outline.length] ?? from }));
  for (const { from, to } of sides.sort((a, b) => a.from.y + a.to.y - b.from.y - b.to.y)) {
    const slope = (from.x - to.x) / (Math.hypot(to.x - from.x, to.y - from.y) || 1);
    built.fan([at(from, height), at(to, height), top], { tone, shade: 0.06 - 0.12 * slope });
  }
}

function flat({ built }: Site, outline: readonly Point[], height: number, tone: Tone): void {
  built.fan(
    outline.map((point) => at(point, height)),
    { tone, shade: 0.12 },
  );
  const inner = shrunk(outline, 0.8);
  built.fan(
    inner.map((point) => at(point, height)),
    { tone, shade: -0.06 },
  );
}

function shrunk(outline: readonly Point[], by: number): readonly Point[] {
  const x = outline.reduce((sum, point) => sum + point.x, 0) / outline.length;
  const y = outline.reduce((sum, point) => sum + point.y, 0) / outline.length;
  return outline.map((point) => ({ x: x + (point.x - x) * by, y: y + (point.y - y) * by }));
}

function house(site: Site, { lot, name, isLit }: Building): void {
  const hash = hashOf(name);
  const outline = footprint(lot, 7 + ((hash >>> 3) % 3), 6 + ((hash >>> 5) % 3));
  if (outline.length === 0) return;
  const wall = pick(walls, hash, 7) ?? tones.wallCream;
  const height = 7 + ((hash >>> 9) % 2) * 2.5;
  raise(site, { outline, height, tone: wall, isLit, floors: 1 });
  const tone = pick(roofs, hash, 11) ?? tones.roofRed;
  gable(site, outline, height, tone, wall, (hash >>> 14) % 3 === 0);
}

function pod(site: Site, building: Building): void {
  const { lot, name, isLit, tier, isNew } = building;
  const hash = hashOf(name);
  const { half, floors } = sizes[tier ?? 'small'];
  const outline = footprint(lot, half + ((hash >>> 2) % 3), half);
  const [a, b] = outline;
  if (a === undefined || b === undefined) return;
  const wall = pick(walls, hash, 4) ?? tones.wallWhite;
  const roof = pick(signRoofs, hash, 7) ?? tones.roofBlue;
  const height = floors * floorHeight + 2;
  raise(site, { outline, height, tone: wall, isLit, floors });
  const form = (hash >>> 10) % 4;
  if (form === 0) flat(site, outline, height, roof);
  else if (form === 1) pyramid(site, outline, height, 7, roof);
  else gable(site, outline, height, roof, wall, form === 2);
  if (floors > 2 || form === 0) turret(site, shrunk(outline, 0.42), height, wall, roof);
  if (site.hasDetail) dressed(site, [a, b], roof, isNew, hash);
}

function turret(site: Site, outline: readonly Point[], height: number, wall: Tone, roof: Tone): void {
  for (const { from, to, shade } of seenSides(outline))
    site.built.fan([at(from, height), at(to, height), at(to, height + 9), at(from, height + 9)], { tone: wall, shade });
  pyramid(site, outline, height + 9, 7, roof);
}

/** An awning over the door, where it is seen; ivy on what is old, flags on what is new. */
function dressed({ built }: Site, [a, b]: readonly [Point, Point], roof: Tone, isNew: boolean, hash: number): void {
  if (a.x <= b.x) return;
  const out = { x: (a.y - b.y) * 0.16, y: (b.x - a.x) * -0.16 };
  for (let n = 0; n < 4; n++) {
    const [from, to] = [share(a, b, 0.14 + n * 0.18), share(a, b, 0.14 + (n + 1) * 0.18)];
    const paint = { tone: n % 2 === 0 ? roof : tones.wallWhite, shade: 0.05 };
    built.fan(
      [
        at(from, 6.4),
        at(to, 6.4),
        at({ x: to.x + out.x, y: to.y + out.y }, 4.6),
        at({ x: from.x + out.x, y: from.y + out.y }, 4.6),
      ],
      paint,
    );
  }
  if (isNew) {
    for (const end of [0.06, 0.94]) {
      const foot = share(a, b, end);
      built.fan(
        [
          at({ x: foot.x - 0.35, y: foot.y }, 0),
          at({ x: foot.x + 0.35, y: foot.y }, 0),
          at({ x: foot.x + 0.35, y: foot.y }, 13),
          at({ x: foot.x - 0.35, y: foot.y }, 13),
        ],
        { tone: tones.wood },
      );
      built.fan([at(foot, 13), at({ x: foot.x + 5, y: foot.y }, 11.6), at(foot, 10.2)], { tone: tones.flag });
    }
  } else if (hash % 3 === 0)
    built.fan([at(a, 0), at(share(a, b, 0.3), 0), at(share(a, b, 0.16), 6), at(a, 8.5)], { tone: tones.ivy });
}

/** Poles, planks and a first floor of a wall. */
function scaffold({ built, shadows }: Site, { lot }: Building): void {
  const outline = footprint(lot, 9, 9);
  built.fan(outline, { tone: tones.yard, shade: -0.08 });
  for (const { from, to } of seenSides(outline))
    built.fan([at(from, 0), at(to, 0), at(to, 4), at(from, 4)], { tone: tones.wallBrick, shade: -0.05 });
  const pole = (foot: Point) =>
    built.fan(
      [
        at({ x: foot.x - 0.5, y: foot.y }, 0),
        at({ x: foot.x + 0.5, y: foot.y }, 0),
        at({ x: foot.x + 0.5, y: foot.y }, 15),
        at({ x: foot.x - 0.5, y: foot.y }, 15),
      ],
      { tone: tones.wood },
    );
  const sides = outline.map((from, index) => ({ from, to: outline[(index + 1) % outline.length] ?? from }));
  for (const { from, to } of sides) {
    for (const height of [6, 11])
      built.fan([at(from, height), at(to, height), at(to, height + 1), at(from, height + 1)], {
        tone: tones.wood,
        shade: 0.1,
      });
    built.fan([at(from, 0), at(from, 1), at(to, 11), at(to, 10)], { tone: tones.wood });
    for (const foot of [from, middleOf(from, to)]) pole(foot);
  }
  if (outline.length > 0) shadows.cast(outline, 5);
}

/** What is left of walls, each side a little of another height, and green where the floor was. */
function ruin({ built, shadows }: Site, { lot, name }: Building): void {
  const outline = footprint(lot, 8, 8);
  if (outline.length === 0) return;
  const hash = hashOf(name);
  shadows.cast(outline, 3);
  built.fan(outline, { tone: tones.green });
  outline.forEach((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from;
    for (let n = 0; n < 4; n++) {
      const [high, next] = [hash >>> (index * 4 + n), hash >>> (index * 4 + n + 1)].map((bits) => 1 + (bits % 5) * 1.3);
      const [a, b] = [share(from, to, n / 4), share(from, to, (n + 1) / 4)];
      built.fan([at(a, 0), at(b, 0), at(b, next ?? 1), at(a, high ?? 1)], {
        tone: tones.stone,
        shade: from.x > to.x ? -0.1 : -0.22,
      });
    }
  });
}

const forms = { house, pod, site: scaffold, ruin } as const;

/** Draws all of them, the farthest up the map first, so that who stands before another hides it. */
export function build(site: Site, buildings: readonly Building[]): void {
  for (const building of [...buildings].sort((a, b) => a.lot.centre.y - b.lot.centre.y))
    forms[building.form](site, building);
}
