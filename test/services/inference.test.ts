/** Inference over HTTP, through the real charts, with OpenAI's own client and with servers that misbehave. */
import OpenAI from 'openai';
import t, { type Test } from 'tap';
import { hello, inferenceCity, path } from './inference-city.ts';
import { type Answering, events, json, modelServer, piece, usage, whole } from './model-server.ts';

const openai = (url: string) => new OpenAI({ baseURL: `${url}${path}`, apiKey: 'token of Ada', maxRetries: 0 });

/** What OpenAI's types do not know of an answer. */
const costIn = (of: object | null | undefined) => JSON.parse(JSON.stringify(of ?? {}));

t.test("[IN1] OpenAI's own client reads one model, and hears of one that there is not", async (t) => {
  const server = await modelServer(t);
  const { url } = await inferenceCity(t, server.url);
  const client = openai(url);
  const listed: object[] = [];
  for await (const model of client.models.list()) listed.push(model);
  t.same(await client.models.retrieve('large'), listed[1]);
  t.match(await client.models.retrieve('gpt-4').catch((cause: unknown) => cause), {
    status: 404,
    code: undefined,
    error: 'not_found',
  });
  t.equal(server.requests.length, 0, 'of the list the provider is not asked');
});

t.test("[IN1] OpenAI's own client lists the models, and asks them whole and in pieces", async (t) => {
  const server = await modelServer(t);
  const { url, balance } = await inferenceCity(t, server.url);
  const client = openai(url);
  const ids: string[] = [];
  for await (const model of client.models.list()) ids.push(model.id);
  t.same(ids, ['small', 'large']);
  const answer = await client.chat.completions.create({
    model: 'small',
    messages: [...hello],
    top_p: 1,
    max_tokens: 50,
  });
  t.equal(answer.choices[0]?.message.content, 'Hi.');
  t.match(costIn(answer), { model: 'small', usage: { total_tokens: 12, cost: 0.001 }, balance: 99.999 });
  t.match(server.requests, [{ authorization: 'Bearer sk-of-the-operator', body: { model: 'tiny-1', max_tokens: 50 } }]);
  server.answers = events(
    piece('One '),
    piece('two'),
    piece('', 'stop'),
    piece('', null, { usage: usage(20, 30) }),
    'data: [DONE]\n\n',
  );
  const said: string[] = [];
  let last: object = {};
  for await (const chunk of await client.chat.completions.create({
    model: 'large',
    messages: [...hello],
    stream: true,
  })) {
    said.push(chunk.choices[0]?.delta.content ?? '');
    last = chunk;
  }
  t.same(said, ['One ', 'two', '']);
  t.match(costIn(last), { choices: [{ finish_reason: 'stop' }], usage: { cost: 0.035 }, balance: 99.964 });
  t.equal(await balance(), costIn(last).balance);
});

/** Every fault of a provider, and the answer to the caller. */
const fates: readonly (readonly [string, string, Answering])[] = [
  ['500', 'answered 500', json({ error: { message: 'account sk-of-the-operator is in debt' } }, 500)],
  ['redirect', 'elsewhere', (res) => void res.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
  ['wrong type', 'media type', (res) => void res.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hi</p>')],
  ['no JSON', 'no completion', (res) => void res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"choi')],
  ['no choices', 'no completion', json({ object: 'chat.completion' })],
  ['endless', 'more than', (res, request) => endless(res, request)],
  ['gone', 'could not be reached', (res) => void res.socket?.destroy()],
];

const endless: Answering = (res) => {
  res.writeHead(200, { 'Content-Type': 'application/json' });
  const more = () => {
    while (!res.destroyed && res.write('x'.repeat(65_536)));
  };
  res.on('drain', more);
  more();
};

t.test('[IN2] a provider that misbehaves is a clear error, and nothing is taken', async (t) => {
  const server = await modelServer(t);
  const { ada, balance, escrow, pass } = await inferenceCity(t, server.url);
  for (const [name, told, answers] of fates) {
    server.answers = answers;
    const answer = await ada.post(`${path}/complete`, { model: 'small', messages: hello, max_tokens: 20 });
    const message = new RegExp(`${told}.* Nothing was charged`);
    t.match(answer, { status: 502, body: { error: 'inference_failed', applied: false, message } }, name);
    t.notMatch(JSON.stringify(answer.body), /sk-of-the-operator|debt/);
    pass();
  }
  t.equal(await balance(), 100);
  t.equal(escrow(), 0);
});

t.test('[IN3] a provider that is slow is a timeout, is ended, and nothing is taken', async (t) => {
  const server = await modelServer(t);
  const { ada, balance, escrow } = await inferenceCity(t, server.url, 500);
  for (const stream of [false, true]) {
    server.answers = () => undefined;
    const answer = await ada.post(`${path}/complete`, { model: 'small', messages: hello, stream });
    t.match(answer, { status: 504, body: { error: 'timeout', applied: false } });
  }
  await server.left;
  t.equal(await balance(), 100);
  t.equal(escrow(), 0);
});

/** All that comes of a stream, as its events. */
async function streamed(url: string, more: object = {}): Promise<readonly string[]> {
  const body = JSON.stringify({ model: 'small', messages: hello, stream: true, ...more });
  const headers = { Authorization: 'Bearer token of Ada' };
  const response = await fetch(`${url}${path}/complete`, { method: 'POST', headers, body });
  return (await response.text()).split('\n\n').flatMap((event) => event.match(/^data: (.*)$/s)?.[1] ?? []);
}

t.test('[IN4] half a stream ends with its bill and an error', async (t) => {
  const server = await modelServer(t);
  const { url, balance, escrow, pass } = await inferenceCity(t, server.url);
  const ends: readonly Answering[] = [
    events(piece('Half')),
    events(piece('Half'), 'data: [DONE]\n\n'),
    events(piece('Half'), 'data: {"error": {"message": "sk-of-the-operator"}}\n\n'),
    events(piece('Half'), 'data: {"cho\n\n'),
    events(piece('Half'), `data: ${'x'.repeat(2 * 1024 * 1024)}`),
    (res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' });
      res.write(piece('Half'), () => res.destroy());
    },
  ];
  for (const answers of ends) {
    server.answers = answers;
    const all = await streamed(url, { model: 'large' });
    t.match(all, [
      /"content":"Half"/,
      /"finish_reason":null.*"cost":0.002/,
      /^\{"error":"inference_failed".*"applied":true/,
    ]);
    t.equal(all.length, 3);
    t.notMatch(all.join(), /sk-of-the-operator/);
    pass();
  }
  t.equal(await balance(), 99.988);
  t.equal(escrow(), 0);
});

t.test('[IN5] what fails before its first piece is an answer with a status, not a stream', async (t) => {
  const server = await modelServer(t);
  const { ada, balance, pass } = await inferenceCity(t, server.url);
  const begins = [json({}, 503), json(whole('Hi')), events(''), events('data: [DONE]\n\n')];
  for (const answers of begins) {
    server.answers = answers;
    const answer = await ada.post(`${path}/complete`, { model: 'small', messages: hello, stream: true });
    t.match(answer, { status: 502, body: { error: 'inference_failed', applied: false } });
    pass();
  }
  t.equal(await balance(), 100);
});

t.test('[IN6] without a usage the city counts, and takes no more than was held', async (t) => {
  const server = await modelServer(t);
  const { ada, url, balance } = await inferenceCity(t, server.url);
  server.answers = json(whole('Hello there, this is an answer.', {}));
  const answer = await ada.post(`${path}/complete`, { model: 'large', messages: hello, max_tokens: 20 });
  t.match(answer, {
    status: 200,
    body: { usage: { prompt_tokens: 1, completion_tokens: 8, cost: 0.009 }, balance: 99.991 },
  });
  server.answers = events(piece('Hello there'), piece('', 'stop'), 'data: [DONE]\n\n');
  t.match(await streamed(url, { model: 'large' }), [/Hello there/, /"cost":0.003,?.*"balance":99.988/, '[DONE]']);
  server.answers = json(whole('x y z '.repeat(50), {}));
  const short = await ada.post(`${path}/complete`, { model: 'large', messages: hello, max_tokens: 1 });
  t.equal(short.status, 200);
  t.ok(Number(short.body['balance']) >= 99.988 - 0.023);
  t.equal(await balance(), short.body['balance']);
});

t.test(
  '[IN1] a model that knows the limit by its newer name is asked under it, and from then on at once',
  async (t) => {
    const server = await modelServer(t);
    const { ada, balance } = await inferenceCity(t, server.url);
    const error = {
      message: 'use another',
      type: 'invalid_request_error',
      param: 'max_tokens',
      code: 'unsupported_parameter',
    };
    server.answers = (res, request) =>
      (request.body.max_tokens === undefined ? json(whole('Hi.')) : json({ error }, 400))(res, request);
    for (let n = 0; n < 2; n++)
      t.equal((await ada.post(`${path}/complete`, { model: 'small', messages: hello, max_tokens: 7 })).status, 200);
    t.equal(server.requests.length, 3);
    t.match(server.requests[2]?.body, { max_completion_tokens: 7 });
    server.answers = json({ error }, 400);
    t.equal(
      (await ada.post(`${path}/complete`, { model: 'small', messages: hello })).status,
      502,
      'once more, not for ever',
    );
    t.equal(await balance(), 99.998);
  },
);

t.test('[IN7] who leaves ends the work of the provider, and pays for what it had said', async (t) => {
  const server = await modelServer(t);
  const { url, ada, balance, escrow } = await inferenceCity(t, server.url);
  server.answers = (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write(piece('One two three '));
  };
  const leaving = new AbortController();
  const client = openai(url);
  const stream = await client.chat.completions.create(
    { model: 'large', messages: [...hello], stream: true },
    { signal: leaving.signal },
  );
  for await (const chunk of stream) {
    t.equal(chunk.choices[0]?.delta.content, 'One two three ');
    leaving.abort();
  }
  await server.left;
  while (escrow() !== 0) await ada.get('/v1/me');
  t.equal(await balance(), 99.995, 'one token in, four out');
});

t.test(
  '[IN8] who leaves before the first word ends the work of the provider, and pays for what it had read',
  async (t) => {
    const server = await modelServer(t);
    const { url, ada, balance, escrow } = await inferenceCity(t, server.url);
    const messages = [{ role: 'user', content: 'Hello '.repeat(1_000) }] as const;
    for (const stream of [true, false]) {
      const leaving = new AbortController();
      server.answers = () => leaving.abort();
      const body = { model: 'large', messages: [...messages], stream };
      await t.rejects(openai(url).chat.completions.create(body, { signal: leaving.signal }));
    }
    await server.left;
    while (escrow() !== 0) await ada.get('/v1/me');
    t.equal(await balance(), 99.468, 'what the city counts of the prompt, twice');
  },
);

t.test('[IN8] who asks for too few tokens to be told anything pays for those', async (t) => {
  const server = await modelServer(t);
  const { ada, url, balance } = await inferenceCity(t, server.url);
  server.answers = json(whole('', { usage: usage(5, 20) }, 'length'));
  const asked = { model: 'large', messages: hello, max_tokens: 20 };
  const answer = await ada.post(`${path}/complete`, asked);
  t.match(answer, { status: 200, body: { choices: [{ finish_reason: 'length' }], usage: { cost: 0.022 } } });
  server.answers = events(piece('', 'length', { usage: usage(5, 20) }), 'data: [DONE]\n\n');
  t.match(await streamed(url, asked), [/"finish_reason":"length".*"cost":0.022/, '[DONE]']);
  t.equal(await balance(), 99.956);
});

t.test('[IN9] a request that no model can do is refused before anything is held or sent', async (t) => {
  const server = await modelServer(t);
  const { ada, balance } = await inferenceCity(t, server.url);
  const good = { model: 'small', messages: hello };
  const bad: readonly (readonly [object, string])[] = [
    [{ ...good, messages: [] }, 'messages'],
    [{ ...good, messages: [{ role: 'user', content: '' }] }, 'messages.0.content'],
    [{ ...good, messages: [{ role: 'wizard', content: 'Hi' }] }, 'messages.0.role'],
    [{ ...good, messages: [{ role: 'user', content: 'a\u0000b' }] }, 'messages.0.content'],
    [{ ...good, messages: [{ role: 'user', content: '\ud800' }] }, 'messages.0.content'],
    [{ ...good, messages: [{ role: 'user', content: 'x'.repeat(1_000_000) }] }, 'messages'],
    [{ ...good, max_tokens: 0 }, 'max_tokens'],
    [{ ...good, max_tokens: 1e9 }, 'max_tokens'],
    [{ ...good, max_tokens: 5_000 }, 'max_tokens'],
    [{ ...good, max_cost: 0.0001 }, 'max_cost'],
    [{ ...good, temperature: 3 }, 'temperature'],
    [{ ...good, model: 'medium' }, 'model'],
    [{ ...good, top_p: 1 }, ''],
  ];
  for (const [body, path_] of bad) {
    const answer = await ada.post(`${path}/complete`, body);
    t.match(answer, { status: 422, body: { error: 'invalid_request', issues: [{ path: path_ }] } }, path_);
  }
  t.equal(
    (await ada.post(`${path}/complete`, { ...good, messages: [{ role: 'user', content: 'x'.repeat(1_100_000) }] }))
      .status,
    413,
  );
  t.same(server.requests, []);
  t.equal(await balance(), 100);
});

t.test('[IN9] [IN10] an estimate is free, and says what will be held', async (t: Test) => {
  const server = await modelServer(t);
  const { ada, resident, balance } = await inferenceCity(t, server.url);
  const estimate = await ada.post(`${path}/estimate`, { model: 'large', messages: hello, max_tokens: 1_000 });
  const most = { prompt_tokens: 1, max_completion_tokens: 1_000, max_cost: 1.022 };
  t.match(estimate, { status: 200, body: { ...most, balance: 100, affordable: true } });
  const poor = await resident('Bo', 1);
  const asked = { model: 'large', messages: hello, max_tokens: 1_000 };
  t.match((await poor.post(`${path}/estimate`, { ...asked, stream: true })).body, { balance: 1, affordable: false });
  t.match(await poor.post(`${path}/complete`, asked), { status: 402, body: { required: 1.022, balance: 1 } });
  t.match(await poor.post(`${path}/complete`, { ...asked, max_cost: 0.5 }), { status: 200 });
  t.match(server.requests, [{ body: { max_tokens: 478 } }], 'as many as half a credit pays for');
  for (const operation of ['estimate', 'complete', 'chat/completions'])
    t.match(
      await ada.post(`${path}/${operation}`, { ...asked, max_cost: 0.02 }),
      { status: 422, body: { issues: [{ path: 'max_cost', message: /0\.023 credits/ }] } },
      operation,
    );
  const long = { model: 'large', messages: [{ role: 'user', content: 'x'.repeat(500_000) }] };
  t.match((await ada.post(`${path}/estimate`, long)).body, { prompt_tokens: 500_080 });
  t.equal(await balance(), 100);
});

t.test('[IN11] without a server there is one model, which says that it is none', async (t) => {
  const { ada, url } = await inferenceCity(t, null);
  t.match((await ada.get(`${path}/models`)).body, {
    data: [
      { id: 'template', name: /rule-based, no language model/, pricing: { prompt: '0.00001', completion: '0.00004' } },
    ],
  });
  const messages = [
    { role: 'system', content: 'The mill stands by the river. Bo bakes bread.' },
    { role: 'user', content: 'Where is the mill?' },
  ];
  const answer = await ada.post(`${path}/complete`, { model: 'template', messages });
  t.match(answer, {
    status: 200,
    body: { choices: [{ message: { content: /The mill stands by the river\./ } }], usage: { cost: 0.001 } },
  });
  const all = await streamed(url, { model: 'template', messages });
  const said = all.slice(0, -2).map((chunk) => JSON.parse(chunk).choices[0].delta.content);
  t.equal(said.join(''), costIn(answer.body).choices[0].message.content);
});
