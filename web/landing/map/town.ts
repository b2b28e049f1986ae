/** The town that is drawn: the land as far as anybody lives on it, and what stands on its lots, as triangles. */
import { Land } from '../../../land/land.ts';
import type { Lot } from '../../../land/lots.ts';
import { hashOf } from '../../../land/random.ts';
import { riverHalf } from '../../../land/river.ts';
import {
  areaOf,
  direction,
  inset,
  inward,
  isInside,
  leftOf,
  lengthOf,
  noStreet,
  type Point,
  type Shape,
  sidesOf,
  spanOf,
} from '../../../land/shapes.ts';
import { treesIn, treesOf } from '../../../land/trees.ts';
import type { PublicMap } from '../city-model.ts';
import { type Building, build } from './buildings.ts';
import { tones } from './tones.ts';
import { Shadows, Triangles } from './triangles.ts';

/** Wards around the square that are laid out from the beginning: a city of three already has a town with empty lots. */
const wardsAtFirst = 9;
/** Wards of meadows and fields that are drawn around those that are laid out. */
const wardsBeyond = 90;
/** Beyond so many buildings no windows are drawn. */
const detailedMax = 1_500;
/** Ticks for which a place counts as new. */
const newTicks = 24;
const gravesMax = 60;

export interface Tree extends Point {
  readonly radius: number;
  readonly isDark: boolean;
}

export interface DrawnTown {
  readonly ground: Triangles;
  readonly shadows: Shadows;
  readonly built: Triangles;
  readonly trees: readonly Tree[];
  readonly buildings: readonly Building[];
  /** Units from the square to the farthest that is built or laid out. */
  readonly radius: number;
  /** Where the dead are remembered; undefined while nobody has died. */
  readonly grove: Point | undefined;
  /** Where the grave of each of the dead stands. */
  readonly graves: ReadonlyMap<string, Point>;
}

let land: Land | undefined;

/** The land of this seed: made once. */
export function landOfSeed(seed: string): Land {
  if (land?.seed !== seed) land = new Land(seed);
  return land;
}

/** What the town is drawn from, as text. In a large town lights are not seen: their change is no reason to draw it anew. */
export function layoutOf(map: PublicMap): string {
  const { places, homes, sites, ruins, dead, land: seed } = map;
  const isLarge = places.length + homes.length > detailedMax;
  const standing = places.map(({ id, lot, x, y, tier, residents_count, seen_since_tick: since }) => {
    const isNew = since !== null && map.tick - since < newTicks;
    return isLarge ? [id, lot] : [id, lot, x, y, tier, residents_count > 0, isNew];
  });
  const houses = homes.map(({ resident, lot, is_lit }) => (isLarge ? lot : [resident, lot, is_lit]));
  return JSON.stringify([seed, standing, houses, sites, ruins, dead]);
}

export function drawnTown(map: PublicMap): DrawnTown {
  const of = landOfSeed(map.land);
  const buildings = buildingsOf(map, of);
  const laidOut = Math.max(wardsAtFirst, ...buildings.map(({ lot }) => lot.ward));
  const open = new Set(buildings.map(({ lot }) => lot.ward));
  for (let ward = 1; ward <= wardsAtFirst; ward++) open.add(ward);
  const [ground, built, shadows] = [new Triangles(), new Triangles(), new Shadows()];
  const taken = new Set(buildings.map(({ lot }) => lot.id));
  const trees: Tree[] = [];
  layCountry(ground, of, open, laidOut + wardsBeyond);
  for (const ward of open) layWard(ground, of, ward, taken, trees);
  laySquare(ground, of, trees);
  layLamps(ground, of, open);
  layWater(ground, of);
  const { grove, graves } = layGraves(ground, of, map.dead);
  for (const { x, y, radius } of trees) shadows.cast(octagon({ x, y }, radius * 0.9), radius * 1.4);
  build({ built, shadows, hasDetail: buildings.length <= detailedMax }, buildings);
  const radius = Math.max(115, ...buildings.map(({ lot }) => lengthOf(lot.centre) + 28));
  return { ground, shadows, built, trees, buildings, radius, grove, graves };
}

function buildingsOf({ homes, places, sites, ruins, tick }: PublicMap, of: Land): readonly Building[] {
  const common = { isLit: false, tier: null, isNew: false };
  const on = (lot: number | null, rest: Omit<Building, 'lot'>): readonly Building[] => {
    const found = lot === null ? undefined : of.lot(lot);
    return found === undefined ? [] : [{ lot: found, ...rest }];
  };
  return [
    ...homes.flatMap(({ lot, resident, is_lit }) =>
      on(lot, { ...common, form: 'house', name: resident, isLit: is_lit }),
    ),
    ...places.flatMap(({ lot, id, tier, residents_count, seen_since_tick: since }) => {
      const isNew = since !== null && tick - since < newTicks;
      return on(lot, { form: 'pod', name: id, tier, isNew, isLit: residents_count > 0 });
    }),
    ...sites.flatMap(({ lot }) => on(lot, { ...common, form: 'site', name: '' })),
    ...ruins.flatMap(({ lot, id }) => on(lot, { ...common, form: 'ruin', name: id })),
  ];
}

const fields = [tones.meadow, tones.field, tones.acre, tones.meadow];

/** Meadows and fields, with a hedge around each, where nobody lives yet. */
function layCountry(ground: Triangles, of: Land, open: ReadonlySet<number>, wards: number): void {
  of.cells.slice(0, wards).forEach((cell, ward) => {
    const isOpen = open.has(ward) || ward === 0;
    ground.fan(cell.points, { tone: isOpen ? tones.street : tones.green });
    if (isOpen) return;
    const hash = hashOf(`${of.seed} field ${ward}`);
    const field = inset(cell, () => 2);
    if (field === undefined) return;
    const tone = fields[hash % fields.length] ?? tones.meadow;
    ground.fan(field.points, { tone });
    if (hash % 2 === 0) furrows(ground, field, tone);
  });
}

/** Strips of a field along its first side. */
function furrows(ground: Triangles, field: Shape, tone: number): void {
  const [side] = sidesOf(field);
  if (side === undefined) return;
  const along = direction(side.from, side.to);
  const across = inward(along);
  const [from, to] = spanOf(field, across);
  for (let at = from; at < to; at += 16) {
    const begin = { x: across.x * at, y: across.y * at };
    const end = { x: across.x * (at + 8), y: across.y * (at + 8) };
    const back = { x: -along.x, y: -along.y };
    const after = leftOf(field, { through: begin, along }, noStreet);
    const strip = after && leftOf(after, { through: end, along: back }, noStreet);
    if (strip !== undefined) ground.fan(strip.points, { tone, shade: -0.035 });
  }
}

function layWard(ground: Triangles, of: Land, ward: number, taken: ReadonlySet<number>, trees: Tree[]): void {
  const { lots, left } = of.ward(ward);
  for (const { shape } of left) ground.fan(shape.points, { tone: tones.green });
  for (const { x, y } of treesOf(of, ward)) trees.push(treeAt({ x, y }));
  for (const lot of lots) layLot(ground, of, lot, taken.has(lot.id), trees);
}

function layLot(ground: Triangles, of: Land, lot: Lot, isTaken: boolean, trees: Tree[]): void {
  const hash = hashOf(`${of.seed} lot ${lot.id}`);
  const shape = inset(lot.shape, () => 0.5) ?? lot.shape;
  const isGreen = isTaken ? hash % 3 !== 0 : hash % 5 !== 0;
  ground.fan(shape.points, { tone: isGreen ? tones.lot : tones.yard, shade: ((hash >>> 4) % 5) * 0.012 - 0.024 });
  if (!isTaken && hash % 4 === 1) beds(ground, lot);
  if (!isTaken && hash % 4 === 0) trees.push(treeAt(lot.centre));
  if (isTaken && hash % 2 === 0) {
    const corner = lot.shape.points[(hash >>> 6) % lot.shape.points.length] ?? lot.centre;
    const spot = { x: corner.x + (lot.centre.x - corner.x) * 0.28, y: corner.y + (lot.centre.y - corner.y) * 0.28 };
    trees.push({ ...treeAt(spot), radius: 2.4 });
  }
}

/** A kitchen garden. */
function beds(ground: Triangles, { centre, front }: Lot): void {
  const length = lengthOf({ x: front.to.x - front.from.x, y: front.to.y - front.from.y }) || 1;
  const [x, y] = [(front.to.x - front.from.x) / length, (front.to.y - front.from.y) / length];
  for (const row of [-4, 0, 4]) {
    const middle = { x: centre.x - y * row, y: centre.y + x * row };
    const [from, to] = [
      { x: middle.x - x * 6, y: middle.y - y * 6 },
      { x: middle.x + x * 6, y: middle.y + y * 6 },
    ];
    ground.line(from, to, 2.2, { tone: tones.ivy, shade: 0.12 });
  }
}

function laySquare(ground: Triangles, { square, seed }: Land, trees: Tree[]): void {
  ground.fan(square.points, { tone: tones.paving });
  for (const [at, away] of [4, 18, 32].entries()) {
    const ring = inset(square, () => away);
    if (ring !== undefined)
      ground.fan(ring.points, { tone: at % 2 === 0 ? tones.pavingDark : tones.paving, shade: at % 2 === 0 ? 0.05 : 0 });
  }
  for (const [radius, tone] of [
    [11, tones.stone],
    [9, tones.water],
    [2.5, tones.stone],
  ] as const)
    ground.fan(octagon({ x: 0, y: 0 }, radius), { tone });
  const edge = inset(square, () => 9);
  const inner = inset(square, () => 13);
  if (edge === undefined || inner === undefined) return;
  for (const tree of treesIn(edge, `${seed} square`, (at) => !isInside(inner, at)))
    trees.push({ ...treeAt(tree), radius: 4 });
}

/** At the corners of wards, and around the square: their light on the ground is seen by night. */
function layLamps(ground: Triangles, of: Land, open: ReadonlySet<number>): void {
  const corners = [...open].flatMap((ward) => of.cells[ward]?.points ?? []);
  const spots = new Map(corners.map((at) => [`${Math.round(at.x)} ${Math.round(at.y)}`, at]));
  const inner = inset(of.square, () => 7)?.points ?? [];
  for (const at of [...spots.values(), ...inner]) {
    if (of.river.isNear(at, 8)) continue;
    ground.fan(octagon(at, 8), { tone: tones.street, glow: -0.16 });
    ground.fan(octagon(at, 5), { tone: tones.street, glow: -0.3 });
    ground.fan(octagon(at, 1.1), { tone: tones.stone, glow: -1 });
  }
}

function layWater(ground: Triangles, { river, streets }: Land): void {
  const { course } = river;
  course.slice(1).forEach((to, at) => {
    const from = course[at] ?? to;
    ground.fan(octagon(to, riverHalf + 2), { tone: tones.green, shade: -0.05 });
    ground.line(from, to, 2 * riverHalf + 4, { tone: tones.green, shade: -0.05 });
  });
  course.slice(1).forEach((to, at) => {
    const from = course[at] ?? to;
    ground.fan(octagon(to, riverHalf), { tone: tones.water });
    ground.line(from, to, 2 * riverHalf, { tone: tones.water });
  });
  for (const { street, from, to } of streets.bridges) {
    const width = 2 * streets.halfWidth(street);
    const [x, y] = [to.x - from.x, to.y - from.y];
    const over = 4 / (lengthOf({ x, y }) || 1);
    const [begin, end] = [
      { x: from.x - x * over, y: from.y - y * over },
      { x: to.x + x * over, y: to.y + y * over },
    ];
    ground.line(begin, end, width + 2.5, { tone: tones.wood });
    ground.line(begin, end, width - 0.5, { tone: tones.bridge });
  }
}

/** The grove of the dead: the largest ground near the square on which nobody can build. */
function layGraves(ground: Triangles, of: Land, dead: PublicMap['dead']) {
  const graves = new Map<string, Point>();
  const grounds = Array.from({ length: wardsAtFirst }, (_, ward) => of.ward(ward + 1).left).flat();
  const [grove] = grounds.sort((a, b) => areaOf(b.shape) - areaOf(a.shape));
  if (grove === undefined || dead.length === 0) return { grove: undefined, graves };
  const isDry = (at: Point) => !of.river.isNear(at, 2);
  const spots = grounds.slice(0, 6).flatMap(({ shape }, at) => treesIn(shape, `${of.seed} graves ${at}`, isDry));
  dead.slice(-gravesMax).forEach(({ id }, at) => {
    const spot = spots[at];
    if (spot === undefined) return;
    graves.set(id, spot);
    const { x, y } = spot;
    const stone = [
      [-1.6, 0],
      [1.6, 0],
      [1.6, 3],
      [0.9, 4.2],
      [-0.9, 4.2],
      [-1.6, 3],
    ].map(([dx = 0, h = 0]) => ({ x: x + dx, y, h }));
    ground.fan(octagon({ x, y: y + 0.6 }, 2.6), { tone: tones.leafDark });
    ground.fan(stone, { tone: tones.grave });
  });
  return { grove: spots[0], graves };
}

const treeAt = ({ x, y }: Point): Tree => {
  const hash = hashOf(`${Math.round(x)} ${Math.round(y)}`);
  return { x, y, radius: 3 + (hash % 4) * 0.7, isDark: hash % 3 === 0 };
};

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

const octagon = ({ x, y }: Point, radius: number): readonly Point[] =>
  around.map(([dx, dy]) => ({ x: x + dx * radius, y: y + dy * radius }));

/** What stands at a point: a building before a grave, and the square last. `near`: units within which a grave is hit. */
export function standingAt(town: DrawnTown | undefined, seed: string | undefined, point: Point, near: number) {
  const building = town?.buildings.find(
    ({ form, lot }) => ['pod', 'house'].includes(form) && isInside(lot.shape, point),
  );
  if (building !== undefined)
    return { kind: building.form === 'pod' ? ('place' as const) : ('resident' as const), id: building.name };
  for (const [id, { x, y }] of town?.graves ?? [])
    if (lengthOf({ x: x - point.x, y: y - 2 - point.y }) < near) return { kind: 'resident' as const, id };
  const isOnSquare = seed !== undefined && isInside(landOfSeed(seed).square, point);
  return isOnSquare ? { kind: 'place' as const, id: 'city-commons' } : undefined;
}
