/** The land under the town, as triangles: country, streets, lots and what grows on them, the square, water. */
import type { Land } from '../land/land.ts';
import type { Lot } from '../land/lots.ts';
import { hashOf } from '../land/random.ts';
import { riverHalf } from '../land/river.ts';
import {
  between,
  direction,
  distance,
  inset,
  inward,
  isInside,
  leftOf,
  noStreet,
  type Point,
  type Shape,
  sidesOf,
  spanOf,
  towards,
} from '../land/shapes.ts';
import { treesIn, treesOf } from '../land/trees.ts';
import { octagon } from './building-parts.ts';
import { tones } from './tones.ts';
import type { Triangles } from './triangles.ts';

export interface Tree extends Point {
  readonly radius: number;
  /** 0 to 1: from light to dark; 2: in blossom. */
  readonly hue: number;
}

/** A light that is seen by night. */
export interface Light extends Point {
  readonly radius: number;
  readonly strength: number;
}

export interface Ground {
  readonly land: Land;
  readonly ground: Triangles;
  readonly trees: Tree[];
  readonly lights: Light[];
  /** False in a large town: flowers would be less than a pixel. */
  readonly hasDetail: boolean;
}

const fields = [tones.meadow, tones.field, tones.acre, tones.meadow];

/** Meadows and fields, with a hedge around each, where nobody lives yet. */
export function layCountry({ land, ground, trees }: Ground, open: ReadonlySet<number>, wards: number): void {
  land.cells.slice(0, wards).forEach((cell, ward) => {
    const isOpen = open.has(ward) || ward === 0;
    ground.fan(cell.points, { tone: isOpen ? tones.kerb : tones.hedge, shade: isOpen ? 0 : -0.04 });
    if (isOpen) return;
    const hash = hashOf(`${land.seed} field ${ward}`);
    const field = inset(cell, () => 2.5);
    if (field === undefined) return;
    const tone = fields[hash % fields.length] ?? tones.meadow;
    ground.fan(field.points, { tone });
    if (hash % 2 === 0) furrows(ground, field, tone);
    for (const corner of field.points) if (hashOf(nameOf(corner)) % 3 !== 0) trees.push(treeAt(corner, 4.5));
  });
}

/** Strips of a field along its first side. */
function furrows(ground: Triangles, field: Shape, tone: number): void {
  const [side] = sidesOf(field);
  if (side === undefined) return;
  const along = direction(side.from, side.to);
  const across = inward(along);
  const [from, to] = spanOf(field, across);
  const back = { x: -along.x, y: -along.y };
  for (let at = from; at < to; at += 14) {
    const begin = towards({ x: 0, y: 0 }, across, at);
    const end = towards({ x: 0, y: 0 }, across, at + 7);
    const after = leftOf(field, { through: begin, along }, noStreet);
    const strip = after && leftOf(after, { through: end, along: back }, noStreet);
    if (strip !== undefined) ground.fan(strip.points, { tone, shade: -0.05 });
  }
}

/** Paved between kerbs. The widest last, so that they go through. */
export function layStreets({ land, ground }: Ground, open: ReadonlySet<number>): void {
  const { streets } = land;
  const seen = new Set([...open, 0].flatMap((ward) => land.cells[ward]?.streets ?? []));
  const shown = streets.all.filter(
    ({ id, kind }) => seen.has(id) || kind === 'lane' || kind === 'alley' || kind === 'main',
  );
  for (const { id, from, to } of [...shown].sort((a, b) => streets.halfWidth(a.id) - streets.halfWidth(b.id))) {
    const half = streets.halfWidth(id) - 0.9;
    if (!seen.has(id) && half > 4) ground.line(from, to, 2 * half + 1.8, { tone: tones.kerb });
    ground.line(from, to, 2 * half, { tone: tones.street });
    for (const end of [from, to]) ground.fan(octagon(end, half), { tone: tones.street });
  }
}

export function layWard(of: Ground, ward: number, taken: ReadonlySet<number>): void {
  const { lots, left } = of.land.ward(ward);
  for (const { shape } of left) of.ground.fan(shape.points, { tone: tones.green });
  for (const { x, y } of treesOf(of.land, ward)) of.trees.push(treeAt({ x, y }));
  for (const lot of lots) layLot(of, lot, taken.has(lot.id));
}

function layLot(of: Ground, lot: Lot, isTaken: boolean): void {
  const hash = hashOf(`${of.land.seed} lot ${lot.id}`);
  of.ground.fan(lot.shape.points, { tone: tones.hedge });
  const shape = inset(lot.shape, () => 0.7) ?? lot.shape;
  const isGreen = isTaken ? hash % 4 !== 0 : hash % 6 !== 0;
  of.ground.fan(shape.points, { tone: isGreen ? tones.lot : tones.yard, shade: ((hash >>> 4) % 5) * 0.016 - 0.032 });
  if (isTaken) garden(of, lot, hash);
  else (growths[hash % growths.length] ?? flowers)(of, lot, hash);
}

/** Around a building: a path to its door, and a tree or bushes. */
function garden({ ground, trees }: Ground, lot: Lot, hash: number): void {
  ground.line(towards(lot.door, inward(direction(lot.front.from, lot.front.to)), -0.6), lot.centre, 3, {
    tone: tones.street,
  });
  lot.shape.points.forEach((corner, at) => {
    if ((hash >>> at) % 2 === 0)
      trees.push({ ...treeAt(between(corner, lot.centre, 0.2)), radius: 1.9 + (hash % 3) * 0.5 });
  });
}

type Growth = (of: Ground, lot: Lot, hash: number) => void;

/** Points of a lot in rows along its street. */
function rowsOn({ centre, front }: Lot, columns: readonly number[], rows: readonly number[]): readonly Point[] {
  const along = direction(front.from, front.to);
  const back = inward(along);
  return rows.flatMap((row) => columns.map((column) => towards(towards(centre, along, column), back, row)));
}

const orchard: Growth = ({ trees }, lot, hash) => {
  for (const spot of rowsOn(lot, [-6, 0, 6], [-6, 0.5, 7]))
    if (isInside(lot.shape, spot)) trees.push({ ...spot, radius: 2.3, hue: hash % 3 === 0 ? 2 : 0.2 });
};

const beds: Growth = ({ ground, hasDetail }, lot) => {
  const along = direction(lot.front.from, lot.front.to);
  for (const middle of rowsOn(lot, [0], [-5, 0, 5])) {
    const [from, to] = [towards(middle, along, -6.5), towards(middle, along, 6.5)];
    ground.line(from, to, 3.2, { tone: tones.soil });
    if (!hasDetail) continue;
    for (let n = 0; n < 7; n++)
      ground.fan(octagon(between(from, to, (n + 0.5) / 7), 0.75), { tone: n % 3 === 1 ? tones.bloom : tones.ivy });
  }
};

const flowers: Growth = ({ ground, land, hasDetail }, lot) => {
  if (!hasDetail) return;
  for (let n = 0; n < 9; n++) {
    const hash = hashOf(`${land.seed} flower ${lot.id} ${n}`);
    const corner = lot.shape.points[hash % lot.shape.points.length] ?? lot.centre;
    const spot = between(lot.centre, corner, 0.15 + ((hash >>> 5) % 64) / 90);
    ground.fan(octagon(spot, 0.9), { tone: tones.hedge });
    ground.fan(octagon({ x: spot.x, y: spot.y - 0.5 }, 0.5), { tone: hash % 2 === 0 ? tones.petal : tones.bloom });
  }
};

const lone: Growth = (of, lot, hash) => {
  of.trees.push(treeAt(lot.centre, 5));
  if (hash % 2 === 0) flowers(of, lot, hash);
};

const growths: readonly Growth[] = [orchard, flowers, lone, flowers, beds, lone, flowers];

export function laySquare({ land, ground, trees, lights }: Ground): void {
  const { square, seed } = land;
  ground.fan(square.points, { tone: tones.pavingDark });
  for (const [at, away] of [2.5, 17, 19].entries()) {
    const ring = inset(square, () => away);
    if (ring !== undefined) ground.fan(ring.points, { tone: at % 2 === 0 ? tones.paving : tones.pavingDark });
  }
  for (const [radius, tone, shade] of [
    [13, tones.pavingDark, -0.08],
    [11.5, tones.stone, 0.1],
    [9.6, tones.water, -0.06],
    [7, tones.waterLight, 0],
    [4.4, tones.water, 0],
    [3, tones.stone, 0.2],
    [1.6, tones.waterLight, 0.3],
  ] as const)
    ground.fan(octagon({ x: 0, y: 0 }, radius), { tone, shade });
  const [edge, inner] = [inset(square, () => 8), inset(square, () => 11)];
  if (edge === undefined || inner === undefined) return;
  for (const tree of treesIn(edge, `${seed} square`, (at) => !isInside(inner, at))) {
    ground.fan(octagon(tree, 3.4), { tone: tones.soil });
    trees.push(treeAt(tree, 4));
  }
  for (const spot of inset(square, () => 20)?.points ?? []) lamp(ground, lights, spot);
}

/** At the corners of wards. */
export function layLamps({ land, ground, lights }: Ground, open: ReadonlySet<number>): void {
  const corners = [...open].flatMap((ward) => land.cells[ward]?.points ?? []);
  for (const spot of new Map(corners.map((at) => [nameOf(at), at])).values())
    if (!land.river.isNear(spot, 8)) lamp(ground, lights, spot);
}

function lamp(ground: Triangles, lights: Light[], spot: Point): void {
  ground.fan(octagon(spot, 1.5), { tone: tones.kerb, shade: -0.2 });
  ground.fan(octagon(spot, 0.9), { tone: tones.petal, glow: -1 });
  lights.push({ ...spot, radius: 26, strength: 0.62 });
}

export function layWater({ ground, land: { river, streets, seed } }: Ground): void {
  const { course } = river;
  const along = (half: number, tone: number, shade = 0) =>
    course.slice(1).forEach((to, at) => {
      ground.fan(octagon(to, half), { tone, shade });
      ground.line(course[at] ?? to, to, 2 * half, { tone, shade });
    });
  along(riverHalf + 4, tones.hedge, 0.08);
  along(riverHalf + 1.6, tones.sand);
  along(riverHalf, tones.water, -0.07);
  along(riverHalf - 2, tones.water);
  course.slice(1).forEach((to, at) => {
    const from = course[at] ?? to;
    const flow = direction(from, to);
    for (let n = 0; n < 2; n++) {
      const hash = hashOf(`${seed} ripple ${at} ${n}`);
      const spot = towards(between(from, to, (hash % 16) / 16), inward(flow), ((hash >>> 4) % 17) - 8);
      ground.line(towards(spot, flow, -2.5), towards(spot, flow, 2.5), 0.8, { tone: tones.waterLight });
    }
  });
  for (const { street, from, to } of streets.bridges) bridge(ground, 2 * streets.halfWidth(street), from, to);
  for (const { radius, ...at } of landingsOf(streets)) {
    ground.fan(octagon({ x: at.x, y: at.y + 2.2 }, radius + 1), { tone: tones.water, shade: -0.4 });
    ground.fan(octagon(at, radius + 1.2), { tone: tones.wood, shade: -0.1 });
    ground.fan(octagon(at, radius - 0.3), { tone: tones.bridge });
  }
}

/** Where bridges meet, at a fork in the river or at one spot of its bank, they end at one landing instead of lying across each other. */
function landingsOf(streets: Land['streets']): readonly (Point & { readonly radius: number })[] {
  const ends = streets.bridges.flatMap(({ street, from, to }) =>
    [from, to].map((at) => ({ street, at, half: streets.halfWidth(street) })),
  );
  return ends.flatMap((one, index) =>
    ends.slice(index + 1).flatMap((other) => {
      const reach = one.half + other.half;
      if (one.street === other.street || distance(one.at, other.at) >= reach) return [];
      return [{ ...between(one.at, other.at), radius: reach * 0.7 }];
    }),
  );
}

function bridge(ground: Triangles, width: number, from: Point, to: Point): void {
  const way = direction(from, to);
  const [begin, end] = [towards(from, way, -5), towards(to, way, 5)];
  const below = { x: 0, y: 2.2 };
  const under = (point: Point) => ({ x: point.x + below.x, y: point.y + below.y });
  ground.line(under(begin), under(end), width + 2, { tone: tones.water, shade: -0.4 });
  ground.line(begin, end, width + 2.4, { tone: tones.wood, shade: -0.1 });
  ground.line(begin, end, width - 0.6, { tone: tones.bridge });
  const planks = Math.floor(distance(begin, end) / 3);
  const aside = inward(way);
  for (let n = 1; n < planks; n++) {
    const middle = between(begin, end, n / planks);
    const half = (width - 0.8) / 2;
    ground.line(towards(middle, aside, -half), towards(middle, aside, half), 0.5, { tone: tones.wood, shade: 0.12 });
  }
}

const nameOf = ({ x, y }: Point): string => `${Math.round(x)} ${Math.round(y)}`;

function treeAt({ x, y }: Point, radius = 3): Tree {
  const hash = hashOf(nameOf({ x, y }));
  return { x, y, radius: radius + (hash % 4) * 0.7, hue: hash % 23 === 0 ? 2 : ((hash >>> 4) % 8) / 7 };
}
