/** Wards: relaxed cells (Voronoi, Lloyd) around the Commons' square, small within, larger further out; the streets between them. */
import { Delaunay } from 'd3-delaunay';
import type { Chance } from './random.ts';
import {
  areaOf,
  centreOf,
  direction,
  distance,
  dot,
  lengthOf,
  minus,
  noStreet,
  type Point,
  type Shape,
  sidesOf,
} from './shapes.ts';
import type { StreetKind, Streets } from './streets.ts';

/** How far from the square there is land, in units. */
export const reach = 1_560;
const sites = 270;
/** Units from the square to the first site; the distance of the n-th grows with n to this power. */
const spreadFirst = 66;
const spreadPower = 0.6;
const relaxations = 2;
/** The golden angle: no two sites in a line. */
const turn = { x: -0.7373688780783197, y: 0.6754902942615237 };

/** The square first, then outwards. */
export function cellsOf(chance: Chance): readonly Shape[] {
  let points = sown(chance);
  for (let n = 0; n < relaxations; n++) {
    const centres = cellsAround(points).map(centreOf);
    // The square stays where it is: all coordinates begin there.
    points = [{ x: 0, y: 0 }, ...centres.slice(1)];
  }
  return cellsAround(points);
}

function sown(chance: Chance): readonly Point[] {
  const points: Point[] = [{ x: 0, y: 0 }];
  let ray = { x: 1, y: 0 };
  for (let n = 1; n < sites; n++) {
    ray = { x: ray.x * turn.x - ray.y * turn.y, y: ray.x * turn.y + ray.y * turn.x };
    const away = spreadFirst * n ** spreadPower * (0.94 + 0.12 * chance());
    points.push({ x: ray.x * away, y: ray.y * away });
  }
  return points;
}

function cellsAround(points: readonly Point[]): readonly Shape[] {
  const edge = reach * 1.2;
  const voronoi = Delaunay.from(points.map(({ x, y }) => [x, y] as const)).voronoi([-edge, -edge, edge, edge]);
  return points.map((_, index) => {
    // It closes with its first point again.
    const corners = (voronoi.cellPolygon(index) ?? []).slice(1).map(([x, y]) => ({ x, y }));
    const shape = { points: corners, streets: corners.map(() => noStreet) };
    return areaOf(shape) < 0 ? { ...shape, points: corners.reverse() } : shape;
  });
}

/** Lays the streets between all cells, and says of each side along which it lies. */
export function streetsBetween(cells: readonly Shape[], streets: Streets): readonly Shape[] {
  const main = mainRoads(cells);
  const laid = new Map<string, number>();
  return cells.map((cell) => ({
    points: cell.points,
    streets: sidesOf(cell).map(({ from, to }) => {
      const name = nameOf(from, to);
      const kind: StreetKind = main.has(name) ? 'main' : 'avenue';
      const street = laid.get(name) ?? streets.lay(kind, from, to);
      laid.set(name, street);
      return street;
    }),
  }));
}

const pointName = ({ x, y }: Point): string => `${Math.round(x * 100)} ${Math.round(y * 100)}`;
const nameOf = (from: Point, to: Point): string => [pointName(from), pointName(to)].sort().join(' ');

/** From each corner of the square outwards, at each fork along the side that leads away most directly; and around the square. */
function mainRoads(cells: readonly Shape[]): ReadonlySet<string> {
  const forks = new Map<string, { readonly at: Point; readonly ways: Point[] }>();
  for (const { from, to } of cells.flatMap(sidesOf))
    for (const [at, way] of [
      [from, to],
      [to, from],
    ] as const) {
      const fork = forks.get(pointName(at)) ?? { at, ways: [] };
      fork.ways.push(way);
      forks.set(pointName(at), fork);
    }
  const main = new Set<string>();
  const [square] = cells;
  for (const { from, to } of square === undefined ? [] : sidesOf(square)) {
    main.add(nameOf(from, to));
    for (let at = from, out = direction({ x: 0, y: 0 }, from); lengthOf(at) < reach; ) {
      const next = mostDirect(forks.get(pointName(at))?.ways ?? [], at, out);
      if (next === undefined) break;
      main.add(nameOf(at, next));
      at = next;
    }
  }
  return main;
}

function mostDirect(ways: readonly Point[], at: Point, out: Point): Point | undefined {
  let found: Point | undefined;
  let best = 0.2;
  for (const way of ways) {
    if (distance(way, { x: 0, y: 0 }) <= lengthOf(at)) continue;
    const straight = dot(minus(way, at), out) / (distance(way, at) || 1);
    if (straight > best) [found, best] = [way, straight];
  }
  return found;
}
