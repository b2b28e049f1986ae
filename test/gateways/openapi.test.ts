/** The OpenAPI documents of both gateways: lint-clean, and complete by construction (G1). */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { z } from 'zod';
import { readConfig } from '../../config/settings.ts';
import { cityRoutes } from '../../gateways/city/city-routes.ts';
import { historyReading } from '../../gateways/credits/account-history.ts';
import { SlidingLog } from '../../gateways/limits/sliding-log.ts';
import { Cpu, Memory } from '../../gateways/schema/place-fields.ts';
import { FakeCity } from './fake-city.ts';
import { ask, optionsOf, startedCity, startedPortal } from './started-gateways.ts';

const Operation = z.looseObject({ summary: z.string(), responses: z.record(z.string(), z.unknown()) });
const Paths = z.record(z.string(), z.record(z.string(), Operation));

t.test('the documents of each gateway pass the linter', async (t) => {
  const { url: cityUrl } = await startedCity(t);
  const { url: portalUrl } = await startedPortal(t);
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  for (const [name, url] of [
    ['city', cityUrl],
    ['portal', portalUrl],
  ] as const) {
    for (const form of ['openapi', 'asyncapi']) {
      const file = join(folder, `${name}-${form}.json`);
      writeFileSync(file, await (await fetch(`${url}/${form}.json`)).text());
      t.match(JSON.parse(await lint(file)), { totals: { errors: 0, warnings: 0 }, problems: [] }, `${name} ${form}`);
    }
  }
});

t.test('every route is in the document, with what it may be refused with', async (t) => {
  const { url } = await startedCity(t);
  const { body: document } = await ask(`${url}/openapi.json`);
  const paths = Paths.parse(document['paths']);
  const { cameras, settings } = optionsOf(new FakeCity(), {}, []);
  t.equal(document['openapi'], '3.1.0');
  for (const route of cityRoutes(undefined, new SlidingLog(1, 1, () => 0), cameras, historyReading(settings))) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const operation = paths[path]?.[route.method.toLowerCase()];
    t.ok(operation?.summary, `${route.method} ${path}`);
    t.ok(operation?.responses['500']);
    if (route.caller === 'resident') t.ok(operation?.responses['410']);
  }
});

const Components = z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) });

t.test('each refusal has a schema of its code, in each operation that may be refused with it', async (t) => {
  const { url } = await startedCity(t);
  const { body: document } = await ask(`${url}/openapi.json`);
  const schemaOf = (code: string) => ({ $ref: `#/components/schemas/refusal.${code}` });
  t.match(Paths.parse(document['paths'])['/v1/credits/transfer']?.['post']?.responses, {
    402: { content: { 'application/json': { schema: schemaOf('insufficient_credits') } } },
    422: {
      content: {
        'application/json': { schema: { anyOf: [schemaOf('invalid_request'), schemaOf('idempotency_mismatch')] } },
      },
    },
  });
  t.match(Components.parse(document['components']).schemas['refusal.insufficient_credits'], {
    properties: { error: { const: 'insufficient_credits' }, required: {}, balance: {}, pool: {} },
    required: ['error', 'message', 'applied', 'required', 'balance'],
    additionalProperties: false,
  });
});

t.test('the frames of the Portal are in its document, events without names too', async (t) => {
  const { url } = await startedPortal(t);
  const { body: document } = await ask(`${url}/openapi.json`);
  const { schemas } = Components.parse(document['components']);
  t.match(schemas['nameless.credits.transferred'], {
    properties: { actor: { type: 'null' }, data: { properties: { amount: {} }, required: ['amount'] } },
  });
  for (const type of ['credits.transferred', 'print.queued'])
    t.match(JSON.stringify(schemas[`event.${type}`]), /"category":\{[^}]*"visitor"/, `visitors too: ${type}`);
});

/** Numbers that are no setting: the contract's, and bounds that the code names. */
const fixed: readonly RegExp[] = [
  /^Paths below \/v1\//,
  /^1 to \d+ (characters|of a-z, 0-9 and -)/,
  /^(3|8) to \d+ characters (out of a-z, 0-9 and -|of any kind)$/,
  /^Ids of (at most|1 to) \d+ residents$/,
  /^Credits, (more than 0|0 or more), at most three decimals$/,
  /^(Processor cores|Memory), at least \d+(m|Mi)$/,
  /^What the service is called with, any JSON of at most 65536 bytes$/,
  /^A call of its service; 0 when absent$/,
  /; 10 seconds at most, free$/,
  /^File name -> text, at most 65536 bytes each\..* 200 characters and 15 folders\.$/,
  /^JSON Schema, draft 2020-12[,:]/,
  /^The same key within 24 hours gets the first answer/,
];

t.test(
  'no summary and no description holds a number that a setting may change; settings go by their names',
  async (t) => {
    const { url: cityUrl } = await startedCity(t);
    const { url: portalUrl } = await startedPortal(t);
    const settings = new Set(Object.keys(readConfig({}).rules));
    for (const url of [cityUrl, portalUrl]) {
      const { body: document } = await ask(`${url}/openapi.json`);
      const texts = textsIn(document['paths']).concat(textsIn(document['components']));
      t.ok(texts.length > 40);
      const counts = (text: string) => /\d/.test(text.replace(/`\w+` \(\d{3}\)/g, ''));
      t.same(
        texts.filter((text) => counts(text) && !fixed.some((known) => known.test(text))),
        [],
      );
      const names = texts.flatMap((text) => [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name));
      t.same(
        names.filter((name) => !settings.has(name)),
        [],
        'no settings',
      );
    }
  },
);

t.test('the least that a container may have is what the document says', async (t) => {
  const { url } = await startedCity(t);
  const { body: document } = await ask(`${url}/openapi.json`);
  for (const [quantity, form] of [
    [Cpu, /^Processor cores, at least (\d+)(m)$/],
    [Memory, /^Memory, at least (\d+)(Mi)$/],
  ] as const) {
    const [, least, unit] =
      textsIn(document)
        .map((text) => form.exec(text))
        .find((found) => found !== null) ?? [];
    t.ok(quantity.safeParse(`${least}${unit}`).success, `${least}${unit}`);
    const { error } = quantity.safeParse(`${Number(least) - 1}${unit}`);
    t.match(error?.issues, [{ message: `must be at least ${least}${unit}` }]);
  }
});

/** Every summary and description in a part of the document. */
function textsIn(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'string' && (key === 'summary' || key === 'description') ? [value] : textsIn(value),
  );
}

t.test('the reference page runs no inline script and names no other host', async (t) => {
  const { url } = await startedCity(t);
  const page = await fetch(`${url}/docs`);
  const html = await page.text();
  t.notMatch(html, /https?:\/\//);
  t.notMatch(html, /<script>/);
  t.match(html, /<link rel="icon" href="data:,">/, 'no browser asks for an icon that is not there');
  t.match(page.headers.get('content-security-policy'), /default-src 'none'; script-src 'self'/);
  t.equal(page.headers.get('x-content-type-options'), 'nosniff');
  const script = await fetch(`${url}/docs/reference.js`);
  t.equal(script.status, 200);
  t.match(script.headers.get('content-type'), /javascript/);
});

t.test('health, readiness, metrics and the page for newcomers need no token', async (t) => {
  let isReady = false;
  const { url } = await startedCity(t, {}, { ready: () => isReady });
  t.equal((await fetch(`${url}/healthz`)).status, 200);
  t.equal((await fetch(`${url}/readyz`)).status, 503);
  isReady = true;
  t.equal((await fetch(`${url}/readyz`)).status, 200);
  t.match(await (await fetch(`${url}/SKILL.md`)).text(), /Living in this city/);
  const metrics = await fetch(`${url}/metrics`);
  t.match(metrics.headers.get('content-type'), /text\/plain/);
  t.match(await metrics.text(), /civitas_http_answers_total\{status="503",gateway="city"\} 1/);
});

/** What the linter reports, as JSON. */
function lint(file: string): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const bin = fileURLToPath(new URL('../../node_modules/.bin/redocly', import.meta.url));
  return new Promise((resolve) => {
    execFile(bin, ['lint', '--format=json', file], { env }, (_, stdout) => resolve(stdout));
  });
}
