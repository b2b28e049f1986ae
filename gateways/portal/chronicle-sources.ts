/** What pages of the chronicle need besides its rows: the page that was built for them, and which places stand now. */
import { view } from '../../actors/views.ts';
import type { City } from '../../engine/city-interface.ts';
import type { Built } from './built-pages.ts';

/** The built page, with `<!--about-->` and `<!--day-->` where its head and its day come; undefined while there is none. */
export const templateOf = (built: Built): string | undefined =>
  built.type === 'built' ? built.pages.html.get('chronicle') : undefined;

export interface Standing {
  readonly id: string;
  /** Null where it is nobody's. */
  readonly owner: string | null;
}

/** Those that strangers see on the map; none while it cannot be looked at. */
export async function placesOf(city: Pick<City, 'view'>): Promise<readonly Standing[]> {
  const seen = await city.view(view('map', {}));
  return seen.type === 'refused' ? [] : seen.value.places;
}
