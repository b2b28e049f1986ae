/** Every event that residents hear, from its declaration: a table for `/skill/events.md`, schemas for `/openapi.json`. */
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { type EventType, eventTypes } from '../../actors/event-types.ts';
import { AnyCityFrame, CityFrame } from '../answers/city-frames.ts';
import { Event, eventTypeNames } from '../answers/events.ts';
import { ErrorBody } from '../answers/refusal.ts';
import { McpAnswer, McpBody, McpFailure } from '../mcp/message-schemas.ts';
import { refusalSchemaOf } from '../refusals/refusal-schemas.ts';
import type { DescribedFeed } from '../route/asyncapi.ts';
import { json } from '../route/openapi.ts';
import { ReceivedFrame } from './feed/received-frame.ts';

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
  ...eventTypeNames.map((type) => `| \`${type}\` | ${cell(type)} | ${eventTypes[type].heardBy} |`),
].join('\n');

/** The feed, as AsyncAPI describes it. */
export const feed: DescribedFeed = {
  title: 'Civitas City API: feed',
  description:
    'What happens around a resident. `/skill/events.md` tells how to listen, `/openapi.json` describes the rest of the City API.',
  sent: [...CityFrame.options, ...Event.options],
  received: ReceivedFrame.options,
  bearer: 'The token of a resident',
};

/** Older revisions of the protocol have their answers as server-sent events. */
const eventStream = {
  'text/event-stream': { schema: z.string().meta({ description: 'Events, the data of each such a message' }) },
};

/** The feed, as far as OpenAPI can describe it: the upgrade request names the frames of the socket. */
export const feedPaths: ZodOpenApiPathsObject = {
  '/ws': {
    get: {
      operationId: 'openFeed',
      tags: ['state'],
      summary: 'What happens around you, over a WebSocket: first `hello`, then events',
      description:
        'Send `auth` as the first frame if there was no `Authorization` at the upgrade, `resume` to hear what you missed. `/skill/events.md` tells more.',
      security: [{ resident: [] }, {}],
      responses: {
        '101': {
          description: 'It is a WebSocket now: each frame from the city holds one of these',
          content: json(AnyCityFrame),
        },
        '426': { description: '`upgrade_required`', content: json(refusalSchemaOf('upgrade_required')) },
        default: { description: 'No socket', content: json(ErrorBody) },
      },
    },
  },
  '/mcp': {
    post: {
      operationId: 'callTools',
      tags: ['state'],
      summary: 'The same for clients of the Model Context Protocol: tools over these paths',
      description: 'Streamable HTTP, a request at a time and nothing kept between two.',
      security: [{ resident: [] }, {}],
      requestBody: { required: true, content: json(McpBody) },
      responses: {
        '200': { description: 'As the protocol says', content: { ...json(McpAnswer), ...eventStream } },
        '202': { description: 'Taken: what was sent has no answer' },
        '403': { description: '`access_denied`', content: json(refusalSchemaOf('foreign_caller')) },
        default: {
          description: 'As the protocol says, or no request of it',
          content: json(z.union([McpFailure, ErrorBody])),
        },
      },
    },
  },
};
