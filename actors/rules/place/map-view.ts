/** The map of the city as strangers see it: public places, the ways between them, and who is there. */
import { contentHash } from '../../../engine/ids.ts';
import type { NearPlace } from '../../../engine/state/neighbourhood.ts';
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { indexes } from '../../indexes.ts';
import { imageOf } from '../../registry.ts';
import { identityOf } from './appearance.ts';

const placesMax = 2_000;
const waysMax = 6_000;
const residentsMax = 5_000;

/** It changes with every move of anybody: a server that offers it to many keeps the value for a moment. */
const map = (reader: Reader) => {
  reader.fleeting = true;
  const { places, ways, isTruncated } = reader.publicNeighbourhood(placesMax, waysMax);
  const residents: ResidentThere[] = [];
  for (const { id } of places) residents.push(...residentsAt(reader, id, residentsMax - residents.length));
  const shown = spread(places).map(({ id, x, y }) => {
    const { kind, name, owner } = identityOf(reader, id);
    return { id, kind, name, owner, residents_count: reader.count(indexes.present, id), x, y };
  });
  const counted = shown.reduce((sum, { residents_count }) => sum + residents_count, 0);
  return { places: shown, ways, residents, truncated: isTruncated || counted > residents.length };
};

export interface ResidentThere {
  readonly id: string;
  readonly name: string;
  readonly location: string;
}

/** Residents who stand there: the first `limit` by their ids. */
export const residentsAt = (reader: Reader, location: string, limit: number): ResidentThere[] =>
  reader.members(indexes.present, location, limit).flatMap((actor) => {
    const image = imageOf(reader, actor);
    return image === undefined ? [] : [{ id: image.context.id, name: image.context.name, location }];
  });

interface Spot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Radians: its direction as seen from the place before it. */
  readonly outward: number;
}

/** The smallest distance between two places joined by a way, and how much may be added. */
const stepMin = 60;
const stepMore = 60;
/** Radians by which a path bends at a place, at most, to either side. */
const bend = Math.PI / 3;

/**
 * Where the places are drawn: each at some distance from the place before it on the way from the Commons, further out. Distance and
 * direction derive from the names of the two, so a place remains where it is while others come and go.
 */
export function spread(places: readonly NearPlace[]): readonly Spot[] {
  const spots = new Map<string, Spot>();
  for (const { id, from } of places) {
    const before = from === undefined ? undefined : spots.get(from);
    spots.set(id, before === undefined ? { id, x: 0, y: 0, outward: 0 } : spotBehind(before, id));
  }
  return [...spots.values()];
}

function spotBehind(before: Spot, id: string): Spot {
  const drawn = Buffer.from(contentHash(`${before.id} ${id}`), 'base64url');
  const turn = 2 * (drawn.readUInt16BE(0) / 0xffff) - 1;
  const isAtStart = before.x === 0 && before.y === 0;
  const outward = isAtStart ? Math.PI * turn : before.outward + bend * turn;
  const step = stepMin + stepMore * (drawn.readUInt16BE(2) / 0xffff);
  const x = Math.round(before.x + step * Math.cos(outward));
  const y = Math.round(before.y + step * Math.sin(outward));
  return { id, x, y, outward };
}

export const mapViews = { map } satisfies ViewTable;
