/** The OpenAPI 3.1 document of a gateway, derived from its routes (G1). */
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { statusOf } from '../refusals/error-answers.ts';
import type { RefusalCode } from '../refusals/gateway-refusals.ts';
import { refusalSchemaOf } from '../refusals/refusal-schemas.ts';
import type { Route } from './route.ts';
import { refusalsOf } from './route-refusals.ts';

/** What the document says about the gateway itself. */
export interface Described {
  readonly title: string;
  readonly description: string;
  readonly routes: readonly Route[];
  /** Paths that are served besides the routes. */
  readonly paths?: ZodOpenApiPathsObject;
}

const IdempotencyKey = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .meta({
    param: { id: 'IdempotencyKey' },
    description:
      'The same key within 24 hours gets the first answer and does nothing again. Of an answer over 64 KiB large fields are not kept; `not_kept` names them',
  });

const CauseSeq = z
  .int()
  .min(1)
  .optional()
  .meta({
    param: { id: 'CauseSeq' },
    description:
      'The seq of the event to which this answers. It changes nothing: those who ask later why something happened are shown that you said so',
  });

const headersOf = ({ caller }: Route) =>
  z.object({ 'Idempotency-Key': IdempotencyKey, ...(caller === 'resident' && { 'X-Cause-Seq': CauseSeq }) });

/** The document as JSON text. */
export function openApi(described: Described): string {
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: described.title,
      version: '1.0.0',
      description: described.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: tagsOf(described.routes),
    paths: { ...pathsOf(described.routes), ...pagePaths, ...described.paths },
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(schemes).filter(([name]) => described.routes.some(({ caller }) => caller === name)),
      ),
    },
  });
  return JSON.stringify(document);
}

const schemes: Readonly<Record<string, { type: 'http'; scheme: 'bearer'; description: string }>> = {
  resident: { type: 'http', scheme: 'bearer', description: 'The token of a resident: `res_...`' },
  visitor: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a visitor: `vis_...`. Browsers send it as the cookie `civitas_visitor`',
  },
  station: { type: 'http', scheme: 'bearer', description: 'The token of a portal station: `sta_...`' },
  operator: { type: 'http', scheme: 'bearer', description: 'The token of the operator' },
};

const tagOf = (route: Route): string => route.path.split('/')[2] ?? 'other';

function tagsOf(routes: readonly Route[]): { name: string; description: string }[] {
  const names = [...new Set(routes.map(tagOf)), 'state'];
  return names.map((name) => ({ name, description: `Paths below /v1/${name}` }));
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  const { params, query } = route;
  return {
    operationId: operationId(route),
    tags: [tagOf(route)],
    summary: route.summary,
    description: `${placeOf(route)}${codesOf(route)}`,
    security: securityOf(route),
    requestParams: {
      ...(params instanceof z.ZodObject ? { path: params } : {}),
      ...(query instanceof z.ZodObject ? { query } : {}),
      ...(route.method === 'POST' && route.caller !== 'public' ? { header: headersOf(route) } : {}),
    },
    responses: responsesOf(route),
    ...(route.body === undefined ? {} : { requestBody: { required: true, content: bodyOf(route, route.body) } }),
  };
}

/** Whether anybody may look at charts is a setting: the document says what always holds. */
function securityOf({ caller }: Route): Record<string, string[]>[] {
  if (caller === 'public') return [];
  return [{ [caller === 'looker' ? 'operator' : caller]: [] }];
}

function bodyOf({ bodyType }: Route, schema: z.ZodType): ZodOpenApiContentObject {
  return bodyType === undefined ? json(schema) : { [bodyType]: { schema } };
}

function operationId(route: Route): string {
  const words = route.path.split(/[/:-]+/).filter((word) => word !== '' && word !== 'v1');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return `${route.method.toLowerCase()}${name}`;
}

const places = {
  anywhere: '',
  home: 'Only at home. ',
  workshop: 'Only at the workshop. ',
  portal: 'Only at a portal. ',
} as const;
const terminal = 'Only where a library terminal is. ';

function placeOf(route: Route): string {
  return typeof route.at === 'object' ? terminal : places[route.at];
}

function codesOf(route: Route): string {
  return `Errors: ${refusalsOf(route)
    .map((code) => `\`${code}\` (${statusOf(code)})`)
    .join(', ')}.`;
}

function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const responses: Record<string, ZodOpenApiResponsesObject['200']> = {
    [String(route.status)]: {
      description: 'Done',
      content: {
        [route.answerType ?? 'application/json']: { schema: route.answer },
        ...(route.streamed && { 'text/event-stream': { schema: route.streamed } }),
      },
    },
  };
  if (route.isTagged) responses['304'] = { description: 'What `If-None-Match` names is what would be sent' };
  const codesByStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(route)) {
    const status = statusOf(code);
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  for (const [status, codes] of codesByStatus) {
    responses[String(status)] = {
      description: codes.map((code) => whenOf(route, code)).join(', '),
      content: json(oneOf(codes.map(refusalSchemaOf))),
    };
  }
  return responses;
}

const oneOf = (schemas: readonly z.ZodType[]): z.ZodType => {
  const [only, ...others] = schemas;
  return only !== undefined && others.length === 0 ? only : z.union(schemas);
};

function whenOf({ refusedWhen }: Route, code: RefusalCode): string {
  const when = refusedWhen[code];
  return when === undefined ? `\`${code}\`` : `\`${code}\` (${when})`;
}

/** The content of a body with this schema. */
export function json(schema: z.ZodType): { 'application/json': { schema: z.ZodType } } {
  return { 'application/json': { schema } };
}

const state = (operationId: string, summary: string, type: string, more: ZodOpenApiResponsesObject = {}) => ({
  get: {
    operationId,
    tags: ['state'],
    summary,
    security: [],
    responses: {
      '200': { description: summary, content: { [type]: { schema: z.unknown() } } },
      '400': { description: 'More than one Content-Length', content: json(refusalSchemaOf('bad_framing')) },
      ...more,
    },
  },
});

const pagePaths: ZodOpenApiPathsObject = {
  '/healthz': state('getHealth', 'The process is up', 'application/json'),
  '/readyz': state('getReadiness', 'The city can serve', 'application/json', {
    '503': { description: 'Not yet, or not any more' },
  }),
  '/metrics': state('getMetrics', 'Numbers for Prometheus', 'text/plain'),
};
