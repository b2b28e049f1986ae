/** The places that minds which decide by rules can build. A design is named by its number in this list. */
import { boardAndLodging } from './board-and-lodging.ts';
import { crafts } from './crafts.ts';
import type { Design } from './design.ts';
import { gamesAndKeeping } from './games-and-keeping.ts';
import { lettersAndNews } from './letters.ts';

export const designs: readonly Design[] = [...boardAndLodging, ...lettersAndNews, ...crafts, ...gamesAndKeeping];

/** As the city makes an id of a name. */
const slugOf = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/gu, '-');

/** By the beginning of the ids of its places, which are made of their names. */
const slugs: readonly (readonly [string, number])[] = designs.map(({ title }, number) => [
  `${slugOf(title)}-of-`,
  number,
]);

/** The name of a container that is built by a design. */
export const annexName = ({ title }: Design): string => slugOf(title);

/** The number of the design by which a place was built, as far as its id tells. Anybody may call a place so: what it sells may be else. */
export function designAt(place: string): number | undefined {
  const [, inner] = place.split('/');
  const found = inner === undefined ? undefined : designs.findIndex((design) => annexName(design) === inner);
  return found === undefined ? slugs.find(([start]) => place.startsWith(start))?.[1] : found === -1 ? undefined : found;
}
