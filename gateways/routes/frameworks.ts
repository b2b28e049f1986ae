/**
 * The frameworks for which souls can be written, on both gateways. Reading is public: a visitor reads them before it has an account. The
 * operator publishes, changes and withdraws them.
 */
import { z } from 'zod';
import type { FrameworkTerms, Runtime } from '../../actors/kinds/framework/messages.ts';
import { command } from '../../actors/registry.ts';
import { commons, frameworkActor, locationActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { Command } from '../../engine/command.ts';
import { contentHash } from '../../engine/ids.ts';
import type { Refused } from '../../engine/refusal.ts';
import { Framework, Frameworks } from '../answers/frameworks.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import { defineRoute, type Route } from '../route/route.ts';
import { DisplayName, FrameworkId, NewFrameworkId, Page, refuseText, Text } from '../schema/fields.ts';
import { faultsOfSchema } from '../souls/soul-schema.ts';

const getFrameworks = defineRoute({
  method: 'GET',
  path: '/v1/frameworks',
  summary: 'The frameworks of this city',
  caller: 'public',
  query: Page,
  answer: Frameworks,
  view: ({ query }) => view('frameworks', { limit: query.limit, cursor: query.cursor ?? null }),
});

const getFramework = defineRoute({
  method: 'GET',
  path: '/v1/frameworks/:id',
  summary: 'One framework and the fields of its souls',
  caller: 'public',
  params: z.strictObject({ id: FrameworkId }),
  answer: Framework,
  refusals: ['not_found'],
  view: ({ params }) => view('framework', { id: params.id }),
});

/** Words of a container's command, and variables of its environment. */
const wordsMax = 32;
const wordCharsMax = 200;
/** Set by the city itself. */
const setByCity = ['CITY_URL', 'CITY_TOKEN', 'CITY_SOUL'];
const line = z
  .string()
  .max(wordCharsMax)
  .superRefine((value, context) => {
    const message = refuseText(value, wordCharsMax);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
const Word = line.min(1);
/** `registry:5000/name/of:tag@sha256:...`; never anything that a command line would take for an option. */
const Image = z
  .string()
  .max(wordCharsMax)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/:@-]*$/, 'must be the name of an image: letters, digits and . _ / : @ -');

const RuntimeField = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('external') }),
  z.strictObject({
    type: z.literal('container'),
    image: Image,
    command: z.array(Word).max(wordsMax).optional(),
    env: z
      .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/), line)
      .refine((env) => Object.keys(env).length <= wordsMax, { error: `must have at most ${wordsMax} names` })
      .refine((env) => setByCity.every((name) => env[name] === undefined), {
        error: `must not name ${setByCity.join(', ')}: the city sets these`,
      })
      .optional()
      .meta({ description: 'Set in its environment. Public, like all of a framework: no secrets' }),
  }),
]);

const terms = {
  name: DisplayName,
  description: Text,
  soul_schema: z.looseObject({}).meta({
    description: 'JSON Schema, draft 2020-12: bounded, no reference to anything outside itself, no regular expressions',
  }),
  runtime: RuntimeField,
  lifespan_ticks: z.int().min(1).nullable().optional(),
};
const Terms = z.strictObject(terms);
type Terms = z.infer<typeof Terms>;

const runtimeOf = (runtime: Terms['runtime']): Runtime =>
  runtime.type === 'external'
    ? { type: 'external' }
    : { type: 'container', image: runtime.image, command: runtime.command ?? [], env: runtime.env ?? {} };

/** The terms as the city keeps them, with the texts that they name by hash. */
function termsOf({ name, description, soul_schema, runtime, lifespan_ticks }: Terms): {
  readonly terms: FrameworkTerms;
  readonly contents: readonly string[];
} {
  const schema = JSON.stringify(soul_schema);
  return {
    terms: {
      name,
      description: contentHash(description),
      schema: contentHash(schema),
      runtime: runtimeOf(runtime),
      lifespan: lifespan_ticks ?? null,
    },
    contents: [description, schema],
  };
}

/** The command, unless the schema in it cannot be used. */
function changing<Value>(
  body: Terms,
  make: (terms: FrameworkTerms, contents: readonly string[]) => Command<Value>,
): Command<Value> | Refused {
  const issues = faultsOfSchema(body.soul_schema);
  if (issues.length > 0) return refused('invalid_request', { issues });
  const { terms, contents } = termsOf(body);
  return make(terms, contents);
}

const shownAs = (id: string) => ({ caller: 'operator', reply: view('framework', { id }) }) as const;

const publishFramework = defineRoute({
  method: 'POST',
  path: '/v1/admin/frameworks',
  summary: 'Publish a framework, for which souls can be written from then on',
  caller: 'operator',
  body: z.strictObject({ id: NewFrameworkId, ...terms }),
  answer: Framework,
  status: 201,
  refusals: ['already_exists'],
  command: ({ body: { id, ...said } }) =>
    changing(said, (terms, contents) =>
      command(locationActor(commons), { type: 'publish_framework', id, ...terms }, { ...shownAs(id), contents }),
    ),
});

const updateFramework = defineRoute({
  method: 'PUT',
  path: '/v1/admin/frameworks/:id',
  summary:
    'Change a framework: all of it anew, and the `version` that is changed. Residents and souls that are there stay',
  caller: 'operator',
  params: z.strictObject({ id: FrameworkId }),
  body: z.strictObject({ ...terms, version: z.int().min(1) }),
  answer: Framework,
  refusals: ['not_found', 'invalid_state'],
  command: ({ params: { id }, body: { version, ...said } }) =>
    changing(said, (terms, contents) =>
      command(frameworkActor(id), { type: 'update', version, ...terms }, { ...shownAs(id), contents }),
    ),
});

const withdrawFramework = defineRoute({
  method: 'DELETE',
  path: '/v1/admin/frameworks/:id',
  summary: 'Withdraw a framework for good: it takes no more souls. Residents and souls that are there stay',
  caller: 'operator',
  params: z.strictObject({ id: FrameworkId }),
  answer: Framework,
  refusals: ['not_found', 'invalid_state'],
  command: ({ params: { id } }) => command(frameworkActor(id), { type: 'withdraw' }, shownAs(id)),
});

export const frameworkRoutes: readonly Route[] = [
  getFrameworks,
  getFramework,
  publishFramework,
  updateFramework,
  withdrawFramework,
];
