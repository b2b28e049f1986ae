/** Memory over HTTP, through the real charts: what it costs, and what it refuses. */
import t, { type Test } from 'tap';
import { ServiceCalls } from '../../gateways/services/service-calls.ts';
import { openMemory } from '../../services/memory/open.ts';
import { startedWorld } from '../gateways/started-gateways.ts';
import { silentLog } from '../world.ts';
import { memory } from './defaults.ts';
import { opened } from './opened.ts';

const path = '/v1/global-services/memory';

/** A city with memory, on a clock that stands still. */
async function city(t: Test) {
  const { storage, store } = await opened(t, memory);
  const calls = new ServiceCalls({
    ...{ manifests: [memory.manifest], clock: { elapsed: () => 0 }, log: silentLog },
    ...{ rateNamesMax: 100, answerKeptBytesMax: 1_048_576 },
  });
  calls.attach('memory', (await openMemory({ storage })).handlers);
  const services = { offered: [{ manifest: memory.manifest, skill: memory.skill, pseudonymKey: 'key' }], calls };
  const world = await startedWorld(t, { services: calls.performer() }, { services });
  return { ...world, store };
}

const messages = [
  { peer_id: 'bo-2', content: 'I build bridges. The toll is 2 credits.' },
  { peer_id: 'bo-2', content: 'Come on Tuesday.' },
  { peer_id: 'ada', content: 'I will.' },
];

t.test('what is kept and asked costs what it says, half in a study; the rest is free', async (t) => {
  const { resident } = await city(t);
  const ada = await resident('Ada', 10);
  const kept = await ada.post(`${path}/sessions/day-1/messages`, { messages });
  t.match(kept, { status: 201, body: { messages, charged: 0.03, balance: 9.97 } });
  let balance = 9_970;
  const ask = async (level: string, price: number) => {
    const answer = await ada.post(`${path}/peers/bo-2/chat`, { query: 'What is the toll?', reasoning_level: level });
    balance -= price;
    t.match(answer, { status: 200, body: { content: /toll is 2/, charged: price / 1_000, balance: balance / 1_000 } });
  };
  const prices = { minimal: 50, low: 100, medium: 250, high: 500, max: 1_000 };
  for (const [level, price] of Object.entries(prices)) await ask(level, price);
  t.match(await ada.post('/v1/house/rooms', { name: 'den', purpose: 'study' }), { status: 201 });
  // Of the study, for the tick that runs (UP5).
  balance -= 250;
  for (const [level, price] of Object.entries(prices)) await ask(level, price / 2);
  t.match(await ada.post(`${path}/sessions/day-1/messages`, { messages }), { body: { charged: 0.03 } });
  balance -= 30;
  await ada.post('/v1/location/move', { exit_id: 'commons' });
  await ask('low', 100);
  t.match(await ada.post(`${path}/search`, { query: 'toll' }), { status: 200, body: { items: [{}, {}] } });
  t.match(await ada.get(`${path}/sessions/day-1/context?tokens=5`), {
    status: 200,
    body: { id: 'day-1', messages: [messages[2]], summary: null },
  });
  const { body } = await ada.get(`${path}/sessions/day-1/messages?limit=5`);
  t.match(body, { next_cursor: /^\d+$/ });
  t.match(await ada.get(`${path}/sessions/day-1/messages?limit=5&cursor=${body['next_cursor']}`), {
    status: 200,
    body: { items: [messages[2]], next_cursor: null },
  });
  t.match(await ada.get('/v1/me'), { body: { balance: balance / 1_000 } });
});

t.test('under its key a message is kept once', async (t) => {
  const { resident, store } = await city(t);
  const ada = await resident('Ada', 10);
  const keep = () => ada.post(`${path}/sessions/day-1/messages`, { messages }, { 'Idempotency-Key': 'k' });
  const first = await keep();
  t.same((await keep()).body, first.body);
  t.equal((await store.sql`select from service_memory.message`).length, 3);
  t.match(await ada.get('/v1/me'), { body: { balance: 9.97 } });
});

t.test('the paths of Honcho lead to one’s own workspace and to no other', async (t) => {
  const { resident } = await city(t);
  const ada = await resident('Ada', 10);
  const bo = await resident('Bo', 10);
  const own = `${path}/v3/workspaces/${ada.id}`;
  t.match(await ada.post(`${own}/sessions/day-1/messages`, { messages }), { status: 201 });
  t.match(await ada.get(`${own}/peers/bo-2/card`), { status: 200, body: { peer_card: [/bo-2/, /2 messages/] } });
  t.match(await ada.get(`${own}/queue/status`), { status: 200, body: { pending_work_units: 0 } });
  t.match(await bo.get(`${own}/peers`), { status: 404, body: { error: 'not_found' } });
  t.match(await bo.post(`${own}/sessions/day-1/messages`, { messages }), { status: 404 });
  t.match(await bo.post(`${own}/search`, { query: 'toll' }), { status: 404 });
  t.match(await bo.post(`${path}/search`, { query: 'toll' }), { status: 200, body: { items: [] } });
  t.match(await bo.post(`${path}/peers/bo-2/chat`, { query: 'toll' }), { status: 404, body: { error: 'not_found' } });
  t.match(await bo.get('/v1/me'), { body: { balance: 10 } }, 'what is refused costs nothing');
});

t.test('what cannot be kept is refused and costs nothing; who cannot pay is told', async (t) => {
  const { resident, errors } = await city(t);
  const ada = await resident('Ada', 0.04);
  const refused: readonly [number, unknown][] = [
    [422, { messages: [{ peer_id: 'bo-2', content: 'a\0b' }] }],
    [422, { messages: [{ peer_id: 'bo-2', content: 'a\ud800' }] }],
    [422, { messages: [{ peer_id: 'bo-2', content: 'x'.repeat(1_000_000) }] }],
    [413, { messages: [{ peer_id: 'bo-2', content: 'x'.repeat(1_048_576) }] }],
    [422, { messages: [] }],
    [422, { messages: [{ peer_id: 'bo 2', content: 'a' }] }],
    [402, { messages: [...messages, ...messages] }],
  ];
  for (const [status, body] of refused)
    t.match(await ada.post(`${path}/sessions/day-1/messages`, body), { status, body: { applied: false } });
  t.match(await ada.post(`${path}/sessions/a%00b/messages`, { messages }), { status: 404 });
  t.match(await ada.get(`${path}/sessions/day-1/messages`), { status: 404 });
  t.match(await ada.get('/v1/me'), { body: { balance: 0.04 } });
  t.match(await ada.post(`${path}/sessions/day-1/messages`, { messages }), { status: 201, body: { balance: 0.01 } });
  t.same(errors, []);
});

t.test('it says what it is, and takes 120 calls in a minute', async (t) => {
  const { resident } = await city(t);
  const ada = await resident('Ada');
  t.match((await ada.get('/v1/global-services')).body, { items: [{ id: 'memory', available: true }] });
  t.match((await ada.get(`${path}/skill`)).body, { text: /^# Memory\n/ });
  const asked = Array.from({ length: 121 }, () => ada.get(`${path}/queue/status`));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  t.equal(statuses.filter((status) => status === 200).length, 120);
  t.match(await ada.get(`${path}/peers`), { status: 429, body: { limit: 120, window_seconds: 60 } });
});
