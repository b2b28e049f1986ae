/**
 * Requests that nobody should send, from a seed: made from what `/openapi.json` says a gateway takes, then spoilt in path, method,
 * headers, and body, each now and then, so that some get past every check.
 */

import { type Fields, fieldsOf, listOf, textOf } from '../../client/wire.ts';
import type { SeededRandom } from '../../population/seeded-random.ts';

export interface Operation {
  readonly method: string;
  readonly path: string;
  /** JSON schema of the body; empty without one. */
  readonly schema: Fields;
}

export interface Generated {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What a caller may know: tokens and identifiers that exist. */
export interface Known {
  readonly tokens: readonly string[];
  readonly operatorToken: string;
  readonly ids: readonly string[];
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
const hostile: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  1.0005,
  1e308,
  -0.0001,
  2 ** 53,
  '0',
  'home',
  'commons',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  '\ufeff',
  '\u202e',
  '😀'.repeat(50),
  'a'.repeat(70_000),
  [],
  [[]],
  {},
  { a: 1 },
  { __proto__: null, toString: 1 },
  ['x'],
  'city-commons',
  'treasury',
  'escrow',
  'resident:',
  'NaN',
  'Infinity',
  "' or 1=1 --",
  '<script>',
  '\r\nX-Evil: 1',
  Array(200).fill(0),
];
const bodies: readonly string[] = [
  '',
  ' ',
  '{',
  '[]',
  'null',
  '0',
  '"text"',
  '{"a":1,"a":2}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":1}',
  'nul',
  '{"message":1e999}',
  '\u0000',
  '\ufeff{}',
  '{"message":"\\ud800"}',
  '{"message":"\\u0000"}',
  "{'message':'x'}",
  '{"message":"x"}{"message":"y"}',
  `${'['.repeat(20_000)}`,
  `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  `{"message":"${'x'.repeat(1_100_000)}"}`,
  `{"${'k'.repeat(5_000)}":1}`,
];
const paths: readonly string[] = [
  '/',
  '//',
  '/v1',
  '/v1/',
  '/v1/me/',
  '/v1//me',
  '/V1/ME',
  '/v1/me%2f',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..%5c..',
  '/%',
  '/%zz',
  '/%00',
  '/v1/me;a=1',
  '/v1/me?x',
  '/v1/me/messages?limit=-1',
  '/v1/me/messages?limit=1e9',
  '/v1/me/messages?cursor=%00',
  '/v1/location/residents?limit=201',
  '/v1/location/residents?cursor=..&cursor=2',
  '/v1/admin',
  '/v1/admin/',
  '/v1/admin/nothing',
  '/ws',
  '/docs',
  '/docs/..',
  '/openapi.json',
  '/metrics',
  '/healthz',
  '/readyz',
  '/SKILL.md',
  '/favicon.ico',
  '/.env',
  '/*',
  `/${'a'.repeat(3_000)}`,
  `/v1/residents/${'%41'.repeat(500)}/passport`,
];
const authorizations: readonly string[] = [
  '',
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  'bearer x',
  'Bearer res_x',
  `Bearer ${'a'.repeat(3_000)}`,
  'Bearer \t',
];
const keys: readonly string[] = ['k', 'key-1', 'key-2', 'a'.repeat(64), 'a'.repeat(65), ' ', '\u00e9', '%00'];

const escapes: readonly string[] = ['%', '%zz', '%c3', '%ed%a0%80', '%00', '%2f', '%252f', '..', ';', '\u00ff'];

/** Everything that an OpenAPI document offers. */
export function operationsOf(document: Fields): Operation[] {
  return Object.entries(fieldsOf(document['paths'])).flatMap(([path, item]) =>
    Object.entries(fieldsOf(item))
      .filter(([method]) => methods.includes(method.toUpperCase()))
      .map(([method, operation]) => {
        const body = fieldsOf(fieldsOf(operation)['requestBody']);
        const schema = fieldsOf(fieldsOf(fieldsOf(body['content'])['application/json'])['schema']);
        return { method: method.toUpperCase(), path, schema };
      }),
  );
}

export class Generator {
  readonly #chance: SeededRandom;
  readonly #operations: readonly Operation[];
  readonly #known: Known;

  constructor(chance: SeededRandom, operations: readonly Operation[], known: Known) {
    this.#chance = chance;
    this.#operations = operations;
    this.#known = known;
  }

  next(): Generated {
    const chance = this.#chance;
    const { method, path, schema } = this.#pick(this.#operations);
    const chosen = chance.withProbability(0.1) ? this.#pick(methods) : method;
    const body = chosen === 'GET' || chosen === 'HEAD' ? undefined : this.#body(schema);
    const isTick = path.endsWith('/tick');
    return {
      method: chosen,
      path: chance.withProbability(0.08) ? this.#pick(paths) : this.#path(path),
      headers: this.#headers(path.startsWith('/v1/admin'), isTick),
      body: chance.withProbability(0.03) ? '{}' : body,
    };
  }

  #path(template: string): string {
    const part = () => (this.#chance.withProbability(0.1) ? this.#pick(escapes) : encodeURIComponent(this.#text()));
    const filled = template.replace(/\{\w+\}/g, part);
    if (!this.#chance.withProbability(0.1)) return filled;
    return `${filled}?${encodeURIComponent(this.#text())}=${encodeURIComponent(this.#text())}&limit=${encodeURIComponent(this.#text())}`;
  }

  /** An identifier that exists, or something else that a URL can carry. */
  #text(): string {
    if (this.#chance.withProbability(0.5)) return this.#pick(this.#known.ids);
    const text = JSON.stringify(this.#pick(hostile)).slice(0, 500);
    return text.replace(/[\ud800-\udfff]/g, '');
  }

  #headers(isAdmin: boolean, isTick: boolean): Record<string, string> {
    const chance = this.#chance;
    const { tokens, operatorToken } = this.#known;
    // Time may pass, but not so much of it that nobody is left to ask.
    const isOperator = isAdmin ? chance.withProbability(isTick ? 0.02 : 0.7) : chance.withProbability(0.02);
    const token = `Bearer ${isOperator ? operatorToken : this.#pick(tokens)}`;
    const headers: Record<string, string> = {
      authorization: chance.withProbability(0.1) ? this.#pick(authorizations) : token,
    };
    if (chance.withProbability(0.15)) headers['idempotency-key'] = this.#pick(keys);
    if (chance.withProbability(0.3)) headers['idempotency-key'] = `g${chance.integerBelow(1_000_000)}`;
    if (chance.withProbability(0.5))
      headers['content-type'] = this.#pick(['application/json', 'text/plain', 'application/x-msgpack', '']);
    if (chance.withProbability(0.05)) headers['accept'] = '\u00ff'.repeat(100);
    if (chance.withProbability(0.03)) headers['x-forwarded-for'] = '127.0.0.1, ::1';
    if (chance.withProbability(0.02)) for (let at = 0; at < 40; at++) headers[`x-${at}`] = 'y'.repeat(50);
    return headers;
  }

  #body(schema: Fields): string {
    const chance = this.#chance;
    if (chance.withProbability(0.1)) return this.#pick(bodies);
    const value = this.#value(schema, 0);
    const text = JSON.stringify(value) ?? '';
    return chance.withProbability(0.03) ? text.slice(0, chance.integerBelow(text.length + 1)) : text;
  }

  /** Something of the schema's form, each part of it now and then something else. */
  #value(schema: Fields, depth: number): unknown {
    const chance = this.#chance;
    if (depth > 0 && chance.withProbability(0.08)) return this.#pick(hostile);
    const options = listOf(schema['anyOf'] ?? schema['oneOf']);
    if (options.length > 0) return this.#value(fieldsOf(this.#pick(options)), depth + 1);
    const fixed = schema['const'] ?? chance.pick(listOf(schema['enum']));
    if (fixed !== undefined) return fixed;
    switch (textOf(schema['type'])) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return Array.from({ length: chance.integerBelow(4) }, () => this.#value(fieldsOf(schema['items']), depth + 1));
      case 'number':
      case 'integer':
        return this.#pick([0, 1, 2, 3, 5, 0.5, 10, 60, 1_000, -3]);
      case 'boolean':
        return chance.withProbability(0.5);
      case 'string':
        return chance.withProbability(0.6)
          ? this.#pick([...this.#known.ids, 'home', 'commons', 'hello'])
          : JSON.stringify(this.#pick(hostile)).slice(1, -1);
      default:
        return {};
    }
  }

  #object(schema: Fields, depth: number): Fields {
    const chance = this.#chance;
    const required = listOf(schema['required']);
    const entries = Object.entries(fieldsOf(schema['properties']))
      .filter(([name]) => chance.withProbability(required.includes(name) ? 0.97 : 0.4))
      .map(([name, part]) => [name, this.#value(fieldsOf(part), depth + 1)] as const);
    const extra = chance.withProbability(0.03)
      ? [[this.#pick(['extra', '__proto__', 'constructor', 'admin', '']), 1] as const]
      : [];
    return Object.fromEntries([...entries, ...extra]);
  }

  #pick<T>(list: readonly T[]): T {
    const picked = list[this.#chance.integerBelow(list.length)];
    if (picked === undefined) throw new Error('nothing to choose from');
    return picked;
  }
}
