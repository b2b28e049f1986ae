/** How charts publish events: as `event-types.ts` declares them, to those who hear them. */
// biome-ignore lint/style/noRestrictedImports: here it gets its declared types
import { type Audience, type CityEvent, type Effect, tell as tellAll } from '../engine/effect.ts';
import type { ActorId } from '../engine/ids.ts';
import { type DataOf, type EventDeclaration, type EventType, eventTypes } from './event-types.ts';
import { residentActor } from './rules/place/names.ts';

/** What happened, before the city adds number, time and category. */
export interface Happened<Type extends EventType> {
  readonly type: Type;
  readonly location: string | null;
  readonly actor: string | null;
  readonly subject: string | null;
  readonly data: DataOf<Type>;
  /** A visitor did what otherwise residents do. */
  readonly category?: (typeof eventTypes)[Type] extends { readonly byVisitors: true } ? 'visitor' : never;
}

const categoryOf = (type: EventType, actor: string | null): CityEvent['category'] => {
  const { category } = eventTypes[type];
  if (category !== 'either') return category;
  return actor === null ? 'infrastructure' : 'emergent';
};

/** Residents whose visitors hear the event, by its declaration: who does it, who goes through it, or both. */
function watchedIn<Type extends EventType>({ type, actor, subject }: Happened<Type>): readonly ActorId[] {
  const declared: EventDeclaration = eventTypes[type];
  const { visitors } = declared;
  if (visitors === undefined) return nobody;
  const watched = visitors === 'subject' || actor === null ? [] : [residentActor(actor)];
  if (visitors !== 'actor' && subject !== null) watched.push(residentActor(subject));
  return watched;
}

const nobody: readonly ActorId[] = [];

/**
 * What strangers hear (PF1): what those present hear at public places; events of the economy wherever they are heard; and events without a
 * place.
 */
function publicAudience(
  { type, location }: Happened<EventType>,
  { topics = [] }: Audience,
): NonNullable<Audience['public']> {
  const { publicly } = eventTypes[type];
  if (publicly === 'never' || (publicly === 'whole' && topics.length === 0)) return false;
  return location === null || 'where strangers walk';
}

/**
 * Publishes an event once the turn is committed (T3). An audience that does not name the public gets it by the event's declaration.
 *
 * Written out, and what is spread comes last: V8 makes `{ ...one, more }` a slow object, at 1 to 2 microseconds and a promotion to the old
 * space, and nothing is done oftener than this.
 */
export const tell = <Type extends EventType>(
  happened: Happened<Type>,
  audience: Omit<Audience, 'watchersOf'>,
): Effect => {
  const { type, location, actor, subject, data, category = categoryOf(type, actor) } = happened;
  const isPublic = audience.public ?? publicAudience(happened, audience);
  const heardBy = { watchersOf: watchedIn(happened), ...audience, public: isPublic };
  return tellAll({ type, category, location, actor, subject, data }, heardBy);
};
