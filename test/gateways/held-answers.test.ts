/** Each answer is held to the schema of its route (`test/hold-answers.js`): the holder hears of all of them, and what is false ends the process. */
import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { z } from 'zod';
import { startedWorld } from './started.ts';

const holder = fileURLToPath(new URL('../hold-answers.js', import.meta.url));
const [, channel = ''] = /subscribe\('([^']+)'/.exec(readFileSync(holder, 'utf8')) ?? [];
const Published = z.object({ route: z.object({ method: z.string(), path: z.string() }), text: z.string() });

t.test('looks and acts are published, with their routes', async (t) => {
  const { resident } = await startedWorld(t);
  const ada = await resident('Ada');
  const heard: string[] = [];
  const hear = (message: unknown) => {
    const { route, text } = Published.parse(message);
    heard.push(`${route.method} ${route.path} ${JSON.parse(text).id}`);
  };
  subscribe(channel, hear);
  t.teardown(() => unsubscribe(channel, hear));
  await ada.get('/v1/me');
  await ada.post('/v1/house/rooms', { name: 'lab', purpose: 'workshop' });
  t.same(heard, [`GET /v1/me ${ada.id}`, `POST /v1/house/rooms city-housing/${ada.id}/lab`]);
});

t.test('what a schema does not say ends the process, with its route', async (t) => {
  const program = (text: string) => `
    const { channel } = require('node:diagnostics_channel');
    const { z } = require('zod');
    const route = { method: 'GET', path: '/v1/me', answer: z.strictObject({ id: z.string() }) };
    channel('${channel}').publish({ city: {}, route, text: '${text}' });`;
  const run = (text: string) => promisify(execFile)(process.execPath, [`--import=${holder}`, '-e', program(text)]);
  await run('{"id":"ada"}');
  for (const text of ['{"id":7}', '{}', '{"id":"ada","more":1}'])
    await t.rejects(run(text), { code: 1, stderr: /GET \/v1\/me says what its schema does not/ }, text);
});
