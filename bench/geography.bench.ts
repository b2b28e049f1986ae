/**
 * Shutdown of a pod through which others are reached: it ends, places below it are reported, its ways are removed one by one. In cities
 * of 100,000 and of 1,000 pods, beside a plain breadth-first search of the larger one, which is what a city without a forest would do
 * each time. Each pod is opened again, unmeasured, before the next is shut down.
 */
import { performance } from 'node:perf_hooks';
import { Geography, type Way } from '../engine/state/geography.ts';
import { population, rounds } from './harness/settings.ts';
import { type Bench, comparedWith, listed, median, type Row, rounded } from './harness/table-row.ts';

const subtrees = [1, 10, 100] as const;
/** The smallest city that has a group of each size, and the Commons. */
const podsMin = 400;
const shutdowns = 2_000;
const searches = 5;
/** How much faster than the search of the whole city one shutdown should at least be. */
const factorMin = 10;

/** A head at the Commons, the rest behind it: what is lost when the head is shut down. */
interface Group {
  readonly head: string;
  readonly headWays: readonly (readonly [id: string, way: Way])[];
}

interface Town {
  readonly pods: number;
  readonly geography: Geography;
  readonly ways: readonly Way[];
  /** Groups of pods by their size. */
  readonly groups: ReadonlyMap<number, readonly Group[]>;
}

export const geography: Bench = {
  name: 'geography',
  run: async () => {
    const small = townOf(Math.max(podsMin, population(1_000)));
    const large = townOf(Math.max(podsMin, population(100_000)));
    const search = searchOf(large.ways);
    return subtrees.map((size) => rowOf(size, small, large, search));
  },
};

function rowOf(size: number, small: Town, large: Town, search: () => void): Row {
  const times = { small: [] as number[], large: [] as number[], few: [] as number[], search: [] as number[] };
  const inSmall = small.groups.get(size)?.length ?? 0;
  for (const town of [small, large]) microsOfShutdown(town, size);
  for (let round = rounds(5); round > 0; round--) {
    times.small.push(microsOfShutdown(small, size));
    times.large.push(microsOfShutdown(large, size));
    times.few.push(microsOfShutdown(large, size, inSmall));
    times.search.push(microsOf(search, searches));
  }
  const [few, many, whole] = [median(times.small), median(times.large), median(times.search)];
  return comparedWith(
    {
      figure: `shutdown of a pod with ${size} in its subtree, ${rounded(large.pods)} pods`,
      ours: `${rounded(many)} us`,
      comparator: `${rounded(small.pods)} pods ${rounded(few)} us; search of all ${rounded(whole)} us`,
      details: [
        `${rounded(large.pods)} pods: ${listed(times.large)} us; ${rounded(small.pods)} pods: ${listed(times.small)} us (means of ${rounded(shutdowns)})`,
        `${rounded(large.pods)} pods, the same ${rounded(inSmall)} of them again and again: ${listed(times.few)} us: as warm in the processor's cache as the small city`,
        `search of ${rounded(large.pods)} pods: ${listed(times.search)} us, ${rounded(whole / many)} shutdowns`,
      ],
    },
    many / few,
    { atMost: 3 },
    'and',
    { reach: `< 1/${factorMin} of a search`, isMet: whole / many > factorMin },
  );
}

/**
 * The mean of many shutdowns (a median would hide the growth of a map), each in another group as far as there are any,
 * or as far as `groupsMax` lets.
 */
function microsOfShutdown({ geography, groups }: Town, size: number, groupsMax = Infinity): number {
  const candidates = groups.get(size)?.slice(0, groupsMax) ?? [];
  let ms = 0;
  for (let n = 0; n < shutdowns; n++) {
    const group = candidates[(n * 7919) % candidates.length];
    if (group === undefined) throw new Error(`no group of ${size}`);
    const startedAt = performance.now();
    const lost = shutDown(geography, group);
    ms += performance.now() - startedAt;
    if (lost !== size) throw new Error(`${lost} places lost, should be ${size}`);
    openAgain(geography, group);
  }
  return (ms * 1000) / shutdowns;
}

function shutDown(geography: Geography, { head, headWays }: Group): number {
  geography.setEnded(head, true);
  const lost = geography.takeChanged().length;
  for (const [id] of headWays) {
    geography.setWay(id, undefined);
    geography.takeChanged();
  }
  return lost;
}

function openAgain(geography: Geography, { head, headWays }: Group): void {
  geography.setEnded(head, false);
  for (const [id, way] of headWays) geography.setWay(id, way);
  geography.takeChanged();
}

/** A third of the pods in groups of each size; all heads at the one Commons. */
function townOf(pods: number): Town {
  const geography = new Geography();
  geography.setRoot('commons', true);
  const ways: Way[] = [];
  const groups = new Map<number, Group[]>();
  for (const size of subtrees) {
    const count = Math.floor(pods / subtrees.length / size);
    groups.set(
      size,
      Array.from({ length: count }, (_, n) => groupOf(`pod-${size}-${n}`, size, geography, ways)),
    );
  }
  geography.settle();
  return { pods, geography, ways, groups };
}

/** Both ways between each pod and the one before it in a tree of three branches, and one way across. */
function groupOf(name: string, size: number, geography: Geography, ways: Way[]): Group {
  const pod = (n: number) => `${name}-${n}`;
  const headWays: [string, Way][] = [];
  const open = (id: string, from: string, to: string, bidirectional: boolean) => {
    const way = { from, to, bidirectional };
    ways.push(way);
    geography.setWay(id, way);
    if (from === pod(0) || to === pod(0)) headWays.push([id, way]);
  };
  for (let n = 0; n < size; n++) {
    open(`${pod(n)} door`, n === 0 ? 'commons' : pod(Math.floor((n - 1) / 3)), pod(n), true);
    if (size > 1) open(`${pod(n)} window`, pod(n), pod((n * 7 + 3) % size), false);
  }
  return { head: pod(0), headWays };
}

/** A place as the comparator has it, made for nothing but to be searched: no look-up by name on the way. */
interface Spot {
  readonly next: Spot[];
  seen: number;
}

function searchOf(ways: readonly Way[]): () => void {
  const spots = new Map<string, Spot>();
  const spot = (id: string) => {
    const known = spots.get(id) ?? { next: [], seen: 0 };
    spots.set(id, known);
    return known;
  };
  for (const { from, to, bidirectional } of ways) {
    spot(from).next.push(spot(to));
    if (bidirectional) spot(to).next.push(spot(from));
  }
  let run = 0;
  return () => {
    run += 1;
    const reached = [spot('commons')];
    for (const place of reached)
      for (const next of place.next)
        if (next.seen !== run) {
          next.seen = run;
          reached.push(next);
        }
    if (reached.length < spots.size) throw new Error(`reached ${reached.length} of ${spots.size}`);
  };
}

function microsOf(act: () => void, times: number): number {
  const startedAt = performance.now();
  for (let n = 0; n < times; n++) act();
  return ((performance.now() - startedAt) * 1000) / times;
}
