/** Events, as `actors/events.ts` declares them, and the other frames of a feed. */
import { z } from 'zod';
import { type EventType, eventTypes } from '../../actors/event-types.ts';

const categories = {
  infrastructure: ['infrastructure'],
  emergent: ['emergent'],
  either: ['infrastructure', 'emergent'],
  visitor: ['visitor'],
} as const;

function seenByStrangers(publicly: (typeof eventTypes)[EventType]['publicly']): string {
  if (publicly === 'never') return 'Strangers do not see it.';
  if (publicly === 'whole') return 'Strangers see it where they may walk.';
  return `Strangers see it where they may walk, without names: of \`data\` only ${publicly.map((field) => `\`${field}\``).join(', ')}.`;
}

/** The names of all types. */
export const eventTypeNames = Object.keys(eventTypes) as EventType[];

function schemaOf(type: EventType) {
  const declared = eventTypes[type];
  return z
    .strictObject({
      v: z.literal(1),
      seq: z.int().positive().describe('Counts the events of the city, without a gap'),
      type: z.literal(type),
      at: z.string().meta({ description: 'When, in UTC', format: 'date-time' }),
      tick: z.int().nonnegative().describe('At which tick'),
      category: z
        .enum(categories[declared.category])
        .describe('`infrastructure`: the city did it; `emergent`: a resident chose it; `visitor`: a visitor did'),
      location: z.string().nullable().describe('Where'),
      actor: z.string().nullable().describe('Who did it'),
      subject: z.string().nullable().describe('To whom or what'),
      data: declared.data,
    })
    .meta({ id: `event.${type}`, description: `Heard by: ${declared.heardBy}. ${seenByStrangers(declared.publicly)}` });
}

const [first = schemaOf('tick.completed'), ...others] = eventTypeNames.map(schemaOf);

const Event = z.discriminatedUnion('type', [first, ...others]).meta({
  id: 'Event',
  description: 'What the city tells. A type that is not known here is to be passed over: others may come.',
});

const seq = z.int().nonnegative();

/** Frames of the city that are not events. */
const Hello = z
  .strictObject({ type: z.literal('hello'), v: z.literal(1), seq, resident: z.string() })
  .meta({ id: 'Hello', description: 'The first frame: events after `seq` follow; `resume` tells those before' });
const Resumed = z
  .strictObject({ type: z.literal('resumed'), seq })
  .meta({ id: 'Resumed', description: 'What was missed has been told; what follows is new' });
const Gap = z
  .strictObject({ type: z.literal('gap'), from: z.int(), to: z.int() })
  .meta({ id: 'Gap', description: 'Of these events nothing is kept any more' });

/** Every frame on the socket of a resident. */
export const Frame = z.union([Hello, Resumed, Gap, Event]);
