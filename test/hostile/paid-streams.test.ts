/**
 * Given a provider that says anything of what it used, when a resident is answered, then what was sent is paid: at most what was held, at
 * least what the city counts, and nothing stays in escrow.
 */
import fc from 'fast-check';
import t from 'tap';
import { holdOf, Template } from '../../services/inference/holding.ts';
import { costOf, type Model } from '../../services/inference/models.ts';
import type { StreamPart } from '../../services/inference/provider.ts';
import { headingOf } from '../../services/inference/shapes.ts';
import { streamOf } from '../../services/inference/streaming.ts';
import { TokenCounter } from '../../services/inference/token-counter.ts';
import { hello, inferenceCity, path } from '../services/inference-city.ts';
import { events, json, modelServer, piece, usage, whole } from '../services/model-server.ts';

const impossible: readonly object[] = [
  {},
  { usage: {} },
  { usage: usage(-5, 2) },
  { usage: usage(1.5, 2) },
  { usage: { prompt_tokens: '1', completion_tokens: null } },
  { usage: usage(0, 0) },
];

t.test('[IN4] [IN6] usage that is impossible, or too little, is counted by the city', async (t) => {
  const server = await modelServer(t);
  const { ada, url, balance, escrow, pass } = await inferenceCity(t, server.url);
  const said = 'Hello there, this is an answer.';
  let left = 100;
  for (const more of impossible) {
    server.answers = json(whole(said, more));
    const asked = { model: 'large', messages: hello, max_tokens: 20 };
    t.match(await ada.post(`${path}/complete`, asked), { status: 200, body: { usage: { cost: 0.009 } } });
    server.answers = events(piece(said), piece('', 'stop', more), 'data: [DONE]\n\n');
    const body = JSON.stringify({ ...asked, stream: true });
    const headers = { Authorization: 'Bearer token of Ada' };
    const text = await (await fetch(`${url}${path}/complete`, { method: 'POST', headers, body })).text();
    t.match(text, /"cost":0.009/, JSON.stringify(more));
    left -= 0.018;
    pass();
  }
  t.equal(await balance(), Number(left.toFixed(3)));
  t.equal(escrow(), 0);
});

t.test('[IN4] usage that is dearer than the hold costs the hold', async (t) => {
  const server = await modelServer(t);
  const { ada, escrow } = await inferenceCity(t, server.url);
  for (const prompt of [1e6, 1e15, Number.MAX_SAFE_INTEGER]) {
    server.answers = json(whole('Hi', { usage: usage(prompt, 2) }));
    const { status, body } = await ada.post(`${path}/complete`, { model: 'large', messages: hello, max_cost: 0.05 });
    t.match({ status, body }, { status: 200, body: { usage: { cost: 0.05 } } });
  }
  t.equal(escrow(), 0);
});

t.test('[IN12] a stream that goes on for ever ends where the hold is used up', async (t) => {
  const server = await modelServer(t);
  const { url, escrow } = await inferenceCity(t, server.url);
  server.answers = (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const more = () => {
      while (!res.destroyed && res.write(piece('one two three ')));
    };
    res.on('drain', more);
    more();
  };
  const body = JSON.stringify({ model: 'large', messages: hello, max_tokens: 100, stream: true });
  const headers = { Authorization: 'Bearer token of Ada' };
  const text = await (await fetch(`${url}${path}/complete`, { method: 'POST', headers, body })).text();
  t.match(text, /"finish_reason":"length"/);
  const sent = text.split('one two three').length - 1;
  t.ok(sent >= 25 && sent < 60, `${sent} pieces of four tokens for a hold of 100 and what a prompt may have had`);
  await server.left;
  t.equal(escrow(), 0);
});

t.test('[IN12] what a provider writes around a prompt is learned, and held from then on', async (t) => {
  const server = await modelServer(t);
  const { ada } = await inferenceCity(t, server.url);
  const held = async () =>
    (await ada.post(`${path}/estimate`, { model: 'large', messages: hello, max_tokens: 20 })).body['max_cost'];
  const before = Number(await held());
  server.answers = json(whole('Hi', { usage: usage(600, 2) }));
  await ada.post(`${path}/complete`, { model: 'large', messages: hello, max_tokens: 20 });
  t.ok(Number(await held()) >= 0.17, `${before} before`);
  const template = new Template();
  template.learn(hello, 1e9);
  t.ok(template.tokens < 10_000, 'within reason');
});

const prices = fc.record({
  prompt: fc.integer({ min: 0, max: 5_000 }),
  completion: fc.integer({ min: 0, max: 5_000 }),
});
const texts = fc.array(fc.constantFrom('one ', 'two', ' 三', 'x'.repeat(50), ' '.repeat(40), '🙂'), { maxLength: 40 });
const tokens = fc.oneof(
  fc.integer({ min: -10, max: 2_000 }),
  fc.constantFrom(Number.NaN, 1e15, 1.5, Number.POSITIVE_INFINITY),
);
const ends = fc.oneof(
  fc.record({
    type: fc.constant('finished' as const),
    finish: fc.constant('stop' as const),
    usage: fc.option(fc.record({ prompt: tokens, completion: tokens })),
  }),
  fc.record({ type: fc.constant('failed' as const), reason: fc.constant('it broke off') }),
);

t.test('[IN4] [IN12] whatever is sent and said of it, at most the hold is paid, at least what was sent', async () => {
  const counter = new TokenCounter();
  const heading = headingOf('m', 0);
  await fc.assert(
    fc.asyncProperty(
      prices,
      texts,
      fc.option(ends),
      fc.integer({ min: 1, max: 60 }),
      async (of, pieces, end, maxTokens) => {
        const model: Model = { id: 'm', name: 'm', contextLength: 4_096, prices: of };
        const asked = { model: 'm', messages: hello, maxTokens, temperature: null, maxCost: null, stream: true };
        const hold = holdOf(asked, model);
        const parts = async function* (): AsyncGenerator<StreamPart> {
          for (const text of pieces) yield { type: 'text', text };
          if (end !== null) yield end;
        };
        const asking = { model, messages: hello, hold, isOwn: false };
        const stream = await streamOf({ asking, heading, counter, signal: new AbortController().signal }, parts());
        if (stream.type !== 'stream') return pieces.length === 0;
        let said = '';
        for await (const event of stream.events) said += JSON.parse(event).choices[0].delta.content;
        const cost = await stream.cost();
        // What a provider reports is believed down to a token for eight bytes; without a report the city counts.
        const countedTokens = await counter.count(said);
        const isReported = end?.type === 'finished' && end.usage !== null;
        const completion = isReported ? Math.min(countedTokens, Math.ceil(Buffer.byteLength(said) / 8)) : countedTokens;
        const least = costOf({ prompt: 1, completion }, of);
        return typeof cost === 'number' && Number.isSafeInteger(cost) && cost <= hold && cost >= Math.min(hold, least);
      },
    ),
  );
});
