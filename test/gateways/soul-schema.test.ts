/** What schemas of souls may say, and how souls are held to them. */
import t from 'tap';
import { faultOfParts } from '../../gateways/souls/schema-parts.ts';
import { faultsOfSchema, faultsOfSoul } from '../../gateways/souls/soul-schema.ts';

const song = {
  type: 'object',
  properties: { name: { type: 'string' }, songs: { type: 'array', items: { $ref: '#/$defs/song' } } },
  required: ['name', 'songs'],
  additionalProperties: false,
  $defs: { song: { type: 'string', minLength: 1, maxLength: 10 } },
};

const faultsOf = (schema: object) => faultsOfSchema({ ...schema }).map(({ path, message }) => `${path}: ${message}`);

t.test('a schema that can be used has no faults', async (t) => {
  for (const schema of [
    {},
    song,
    { ...song, $schema: 'https://json-schema.org/draft/2020-12/schema' },
    { properties: { mail: { type: 'string', format: 'email' } } },
    { properties: { pattern: { type: 'string' }, $id: { type: 'string' } } },
    { properties: { age: { type: ['integer', 'null'], minimum: 0 } }, additionalProperties: false },
  ])
    t.same(faultsOf(schema), []);
});

t.test('[SS1] a schema is small, says nothing unknown and leads nowhere else', async (t) => {
  const doubled = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [`d${n}`, { allOf: [n + 1, n + 1].map((d) => ({ $ref: `#/$defs/d${d}` })) }]),
  );
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ type: 'objekt' }, /^soul_schema\.type: must be/],
    [{ title: 'y'.repeat(17_000) }, /at most 16384/],
    [{ properties: { name: { pattern: '(a+)+$' } } }, /is the keyword "pattern", which/],
    [{ patternProperties: { '(a+)+$': {} } }, /is the keyword "patternProperties", which/],
    [{ properties: { all: { type: 'array', uniqueItems: true } } }, /is the keyword "uniqueItems", which/],
    [{ properties: { a: { $id: 'https://elsewhere' } } }, /is the keyword "\$id", which/],
    [{ properties: { a: { $dynamicRef: '#b' } } }, /is the keyword "\$dynamicRef", which/],
    [{ nonsense: 1 }, /is the keyword "nonsense", which/],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, /^soul_schema\.\$schema: must be/],
    [{ $async: true, properties: { a: { type: 'string' } } }, /is the keyword "\$async"/],
    [{ $async: 'x' }, /is the keyword "\$async"/],
    [{ $recursiveRef: '#' }, /is the keyword "\$recursiveRef"/],
    [{ allOf: [{ additionalProperties: { $recursiveRef: '#' } }] }, /is the keyword "\$recursiveRef"/],
    [{ $defs: { unused: { if: { $recursiveAnchor: true } } } }, /is the keyword "\$recursiveAnchor"/],
    [{ dependencies: {} }, /is the keyword "dependencies"/],
    [{ type: 'string', nullable: true }, /is the keyword "nullable"/],
    [{ unevaluatedProperties: false }, /is the keyword "unevaluatedProperties"/],
    [{ properties: { '%zz': 5 } }, /^soul_schema\.properties\.%zz: must be/],
    [{ properties: { a: { $ref: 'https://elsewhere/schema' } } }, /a name that stands there/],
    [{ properties: { a: { $ref: '#/$defs/%E0%A4%A' } } }, /a name that stands there/],
    [{ $defs: {}, properties: { a: { $ref: '#/$defs/toString' } } }, /a name that stands there/],
    [{ $defs: { a: { $ref: '#/$defs/a' } } }, /back to itself/],
    [{ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, /back to itself/],
    [{ $defs: { ...doubled, d40: { type: 'string' } }, $ref: '#/$defs/d0' }, /steps for the largest soul/],
    [{ properties: { credits: { type: 'number' } } }, /^soul_schema\.properties\.credits: /],
  ];
  for (const [schema, fault] of wrong) t.match(faultsOf(schema).join('\n'), fault, JSON.stringify(schema).slice(0, 60));
});

t.test('a refused soul names the fields that are wrong', async (t) => {
  const faults = (soul: Readonly<Record<string, unknown>>) => faultsOfSoul('a hash', JSON.stringify(song), soul);
  t.same(faults({ name: 'Vera', songs: ['la'] }), []);
  t.same(faults({ name: 'Vera' }), [{ path: 'songs', message: 'must be there' }]);
  t.same(faults({ name: 'Vera', songs: ['la', '', 7] }), [
    { path: 'songs.1', message: 'must have at least 1 characters' },
  ]);
  t.match(faults({ name: 'Vera', songs: [], mood: 'good' }), [{ path: 'mood' }]);
  // Characters count, not the halves of which some are made.
  t.same(faults({ name: 'Vera', songs: ['🎵'.repeat(10)] }), []);
  t.match(faults({ name: 'Vera', songs: ['🎵'.repeat(11)] }), [{ path: 'songs.0' }]);
  t.equal(faults({ name: 'Vera', songs: Array(100).fill('') }).length, 1, 'the first mistake, however many there are');
  t.match(faultsOfSoul('texts', JSON.stringify({ additionalProperties: { type: 'string' } }), { 'a/~100%': 5 }), [
    { path: 'a/~100%' },
  ]);
});

t.test('[SS1] a schema that was let in once and would not be today lets no soul in', async (t) => {
  const schema = JSON.stringify({ $async: true, required: ['a'] });
  for (const soul of [{ name: 'Vera' }, { name: 'Vera', a: 1 }])
    t.match(faultsOfSoul('once good', schema, soul), [{ path: 'framework', message: /its operator must change it/ }]);
});

/** Items of which each may be looked at so often, and how often they were looked at. */
function watched(count: number) {
  const looks = { count: 0 };
  const items = new Proxy(Array<number>(count).fill(1), {
    get(target, name, receiver): unknown {
      if (typeof name === 'string' && /^\d/.test(name)) looks.count += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  return { items, looks };
}

t.test('[SS1] the largest soul is checked in few steps by the largest schema', async (t) => {
  const many = (schema: object) => (count: number) => ({ items: { allOf: Array<object>(count).fill(schema) } });
  const families: Readonly<Record<string, (count: number) => object>> = {
    'all of': many({ minimum: 1 }),
    'any of': (count) => ({ items: { anyOf: [...Array<object>(count).fill({ minimum: 2 }), { minimum: 1 }] } }),
    'one of': (count) => ({ items: { oneOf: [...Array<object>(count).fill({ minimum: 2 }), { minimum: 1 }] } }),
    'items often': (count) => ({ allOf: Array<object>(count).fill({ items: { minimum: 1 } }) }),
    contained: (count) => ({
      allOf: Array<object>(count).fill({ contains: { const: 2 }, minContains: 0, maxContains: 0 }),
    }),
    referred: (count) => ({
      $defs: { x: { allOf: Array<object>(20).fill({ minimum: 1 }) } },
      items: { allOf: Array<object>(count).fill({ $ref: '#/$defs/x' }) },
    }),
  };
  for (const [name, family] of Object.entries(families)) {
    const inProperty = (count: number) => {
      const { $defs = {}, ...schema }: { $defs?: object } = family(count);
      return { $defs, properties: { a: schema } };
    };
    let count = 1;
    while (faultOfParts(inProperty(count + 1)) === undefined) count += 1;
    t.ok(count > 2, `${name}: ${count} parts are let in`);
    t.same(faultsOf(inProperty(count)), [], name);
    t.match(faultsOf(inProperty(count + 1)).join(), /steps for the largest soul/, name);
    const { items, looks } = watched(990);
    faultsOfSoul(`largest ${name}`, JSON.stringify(inProperty(count)), { name: 'Vera', a: items });
    t.ok(looks.count > 900, name);
    t.ok(looks.count <= 250_000, `${name}: ${looks.count} looks`);
  }
});
