/** The places that minds which decide by rules can build. A design is named by its number in this list. */
import { boardAndLodging } from './board-and-lodging.ts';
import { crafts } from './crafts.ts';
import type { Design } from './design.ts';
import { gamesAndKeeping } from './games-and-keeping.ts';
import { lettersAndNews } from './letters.ts';

export const designs: readonly Design[] = [...boardAndLodging, ...lettersAndNews, ...crafts, ...gamesAndKeeping];

/** As the city makes an id of a name. */
const slugOf = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/gu, '-');

/** The name of a container that is built by a design. */
export const annexName = ({ title }: Design): string => slugOf(title);

/** By the name of its containers, with which the ids of its places begin: these are made of their names. */
const numbers: ReadonlyMap<string, number> = new Map(designs.map((design, number) => [annexName(design), number]));
const ofOwner = '-of-';

/** The number of the design by which a place was built, as far as its id tells. Anybody may call a place so: what it sells may be else. */
export function designAt(place: string): number | undefined {
  const slash = place.indexOf('/');
  if (slash !== -1) return numbers.get(place.slice(slash + 1));
  for (let end = place.indexOf(ofOwner); end !== -1; end = place.indexOf(ofOwner, end + 1)) {
    const number = numbers.get(place.slice(0, end));
    if (number !== undefined) return number;
  }
  return undefined;
}
