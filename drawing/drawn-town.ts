/**
 * The town as it is drawn: triangles for the graphics card, and what of it can be named or chosen. It is made in the worker and shown on
 * the page.
 */
import { isInside, lengthOf, type Point, type Shape } from '../land/shapes.ts';

/** On a lot of the land; its point is in the street before the door. */
interface OnLot extends Point {
  /** Null: the square, or beyond where there is land. */
  readonly lot: number | null;
}

export type Tier = 'tiny' | 'small' | 'medium' | 'large' | 'massive';

/** How much of a town is drawn: only the wards around the square, without what is less than a pixel from afar; or all of it. */
export type Extent = 'core' | 'whole';

/** Wards around the square that are laid out from the beginning: a city of three already has a town with empty lots. */
export const wardsAtFirst = 9;

/** What of the map (`gateways/answers/public.ts`) the town is drawn from. */
export interface TownOfMap {
  /** The seed of the land. */
  readonly land: string;
  readonly tick: number;
  readonly places: readonly (OnLot & {
    readonly id: string;
    readonly name: string;
    readonly residents_count: number;
    readonly tier: Tier | null;
    readonly annexes: number;
    readonly since_tick: number | null;
  })[];
  readonly homes: readonly (OnLot & { readonly resident: string; readonly is_lit: boolean })[];
  readonly sites: readonly OnLot[];
  readonly ruins: readonly (OnLot & { readonly id: string })[];
  readonly dead: readonly { readonly id: string; readonly grave: number }[];
}

export type BuildingForm = 'house' | 'pod' | 'site' | 'ruin';

export interface Standing {
  readonly form: BuildingForm;
  /** Of the place, or of the resident whose house it is. */
  readonly id: string;
  readonly shape: Shape;
  readonly centre: Point;
  /** Units from the ground to the top of its roof. */
  readonly height: number;
}

export interface DrawnTown {
  readonly ground: Float32Array;
  readonly shadows: Float32Array;
  readonly built: Float32Array;
  readonly trees: Float32Array;
  readonly lights: Float32Array;
  readonly standing: readonly Standing[];
  readonly square: Shape;
  /** Where the dead are remembered; undefined while nobody has died. */
  readonly grove: Point | undefined;
  /** Where the grave of each of the dead stands. */
  readonly graves: ReadonlyMap<string, Point>;
}

/** Units from the square to the farthest that is seen at first; a city of three already has a town around it. */
const radiusMin = 125;
const radiusMore = 34;

/** Beyond so many buildings no windows are drawn. */
export const detailedMax = 1_500;
/** Ticks for which a place counts as new, and after which it is old. */
const newTicks = 24;
const oldTicks = 240;

export type Age = 'new' | 'grown' | 'old';

export function ageOf(since: number | null, tick: number): Age {
  if (since === null) return 'grown';
  return tick - since < newTicks ? 'new' : tick - since < oldTicks ? 'grown' : 'old';
}

/** Units from the square to the farthest that is built. */
export const radiusOf = ({ places, homes }: Pick<TownOfMap, 'places' | 'homes'>): number =>
  [...places, ...homes].reduce((most, at) => Math.max(most, lengthOf(at) + radiusMore), radiusMin);

/** What the town is drawn from, as text. In a large town lights are not seen: their change is no reason to draw it anew. */
export function layoutOf({ places, homes, sites, ruins, dead, land, tick }: TownOfMap): string {
  const isLarge = places.length + homes.length > detailedMax;
  const standing = places.map(({ id, lot, x, y, tier, annexes, residents_count: count, since_tick: since }) =>
    isLarge ? [id, lot] : [id, lot, x, y, tier, annexes, count > 0, ageOf(since, tick)],
  );
  const houses = homes.map(({ resident, lot, is_lit }) => (isLarge ? lot : [resident, lot, is_lit]));
  return JSON.stringify([land, standing, houses, sites, ruins, dead]);
}

/** What stands at a point: a building before a grave, and the square last. `near`: units within which a grave is hit. */
export function standingAt(town: DrawnTown | undefined, point: Point, near: number) {
  if (town === undefined) return undefined;
  const building = town.standing.find(
    ({ form, shape }) => (form === 'pod' || form === 'house') && isInside(shape, point),
  );
  if (building !== undefined)
    return { kind: building.form === 'pod' ? ('place' as const) : ('resident' as const), id: building.id };
  for (const [id, { x, y }] of town.graves)
    if (lengthOf({ x: x - point.x, y: y - 2 - point.y }) < near) return { kind: 'resident' as const, id };
  return isInside(town.square, point) ? { kind: 'place' as const, id: 'city-commons' } : undefined;
}
