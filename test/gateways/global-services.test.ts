/** Global services over HTTP, through the real charts: what every service is held to, whatever it does. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { z } from 'zod';
import { balanceAt } from '../../engine/state/ledger.ts';
import { answer, operation, paidAnswer } from '../../services/contract.ts';
import { city, type Parrot, path, said, words } from './parrot-service.ts';

t.test('[GS1] a free call is its answer; unknown paths, methods and fields are none', async (t) => {
  const { ada } = await city(t);
  t.match(await ada.get(`${path}/heard/bo?loud=yes`), { status: 200, body: { heard: 'bo!' } });
  t.match(await ada.get(`${path}/heard/bo?quiet=yes`), {
    status: 422,
    body: {
      message: /quiet: is not a parameter of this query/,
      issues: [{ path: 'quiet', message: 'is not a parameter of this query' }],
    },
  });
  t.match(await ada.get(`${path}/heard/${'x'.repeat(11)}`), { status: 404 });
  t.match(await ada.get(`${path}/heard/a%2Fb`), { status: 200, body: { heard: 'a/b' } });
  t.match(await ada.post(`${path}/heard/bo`), { status: 405 });
  t.match(await ada.get(`${path}/unheard`), { status: 404 });
});

t.test('[GS2] of what is held the cost is taken, and the bill says so', async (t) => {
  const { ada, parrot, balance, city: engine } = await city(t);
  parrot.says = async (call) => {
    t.equal(balanceAt(engine.state.account('escrow'), 0), 1_500, 'held meanwhile');
    return said(call, 700);
  };
  t.match(await ada.post(`${path}/say`, { text: 'one two three' }), {
    status: 200,
    body: { said: 'one two three', charged: 0.7, balance: 99.3 },
  });
  t.equal(await balance(), 99.3);
  t.match(parrot.called, [{ hold: 1_500, key: null }]);
  t.equal(balanceAt(engine.state.account('escrow'), 0), 0);
});

t.test('[GS3] what fails, is slow, malformed, too large or too dear takes nothing', async (t) => {
  const { ada, parrot, balance, pass } = await city(t);
  const fates: readonly [number, string, Parrot['says']][] = [
    [502, 'service_failed', () => Promise.reject(new Error('no voice'))],
    [504, 'timeout', () => sleep(10_000, undefined, { ref: false }).then(() => answer({}))],
    [502, 'service_failed', async () => paidAnswer(1, { said: 7 })],
    [502, 'service_failed', async (call) => said(call, call.hold + 1)],
    [502, 'service_failed', async (call) => said(call, -1)],
    [502, 'service_failed', async (call) => said(call, 0.5)],
    [502, 'service_failed', async () => paidAnswer(1, { said: 'x'.repeat(4 * 1024 * 1024) })],
    [404, 'not_found', async () => ({ type: 'refused', code: 'not_found', kind: 'word' })],
    [502, 'inference_failed', async () => ({ type: 'refused', code: 'inference_failed', reason: 'no brain' })],
  ];
  for (const [status, error, says] of fates) {
    parrot.says = says;
    t.match(await ada.post(`${path}/say`, { text: 'one' }), { status, body: { error, applied: false } });
    pass(60_000);
  }
  t.equal(await balance(), 100);
});

t.test('[GS4] in no span of a minute more than the rate, whatever becomes of the calls', async (t) => {
  const { ada, pass, parrot } = await city(t);
  parrot.says = () => Promise.reject(new Error('no voice'));
  for (let n = 0; n < 5; n++) {
    t.equal((await ada.post(`${path}/say`, { text: 'one' })).status, 502);
    pass(10_000);
  }
  t.match(await ada.post(`${path}/say`, { text: 'one' }), {
    status: 429,
    body: { error: 'rate_limited', limit: 5, window_seconds: 60, retry_after_seconds: 10 },
  });
  t.equal((await ada.get(`${path}/heard/bo`)).status, 429);
  pass(10_000);
  t.equal((await ada.get(`${path}/heard/bo`)).status, 200);
});

t.test(
  '[GS5] [GS2] a caller who cannot pay the most that a call may cost is refused before anything is done',
  async (t) => {
    const { resident, parrot } = await city(t);
    const bo = await resident('Bo', 1);
    t.match(await bo.post(`${path}/say`, { text: 'one two three' }), {
      status: 402,
      body: { error: 'insufficient_credits', required: 1.5, balance: 1 },
    });
    t.same(parrot.called, []);
  },
);

t.test('[GS5] [SG3] credits come before the rate also where a study halves what is held', async (t) => {
  const { resident, parrot } = await city(t);
  const bo = await resident('Bo', 1.6);
  for (let n = 0; n < 5; n++) await bo.get(`${path}/heard/bo`);
  t.match(await bo.post(`${path}/say`, { text: 'one two three four' }), {
    status: 402,
    body: { required: 2, balance: 1.6 },
  });
  await bo.post('/v1/location/move', { exit_id: 'home' });
  t.match(await bo.post('/v1/house/rooms', { name: 'den', purpose: 'study' }), { status: 201 });
  t.match(await bo.post(`${path}/say`, { text: 'one two three' }), { status: 429 }, 'half of it can be paid');
  t.match(await bo.post(`${path}/say`, { text: 'one two three four five six' }), {
    status: 402,
    body: { required: 1.5, balance: 1.35 },
  });
  t.same(parrot.called, []);
});

t.test('[GS6] under its key a paid answer is given again; a larger one only as what it cost', async (t) => {
  const { ada, parrot, balance } = await city(t);
  const under = (key: string, text = 'one') => ada.post(`${path}/say`, { text }, { 'Idempotency-Key': key });
  const first = await under('a');
  t.same((await under('a')).body, first.body);
  t.match(await under('a', 'two'), { status: 422, body: { error: 'idempotency_mismatch' } });
  parrot.says = async (call) => paidAnswer(call.hold, { said: 'x'.repeat(200) });
  t.equal((await under('b')).status, 200);
  t.match(await under('b'), {
    status: 409,
    body: { error: 'already_exists', id: /^call_/, charged: 0.5, message: /done and cost 0\.5 credits/ },
  });
  parrot.says = () => Promise.reject(new Error('no voice'));
  t.equal((await under('c')).status, 502);
  parrot.says = async (call) => said(call);
  t.equal((await under('c')).status, 200, 'what failed is tried anew');
  t.equal(await balance(), 98.5);
});

t.test('[GS7] a stream comes as it is produced, and its last events carry the bill', async (t) => {
  const { ada, parrot, balance, url } = await city(t);
  parrot.says = async ({ body, hold }) => ({
    type: 'stream',
    events: (async function* () {
      for (const word of words(body.text)) yield word;
    })(),
    cost: async () => hold - 100,
    last: ({ charged, balance }) => [JSON.stringify({ charged, balance }), '[DONE]'],
  });
  const response = await fetch(`${url}${path}/say`, {
    method: 'POST',
    headers: { Authorization: 'Bearer token of Ada' },
    body: JSON.stringify({ text: 'one two', stream: true }),
  });
  t.match(response.headers.get('content-type'), 'text/event-stream');
  t.equal(await response.text(), 'data: one\n\ndata: two\n\ndata: {"charged":0.9,"balance":99.1}\n\ndata: [DONE]\n\n');
  t.equal(await balance(), 99.1);
  t.match(await ada.post(`${path}/say`, { text: 'one', stream: true }, { 'Idempotency-Key': 'a' }), {
    status: 422,
    body: { issues: [{ path: 'Idempotency-Key' }] },
  });
});

t.test('[GS8] a service learns its caller by a pseudonym, or by name where the manifest says why', async (t) => {
  const { ada, parrot, resident } = await city(t);
  const bo = await resident('Bo');
  for (const one of [ada, bo, ada]) await one.post(`${path}/say`, { text: 'one' });
  const [first, second, third] = parrot.called.map(({ caller }) => caller);
  t.same(first, third);
  t.not(first?.pseudonym, second?.pseudonym);
  t.notMatch(JSON.stringify(first), /ada/i);
  t.equal(first?.resident, '');
  const named = await city(t, { knowsResidentBecause: 'it greets by name' });
  await named.ada.post(`${path}/say`, { text: 'one' });
  t.equal(named.parrot.called[0]?.caller.resident, named.ada.id);
});

t.test('the list says what is available here, and each service how it is used', async (t) => {
  const { ada } = await city(t, { availability: 'library_terminal' });
  t.match((await ada.get('/v1/global-services')).body, { items: [] });
  t.match((await ada.get('/v1/global-services?all=true')).body, {
    items: [{ id: 'parrot', available: false, why_not: /library terminal/, endpoints: [{}, { price: /0.5/ }] }],
  });
  t.match(await ada.post(`${path}/say`, { text: 'one' }), {
    status: 403,
    body: { error: 'service_unavailable_here', service: 'parrot' },
  });
  const skill = await ada.get(`${path}/skill`);
  t.match(skill.headers.get('content-type'), 'text/markdown');
  t.same(skill.body, { text: '# Parrot' });
});

t.test('[GS1] HEAD does not run what costs something', async (t) => {
  const listen = operation({
    method: 'GET',
    path: '/heard/:who',
    summary: 'What it has heard',
    params: z.strictObject({ who: z.string() }),
    query: z.strictObject({}),
    answer: z.looseObject({ heard: z.string() }),
    price: { text: 'a credit', hold: () => 1_000 },
  });
  const { url, balance, pass } = await city(t, { operations: { listen } });
  const asking = { headers: { Authorization: 'Bearer token of Ada' } };
  const head = await fetch(`${url}${path}/heard/bo`, { ...asking, method: 'HEAD' });
  t.equal(head.status, 405);
  t.equal(head.headers.get('allow'), 'GET');
  t.equal(await balance(), 100);
  pass(60_000);
  t.equal((await fetch(`${url}${path}/heard/bo`, asking)).status, 200);
});
