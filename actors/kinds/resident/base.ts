/** What a resident knows of itself, and typed helpers for its guards and actions. */
import type { ActorId } from '../../../engine/ids.ts';
import { type SceneOf, wordsFor } from '../../chart.ts';
import type { DataOf, EventType } from '../../event-types.ts';
import type { Happened } from '../../events.ts';
import type { Present } from '../../facts.ts';
import { residentActor, standsAt, visitorActor } from '../../rules/place/names.ts';
import type { ResidentEvent } from './facts.ts';
import type { ResidentContext, ResidentInput } from './messages.ts';

/** What a newborn begins with. */
export type Birth = ResidentInput & { readonly facts: Present };

/** What a guard or an action receives of an event of this type. */
export type On<Type extends ResidentEvent['type']> = SceneOf<ResidentContext, ResidentEvent, Type>;

export const { on, effect, change, refuse, refuses, birth } = wordsFor<ResidentContext, ResidentEvent, Birth>();

export const own = (context: ResidentContext) => residentActor(context.id);

/** The visitor who wrote the soul of which it was born. It finds among its notifications what it may have missed (SO6). */
export const itsVisitor = ({ origin }: ResidentContext): readonly ActorId[] =>
  origin === undefined || origin.visitor === null ? [] : [visitorActor(origin.visitor)];

/** True in its own house, or a room of it. */
export const isAtHome = ({ location, home }: ResidentContext): boolean => standsAt(location, home);

/** An event of something that this resident did, or that happened to it, at its location. */
export const happening = <Type extends EventType>(
  { id, location }: ResidentContext,
  type: Type,
  data: DataOf<Type>,
): Happened<Type> => ({ type, location, actor: id, subject: null, data });

/** An event of something that the city did to this resident. */
export const notice = <Type extends EventType>(
  { id, location }: ResidentContext,
  type: Type,
  data: DataOf<Type>,
): Happened<Type> => ({ type, location, actor: null, subject: id, data });
