/**
 * Each answer, refusal and frame is held to its schema (`test/hold-to-schemas.js`): the holder hears of all of them, and what is false ends
 * the process.
 */
import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { z } from 'zod';
import { act, found } from '../world.ts';
import { Client } from './feed-client.ts';
import { city, path } from './parrot-service.ts';
import { startedPortalWorld, startedWorld } from './started-gateways.ts';

const holder = fileURLToPath(new URL('../hold-to-schemas.js', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const channels = [...readFileSync(holder, 'utf8').matchAll(/'(civitas:\w+)'/g)].map(([, name = '']) => name);
const Published = z.object({ what: z.string(), text: z.string() });

/** What is published from now on, until the test ends. */
function publishedIn(t: Test): z.infer<typeof Published>[] {
  const published: z.infer<typeof Published>[] = [];
  const hear = (message: unknown) => published.push(Published.parse(message));
  for (const channel of channels) subscribe(channel, hear);
  t.teardown(() => channels.map((channel) => unsubscribe(channel, hear)));
  return published;
}

t.test('answers are published with their routes, refusals with their codes and those of the route', async (t) => {
  const { resident } = await startedWorld(t);
  const ada = await resident('Ada');
  const published = publishedIn(t);
  await ada.get('/v1/me');
  await ada.post('/v1/house/rooms', { name: 'lab', purpose: 'workshop' });
  await ada.post('/v1/house/rooms', { name: 'lab' });
  t.same(
    published.map(({ what, text }) => `${what} ${JSON.parse(text).id ?? text.slice(0, 26)}`),
    [
      `GET /v1/me ${ada.id}`,
      `POST /v1/house/rooms city-housing/${ada.id}/lab`,
      'POST /v1/house/rooms "invalid_request"',
      'refusal invalid_request {"error":"invalid_request"',
    ],
  );
});

t.test('so are answers of global services, free ones and paid ones with their bill', async (t) => {
  const { ada } = await city(t);
  const published = publishedIn(t);
  await ada.get(`${path}/heard/bo`);
  await ada.post(`${path}/say`, { text: 'good morning' });
  t.same(
    published.map(({ what, text }) => `${what} ${text}`),
    [`GET ${path}/heard/:who {"heard":"bo"}`, `POST ${path}/say {"said":"good morning","charged":1,"balance":99}`],
  );
});

const move = { type: 'move', exit: 'commons', max_toll: null };

/** Fails for a frame that was not published as it was sent. */
function isPublished(t: Test, { frames }: Client, published: readonly { readonly text: string }[]): void {
  const texts = new Set(published.map(({ text }) => text));
  t.ok(frames.length > 2);
  for (const frame of frames) t.ok(texts.has(JSON.stringify(frame)), JSON.stringify(frame));
}

t.test('every frame on the socket of a resident is published, sent live or after a resume', async (t) => {
  const { city, url } = await startedWorld(t);
  const published = publishedIn(t);
  const ada = await found(city, 'Ada', 1_000_000);
  const client = new Client(t, Number(new URL(url).port), 'token of Ada');
  await client.until('hello');
  client.send('no frame');
  await client.until('error');
  await act(city, ada, move);
  await client.until('resident.arrived');
  const again = new Client(t, Number(new URL(url).port), 'token of Ada');
  await again.until('hello');
  again.send({ type: 'resume', since: 0 });
  await again.until('resumed');
  for (const each of [client, again]) isPublished(t, each, published);
});

t.test('every frame on sockets of the Portal is published, once for all who hear it', async (t) => {
  const { city, url } = await startedPortalWorld(t, { socketHoldMs: 1 });
  const published = publishedIn(t);
  const ada = await found(city, 'Ada', 1_000_000);
  const ben = await found(city, 'Ben', 1_000_000);
  const clients = [new Client(t, Number(new URL(url).port)), new Client(t, Number(new URL(url).port))];
  for (const client of clients) {
    await client.until('hello');
    client.send({ type: 'subscribe', locations: [] });
    await client.until('subscribed');
    client.send({ type: 'resume', since: 0 });
    await client.until('resumed');
  }
  await act(city, ada, move);
  await act(city, ada, { type: 'transfer', to: ben, amount: 1_000 });
  for (const client of clients) await client.until('credits.transferred');
  for (const client of clients) isPublished(t, client, published);
  t.equal(published.filter(({ what }) => what === 'event credits.transferred').length, 1);
});

/** Runs a program with the holder loaded. */
const held = (program: string, ...more: readonly string[]) =>
  promisify(execFile)(process.execPath, [...more, `--import=${holder}`, '-e', program], { cwd: root });

t.test('what a schema does not say ends the process, on each channel', async (t) => {
  t.equal(channels.length, 3);
  const program = (channel: string, text: string) => `
    const { channel } = require('node:diagnostics_channel');
    const { z } = require('zod');
    const schema = z.strictObject({ id: z.string() });
    channel('${channel}').publish({ what: 'GET /v1/me', schema, text: '${text}' });`;
  const wrong = ['{"id":7}', '{}', '{"id":"ada","more":1}'];
  await held(channels.map((channel) => `{ ${program(channel, '{"id":"ada"}')} }`).join('\n'));
  for (const [n, channel] of channels.entries()) {
    for (const text of n === 0 ? wrong : wrong.slice(0, 1))
      await t.rejects(
        held(program(channel, text)),
        { code: 1, stderr: /GET \/v1\/me says what its schema does not/ },
        text,
      );
  }
});

const transfer = `type: 'credits.transferred', location: null, actor: 'ada-1', subject: 'bo-2'`;
const envelope = `v: 1, seq: 7, at: '2030-01-01T00:00:00.000Z', tick: 1, category: 'emergent'`;
const whole = `{ ${envelope}, ${transfer}, data: { from: 'ada-1', to: 'bo-2', amount: 1 } }`;

/** What the city may say, and what it may not, in words of the gateways. */
const says: readonly { readonly right: string; readonly wrong: string; readonly named: RegExp }[] = [
  {
    right: `sendFrame(socket, CityFrame, { type: 'hello', v: 1, seq: 1, resident: 'ada-1' })`,
    wrong: `sendFrame(socket, CityFrame, { type: 'hello', v: 1, seq: 1, resident: 'ada-1', visitor: null })`,
    named: /frame hello says .*"visitor"/,
  },
  {
    right: `event(Event, ${whole})`,
    wrong: `event(Event, { ...${whole}, data: { from: 'ada-1', to: 'bo-2', amount: '1' } })`,
    named: /event credits\.transferred says .*data\.amount/,
  },
  {
    right: `event(StrangersEvent, { ...${whole}, actor: null, subject: null, data: { amount: 1 } })`,
    wrong: `event(StrangersEvent, ${whole})`,
    named: /event credits\.transferred says .*actor/,
  },
  {
    right: `errorAnswer(refusedBy('insufficient_credits', { required: 1_000, balance: 0 }))`,
    wrong: `errorAnswer(refusedBy('insufficient_credits', { required: 1_000, balance: 0, charged: 0 }))`,
    named: /refusal insufficient_credits says .*"charged"/,
  },
  {
    right: `publishRefusedBy({}, { method: 'GET', path: '/v1/me' }, 'busy', () => ['busy'])`,
    wrong: `publishRefusedBy({}, { method: 'GET', path: '/v1/me' }, 'not_found', () => ['busy'])`,
    named: /GET \/v1\/me says .*"busy"/,
  },
];

t.test(
  'so do a frame, an event, what strangers see of one and a refusal, by the schemas of the gateways',
  async (t) => {
    const program = (statements: readonly string[]) => `
    import { CityFrame } from './gateways/answers/city-frames.ts';
    import { Event, StrangersEvent } from './gateways/answers/events.ts';
    import { publishEvent, publishRefusedBy } from './gateways/diagnostics.ts';
    import { errorAnswer } from './gateways/refusals/error-answers.ts';
    import { sendFrame } from './gateways/transport/send-frame.ts';
    import { refusedBy } from './engine/refusal.ts';
    const socket = { send: () => 'sent' };
    const event = (schema, said) => publishEvent({}, { type: said.type, json: JSON.stringify(said) }, schema);
    ${statements.join(';')}`;
    const run = (...statements: readonly string[]) => held(program(statements), '--import=tsx', '--input-type=module');
    await run(...says.map(({ right }) => right));
    for (const { wrong, named } of says) await t.rejects(run(wrong), { code: 1, stderr: named }, wrong);
  },
);
