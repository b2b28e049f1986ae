/** The city's built-in places and how residents, houses and topics are named. Names are minted in `engine/ids.ts`. */
import { type ActorId, actorId } from '../engine/ids.ts';

/** The central square: the one place that was always there. */
export const commons = 'city-commons';

/** The place that is this resident's home. */
export const homeOf = (resident: string): string => `city-housing/${resident}`;

/** The topic of everything that those present at a place hear. */
export const at = (place: string): string => `at:${place}`;

export const residentActor = (resident: string): ActorId => actorId('resident', resident);
export const locationActor = (place: string): ActorId => actorId('location', place);

/** Identifiers of exits that always work, from anywhere. */
export const homeExit = 'home';
export const commonsExit = 'commons';
