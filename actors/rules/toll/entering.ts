/** How a resident enters a place: what the place is asked, and what an admitted traveller hears. */
import type { Effect } from '../../../engine/effect.ts';
import type { ActorId } from '../../../engine/ids.ts';
import { send } from '../../registry.ts';
import type { Enter } from '../place/messages.ts';
import { type PlaceKind, placeActor, residentActor } from '../place/names.ts';

type Traveller = Pick<Enter, 'traveller' | 'from' | 'exit' | 'visible'>;

/** Asks without a connection: there is no toll on such a way. */
export const askPlainly = (place: ActorId<PlaceKind>, traveller: Traveller): Effect =>
  send(place, { type: 'enter', ...traveller, gated: false, max_toll: null, known: false });

/** Asks by a connection: a gated one has a toll. */
export const askByConnection = (place: string, traveller: Traveller, way: Pick<Enter, 'gated' | 'max_toll'>): Effect =>
  send(placeActor(place), { type: 'enter', ...traveller, ...way, known: true });

/** `toll`: millicredits that the traveller has paid. */
export const admit = (place: string, { traveller, exit, visible, known }: Omit<Enter, 'from'>, toll = 0): Effect =>
  send(residentActor(traveller), { type: 'admitted', place, exit, visible, known, toll });
