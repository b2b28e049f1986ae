/** Draws the town: the land as far as anybody lives on it, and what stands on its lots, as triangles. Runs in the worker. */
import { type Land, wardOf } from '../land/land.ts';
import { areaOf, type Point } from '../land/shapes.ts';
import { treesIn } from '../land/trees.ts';
import { octagon } from './building-parts.ts';
import { type Building, build } from './buildings.ts';
import {
  ageOf,
  type DrawnTown,
  detailedMax,
  type Extent,
  type Standing,
  type TownOfMap,
  wardsAtFirst,
} from './drawn-town.ts';
import {
  type Ground,
  type Light,
  layCountry,
  layLamps,
  laySquare,
  layStreets,
  layWard,
  layWater,
  type Tree,
} from './land-picture.ts';
import { tones } from './tones.ts';
import { Shadows, Triangles } from './triangles.ts';

/** Wards of meadows and fields that are drawn around those that are laid out. */
const wardsBeyond = 90;
/** A grove that is this far from the square is not walked to. */
const groveWards = 6;

/** The town that stands on this land. Takes tens of milliseconds, of a large town a second. */
export function drawnTown(map: TownOfMap, land: Land, extent: Extent): DrawnTown {
  // A lot further out is not even looked up for the core: its ward would have to be cut up first.
  const buildings = buildingsOf(map, land, extent === 'core' ? wardsAtFirst : land.lastWard);
  const open = new Set(buildings.map(({ lot }) => lot.ward));
  for (let ward = 1; ward <= wardsAtFirst; ward++) open.add(ward);
  const hasDetail = extent === 'whole' && map.homes.length + map.places.length <= detailedMax;
  const of: Ground = { land, ground: new Triangles(), trees: [], lights: [], hasDetail };
  layGround(of, open, new Set(buildings.map(({ lot }) => lot.id)));
  const { grove, graves } = layGraves(of, map.dead);
  const [shadows, built] = [new Shadows(), new Triangles()];
  // In a large town the shadows of its trees would be most of what is sent to the card: there they have four corners.
  const crown = hasDetail ? octagon : diamond;
  for (const { x, y, radius } of of.trees) shadows.cast(crown({ x, y }, radius * 0.9), radius * 1.4);
  // The farthest up the map first, so that who stands before another hides it.
  const standing = [...buildings]
    .sort((a, b) => a.lot.centre.y - b.lot.centre.y)
    .map((building): Standing => {
      const height = build({ built, shadows, hasDetail }, building);
      if (building.isLit) of.lights.push(lightOf(building));
      const { form, id, lot } = building;
      return { form, id, height, shape: lot.shape, centre: lot.centre };
    });
  return {
    ground: of.ground.numbers.slice(),
    shadows: shadows.numbers.slice(),
    built: built.numbers.slice(),
    trees: treeNumbers(of.trees),
    lights: new Float32Array(of.lights.flatMap(({ x, y, radius, strength }) => [x, y, radius, strength])),
    ...{ standing, square: land.square, grove, graves },
  };
}

const diamond = ({ x, y }: Point, radius: number): readonly Point[] => [
  { x: x + radius, y },
  { x, y: y + radius },
  { x: x - radius, y },
  { x, y: y - radius },
];

function layGround(of: Ground, open: ReadonlySet<number>, taken: ReadonlySet<number>): void {
  const farthest = Math.max(...open);
  // Cut up first: their streets are drawn under their lots.
  for (const ward of open) of.land.ward(ward);
  layCountry(of, open, farthest + wardsBeyond);
  layStreets(of, open);
  for (const ward of open) layWard(of, ward, taken);
  laySquare(of);
  layLamps(of, open);
  layWater(of);
}

/** From the windows of a front. */
function lightOf({ lot: { door, centre } }: Building): Light {
  return { x: (door.x + centre.x) / 2, y: (door.y + centre.y) / 2, radius: 22, strength: 0.5 };
}

function treeNumbers(trees: readonly Tree[]): Float32Array {
  const sorted = [...trees].sort((a, b) => a.y - b.y);
  return new Float32Array(sorted.flatMap(({ x, y, radius, hue }) => [x, y, radius, hue]));
}

/** What stands in the wards up to `lastWard`. */
function buildingsOf(
  { homes, places, sites, ruins, tick }: TownOfMap,
  land: Land,
  lastWard: number,
): readonly Building[] {
  const common = { name: '', isLit: false, tier: null, annexes: 0, age: 'grown' } as const;
  const on = (lot: number | null, rest: Omit<Building, 'lot'>): readonly Building[] => {
    const found = lot === null || wardOf(lot) > lastWard ? undefined : land.lot(lot);
    return found === undefined ? [] : [{ lot: found, ...rest }];
  };
  return [
    ...homes.flatMap(({ lot, resident, is_lit }) => on(lot, { ...common, form: 'house', id: resident, isLit: is_lit })),
    ...places.flatMap(({ lot, id, name, tier, annexes, residents_count, since_tick: since }) =>
      on(lot, { form: 'pod', id, name, tier, annexes, age: ageOf(since, tick), isLit: residents_count > 0 }),
    ),
    ...sites.flatMap(({ lot }) => on(lot, { ...common, form: 'site', id: '' })),
    ...ruins.flatMap(({ lot, id }) => on(lot, { ...common, form: 'ruin', id })),
  ];
}

/** The grove of the dead: the largest grounds near the square on which nobody can build. Each grave has its spot, whoever dies later. */
function layGraves({ land, ground }: Ground, dead: TownOfMap['dead']) {
  const graves = new Map<string, Point>();
  if (dead.length === 0) return { grove: undefined, graves };
  const grounds = Array.from({ length: wardsAtFirst }, (_, ward) => land.ward(ward + 1).left).flat();
  const largest = grounds.sort((a, b) => areaOf(b.shape) - areaOf(a.shape)).slice(0, groveWards);
  const isDry = (at: Point) => !land.river.isNear(at, 3);
  const spots = largest.flatMap(({ shape }, at) => treesIn(shape, `${land.seed} graves ${at}`, isDry));
  for (const { id, grave } of dead) {
    const spot = spots[grave];
    if (spot === undefined) continue;
    graves.set(id, spot);
    stone(ground, spot);
  }
  return { grove: spots[0], graves };
}

function stone(ground: Triangles, { x, y }: Point): void {
  const outline = [
    [-2.3, 0],
    [2.3, 0],
    [2.3, 4.6],
    [1.3, 6.2],
    [-1.3, 6.2],
    [-2.3, 4.6],
  ].map(([dx = 0, h = 0]) => ({ x: x + dx, y, h }));
  ground.fan(octagon({ x, y: y + 0.6 }, 2.8), { tone: tones.hedge, shade: -0.1 });
  ground.fan(
    outline.map(({ x, y, h }) => ({ x: x + 0.6, y, h })),
    { tone: tones.stone, shade: -0.25 },
  );
  ground.fan(outline, { tone: tones.grave });
  ground.fan(octagon({ x: x + 1.9, y: y + 1 }, 0.6), { tone: tones.bloom });
}
