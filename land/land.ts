/**
 * The land on which a city stands: wards, a river, streets, lots. All of it follows from a seed, so nobody has to keep it or send it, and
 * everybody sees the same. It has room for everybody from the beginning: a city that grows takes more lots, and nothing that stands moves.
 * A ward is cut into lots when somebody first asks for these; what it is cut into does not depend on which others were before.
 *
 * LA1  Each lot has a side on a street, and one can walk from the square to its door
 * LA2  No two lots overlap
 * LA3  No lot is in the river
 */
import { blocksOf, type Cutting, type Ground, type Lot, lotsOf, nearest } from './lots.ts';
import { chanceOf } from './random.ts';
import { River } from './river.ts';
import { centreOf, dot, inset, lengthOf, noStreet, type Point, type Shape } from './shapes.ts';
import { type Standpoint, Streets } from './streets.ts';
import { cellsOf, reach, streetsBetween } from './wards.ts';

/** The middle of the Commons' square. */
const square: Standpoint = { street: noStreet, at: { x: 0, y: 0 } };
/** More than any ward has. */
const lotsOfWardMax = 1_000;

/** The ward in which a lot lies, without cutting that up. */
export const wardOf = (lot: number): number => Math.floor(lot / lotsOfWardMax);

/** A ward that is cut up. */
export interface Ward {
  /** The nearest to the square first. */
  readonly lots: readonly Lot[];
  /** What nobody can build on. */
  readonly left: readonly Ground[];
}

export class Land {
  readonly seed: string;
  /** From the middle of one street to that of the next: the square first, then outwards. */
  readonly cells: readonly Shape[];
  readonly streets: Streets;
  readonly river: River;
  /** The paved ground of the Commons. */
  readonly square: Shape;
  readonly #wards = new Map<number, Ward>();

  constructor(seed: string) {
    this.seed = seed;
    this.river = new River(chanceOf(`${seed} river`), reach);
    this.streets = new Streets(this.river);
    const cells = [...cellsOf(chanceOf(`${seed} wards`))].sort((a, b) => outwards(a) - outwards(b));
    this.cells = streetsBetween(cells, this.streets);
    this.streets.openBetweenWards(square.at);
    const [middle] = this.cells;
    this.square = (middle && this.#paved(middle)) ?? { points: [], streets: [] };
  }

  /** Of the wards on which one can build, the last. */
  get lastWard(): number {
    return this.cells.findLastIndex((cell) => lengthOf(centreOf(cell)) < reach);
  }

  /** The square, which is the first, has no lots; nor has what lies beyond the last ward. */
  ward(index: number): Ward {
    const known = this.#wards.get(index);
    if (known !== undefined) return known;
    const cell = this.cells[index];
    const isBuilt = cell !== undefined && index > 0 && index <= this.lastWard;
    const made = isBuilt ? this.#cutUp(cell, index) : { lots: [], left: [] };
    this.#wards.set(index, made);
    return made;
  }

  lot(id: number): Lot | undefined {
    return this.ward(wardOf(id)).lots[id % lotsOfWardMax];
  }

  /** The corners of a shortest walk between two lots; undefined: the square. */
  way(from: number | undefined, to: number | undefined): readonly Point[] {
    const [begin, end] = [this.#standpoint(from), this.#standpoint(to)];
    const ends = (point: Standpoint) => (point === square ? [] : [point.at]);
    return [...ends(begin), ...this.streets.way(begin, end), ...ends(end)];
  }

  #standpoint(lot: number | undefined): Standpoint {
    return lot === undefined ? square : (this.lot(lot)?.before ?? square);
  }

  #cutUp(cell: Shape, ward: number): Ward {
    const { streets, river } = this;
    const cutting: Cutting = { streets, river, ward, chance: chanceOf(`${this.seed} ward ${ward}`) };
    const parts = blocksOf(cell, cutting).map((block) => lotsOf(block, cutting));
    const isReached = streets.openWithin(cell.streets);
    const all = parts.flatMap(({ lots }) => lots).sort(nearest);
    return {
      lots: all.filter(({ before }) => isReached(before)).map((lot, at) => ({ ...lot, id: ward * lotsOfWardMax + at })),
      left: [...parts.flatMap(({ left }) => left), ...all.filter(({ before }) => !isReached(before))],
    };
  }

  #paved(cell: Shape): Shape | undefined {
    return inset(cell, (street) => this.streets.halfWidth(street));
  }
}

function outwards(cell: Shape): number {
  const centre = centreOf(cell);
  return dot(centre, centre);
}
