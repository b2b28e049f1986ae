/**
 * What the map shows besides public places: the houses of those who live, whether somebody is at home there, and what is being built. Of a
 * house, strangers see its light and nothing of its inside; of a workshop, that there is one.
 */
import { indexes } from '../../actors/indexes.ts';
import { imageOf } from '../../actors/registry.ts';
import { faceOf } from '../../actors/rules/people/face.ts';
import { podActor } from '../../actors/rules/place/names.ts';
import { isWorkshop } from '../../actors/rules/place/states.ts';
import { viewRequest } from '../../engine/command.ts';
import type { Reader, ViewTable } from '../../engine/views/views.ts';

/** As many as the map has (`actors/rules/place/map-view.ts`). */
const placesMax = 2_000;
const waysMax = 6_000;
const homesMax = 5_000;
const sitesMax = 200;
const sitesEachMax = 8;

/** In the order of their birth: the number in an id is of the city's own count. */
function homes(reader: Reader) {
  const alive = reader.members(indexes.status, 'alive', homesMax).flatMap((actor) => {
    const image = imageOf(reader, actor);
    if (image === undefined) return [];
    const { id, name, home } = image.context;
    return [{ id, name, face: faceOf(image.context), is_lit: reader.count(indexes.present, home) > 0 }];
  });
  return alive.sort((a, b) => birthOf(a.id) - birthOf(b.id));
}

const birthOf = (resident: string): number => Number(resident.slice(resident.lastIndexOf('-') + 1));

/** Workshops, by those who own them. */
function sites(reader: Reader, owners: readonly { readonly id: string }[]): readonly string[] {
  const found: string[] = [];
  for (const { id } of owners) {
    if (found.length >= sitesMax) break;
    for (const pod of reader.members(indexes.owned, id, sitesEachMax)) {
      const image = imageOf(reader, pod);
      if (image !== undefined && isWorkshop(image)) found.push(image.context.id);
    }
  }
  return found;
}

/** How large each public pod is, by its id. */
const pods = (reader: Reader) =>
  new Map(
    reader.publicNeighbourhood(placesMax, waysMax).places.flatMap(({ id }) => {
      const image = imageOf(reader, podActor(id));
      if (image === undefined) return [];
      return [[id, { tier: image.context.tier, annexes: reader.count(indexes.containers, id) }]];
    }),
  );

/** It changes with every step of anybody, as the map does. */
const town = (reader: Reader) => {
  reader.fleeting = true;
  const living = homes(reader);
  return {
    tick: reader.tick,
    homes: living,
    sites: sites(reader, living),
    pods: pods(reader),
  };
};

export const townViews = { town } satisfies ViewTable;

export type TownSeen = ReturnType<typeof town>;

export const townView = () => viewRequest<TownSeen>('town', {});
