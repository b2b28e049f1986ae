/** What a resident knows of itself, and the words in which its chart's rules are written. */
import type { ActorId } from '../../../engine/ids.ts';
import { type SceneOf, wordsFor } from '../../chart.ts';
import type { DataOf, EventType, Happened } from '../../events.ts';
import type { Present } from '../../facts.ts';
import { residentActor, standsAt, visitorActor } from '../../rules/place/names.ts';
import type { ResidentEvent } from './facts.ts';
import type { ResidentContext, ResidentInput } from './messages.ts';

/** What a newborn begins with. */
export type Birth = ResidentInput & { readonly facts: Present };

/** What a guard or an action sees of an event of this type. */
export type On<Type extends ResidentEvent['type']> = SceneOf<ResidentContext, ResidentEvent, Type>;

export const { on, effect, change, refuse, refuses, birth } = wordsFor<ResidentContext, ResidentEvent, Birth>();

export const own = (context: ResidentContext) => residentActor(context.id);

/** Who wrote the soul of which it was born: finds among its notifications what it may have missed (SO6). */
export const itsVisitor = ({ origin }: ResidentContext): readonly ActorId[] =>
  origin === undefined || origin.visitor === null ? [] : [visitorActor(origin.visitor)];

/** In one's own house, or a room of it. */
export const isAtHome = ({ location, home }: ResidentContext): boolean => standsAt(location, home);

/** Something this resident did or went through, here. */
export const happening = <Type extends EventType>(
  { id, location }: ResidentContext,
  type: Type,
  data: DataOf<Type>,
): Happened<Type> => ({ type, location, actor: id, subject: null, data });

/** Something the city did to this resident. */
export const notice = <Type extends EventType>(
  { id, location }: ResidentContext,
  type: Type,
  data: DataOf<Type>,
): Happened<Type> => ({ type, location, actor: null, subject: id, data });
