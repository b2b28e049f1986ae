/** The tool for whatever has no tool of its own: any request of the City API, by its method and path. */
import { z } from 'zod';
import type { Method } from '../route/route.ts';
import { commonOf, type ToolArguments, type ToolRequest, wordCharsMax } from './tool-arguments.ts';
import { ofEvery } from './tool-list.ts';

export const callApiName = 'city_call_api';

const methods: readonly [Method, ...Method[]] = ['GET', 'POST', 'PUT', 'DELETE'];

export const callApiTool = {
  name: callApiName,
  description:
    'Any request of the City API, for what has no tool of its own, such as global services (city_services global lists their paths). ' +
    '`path` begins with /v1/; `query` and `body` are objects. GET reads, the others change something and may cost.',
  inputSchema: {
    type: 'object' as const,
    properties: {
      method: { enum: [...methods] },
      path: { type: 'string' },
      query: { type: 'object' },
      body: { type: 'object' },
      ...ofEvery,
    },
    required: ['method', 'path'],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
};

const Word = z.union([z.string().max(wordCharsMax), z.number(), z.boolean()]);
const wordsMax = 32;

const Given = z.strictObject({
  method: z.enum(methods),
  path: z
    .string()
    .max(wordCharsMax)
    .regex(/^\/v1\/[^?#]*$/),
  query: z.record(z.string().max(wordCharsMax), Word).optional(),
  body: z.record(z.string(), z.unknown()).optional(),
  full: z.unknown().optional(),
  key: z.unknown().optional(),
  cause: z.unknown().optional(),
});

/** The request that is meant; or what to do instead, in a sentence. */
export function apiRequest(given: ToolArguments): ToolRequest | string {
  const parsed = Given.safeParse(given);
  const common = commonOf(given);
  if (typeof common === 'string') return common;
  if (!parsed.success) return misfilled;
  const { method, path, query = {}, body } = parsed.data;
  if (Object.keys(query).length > wordsMax) return misfilled;
  if (body?.['stream'] === true) return noStream;
  const words = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return {
    method,
    path,
    query: new URLSearchParams(words).toString(),
    body: body === undefined ? '' : JSON.stringify(body),
    ...common,
  };
}

const misfilled =
  `Nothing has happened. Call ${callApiName} with \`method\` (${methods.join(', ')}), \`path\` (it begins with /v1/ and has no ?), and if ` +
  `the path wants them \`query\` (at most ${wordsMax} words) and \`body\`, each an object. The path and each word have at most ${wordCharsMax} characters.`;

const noStream = 'Nothing has happened. A tool answers whole: leave `stream` away.';
