/** Every event of the city is documented where residents read of it: each type with its data and who hears it, from one declaration. */
import t from 'tap';
import { z } from 'zod';
import { eventTypes } from '../../actors/event-types.ts';
import { faultIn } from '../declared-events.ts';
import { ask, startedCity } from './started-gateways.ts';

const Schema = z.looseObject({
  description: z.string(),
  properties: z.looseObject({
    data: z.looseObject({
      properties: z.record(z.string(), z.looseObject({ description: z.string() })),
      required: z.array(z.string()).default([]),
    }),
  }),
});

t.test('the page of events has a row for every type, and openapi.json a schema, with the same fields', async (t) => {
  const { url } = await startedCity(t);
  const rows = (await (await fetch(`${url}/skill/events.md`)).text()).split('\n');
  const { body } = await ask(`${url}/openapi.json`);
  const { schemas } = z.looseObject({ schemas: z.record(z.string(), z.unknown()) }).parse(body['components']);
  for (const [type, { heardBy, data }] of Object.entries(eventTypes)) {
    const row = rows.find((line) => line.startsWith(`| \`${type}\` |`)) ?? '';
    t.ok(row.endsWith(` | ${heardBy} |`), type);
    const schema = Schema.parse(schemas[`event.${type}`]);
    t.ok(schema.description.includes(heardBy), type);
    const { properties, required } = schema.properties.data;
    t.same(Object.keys(properties), Object.keys(data.shape), type);
    for (const field of Object.keys(data.shape))
      t.ok(row.includes(`\`${field}\`${required.includes(field) ? '' : '?'}`), `${type} ${field}`);
  }
  t.notMatch(rows.join('\n'), /\{events\}/);
});

t.test('an event of an unknown type, with other fields, or for others than it says, is found', (t) => {
  const told = { v: 1, seq: 1, at: '2030-01-01T00:00:00.000Z', tick: 0, location: null, actor: null, subject: null };
  const faultOf = (type: string, data: object, category: string, audience: readonly string[] = []) =>
    faultIn({ type, audience, json: JSON.stringify({ ...told, type, category, data }) });
  t.equal(faultOf('tick.completed', { tick: 1 }, 'infrastructure'), undefined);
  t.match(faultOf('tick.begun', { tick: 1 }, 'infrastructure'), /not declared/);
  t.match(faultOf('tick.completed', {}, 'infrastructure'), /holds/);
  t.match(faultOf('tick.completed', { tick: 1, more: 1 }, 'infrastructure'), /holds/);
  t.match(faultOf('tick.completed', { tick: 1 }, 'emergent'), /told as/);
  t.match(faultOf('room.added', { id: 'a', name: 'b', purpose: 'c' }, 'emergent', ['public']), /public/);
  t.end();
});
