/** What a completion may cost at most is known before it begins, whatever comes of it. */
import fc from 'fast-check';
import t from 'tap';
import type { Completion } from '../../services/inference/completion.ts';
import { completionTokensMax, holdOf, leastOf, promptTokensMax } from '../../services/inference/holding.ts';
import { costOf, type Model, perToken } from '../../services/inference/models.ts';
import { promptTokensOf } from '../../services/inference/template-model.ts';
import { TokenCounter } from '../../services/inference/token-counter.ts';

const price = fc.integer({ min: 0, max: 5_000 });
const models: fc.Arbitrary<Model> = fc.record({
  id: fc.constant('small'),
  name: fc.constant('tiny'),
  contextLength: fc.integer({ min: 512, max: 1_000_000 }),
  prices: fc.record({ prompt: price, completion: price }),
});
const texts = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), fc.lorem());
const requests: fc.Arbitrary<Completion> = fc.record({
  model: fc.constant('small'),
  messages: fc.array(fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: texts }), {
    minLength: 1,
    maxLength: 5,
  }),
  maxTokens: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  temperature: fc.constant(null),
  maxCost: fc.option(fc.integer({ min: 1, max: 10_000 })),
  stream: fc.boolean(),
});
const share = fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }));

t.test(
  '[IN12] what a model may use never costs more than the hold, nor that more than the caller would pay',
  async () => {
    fc.assert(
      fc.property(models, requests, share, share, (model, request, read, written) => {
        const tokens = completionTokensMax(request, model);
        const hold = holdOf(request, model);
        if (hold > (request.maxCost ?? Number.POSITIVE_INFINITY)) return false;
        // It is refused before it is sent.
        if (tokens === 0) return leastOf(request, model) > (request.maxCost ?? 0);
        const used = {
          prompt: Math.floor(read * promptTokensMax(request.messages, undefined)),
          completion: Math.floor(written * tokens),
        };
        return costOf(used, model.prices) <= hold;
      }),
    );
  },
);

t.test('[IN13] no counting finds more tokens in a text than it has bytes', async () => {
  const counter = new TokenCounter();
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const bytes = Buffer.byteLength(text);
      return promptTokensOf([{ role: 'user', content: text }]) <= bytes && (await counter.count(text)) <= bytes;
    }),
  );
});

t.test('a text is counted as text, whatever it says, and a long word in no time', async (t) => {
  const counter = new TokenCounter();
  t.ok((await counter.count('<|endoftext|>')) > 1);
  t.equal(await counter.count('Hello there'), 2);
  t.equal(await counter.count(''), 0);
  const emoji = '\u{1F600}'.repeat(200);
  t.ok((await counter.count(emoji)) <= Buffer.byteLength(emoji));
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 0);
  await counter.count('x'.repeat(100_000));
  clearInterval(others);
  t.ok(turns > 2, 'others had their turns');
});

t.test('prices are shown for a token, as decimals', async (t) => {
  t.same([10, 40, 50, 250, 1_000, 1, 0].map(perToken), [
    '0.00001',
    '0.00004',
    '0.00005',
    '0.00025',
    '0.001',
    '0.000001',
    '0',
  ]);
  t.equal(costOf({ prompt: 1, completion: 0 }, { prompt: 10, completion: 40 }), 1, 'rounded up');
  t.equal(promptTokensOf([{ role: 'user', content: ' '.repeat(200_000) }]), 0);
});
