/** Checks events against their declarations: every event of a turn has a known type, and exactly its fields. */
import { z } from 'zod';
import { type EventType, eventTypes } from '../actors/event-types.ts';
import type { FeedEvent } from '../engine/command.ts';
import { parseVisitorId } from '../engine/ids.ts';

const Envelope = z.strictObject({
  v: z.literal(1),
  seq: z.int().positive(),
  type: z.string(),
  at: z.iso.datetime(),
  tick: z.int().nonnegative(),
  category: z.enum(['infrastructure', 'emergent', 'visitor']),
  location: z.string().nullable(),
  actor: z.string().nullable(),
  subject: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

const isDeclared = (type: string): type is EventType => Object.hasOwn(eventTypes, type);

/** What is wrong with an event, if anything. */
export function faultIn({ type, audience, json }: Pick<FeedEvent, 'type' | 'audience' | 'json'>): string | undefined {
  if (!isDeclared(type)) return `${type} is not declared`;
  const { category, publicly, data } = eventTypes[type];
  const envelope = Envelope.safeParse(JSON.parse(json));
  if (!envelope.success) return `${type}: ${envelope.error.message}`;
  const held = data.safeParse(envelope.data.data);
  if (!held.success) return `${type} holds ${JSON.stringify(envelope.data.data)}: ${held.error.message}`;
  const { category: told, actor } = envelope.data;
  const byVisitor = told === 'visitor' && actor !== null && parseVisitorId(actor) !== undefined;
  const expected = category !== 'either' ? category : actor === null ? 'infrastructure' : 'emergent';
  if (told !== expected && !byVisitor) return `${type} is told as ${told}`;
  return audience.includes('public') && publicly === 'never' ? `${type} is not for the public` : undefined;
}

/** The faults of several. */
export const faultsIn = (events: readonly FeedEvent[]): readonly string[] =>
  events.flatMap((event) => faultIn(event) ?? []);
