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
export function seenEvent(event: FeedEvent): SeenEvent | undefined {
  const { seq, type, audience, json } = event;
  const visitors = visitorsOf(audience);
  const publicly = audience.includes('public') && isDeclared(type) ? eventTypes[type].publicly : 'never';
  if (publicly !== 'never') return new PublicEvent(event, visitors, publicly);
  return visitors.length === 0
    ? undefined
    : { seq, whole: json, public: undefined, places: [], residents: [], visitors };
}

const none: readonly string[] = [];

function visitorsOf(audience: readonly string[]): readonly string[] {
  let visitors = none;
  for (const entry of audience)
    if (entry.startsWith(toVisitor)) visitors = [...visitors, entry.slice(toVisitor.length)];
  return visitors;
}

type Publicly = Exclude<(typeof eventTypes)[EventType]['publicly'], 'never'>;
type Shown = Pick<SeenEvent, 'public' | 'places' | 'residents'>;

/** Read when the first stranger hears it: most of what happens is heard by none, and is forgotten. */
class PublicEvent implements SeenEvent {
  readonly seq: number;
  readonly whole: string;
  readonly visitors: readonly string[];
  readonly #publicly: Publicly;
  #read: Shown | undefined;

  constructor({ seq, json }: FeedEvent, visitors: readonly string[], publicly: Publicly) {
    this.seq = seq;
    this.whole = json;
    this.visitors = visitors;
    this.#publicly = publicly;
  }

  get public(): string | undefined {
    return this.#shown.public;
  }

  get places(): readonly string[] {
    return this.#shown.places;
  }

  get residents(): readonly string[] {
    return this.#shown.residents;
  }

  get #shown(): Shown {
    this.#read ??= shownOf(this.whole, this.#publicly);
    return this.#read;
  }
}

function shownOf(json: string, publicly: Publicly): Shown {
  const envelope = Envelope.parse(JSON.parse(json));
  const { location, actor, subject } = envelope;
  // The places of its audience are left out: the event is also heard where strangers may not walk, and a client that follows a guessed name
  // would learn that there is a way there.
  const places = location === null ? [] : [location];
  if (publicly !== 'whole') return { public: withoutNames(envelope, publicly), places, residents: [] };
  return { public: json, places, residents: [actor, subject].filter((name) => name !== null) };
}

/** The envelope without actor and subject, and with these fields of `data` alone. */
function withoutNames(envelope: Envelope, fields: readonly string[]): string {
  const data = Object.fromEntries(fields.map((field) => [field, envelope.data[field]]));
  return JSON.stringify({ ...envelope, actor: null, subject: null, data });
}
