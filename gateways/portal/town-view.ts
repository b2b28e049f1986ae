/**
 * What the map shows besides public places: the houses of those who live, whether somebody is at home there, what is being built, what has
 * ended, and who has died lately. Of a house, strangers see its light and nothing of its inside; of a workshop, that there is one.
 */
import { indexes } from '../../actors/indexes.ts';
import { imageOf } from '../../actors/registry.ts';
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
const ruinsMax = 60;
const deadMax = 60;

const nobody = '';

/** In the order of their birth: the number in an id is of the city's own count. */
function homes(reader: Reader) {
  const alive = reader.members(indexes.status, 'alive', homesMax).flatMap((actor) => {
    const image = imageOf(reader, actor);
    if (image === undefined) return [];
    const { id, name, home } = image.context;
    return [{ id, name, is_lit: reader.count(indexes.present, home) > 0 }];
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

/** Pods that have shut down and are remembered: the first by their ids. */
const ruins = (reader: Reader) =>
  reader.inState('pod', 'shut_down', nobody, ruinsMax).flatMap((raw) => {
    const image = imageOf(reader, podActor(raw.slice(raw.indexOf(':') + 1)));
    // One that was hidden stays so.
    if (image === undefined || image.context.wasHidden === true) return [];
    return [{ id: image.context.id, name: image.context.name }];
  });

function dead(reader: Reader) {
  const known = reader.members(indexes.status, 'dead', deadMax).flatMap((actor) => {
    const image = imageOf(reader, actor);
    return image === undefined
      ? []
      : [{ id: image.context.id, name: image.context.name, at: image.context.diedAt ?? 0 }];
  });
  return known.sort((a, b) => a.at - b.at).map(({ id, name }) => ({ id, name }));
}

/** The size of each public pod, by its id. */
const tiers = (reader: Reader) =>
  new Map(
    reader.publicNeighbourhood(placesMax, waysMax).places.flatMap(({ id }) => {
      const image = imageOf(reader, podActor(id));
      return image === undefined ? [] : [[id, image.context.tier]];
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
    ruins: ruins(reader),
    dead: dead(reader),
    tiers: tiers(reader),
  };
};

export const townViews = { town } satisfies ViewTable;

export type TownSeen = ReturnType<typeof town>;

export const townView = () => viewRequest<TownSeen>('town', {});
