/**
 * The fields of a tool, from the routes of its actions: path, query and body in one flat object, since models fill in flat objects best.
 * What a field must be exactly is left to the route, which refuses what is wrong and says why; here stands as much of its schema as helps
 * to get it right, for every word is read by each client that connects.
 */
import { z } from 'zod';
import type { Route } from '../route/route.ts';

/** A JSON Schema, as far as it is shown. */
export type Schema = Readonly<Record<string, unknown>>;

/** Where a route takes a field from. */
export type Part = 'params' | 'query' | 'body';

export interface Field {
  readonly name: string;
  readonly part: Part;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** The fields of a route, required ones first. */
export function fieldsOf(route: Route): readonly Field[] {
  const fields = [
    ...fieldsIn(route.params, 'params'),
    ...fieldsIn(route.query, 'query'),
    ...fieldsIn(route.body, 'body'),
  ];
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)];
}

function fieldsIn(schema: z.ZodType | undefined, part: Part): readonly Field[] {
  if (schema === undefined) return [];
  const json: Schema = { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) };
  const whole = shownOf(json, entriesOf(json['$defs']), depthMax);
  const variants = variantsOf(whole);
  const fields = new Map<string, Field>();
  for (const variant of variants) {
    const required = namesIn(variant['required']);
    for (const [name, one] of entriesOf(variant['properties'])) {
      const isRequired =
        required.includes(name) && variants.every((other) => namesIn(other['required']).includes(name));
      fields.set(name, { name, part, isRequired, schema: joined(fields.get(name)?.schema, one) });
    }
  }
  return [...fields.values()];
}

/** The alternatives of a union; itself, where it is none. */
function variantsOf(schema: Schema): readonly Schema[] {
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(alternatives) ? alternatives.filter(isSchema) : [schema];
}

/** Schemas that have a name, by which others refer to them. */
type Defined = readonly (readonly [string, Schema])[];

/** How deep objects in objects are shown. */
const depthMax = 3;

/** Of a schema what helps to fill it in: its type, its choices, what it is made of. */
function shownOf(named: unknown, defined: Defined, depth: number): Schema {
  const schema = defined.find(([name]) => isSchema(named) && named['$ref'] === `#/$defs/${name}`)?.[1] ?? named;
  if (!isSchema(schema)) return {};
  const below = (one: unknown) => shownOf(one, defined, depth - 1);
  const { override } = schema;
  const {
    type,
    enum: choices,
    const: only,
    items,
    properties,
    required,
    additionalProperties,
  } = {
    ...schema,
    ...(isSchema(override) && override),
  };
  const alternatives = variantsOf(schema);
  if (alternatives[0] !== schema) return { anyOf: alternatives.map((one) => shownOf(one, defined, depth)) };
  const isDeep = depth === 0;
  return {
    ...(only === undefined && type !== undefined && { type }),
    ...(choices !== undefined && { enum: choices }),
    ...(only !== undefined && { const: only }),
    ...(!isDeep && items !== undefined && { items: below(items) }),
    ...(!isDeep &&
      isSchema(properties) && {
        properties: Object.fromEntries(entriesOf(properties).map(([name, one]) => [name, below(one)])),
      }),
    ...(!isDeep && namesIn(required).length > 0 && { required }),
    ...(!isDeep && isSchema(additionalProperties) && { additionalProperties: below(additionalProperties) }),
  };
}

/** Of two schemas of one name; of such that differ both. */
function joined(first: Schema | undefined, second: Schema): Schema {
  if (first === undefined) return second;
  const all = [...alternativesOf(first), ...alternativesOf(second)];
  const different = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  const [only] = different;
  if (different.length === 1 && only !== undefined) return only;
  const choices = different.map(choicesOf);
  return choices.every((one) => one !== undefined) ? { enum: [...new Set(choices.flat())] } : { anyOf: different };
}

const alternativesOf = (schema: Schema): readonly Schema[] =>
  Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isSchema) : [schema];

/** Undefined where there are other values too. */
function choicesOf(schema: Schema): readonly unknown[] | undefined {
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return schema['const'] === undefined ? undefined : [schema['const']];
}

/** The fields that several actions of one tool take, by name. */
export function fieldsTogether(fields: readonly Field[]): Schema {
  const together = new Map<string, Schema>();
  for (const { name, schema } of fields) together.set(name, joined(together.get(name), schema));
  return Object.fromEntries(together);
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const entriesOf = (value: unknown): Defined =>
  isSchema(value) ? Object.entries(value).flatMap(([name, one]) => (isSchema(one) ? [[name, one] as const] : [])) : [];
const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
