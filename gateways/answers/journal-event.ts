/** An event of any type, as the journal has it. `events.ts` declares the `data` of each type. */
import { z } from 'zod';
import { type EventType, eventTypes } from '../../actors/event-types.ts';
import { Timestamp } from './common.ts';

export const JournalEvent = z.strictObject({
  v: z.literal(1),
  seq: z.int(),
  type: z.string(),
  at: Timestamp,
  tick: z.int(),
  category: z.enum(['infrastructure', 'emergent', 'visitor']),
  location: z.string().nullable(),
  actor: z.string().nullable(),
  subject: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

const isKnown = (type: string): type is EventType => Object.hasOwn(eventTypes, type);

/** Those fields of an event, whose `data` must be what its type declares. */
export const withDataOfItsType = <Fields extends z.ZodType<{ type: string; data: Record<string, unknown> }>>(
  fields: Fields,
): Fields =>
  fields.check(({ value: { type, data }, issues }) => {
    const { error } = isKnown(type) ? eventTypes[type].data.safeParse(data) : z.never().safeParse(type);
    for (const { path, message } of error?.issues ?? [])
      issues.push({ code: 'custom', input: data, path: ['data', ...path], message: `${type}: ${message}` });
  });
