/** A form made of the schema of a framework, and the soul that is read from it. */
import t from 'tap';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import type { Framework } from '../../web/visit/answers.ts';
import { exampleOf, helpFor } from '../../web/visit/examples.ts';
import { fieldsOf, read, typedOf } from '../../web/visit/form-of-schema.ts';

const schema = {
  type: 'object',
  properties: {
    motto: { type: 'string', maxLength: 60, description: 'one line' },
    story: { type: 'string', title: 'Its story' },
    mood: { enum: ['calm', 'wild'] },
    luck: { enum: [1, 2, 7] },
    age: { type: 'integer', minimum: 1, maximum: 9 },
    height: { type: ['number', 'null'] },
    flies: { type: 'boolean' },
    friends: { type: 'array', items: { type: 'string' } },
    map: { type: 'array', items: { type: 'number' } },
    home: { $ref: '#/$defs/place' },
    colour: { $ref: '#/$defs/colour', description: 'its coat' },
    kind: { const: 'bird' },
  },
  required: ['motto', 'age'],
  $defs: { place: { type: 'object' }, colour: { type: 'string', enum: ['red', 'blue'] } },
};

t.test('each property is a field of its kind, the name first', async (t) => {
  const fields = fieldsOf(schema);
  t.same(
    fields.map(({ name, kind }) => `${name}: ${kind}`),
    [
      ...['name: text', 'motto: line', 'story: text', 'mood: choice', 'luck: choice', 'age: number', 'height: number'],
      ...['flies: yes or no', 'friends: lines', 'map: json', 'home: json', 'colour: choice', 'kind: choice'],
    ].map((one) => one.replace('name: text', 'name: line')),
  );
  const field = (name: string) => fields.find((one) => one.name === name);
  t.match(field('name'), { label: 'Name', isNeeded: true });
  t.match(field('motto'), { label: 'Motto', help: 'One line. At most 60 characters.', isNeeded: true });
  t.match(field('story'), { label: 'Its story', isNeeded: false });
  t.match(field('age'), { help: 'From 1 to 9.', isWhole: true });
  t.match(field('height'), { isWhole: false });
  t.match(field('luck'), { choices: ['1', '2', '7'] });
  t.match(field('colour'), { choices: ['red', 'blue'], help: 'Its coat.' });
});

t.test('what was typed is read as values; what is empty and not needed is left out', async (t) => {
  const typed = {
    ...{ name: 'Wren', motto: 'Up.', luck: '7', age: ' 3 ', height: '1,5', flies: 'yes', mood: '' },
    ...{ friends: 'Ada\n\n Bo ', map: '[1, 2]', home: '{"tree": true}', colour: 'red' },
  };
  t.same(read(fieldsOf(schema), schema, typed), {
    soul: {
      ...{ name: 'Wren', motto: 'Up.', luck: 7, age: 3, height: 1.5, flies: true },
      ...{ friends: ['Ada', 'Bo'], map: [1, 2], home: { tree: true }, colour: 'red' },
    },
    wrong: {},
  });
});

t.test('what is needed and missing, or does not read as what it is, is wrong', async (t) => {
  const { wrong, soul } = read(fieldsOf(schema), schema, { age: '2.5', map: '[1', height: 'tall' });
  t.same(wrong, {
    name: 'This is needed.',
    motto: 'This is needed.',
    age: 'This must be a whole number.',
    map: 'This must be JSON, such as {"key": "value"} or ["one", "two"].',
    height: 'This must be a number.',
  });
  t.same(soul, { flies: false });
});

t.test('a schema that says nothing of use makes a form all the same', async (t) => {
  t.match(fieldsOf({}), [{ name: 'name', kind: 'line' }]);
  t.match(fieldsOf({ properties: { a: true, b: { $ref: '#/$defs/b' } }, $defs: { b: { $ref: '#/$defs/b' } } }), [
    { name: 'name' },
    { name: 'a', kind: 'json' },
    { name: 'b', kind: 'json' },
  ]);
});

t.test('what a field of the name __proto__ holds stays a field', async (t) => {
  const odd = JSON.parse('{"properties": {"__proto__": {"type": "string"}}}');
  const { soul } = read(fieldsOf(odd), odd, JSON.parse('{"name": "Wren", "__proto__": "x"}'));
  t.equal(JSON.stringify(soul), '{"name":"Wren","__proto__":"x"}');
});

t.test('values come back as they are typed', async (t) => {
  t.same([1, true, false, null, ['a', 'b'], { a: 1 }].map(typedOf), ['1', 'yes', '', '', 'a\nb', '{\n  "a": 1\n}']);
});

t.test('every example is a soul that the city takes, and every field of it has help', async (t) => {
  const [description = '', text = ''] = defaultFramework.contents;
  const schema = JSON.parse(text);
  const framework: Framework = {
    ...{ id: 'default', name: 'Default', description, soul_schema: schema },
    runtime: { type: 'external' },
    ...{ lifespan_ticks: null, available: true },
  };
  const fields = fieldsOf(schema);
  for (const { name } of fields) t.ok(helpFor(framework, name), name);
  for (const number of [0, 1, 2, 3]) {
    const { soul, wrong } = read(fields, schema, { ...exampleOf(framework, number) });
    t.same(wrong, {});
    for (const { name, kind } of fields) {
      t.type(soul[name], 'string', `${kind} ${name}`);
      t.ok(String(soul[name]).length < 400);
    }
  }
  t.equal(helpFor({ ...framework, id: 'clocks' }, 'name'), undefined);
  const clocks = { properties: { hour: { type: 'integer', examples: [3, 9] }, name: { default: 'Tick' } } };
  t.same(exampleOf({ ...framework, id: 'clocks', soul_schema: clocks }, 1), { name: 'Tick', hour: '9' });
});
