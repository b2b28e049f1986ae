/**
 * Given streams with long prompts whose readers all leave at one moment, when the city must count what each has cost, then each is paid
 * for: counting them takes longer than one stream may take to say what it has cost, since all texts are counted one after the other.
 */
import t from 'tap';
import { refused } from '../../gateways/refusals/gateway-refusals.ts';
import { CallEnd } from '../../gateways/services/call-end.ts';
import { Pauses } from '../../gateways/services/stream-pauses.ts';
import { type Reader, sendEvents } from '../../gateways/services/streams.ts';
import { holdOf } from '../../services/inference/holding.ts';
import type { Model } from '../../services/inference/models.ts';
import type { StreamPart } from '../../services/inference/provider.ts';
import { headingOf } from '../../services/inference/shapes.ts';
import { streamOf } from '../../services/inference/streaming.ts';
import { TokenCounter } from '../../services/inference/token-counter.ts';

/** As the slowest texts are on a busy machine: a millisecond for each piece of 128 characters. */
const slow = async () => ({
  countTokens: (text: unknown) => {
    for (const end = performance.now() + 1; performance.now() < end; );
    return String(text).length;
  },
  setMergeCacheSize: () => undefined,
});

const model: Model = { id: 'm', name: 'm', contextLength: 32_768, prices: { prompt: 10, completion: 40 } };
const messages = [{ role: 'user', content: 'x'.repeat(12_800) }] as const;
const asked = { model: 'm', messages, maxTokens: 500, temperature: null, maxCost: null, stream: true };
const hold = holdOf(asked, model);
const said = 'word '.repeat(20);

async function* parts(): AsyncGenerator<StreamPart> {
  for (let n = 0; n < 5; n++) yield { type: 'text', text: said };
  await new Promise(() => undefined);
}

/** One that reads five pieces, and leaves before the provider has said that it is done. */
async function readAndLeft(counter: TokenCounter, costMsMax: number) {
  const asking = { model, messages, hold, isOwn: false };
  const { signal } = new AbortController();
  const stream = await streamOf({ asking, heading: headingOf('m', 0), counter, signal }, parts());
  if (stream.type !== 'stream') throw new Error('no stream');
  const waiting = { hasGone: false, goneSignal: () => signal };
  const tooLate = refused('timeout', { service: 'inference', duration_ms: 1 });
  const end = new CallEnd(600_000, tooLate, waiting, () => undefined);
  let leave: (closed: 'closed') => void = () => undefined;
  const closed = new Promise<'closed'>((resolve) => {
    leave = resolve;
  });
  let read = 0;
  const reader: Reader = {
    closed,
    write: async () => {
      read += 1;
      if (read === 5) leave('closed');
      return true;
    },
  };
  const of = { service: 'inference', hold, pauses: new Pauses(), failed: () => undefined };
  return sendEvents(of, { ...stream, end, costMsMax }, reader);
}

t.test('[IN4] [GS7] what many have read at once is paid, however long it takes to count', async (t) => {
  const counter = new TokenCounter(slow);
  const [alone] = await Promise.all([readAndLeft(counter, 1_000)]);
  t.match(alone, { type: 'cut', cost: Number }, 'one by itself pays');
  const ended = await Promise.all(Array.from({ length: 30 }, () => readAndLeft(counter, 1_000)));
  const unpaid = ended.filter(({ type }) => type === 'refused').length;
  t.equal(unpaid, 0, `${unpaid} of ${ended.length} cost nothing`);
});
