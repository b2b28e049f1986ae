/** What bodies may say about places and code: the forms, their bounds, and what hostile ones come to. */
import t from 'tap';
import type { z } from 'zod';
import { Files } from '../../gateways/schema/code-files.ts';
import { Price } from '../../gateways/schema/fields.ts';
import { Access, Cpu, Memory, PlaceName, Pricing, ResidentList, Tier } from '../../gateways/schema/place-fields.ts';
import { impossiblePaths, prototypePaths } from '../contract/paths.ts';

/** What the schema makes of a value; `undefined` when it refuses. */
const made = (schema: z.ZodType, value: unknown): unknown => schema.safeParse(value).data;
const issueOf = (schema: z.ZodType, value: unknown): string =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)[0] ?? '';

t.test('quantities are those of the tiers, in thousandths of a core and MiB', async (t) => {
  const cpus = { '250m': 250, '1': 1000, '0.5': 500, '50m': 50, '0.05': 50, '4': 4000, '0.125': 125 };
  for (const [cpu, millis] of Object.entries(cpus)) t.equal(made(Cpu, cpu), millis, cpu);
  for (const cpu of [
    '',
    '0',
    '9m',
    '0.009',
    '-1',
    '1e3',
    '1.5m',
    'm',
    ' 1',
    '1 ',
    '1\n',
    '0x10',
    'Infinity',
    '0.0001',
    1,
  ])
    t.equal(made(Cpu, cpu), undefined, `no ${JSON.stringify(cpu)}`);
  const memories = { '256Mi': 256, '1Gi': 1024, '0.25Gi': 256, '64Mi': 64 };
  for (const [memory, mib] of Object.entries(memories)) t.equal(made(Memory, memory), mib, memory);
  for (const memory of ['', '15Mi', '0Gi', '1', '1G', '1MB', '-1Gi', '1e3Mi', '0.001Gi', '1.5Mi', '1gi', 256])
    t.equal(made(Memory, memory), undefined, `no ${JSON.stringify(memory)}`);
});

t.test('names of rooms and containers are one segment of a path', async (t) => {
  for (const name of ['a', 'studio-2', 'a'.repeat(64)]) t.equal(made(PlaceName, name), name);
  for (const name of ['', '2a', '-a', 'A', 'a/b', 'a.b', 'a b', 'a\n', 'é', '..', 'a'.repeat(65)])
    t.equal(made(PlaceName, name), undefined, `no ${JSON.stringify(name)}`);
  t.equal(made(Tier, 'tiny'), 'tiny');
  t.equal(made(Tier, 'Tiny'), undefined);
});

t.test('[PA1] a price may be nothing, and has three decimals', async (t) => {
  for (const [price, millicredits] of [
    [0, 0],
    [0.001, 1],
    [2.5, 2500],
  ])
    t.equal(made(Price, price), millicredits);
  for (const price of [-0.001, 0.0001, Number.NaN, Number.POSITIVE_INFINITY, 1e10, '1', null])
    t.equal(made(Price, price), undefined);
});

t.test('pricing: what is not named is free; shares add up to at most one, counted without error', async (t) => {
  t.same(made(Pricing, {}), { perEntry: null, perQuery: 0, split: {} });
  t.same(made(Pricing, { per_entry: 0, per_query: 1.5 }), { perEntry: 0, perQuery: 1500, split: {} });
  const split = (...fractions: number[]) => ({
    revenue_split: Object.fromEntries(fractions.map((fraction, n) => [`r-${n}`, fraction])),
  });
  t.same(made(Pricing, split(1 / 3, 1 / 3, 1 / 3)), {
    perEntry: null,
    perQuery: 0,
    split: { 'r-0': 0.333333, 'r-1': 0.333333, 'r-2': 0.333333 },
  });
  t.match(made(Pricing, split(2 / 3)), { split: { 'r-0': 0.666666 } }, 'six decimals, rounded down');
  for (const fractions of [
    [1],
    [0.1, 0.2, 0.7],
    [0.7, 0.2, 0.1],
    [0.29, 0.71],
    Array(10).fill(0.1),
    Array(16).fill(0.0625),
  ])
    t.ok(made(Pricing, split(...fractions)), fractions.join(' + '));
  for (const fractions of [[0], [-0.5], [1.1], [0.5, 0.500001], [Number.NaN], [1e-9], Array(17).fill(0.01)])
    t.equal(made(Pricing, split(...fractions)), undefined, `not ${fractions.join(' + ')}`);
  t.equal(made(Pricing, { revenue_split: { '': 0.5 } }), undefined);
  t.equal(made(Pricing, { per_query: -1 }), undefined);
  t.equal(made(Pricing, { price: 1 }), undefined);
  t.match(made(Pricing, { input_description: 'Any text.' }), { input: 'Any text.' });
  for (const text of ['', 'x'.repeat(4_001), 'a\u0000b', 7, null])
    t.equal(made(Pricing, { input_description: text }), undefined, 'a text with bounds');
  const own = made(Pricing, JSON.parse('{"revenue_split":{"__proto__":0.5}}')) as z.infer<typeof Pricing> | undefined;
  t.equal(Object.getPrototypeOf(own?.split ?? {}), Object.prototype, 'no prototype is set by a key');
});

t.test('access: a kind and at most 256 residents', async (t) => {
  t.same(made(Access, { type: 'public' }), { type: 'public', allowed: [] });
  t.same(made(Access, { type: 'members', allowed: ['a-1', 'b-2', 'a-1'] }), {
    type: 'members',
    allowed: ['a-1', 'b-2', 'a-1'],
  });
  const ids = (count: number, chars: number) => Array.from({ length: count }, (_, n) => `r-${n}`.padStart(chars, 'r'));
  t.ok(made(Access, { type: 'private', allowed: ids(256, 30) }));
  for (const access of [
    {},
    { type: 'open' },
    { type: 'public', allowed: 'a-1' },
    { type: 'public', allowed: [''] },
    { type: 'public', allowed: [1] },
    { type: 'public', more: 1 },
    { type: 'private', allowed: ids(257, 5) },
    { type: 'private', allowed: ids(256, 40) },
  ])
    t.equal(made(Access, access), undefined, JSON.stringify(access).slice(0, 60));
  t.equal(made(ResidentList(4, { least: 1 }), []), undefined);
});

t.test('file names lead nowhere but down, and reach no prototype', async (t) => {
  const names = ['index.js', 'a/b/c.txt', '.env', 'a b.js', '\u706f.js', '...', 'a..b', 'x'.repeat(200), '-rf', 'con'];
  for (const name of names) t.same(made(Files, { [name]: '' }), new Map([[name, '']]), name.slice(0, 20));
  for (const name of [...impossiblePaths, ...prototypePaths])
    t.match(issueOf(Files, { [name]: '' }), /a (part of a )?file name/, `no ${JSON.stringify(name).slice(0, 30)}`);
  t.equal(made(Files, JSON.parse('{"__proto__":"x"}')), undefined);
});

t.test('files: some, of at most 64 KiB in UTF-8; null removes one', async (t) => {
  t.same(made(Files, { 'a.js': null }), new Map([['a.js', null]]));
  t.ok(made(Files, { 'a.js': 'x'.repeat(65_536) }));
  t.match(issueOf(Files, { 'a.js': 'x'.repeat(65_537) }), /^a\.js: .*65536 bytes/);
  t.match(issueOf(Files, { 'a.js': '\u706f'.repeat(21_846) }), /65536 bytes/);
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.js`, '']));
  t.ok(made(Files, many(256)));
  for (const files of [{}, many(257), [], null, 'x', { 'a.js': 5 }, { 'a.js': ['x'] }])
    t.equal(made(Files, files), undefined, JSON.stringify(files).slice(0, 30));
});
