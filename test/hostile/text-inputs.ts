/**
 * Every place of every request where a caller may write a text, read from the declarations of the routes: path parts,
 * fields of bodies and queries, keys, items of lists, headers. A new route has its text inputs without being named here.
 */
import { z } from 'zod';
import type { Route } from '../../gateways/route/route.ts';

/** A request with a text in one of its inputs; all else is as plain as the declaration allows. */
export interface Asked {
  readonly route: Route;
  /** As it goes over the wire: what needs an escape has one. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface TextInput {
  readonly route: Route;
  readonly name: string;
  readonly asks: (text: string) => Asked;
}

/** A plain value for a field that is no enumeration, by its name. */
export type Plain = (field: string) => string;

interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
}

/** Puts a text into a value; the value as it is without one. */
type Fill = (text: string | undefined) => unknown;

const headers = [
  'authorization',
  'idempotency-key',
  'content-type',
  'accept',
  'host',
  'origin',
  'x-forwarded-for',
  'x-any',
];

export function textInputsOf(route: Route, plain: Plain): readonly TextInput[] {
  const whole = request(route, plain);
  const part = (name: string, change: (text: string) => Partial<Asked>): TextInput => ({
    route,
    name: `${route.method} ${route.path} ${name}`,
    asks: (text) => ({ ...whole, ...change(text) }),
  });
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const paths = names.flatMap((name) => [
    part(`path ${name}`, (text) => ({ path: pathOf(route, plain, { [name]: escaped(text) }) })),
    part(`bare path ${name}`, (text) => ({ path: pathOf(route, plain, { [name]: bare(text) }) })),
  ]);
  const queries = ['limit', 'cursor', 'more'].flatMap((name) => [
    part(`query ${name}`, (text) => ({ path: `${whole.path}?${name}=${escaped(text)}` })),
    part(`query key beside ${name}`, (text) => ({ path: `${whole.path}?${name}=1&${escaped(text)}=1` })),
  ]);
  const bodies =
    route.method === 'GET'
      ? []
      : bodySpots(route, plain).map(([name, fill]) => part(name, (text) => ({ body: JSON.stringify(fill(text)) })));
  const heads = headers.map((name) => part(`header ${name}`, (text) => ({ headers: { [name]: sendable(text) } })));
  const raw = route.method === 'GET' ? [] : [part('whole body', (text) => ({ body: text }))];
  return [...paths, ...queries, ...bodies, ...heads, ...raw];
}

function request(route: Route, plain: Plain): Asked {
  const given = plainBodyOf(route, plain);
  const body = given === undefined ? undefined : JSON.stringify(given);
  return { route, path: pathOf(route, plain, {}), headers: {}, body };
}

/** The plainest body of a route; undefined for one that takes none. */
export function plainBodyOf(route: Route, plain: Plain): unknown {
  const schema = schemaOf(route);
  return route.method === 'GET' || schema === undefined ? undefined : plainly(schema, '', schema.$defs, plain);
}

/** What stands in the path of a route for a part of it. */
export const plainPartOf = (route: Route, part: string, plain: Plain): string => plain(`${route.path} ${part}`);

const pathOf = (route: Route, plain: Plain, parts: Readonly<Record<string, string>>): string =>
  route.path.replace(
    /:(\w+)/g,
    (_, name: string) => parts[name] ?? encodeURIComponent(plainPartOf(route, name, plain)),
  );

type Whole = Schema & { readonly $defs?: Readonly<Record<string, Schema>> };

function schemaOf({ body }: Route): Whole | undefined {
  // What it makes is JSON Schema, of which only these fields are read.
  return body === undefined ? undefined : (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Whole);
}

function bodySpots(route: Route, plain: Plain): readonly (readonly [string, Fill])[] {
  const schema = schemaOf(route);
  if (schema === undefined) return [['unknown field', (text) => ({ [text ?? 'x']: text })]];
  return fillsOf(schema, '', schema.$defs, plain);
}

/** Each way to put one text into a value of this schema. */
function fillsOf(schema: Schema, at: string, defs: Whole['$defs'], plain: Plain): readonly (readonly [string, Fill])[] {
  const own = resolved(schema, defs);
  const options = own.anyOf?.flatMap((option) => fillsOf(option, at, defs, plain)) ?? [];
  if (options.length > 0) return options;
  if (own.items !== undefined)
    return fillsOf(own.items, `${at}[]`, defs, plain).map(([name, fill]) => [
      name,
      (text) => [plainly(own.items ?? {}, at, defs, plain), fill(text)],
    ]);
  if (own.type !== 'object') return [[`body ${at}`, (text) => text ?? plainly(own, at, defs, plain)]];
  const base = (): object => Object(plainly(own, at, defs, plain));
  const fields = Object.entries(own.properties ?? {}).flatMap(([name, inner]) =>
    fillsOf(inner, `${at}.${name}`, defs, plain).map(
      ([input, fill]) => [input, (text: string | undefined) => ({ ...base(), [name]: fill(text) })] as const,
    ),
  );
  const values = typeof own.additionalProperties === 'object' ? plainly(own.additionalProperties, at, defs, plain) : 1;
  return [
    ...fields,
    [
      `body key in ${at}`,
      (text) => Object.defineProperty({ ...base() }, text ?? 'x', { value: values, enumerable: true }),
    ],
  ];
}

const resolved = (schema: Schema, defs: Whole['$defs']): Schema =>
  schema.$ref === undefined ? schema : (defs?.[schema.$ref.replace('#/$defs/', '')] ?? {});

/** The plainest value of the schema: what is required, nothing else. */
function plainly(schema: Schema, at: string, defs: Whole['$defs'], plain: Plain): unknown {
  const own = resolved(schema, defs);
  if (own.const !== undefined) return own.const;
  if (own.enum !== undefined) return own.enum[0];
  if (own.example !== undefined) return own.example;
  const [option] = own.anyOf ?? [];
  if (option !== undefined) return plainly(option, at, defs, plain);
  if (own.type === 'number' || own.type === 'integer') return Math.max(own.minimum ?? 0, 1);
  if (own.type === 'boolean') return true;
  if (own.type === 'array')
    return Array.from({ length: own.minItems ?? 0 }, () => plainly(own.items ?? {}, at, defs, plain));
  if (own.type !== 'object') return plain(at);
  const required = (own.required ?? []).map((name) => [
    name,
    plainly(own.properties?.[name] ?? {}, `${at}.${name}`, defs, plain),
  ]);
  return Object.fromEntries(required);
}

/** With escapes that UTF-8 does not have, for half of a surrogate pair. */
function escaped(text: string): string {
  return [...text].map((char) => (/\p{Surrogate}/u.test(char) ? '%ED%A0%80' : encodeURIComponent(char))).join('');
}

/** As it is, as far as a request line can hold it. */
const bare = (text: string): string => text.replace(/[^!-~]|[?#]/gu, (char) => escaped(char));

/** A client cannot send other characters in a header without breaking its own request. */
const sendable = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/gu, '').slice(0, 8_000);
