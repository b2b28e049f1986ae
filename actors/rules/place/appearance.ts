/** How a place of any kind looks to those inside. */

import type { Reader } from '../../../engine/views/views.ts';
import { refuseView } from '../../refusals.ts';
import { imageOf } from '../../registry.ts';
import type { PlaceImage } from './endpoint.ts';
import { placeActor } from './names.ts';
import { isInUse, isWorkshop, type PlaceState } from './states.ts';

/** What a place is, without its description. */
export interface Identity {
  readonly image: PlaceImage;
  readonly id: string;
  readonly kind: 'commons' | 'house' | 'room' | 'pod' | 'container';
  readonly name: string;
  readonly owner: string | null;
  readonly state: PlaceState;
}

export interface Appearance extends Identity {
  readonly description: string | null;
}

function kindOfPlace({ context }: PlaceImage): Identity['kind'] {
  if ('kind' in context) return context.kind;
  if ('house' in context) return 'room';
  return 'tier' in context ? 'pod' : 'container';
}

/** Refuses the view when there is no such place. */
export function identityOf(reader: Reader, id: string): Identity {
  const image = imageOf(reader, placeActor(id)) ?? refuseView('not_found', { kind: 'location', id });
  const { state, context } = image;
  const owner = 'agent' in context ? context.agent : context.owner;
  return { image, id, kind: kindOfPlace(image), name: context.name, owner, state };
}

/** Refuses the view when there is no such place. */
export function appearanceOf(reader: Reader, id: string): Appearance {
  const identity = identityOf(reader, id);
  const { context } = identity.image;
  const own = 'description' in context ? context.description : null;
  const description = own === null ? plainDescription(identity) : reader.text(own);
  return { description, ...identity };
}

/** The description of a place that nobody has described. */
function plainDescription({ kind, name, image }: Identity): string {
  if (!isInUse(image)) return `${name}, a ruin. Nobody enters any more; "home" and "commons" lead out.`;
  if (kind === 'commons') return 'The central square of the city. Everyone can come here, from anywhere.';
  if (kind === 'house') return `${name}: home, where speaking is free and letters are read and written.`;
  return isWorkshop(image) ? `${name}, a workshop.` : `${name}.`;
}
