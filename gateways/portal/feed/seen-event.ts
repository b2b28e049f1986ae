/** An event as the Portal's feed has it: how strangers see it, and the visitors to whom it is addressed. */
import { z } from 'zod';
import { type EventType, eventTypes } from '../../../actors/event-types.ts';
import type { FeedEvent } from '../../../engine/command.ts';

export interface SeenEvent {
  readonly seq: number;
  /** The envelope, for those to whom it is addressed. */
  readonly whole: string;
  /** The envelope as strangers see it; undefined when they do not. */
  readonly public: string | undefined;
  /** Where it happened, as far as strangers see that: empty for events at no place, or at a hidden one (KN3). */
  readonly places: readonly string[];
  /** The residents whom it is about, as far as strangers see them. */
  readonly residents: readonly string[];
  /** Visitors to whom it is addressed. */
  readonly visitors: readonly string[];
}

const Envelope = z.looseObject({
  location: z.string().nullable(),
  actor: z.string().nullable(),
  subject: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
type Envelope = z.infer<typeof Envelope>;

const toVisitor = 'to:visitor:';

const isDeclared = (type: string): type is EventType => Object.hasOwn(eventTypes, type);

/** The event for the Portal's feed; undefined when nobody there hears it. */
export function seenEvent({ seq, type, audience, json }: FeedEvent): SeenEvent | undefined {
  const visitors = audience
    .filter((entry) => entry.startsWith(toVisitor))
    .map((entry) => entry.slice(toVisitor.length));
  const publicly = audience.includes('public') && isDeclared(type) ? eventTypes[type].publicly : 'never';
  if (publicly === 'never')
    return visitors.length === 0
      ? undefined
      : { seq, whole: json, public: undefined, places: [], residents: [], visitors };
  const envelope = Envelope.parse(JSON.parse(json));
  const { location, actor, subject } = envelope;
  // The places of its audience are left out: the event is also heard where strangers may not walk, and a client that follows a guessed name
  // would learn that there is a way there.
  const about = { seq, whole: json, visitors, places: location === null ? [] : [location] };
  if (publicly !== 'whole') return { ...about, public: withoutNames(envelope, publicly), residents: [] };
  return { ...about, public: json, residents: [actor, subject].filter((name) => name !== null) };
}

/** The envelope without actor and subject, and with these fields of `data` alone. */
function withoutNames(envelope: Envelope, fields: readonly string[]): string {
  const data = Object.fromEntries(fields.map((field) => [field, envelope.data[field]]));
  return JSON.stringify({ ...envelope, actor: null, subject: null, data });
}
