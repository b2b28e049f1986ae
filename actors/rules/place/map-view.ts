/** The map of the city as strangers see it: public places, the ways between them, and who is there. */
import type { Reader, ViewTable } from '../../../engine/views/views.ts';
import { indexes } from '../../indexes.ts';
import type { ResidentContext } from '../../kinds/resident/messages.ts';
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
  for (const { id: location } of places)
    for (const { id, name } of residentsAt(reader, location, residentsMax - residents.length))
      residents.push({ id, name, location });
  const shown = places.map(({ id }) => {
    const { kind, name, owner } = identityOf(reader, id);
    return { id, kind, name, owner, residents_count: reader.count(indexes.present, id) };
  });
  const counted = shown.reduce((sum, { residents_count }) => sum + residents_count, 0);
  return { places: shown, ways, residents, truncated: isTruncated || counted > residents.length };
};

interface ResidentThere {
  readonly id: string;
  readonly name: string;
  readonly location: string;
}

/** Residents who stand there: the first `limit` by their ids. */
export const residentsAt = (reader: Reader, location: string, limit: number): readonly ResidentContext[] =>
  reader.members(indexes.present, location, limit).flatMap((actor) => {
    const image = imageOf(reader, actor);
    return image === undefined ? [] : [image.context];
  });

export const mapViews = { map } satisfies ViewTable;
