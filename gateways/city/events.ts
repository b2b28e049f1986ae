/** Every event that residents hear, in the words of its declaration: a table for `/SKILL.md`, schemas for `/openapi.json`. */
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { type EventType, eventTypes } from '../../actors/events.ts';
import { must } from '../../engine/assert.ts';
import { ErrorAnswer, json } from '../route/openapi.ts';

const types = Object.keys(eventTypes) as EventType[];

const cell = (type: EventType): string => {
  const { data } = eventTypes[type];
  const fields = Object.entries<z.ZodType>(data.shape).map(
    ([name, field]) => `\`${name}\`${field.isOptional() ? '?' : ''}`,
  );
  return fields.length === 0 ? 'nothing' : fields.join(', ');
};

/** One row for each type, in Markdown. `?` marks a field that may be absent. */
export const eventTable: string = [
  '| type | data | who hears it |',
  '| --- | --- | --- |',
  ...types.map((type) => `| \`${type}\` | ${cell(type)} | ${eventTypes[type].heardBy} |`),
].join('\n');

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

const [first, ...others] = types.map(schemaOf);

const Event = z.discriminatedUnion('type', [must(first, 'an event'), ...others]).meta({
  id: 'Event',
  description: 'What the city tells. A type that is not known here is to be passed over: others may come.',
});

const seq = z.int().nonnegative();

/** Frames of the city that are no events. */
const Hello = z
  .strictObject({ type: z.literal('hello'), v: z.literal(1), seq, resident: z.string() })
  .meta({ id: 'Hello', description: 'The first frame: events after `seq` follow; `resume` tells those before' });
const Resumed = z
  .strictObject({ type: z.literal('resumed'), seq })
  .meta({ id: 'Resumed', description: 'What was missed has been told; what follows is new' });
const Gap = z
  .strictObject({ type: z.literal('gap'), from: z.int(), to: z.int() })
  .meta({ id: 'Gap', description: 'Of these events nothing is kept any more' });
const Frame = z.union([Hello, Resumed, Gap, Event]);

/** The feed, as far as OpenAPI can say it: what comes over the socket is described at its opening. */
export const feedPaths: ZodOpenApiPathsObject = {
  '/ws': {
    get: {
      operationId: 'openFeed',
      tags: ['state'],
      summary: 'What happens around you, over a WebSocket: first `hello`, then events',
      description:
        'Send `auth` as the first frame if there was no `Authorization` at the upgrade, `resume` to hear what you missed. `/SKILL.md` tells more.',
      security: [{ resident: [] }, {}],
      responses: {
        '101': {
          description: 'It is a WebSocket now: each frame from the city holds one of these',
          content: json(Frame),
        },
        '426': { description: '`upgrade_required`', content: json(ErrorAnswer) },
        default: { description: 'No socket', content: json(ErrorAnswer) },
      },
    },
  },
};
