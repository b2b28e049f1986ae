/** The properties of a place that matter to global services: where the library of souls can be reached, and where calls are cheaper. */
import type { Facts } from '../../../engine/actor-kind.ts';
import { indexes } from '../../indexes.ts';
import { type ActorReader, imageOf } from '../../registry.ts';
import { libraryTerminal } from '../workshops/deploy-rules.ts';
import type { Availability } from './availability.ts';
import { around, houseOf, podActor, standsAt } from './names.ts';
import { isOperating } from './states.ts';

/** True where a service of this availability can be reached (SG1). */
export const mayReach = (city: ActorReader, availability: Availability, place: string): boolean =>
  availability === 'everywhere' || hasTerminal(city, place);

/** True in a working pod with a library terminal, and in its containers. */
function hasTerminal(city: ActorReader, place: string): boolean {
  if (houseOf(place) !== undefined) return false;
  const pod = imageOf(city, podActor(around(place) ?? place));
  return pod !== undefined && isOperating(pod) && pod.context.features.includes(libraryTerminal);
}

/** True at home, if there is a study (SG3). */
export const isInStudy = (
  city: Pick<Facts, 'count'>,
  { location, home }: { readonly location: string; readonly home: string },
): boolean => standsAt(location, home) && city.count(indexes.rooms, `${home} study`) > 0;
