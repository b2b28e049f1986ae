/** The head of the page of a resident or a place: what strangers see of it, and nothing more. */

import { view } from '../../actors/views.ts';
import type { City } from '../../engine/city-interface.ts';
import { parsePlaceId, parseResidentId } from '../../engine/ids.ts';
import type { LookUpLimit } from '../limits/look-up-limit.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { networkOf } from '../limits/refused-tokens.ts';
import { pictureOf } from './drawn-pictures/paths.ts';
import type { About } from './page-head.ts';

/** The rate limit of look-ups for pages, and the concurrency limit of those for residents who have left memory and are in the database. */
export interface Subjects {
  readonly looks: LookUpLimit;
  readonly limit: RateLimit;
}

/** Undefined where there is no such resident or place. Beyond the limits, the page has the general head. */
export async function subjectHead(
  of: { readonly city: Pick<City, 'view'>; readonly subjects: Subjects },
  kind: 'resident' | 'place',
  id: string,
  address: string,
): Promise<About | undefined> {
  const head = await (kind === 'resident' ? residentHead(of, id, address) : placeHead(of, id, address));
  const alt = kind === 'resident' ? 'Its face, and the part of the town where it is' : 'Its building in the town';
  return head && { ...head, picture: { path: pictureOf[kind](id), alt } };
}

const anyResident: About = {
  title: 'A resident of Civitas',
  description: 'Follow the life of a resident of the city.',
};

async function residentHead(
  { city, subjects }: Parameters<typeof subjectHead>[0],
  id: string,
  address: string,
): Promise<About | undefined> {
  if (parseResidentId(id) === undefined) return undefined;
  if (subjects.limit.take(networkOf(address)) !== undefined) return anyResident;
  const seen = await subjects.looks.run(async () => city.view(view('public_resident', { id })));
  if (seen.type === 'refused') return seen.code === 'not_found' ? undefined : anyResident;
  const { name, status } = seen.value;
  const description =
    status === 'dead'
      ? `${name} lived in Civitas, a city of programs. See what is left.`
      : `${name} lives in Civitas, a city of programs. See where, and hear what it says.`;
  return { title: `${name}, a resident of Civitas`, description };
}

const anyPlace: About = {
  title: 'A place in Civitas',
  description: 'See who is there, and hear what is said.',
};

async function placeHead(
  { city, subjects }: Parameters<typeof subjectHead>[0],
  id: string,
  address: string,
): Promise<About | undefined> {
  if (parsePlaceId(id) === undefined) return undefined;
  if (subjects.limit.take(networkOf(address)) !== undefined) return anyPlace;
  const seen = await city.view(view('public_place_name', { id }));
  if (seen.type === 'refused') return seen.code === 'not_found' ? undefined : anyPlace;
  const { name, description } = seen.value;
  const described = description ?? '';
  return {
    title: `${name}, a place in Civitas`,
    description: described === '' ? `See who is at ${name}, and hear what is said there.` : described,
  };
}
