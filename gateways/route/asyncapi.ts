/**
 * The AsyncAPI 3.0 document of a gateway's feed (https://www.asyncapi.com/docs/reference/specification/v3.0.0): a message for each frame,
 * with the schemas to which every frame is held. Schemas are written as for OpenAPI, in which they are referred to in the same way.
 */
import type { z } from 'zod';
import { createDocument } from 'zod-openapi';
import { must } from '../../engine/assert.ts';

/** What the document says of a feed. */
export interface DescribedFeed {
  readonly title: string;
  readonly description: string;
  /** Frames that the city sends, a schema for each type. */
  readonly sent: readonly z.ZodObject[];
  /** Frames that a client may send. */
  readonly received: readonly z.ZodObject[];
  /** What the header `Authorization` of the upgrade carries. */
  readonly bearer: string;
}

/** The licence of the documents. */
const license = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };

const channel = '#/channels/feed';
const inFeed = { channel: { $ref: channel }, security: [{ $ref: '#/components/securitySchemes/bearer' }] };

/** The document as JSON text. */
export function asyncApi({ title, description, sent, received, bearer }: DescribedFeed): string {
  const [told, asked] = [namedFrames(sent), namedFrames(received)];
  const messages = [...told, ...asked];
  return JSON.stringify({
    asyncapi: '3.0.0',
    info: { title, version: '1.0.0', description, license },
    defaultContentType: 'application/json',
    servers: { here: { host: '{host}', protocol: 'ws', variables: { host: { default: 'localhost' } } } },
    channels: {
      feed: {
        address: '/ws',
        title: 'Feed',
        description: 'One frame holds one message, as JSON in a text.',
        messages: Object.fromEntries(messages.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }])),
      },
    },
    operations: {
      tell: { action: 'send', title: 'What the city tells', messages: refsTo(told), ...inFeed },
      ask: { action: 'receive', title: 'What a client asks', messages: refsTo(asked), ...inFeed },
    },
    components: {
      messages: Object.fromEntries(messages.map(({ name, payload }) => [name, { name, payload }])),
      schemas: schemasOf(messages),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: `${bearer}; or \`auth\` as the first frame` },
      },
    },
  });
}

interface NamedFrame {
  readonly name: string;
  readonly schema: z.ZodObject;
  readonly payload: { readonly $ref: string };
}

/** By the name that each schema has in the OpenAPI document too. */
const namedFrames = (schemas: readonly z.ZodObject[]): readonly NamedFrame[] =>
  schemas.map((schema) => {
    const name = must(schema.meta()?.id, 'a name of a frame');
    return { name, schema, payload: { $ref: `#/components/schemas/${name}` } };
  });

const refsTo = (frames: readonly NamedFrame[]) => frames.map(({ name }) => ({ $ref: `${channel}/messages/${name}` }));

/** The schemas of the frames, and those to which they refer. */
function schemasOf(frames: readonly NamedFrame[]): object {
  const { components } = createDocument({
    openapi: '3.1.0',
    info: { title: '', version: '1.0.0' },
    components: { schemas: Object.fromEntries(frames.map(({ name, schema }) => [name, schema])) },
  });
  return components?.schemas ?? {};
}
