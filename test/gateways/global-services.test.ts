/** Global services over HTTP, through the real charts: what every service is held to, whatever it does. */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { z } from 'zod';
import { balanceAt } from '../../engine/ledger.ts';
import { ServiceCalls } from '../../gateways/services/calls.ts';
import {
  answer,
  type Handlers,
  type Manifest,
  operation,
  paidAnswer,
  type ServiceOutcome,
} from '../../services/contract.ts';
import { silentLog } from '../world.ts';
import { startedWorld } from './started.ts';

/** Credits a word. */
const wordPrice = 0.5;
const Words = z.strictObject({ text: z.string().max(100), stream: z.boolean().optional() });
const words = (text: string) => text.split(' ').filter((word) => word !== '');
const mostOf = ({ body }: { readonly body: z.infer<typeof Words> }) => words(body.text).length * wordPrice * 1_000;

const manifest = {
  id: 'parrot',
  name: 'Parrot',
  description: 'Says what it is told.',
  availability: 'everywhere',
  pricing: 'half a credit a word; listening is free',
  callsPerMinute: 5,
  deadlineMs: 300,
  operations: {
    listen: operation({
      method: 'GET',
      path: '/heard/:who',
      summary: 'What it has heard',
      params: z.strictObject({ who: z.string().max(10) }),
      query: z.strictObject({ loud: z.enum(['yes', 'no']).optional() }),
      answer: z.strictObject({ heard: z.string() }),
      price: 'free',
    }),
    say: operation({
      method: 'POST',
      path: '/say',
      summary: 'Says it',
      body: Words,
      answer: z.looseObject({ said: z.string(), charged: z.number() }),
      price: { text: '0.5 credits a word', hold: mostOf, halfInStudy: true },
      streams: ({ body }) => body.stream === true,
    }),
  },
} as const satisfies Manifest<object>;

type Call = Parameters<Handlers<typeof manifest>['say']>[0];

interface Parrot {
  /** What comes of the next calls. */
  says: (call: Call) => Promise<ServiceOutcome>;
  readonly called: Call[];
}

const said = (call: Call, cost = call.hold): ServiceOutcome => paidAnswer(cost, { said: call.body.text });

/** A city with that service, and somebody with credits. */
async function city(t: Test, more: Partial<Manifest> = {}) {
  const parrot: Parrot = { says: async (call) => said(call), called: [] };
  const declared: Manifest = { ...(manifest as Manifest), ...more };
  let now = 0;
  const elapsed = () => now;
  const calls = new ServiceCalls({
    manifests: [declared],
    clock: { elapsed },
    log: silentLog,
    rateNamesMax: 100,
    answerKeptBytesMax: 200,
  });
  const handlers: Handlers<typeof manifest> = {
    listen: async ({ params, query }) => answer({ heard: `${params.who}${query.loud === 'yes' ? '!' : ''}` }),
    say: async (call) => {
      parrot.called.push(call);
      return parrot.says(call);
    },
  };
  calls.attach('parrot', handlers);
  const services = { offered: [{ manifest: declared, skill: '# Parrot', referenceKey: 'key' }], calls };
  const world = await startedWorld(t, { services: calls.performer() }, { services });
  const ada = await world.resident('Ada', 100);
  const balance = async () => (await ada.get('/v1/me')).body['balance'];
  const pass = (ms: number) => {
    now += ms;
  };
  return { ...world, parrot, ada, balance, pass };
}

const path = '/v1/global-services/parrot';

t.test('[GS1] a free call is its answer; unknown paths, methods and fields are none', async (t) => {
  const { ada } = await city(t);
  t.match(await ada.get(`${path}/heard/bo?loud=yes`), { status: 200, body: { heard: 'bo!' } });
  t.match(await ada.get(`${path}/heard/bo?quiet=yes`), { status: 422 });
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
  t.match(parrot.called, [{ hold: 1_500, caller: { resident: '' }, key: null }]);
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

t.test('[GS5] who cannot pay the most that it may cost is refused before anything is done', async (t) => {
  const { resident, parrot } = await city(t);
  const bo = await resident('Bo', 1);
  t.match(await bo.post(`${path}/say`, { text: 'one two three' }), {
    status: 402,
    body: { error: 'insufficient_credits', required: 1.5, balance: 1 },
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
  t.match(await under('b'), { status: 409, body: { error: 'already_exists', id: /^call_/, charged: 0.5 } });
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
    cost: () => hold - 100,
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

t.test('[GS8] the list says what is available here, and each service how it is used', async (t) => {
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
