/**
 * Which places can be reached: a directed graph of places and ways, and a forest that says how each reached place is
 * reached (M3). Derived in memory, changed only at seal, rebuilt at recovery, never journaled.
 *
 * A place is reached when a path leads to it from a root, in the direction of travel, and nothing on it has ended (M1).
 *
 * M3  A reached place that is no root hangs from one open way, whose other end is reached; hangers lead up to a root.
 * M4  Catching up looks only at places that were lost or found and at their own ways. A place that stays reached keeps
 *     its ways unread: 50,000 ways at the Commons cost nothing when one pod is shut down.
 *
 * Calls only record what may have changed; the first question after them catches up. So the calls of one turn cost one
 * search, a way that is cut and replaced in one turn is no change, and recovery is one long turn.
 *
 * Everything that hangs below a lost place is given up and searched for other ways in: its size is the cost, also when all of it is found
 * again. Rejected: a search of the whole city for each shutdown (`bench/geography.bench.ts`); counting the ways into a place (two pods
 * that lead to each other would hold each other forever); levels, as in Even and Shiloach's trees, which bound only deletions; lists of
 * children, since a child is the far end of a way that it hangs from.
 */
import { assert } from '../assert.ts';

/** A connection that can be walked. One from a place to itself is none. */
export interface Way {
  readonly from: string;
  readonly to: string;
  readonly bidirectional: boolean;
}

interface Link {
  readonly from: Place;
  readonly to: Place;
  readonly bidirectional: boolean;
}

interface Place {
  readonly id: string;
  /** Bits, all in one word: a city has a place for each resident, and most of them have no way at all. */
  flags: number;
  /** What it hangs from (M3). */
  hanger: Link | undefined;
  /** Ways in both directions. Only a second way makes a set. */
  links: Link | Set<Link> | undefined;
}

const root = 1;
const ended = 2;
const reached = 4;
/** The flags `ended` and `reached` as they were last reported: the same bits, moved. */
const reportedShift = 2;
const reportedEnded = ended << reportedShift;
const reportedReached = reached << reportedShift;
/** The place is in the list of places to report, or to forget. */
const touched = 32;
/** Most turns change nothing of the map. */
const none: readonly string[] = [];

export class Geography {
  readonly #places = new Map<string, Place>();
  readonly #links = new Map<string, Link>();
  /** Places that the next question has to look at, at most one for each call: reached ones that may have lost their hold, */
  #doubtful: Place[] = [];
  /** and others that may have gained one. */
  #hopeful: Place[] = [];
  /** Places that were touched since the changes were last taken, each once. */
  #touched: Place[] = [];

  /** Places and ways looked at so far while catching up, which is bounded (M4). */
  visited = 0;

  /** Roots are reached by themselves: the Commons, the houses of the living. */
  setRoot(id: string, isRoot: boolean): void {
    if (this.#is(id, root) === isRoot) return;
    const place = this.#known(id);
    mark(place, root, isRoot);
    place.hanger = undefined;
    this.#question(place);
  }

  /** An ended place is not reached and leads nowhere. Its ways may be removed later, one by one, without effect. */
  setEnded(id: string, isEnded: boolean): void {
    if (this.#is(id, ended) === isEnded) return;
    const place = this.#known(id);
    mark(place, ended, isEnded);
    this.#question(place);
  }

  /** Opens, replaces or, with `undefined`, removes the way of this id. */
  setWay(id: string, way: Way | undefined): void {
    const link = this.#links.get(id);
    if (link !== undefined) {
      if (way !== undefined && isSame(link, way)) return;
      this.#links.delete(id);
      this.#unlink(link);
    }
    if (way !== undefined && way.from !== way.to) this.#links.set(id, this.#link(way));
  }

  reaches(id: string): boolean {
    this.#catchUp();
    return this.#is(id, reached);
  }

  ended(id: string): boolean {
    return this.#is(id, ended);
  }

  /** The ways that begin or end there. */
  *waysAt(id: string): Iterable<Way> {
    const place = this.#places.get(id);
    if (place === undefined) return;
    for (const { from, to, bidirectional } of linksOf(place)) yield { from: from.id, to: to.id, bidirectional };
  }

  /** Places that are reached and were not, or the reverse, or that ended or opened again, since this was last asked; sorted. */
  takeChanged(): readonly string[] {
    this.#catchUp();
    if (this.#touched.length === 0) return none;
    const changed = this.#touched.filter(isNews).map(({ id }) => id);
    this.#acknowledge();
    return changed.sort();
  }

  /** The end of recovery: one breadth-first search, and what has been set so far is how things are, not a change. */
  settle(): void {
    this.#catchUp();
    this.#acknowledge();
  }

  /** Places known: roots, ended ones and the ends of ways. The others are forgotten when the changes are taken. */
  get size(): number {
    return this.#places.size;
  }

  #is(id: string, bit: number): boolean {
    return has(this.#places.get(id), bit);
  }

  #known(id: string): Place {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place: Place = { id, flags: 0, hanger: undefined, links: undefined };
    this.#places.set(id, place);
    return place;
  }

  #link(way: Way): Link {
    const link = { from: this.#known(way.from), to: this.#known(way.to), bidirectional: way.bidirectional };
    attach(link.from, link);
    attach(link.to, link);
    // A way between two places not reached yet is found when one of them is.
    if (canHold(link, link.to)) this.#question(link.to);
    else if (canHold(link, link.from)) this.#question(link.from);
    return link;
  }

  #unlink(link: Link): void {
    for (const place of [link.from, link.to]) {
      detach(place, link);
      if (place.links === undefined) this.#touch(place);
      if (place.hanger !== link) continue;
      place.hanger = undefined;
      this.#question(place);
    }
  }

  #question(place: Place): void {
    this.#touch(place);
    if (has(place, reached)) this.#doubtful.push(place);
    else this.#hopeful.push(place);
  }

  #touch(place: Place): void {
    if (has(place, touched)) return;
    mark(place, touched, true);
    this.#touched.push(place);
  }

  #catchUp(): void {
    if (this.#doubtful.length === 0 && this.#hopeful.length === 0) return;
    const lost = this.#giveUp(this.#doubtful);
    const found = this.#findHolds(lost.concat(this.#hopeful));
    this.#spread(found);
    this.#doubtful = [];
    this.#hopeful = [];
  }

  /** Gives up what has lost its hold and all that hangs below; the list grows while it is walked. */
  #giveUp(doubtful: readonly Place[]): Place[] {
    const lost: Place[] = [];
    for (const place of doubtful) if (has(place, reached) && !isHeld(place)) this.#lose(place, lost);
    for (const place of lost) {
      for (const link of linksOf(place)) {
        this.visited += 1;
        const below = across(link, place);
        if (below.hanger === link) this.#lose(below, lost);
      }
    }
    return lost;
  }

  /** The candidates that are roots, or that some reached place still leads to. What is reached now stays reached (M3). */
  #findHolds(candidates: readonly Place[]): Place[] {
    const found: Place[] = [];
    for (const place of candidates) {
      this.visited += 1;
      if (has(place, reached | ended)) continue;
      if (has(place, root)) this.#reach(place, undefined, found);
      else {
        const link = this.#holdOf(place);
        if (link !== undefined) this.#reach(place, link, found);
      }
    }
    return found;
  }

  #holdOf(place: Place): Link | undefined {
    for (const link of linksOf(place)) {
      this.visited += 1;
      if (canHold(link, place)) return link;
    }
    return undefined;
  }

  /** Breadth first, from the places found; the list grows while it is walked. */
  #spread(found: Place[]): void {
    for (const place of found) {
      for (const link of linksOf(place)) {
        this.visited += 1;
        const next = across(link, place);
        if (canHold(link, next) && !has(next, ended)) this.#reach(next, link, found);
      }
    }
  }

  #lose(place: Place, lost: Place[]): void {
    mark(place, reached, false);
    place.hanger = undefined;
    this.#touch(place);
    this.visited += 1;
    lost.push(place);
  }

  #reach(place: Place, hanger: Link | undefined, found: Place[]): void {
    assert(has(place, root) === (hanger === undefined), '[M3] roots, and only they, hang from nothing');
    mark(place, reached, true);
    place.hanger = hanger;
    this.#touch(place);
    this.visited += 1;
    found.push(place);
  }

  /** Notes that the touched places have been reported, and forgets those of which there is nothing to know. */
  #acknowledge(): void {
    for (const place of this.#touched) {
      mark(place, touched, false);
      mark(place, reportedEnded, has(place, ended));
      mark(place, reportedReached, has(place, reached));
      if (place.flags === 0 && place.links === undefined) this.#places.delete(place.id);
    }
    this.#touched = [];
  }
}

function has(place: Place | undefined, bits: number): boolean {
  return place !== undefined && (place.flags & bits) !== 0;
}

function mark(place: Place, bit: number, on: boolean): void {
  place.flags = on ? place.flags | bit : place.flags & ~bit;
}

function isNews({ flags }: Place): boolean {
  return ((flags ^ (flags >> reportedShift)) & (ended | reached)) !== 0;
}

function isHeld(place: Place): boolean {
  return !has(place, ended) && (has(place, root) || place.hanger !== undefined);
}

/** Whether the way leads to `place`, which is not reached, from a place that is. */
function canHold(link: Link, place: Place): boolean {
  return !has(place, reached) && (link.bidirectional || link.to === place) && has(across(link, place), reached);
}

function across(link: Link, place: Place): Place {
  return link.from === place ? link.to : link.from;
}

function isSame(link: Link, way: Way): boolean {
  return link.from.id === way.from && link.to.id === way.to && link.bidirectional === way.bidirectional;
}

function linksOf({ links }: Place): Iterable<Link> {
  if (links === undefined) return [];
  return links instanceof Set ? links : [links];
}

function attach(place: Place, link: Link): void {
  if (place.links === undefined) place.links = link;
  else if (place.links instanceof Set) place.links.add(link);
  else place.links = new Set([place.links, link]);
}

function detach(place: Place, link: Link): void {
  if (place.links instanceof Set) {
    place.links.delete(link);
    if (place.links.size > 0) return;
  }
  place.links = undefined;
}
