/**
 * Streets: straight, each with the corners at which others meet it, and the shortest way over them. A street is laid once; whatever ends
 * at it later adds a corner.
 */
import type { River } from './river.ts';
import { between, direction, distance, dot, minus, noStreet, type Point } from './shapes.ts';

/** From the widest: those that lead out from the square, those between wards, those within. */
export type StreetKind = 'main' | 'avenue' | 'lane' | 'alley';

/** Units from the middle of a street to its edge. */
const halfWidths: Readonly<Record<StreetKind, number>> = { main: 8, avenue: 6, lane: 4, alley: 3 };

/** No bridge is longer, in units. */
const bridgeMax = 64;

export interface Street {
  readonly id: number;
  readonly kind: StreetKind;
  readonly from: Point;
  readonly to: Point;
}

/** A bridge, from one bank to the other. */
export interface Bridge {
  readonly street: number;
  readonly from: Point;
  readonly to: Point;
}

/** Where on a street one stands: the middle of the street before a door. */
export interface Standpoint {
  readonly street: number;
  readonly at: Point;
}

interface Corner {
  readonly node: number;
  /** Units from the beginning of the street. */
  readonly at: number;
}

interface Step {
  readonly to: number;
  readonly length: number;
}

export class Streets {
  readonly #streets: Street[] = [];
  readonly #corners: Corner[][] = [];
  readonly #nodes: Point[] = [];
  readonly #byPlace = new Map<string, number>();
  readonly #steps: Step[][] = [];
  readonly #river: River;
  /** The corners that have come since streets were opened last. */
  #fresh = new Map<number, Corner[]>();
  /** Corners of streets between wards to which one can walk from the square. */
  #reached: ReadonlySet<number> = new Set();
  readonly #bridges = new Map<number, Bridge>();

  constructor(river: River) {
    this.#river = river;
  }

  get all(): readonly Street[] {
    return this.#streets;
  }

  get bridges(): readonly Bridge[] {
    return [...this.#bridges.values()];
  }

  lay(kind: StreetKind, from: Point, to: Point): number {
    const id = this.#streets.push({ id: this.#streets.length, kind, from, to }) - 1;
    this.#corners.push([]);
    for (const end of [from, to]) this.meet(id, end);
    return id;
  }

  /** Something ends at this street, at this point. */
  meet(street: number, at: Point): void {
    const { from } = this.#streets[street] ?? {};
    if (from === undefined) return;
    const corner = { node: this.#nodeAt(at), at: distance(from, at) };
    this.#corners[street]?.push(corner);
    this.#fresh.set(street, [...(this.#fresh.get(street) ?? []), corner]);
  }

  /** The streets between wards are laid: where they need bridges, and what one reaches over them from the square. */
  openBetweenWards(square: Point): void {
    for (const { id, from, to } of this.#streets) {
      const bridge = this.#bridgeOf(id, from, to);
      if (bridge !== undefined) this.#bridges.set(id, bridge);
    }
    this.#joinAll(this.#fresh);
    this.#fresh = new Map();
    this.#reached = this.#reachedFrom([this.#nearestNode(square)], () => true);
  }

  /**
   * The streets within a ward are laid: they can be walked, and so can the streets around it, from corner to corner. Returns whether one
   * comes to a standpoint there from the square, which does not depend on which other wards are open.
   */
  openWithin(around: readonly number[]): (standpoint: Standpoint) => boolean {
    const own = this.#fresh;
    this.#fresh = new Map();
    for (const street of around) {
      const { from, to } = this.#streets[street] ?? {};
      if (from === undefined || to === undefined) continue;
      const ends = [from, to].map((end) => ({ node: this.#nodeAt(end), at: distance(from, end) }));
      own.set(street, [...ends, ...(own.get(street) ?? [])]);
    }
    const steps = this.#joinAll(own);
    const nodes = new Set([...own.values()].flat().map(({ node }) => node));
    const gates = [...nodes].filter((node) => this.#reached.has(node));
    const inside = this.#reachedFrom(gates, (from, to) => steps.has(from) && nodes.has(to));
    this.#joinAll(new Map(around.map((street) => [street, this.#corners[street] ?? []])));
    return (standpoint) => this.#endsAround(standpoint, own.get(standpoint.street)).some(({ to }) => inside.has(to));
  }

  halfWidth(street: number): number {
    const kind = this.#streets[street]?.kind;
    return kind === undefined ? 0 : halfWidths[kind];
  }

  /** The middle of a street, nearest to a point beside it. */
  before(street: number, point: Point): Point {
    const { from, to } = this.#streets[street] ?? { from: point, to: point };
    const along = direction(from, to);
    const at = Math.max(0, Math.min(distance(from, to), dot(minus(point, from), along)));
    return { x: from.x + along.x * at, y: from.y + along.y * at };
  }

  /** The corners between two standpoints on a shortest way (A*); straight across where none leads over streets. */
  way(from: Standpoint, to: Standpoint): readonly Point[] {
    if (from.street === to.street && from.street !== noStreet) return [];
    const goals = new Map(this.#endsAround(to).map(({ to: node, length }) => [node, length]));
    const cost = new Map<number, number>();
    const before = new Map<number, number>();
    const open = new Heap();
    const far = (node: number) => distance(this.#nodes[node] ?? to.at, to.at);
    for (const { to: node, length } of this.#endsAround(from)) {
      cost.set(node, length);
      open.push(node, length + far(node));
    }
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (goals.has(node)) return this.#traced(before, node);
      for (const { to: next, length } of this.#steps[node] ?? []) {
        const total = (cost.get(node) ?? 0) + length;
        if (total >= (cost.get(next) ?? Infinity)) continue;
        cost.set(next, total);
        before.set(next, node);
        open.push(next, total + (goals.get(next) ?? far(next)));
      }
    }
    return [];
  }

  #traced(before: ReadonlyMap<number, number>, end: number): readonly Point[] {
    const way: Point[] = [];
    for (let node: number | undefined = end; node !== undefined; node = before.get(node)) {
      const point = this.#nodes[node];
      if (point !== undefined) way.unshift(point);
    }
    return way;
  }

  /** The corners before and behind a standpoint; at the square, all that are near. */
  #endsAround({ street, at }: Standpoint, corners = this.#corners[street] ?? []): readonly Step[] {
    const { from } = this.#streets[street] ?? {};
    if (from === undefined) return [{ to: this.#nearestNode(at), length: 0 }];
    const along = distance(from, at);
    const behind = corners.find((corner) => corner.at >= along - 1e-6);
    const ahead = corners.findLast((corner) => corner.at <= along + 1e-6);
    return [ahead, behind].flatMap((corner) =>
      corner === undefined ? [] : [{ to: corner.node, length: Math.abs(corner.at - along) }],
    );
  }

  /** Joins the corners of each street with the next; returns all that have been joined with any. */
  #joinAll(corners: ReadonlyMap<number, Corner[]>): ReadonlySet<number> {
    const joined = new Set<number>();
    for (const [street, along] of corners) {
      along.sort((a, b) => a.at - b.at);
      for (const [index, { node }] of along.slice(1).entries()) {
        const before = along[index]?.node ?? node;
        if (this.#join(street, before, node)) joined.add(before).add(node);
      }
    }
    return joined;
  }

  /** False where there is water without a bridge. */
  #join(street: number, one: number, other: number): boolean {
    const [from, to] = [this.#nodes[one], this.#nodes[other]];
    if (one === other || from === undefined || to === undefined) return false;
    if (!this.#bridges.has(street) && this.#river.across(from, to) !== undefined) return false;
    const length = distance(from, to);
    this.#steps[one]?.push({ to: other, length });
    this.#steps[other]?.push({ to: one, length });
    return true;
  }

  #bridgeOf(street: number, from: Point, to: Point): Bridge | undefined {
    const [begin, end] = this.#river.across(from, to) ?? [0, 0];
    if (end === begin || (end - begin) * distance(from, to) > bridgeMax) return undefined;
    return { street, from: between(from, to, begin), to: between(from, to, end) };
  }

  #reachedFrom(starts: Iterable<number>, isOpen: (from: number, to: number) => boolean): ReadonlySet<number> {
    const reached = new Set(starts);
    for (const node of reached) for (const { to } of this.#steps[node] ?? []) if (isOpen(node, to)) reached.add(to);
    return reached;
  }

  #nearestNode(point: Point): number {
    let found = 0;
    let least = Infinity;
    this.#nodes.forEach((node, index) => {
      const away = distance(node, point);
      if (away < least) [found, least] = [index, away];
    });
    return found;
  }

  #nodeAt(point: Point): number {
    const place = `${Math.round(point.x * 100)} ${Math.round(point.y * 100)}`;
    const known = this.#byPlace.get(place);
    if (known !== undefined) return known;
    const node = this.#nodes.push(point) - 1;
    this.#steps.push([]);
    this.#byPlace.set(place, node);
    return node;
  }
}

/** Corners by how long the way over them is at least: the shortest first. */
class Heap {
  readonly #items: { readonly node: number; readonly cost: number }[] = [];

  push(node: number, cost: number): void {
    const items = this.#items;
    let at = items.push({ node, cost }) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((items[above]?.cost ?? 0) <= cost) break;
      this.#swap(at, above);
      at = above;
    }
  }

  pop(): number | undefined {
    const items = this.#items;
    this.#swap(0, items.length - 1);
    const least = items.pop();
    for (let at = 0; ; ) {
      const cost = (index: number) => items[index]?.cost ?? Infinity;
      const below = cost(2 * at + 1) <= cost(2 * at + 2) ? 2 * at + 1 : 2 * at + 2;
      if (cost(below) >= cost(at)) break;
      this.#swap(at, below);
      at = below;
    }
    return least?.node;
  }

  #swap(one: number, other: number): void {
    const items = this.#items;
    const [a, b] = [items[one], items[other]];
    if (a !== undefined && b !== undefined) [items[one], items[other]] = [b, a];
  }
}
