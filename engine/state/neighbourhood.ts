/** The part of a map that lies around some places: as much of it as somebody can look at. */
import type { Geography, Way } from './geography.ts';

export interface Neighbourhood {
  /** Nearest first. */
  readonly places: readonly NearPlace[];
  /** Ways between these places; of several between the same places in the same direction, one. */
  readonly ways: readonly Way[];
  /** True when there are more places or ways than were asked for. */
  readonly isTruncated: boolean;
}

export interface NearPlace {
  readonly id: string;
  /** The place before it on a shortest path; undefined where the paths begin. */
  readonly from: string | undefined;
}

/** Reads at most `placesMax` places, and all ways of these. */
export function neighbourhoodOf(
  map: Geography,
  starts: Iterable<string>,
  placesMax: number,
  waysMax: number,
): Neighbourhood {
  const from = new Map<string, string | undefined>();
  for (const start of starts) if (map.reaches(start)) from.set(start, undefined);
  const ways = new Map<string, Way>();
  let isTruncated = false;
  // The map grows while it is walked: breadth first.
  for (const [place] of from)
    for (const way of map.waysAt(place)) {
      const next = farEndOf(way, place);
      if (next === undefined || !map.reaches(next)) continue;
      if (!from.has(next) && from.size < placesMax) from.set(next, place);
      const name = `${way.from} ${way.to}`;
      if (from.has(next) && (ways.has(name) || ways.size < waysMax)) ways.set(name, way);
      else isTruncated = true;
    }
  return { places: Array.from(from, ([id, before]) => ({ id, from: before })), ways: [...ways.values()], isTruncated };
}

/** The places to which one way leads from `place`, each once; at most `placesMax`. */
export function placesNextTo(map: Geography, place: string, placesMax: number): readonly string[] {
  const next = new Set<string>();
  for (const way of map.waysAt(place)) {
    if (next.size >= placesMax) break;
    const end = farEndOf(way, place);
    if (end !== undefined && map.reaches(end)) next.add(end);
  }
  return [...next].sort();
}

/** The place to which this way leads from `place`. */
function farEndOf({ from, to, bidirectional }: Way, place: string): string | undefined {
  if (from === place) return to;
  return bidirectional ? from : undefined;
}
