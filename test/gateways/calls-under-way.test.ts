/** Given a service, when calls of it come and go, then what they held goes with collections of the young. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { z } from 'zod';
import { type RawCall, ServiceCalls } from '../../gateways/services/service-calls.ts';
import { answer, type Manifest, operation } from '../../services/contract.ts';

setFlagsFromString('--expose-gc');
const collect: (options?: { type: 'minor' }) => void = runInNewContext('gc');

const summary = 'Answers with words';
const manifest: Manifest = {
  ...{ id: 'talker', name: 'Talker', description: summary, availability: 'everywhere', pricing: 'Free' },
  ...{ callsPerMinute: 1_000_000, deadlineMs: 60_000 },
  operations: {
    talk: operation({
      method: 'POST',
      path: '/talk',
      summary,
      answer: z.object({ words: z.array(z.number()) }),
      price: 'free',
    }),
  },
};
const signal = new AbortController().signal;
const nothing = { params: {}, query: {}, body: {} };
const callNow = (): RawCall => ({
  given: nothing,
  caller: { resident: '', pseudonym: '' },
  key: null,
  hold: 0,
  balance: 0,
  waiting: { hasGone: false, goneSignal: () => signal },
  ...nothing,
});

t.test('what calls asked and were answered goes with them', async (t) => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
  const clock = { elapsed: () => performance.now() };
  const calls = new ServiceCalls({ manifests: [manifest], clock, log, rateNamesMax: 1_000, answerKeptBytesMax: 1 });
  calls.attach('talker', {
    talk: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return answer({ words: new Array(50).fill(1) });
    },
  });
  const comeAndGo = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const under = Array.from({ length: 64 }, (_, n) =>
        calls.handle({ service: 'talker', operation: 'talk' }, `resident-${n}`, callNow()),
      );
      for (const handled of await Promise.all(under)) if (handled.type !== 'answer') t.fail(handled.type);
    }
  };
  const keptOf = async () => {
    const before = process.memoryUsage().heapUsed;
    await comeAndGo(10);
    collect({ type: 'minor' });
    return process.memoryUsage().heapUsed - before;
  };
  await comeAndGo(10);
  collect();
  // The first rounds after a full collection keep much: code is compiled, the space of the young grows.
  for (let n = 0; n < 10; n++) await keptOf();
  const kept: number[] = [];
  for (let n = 0; n < 21; n++) kept.push(await keptOf());
  // A full collection may come in between: the middle one counts. 1.7 MB where calls stand in a `Set`, 90 KB where what is
  // answered begins with a spread.
  const middle = kept.toSorted((a, b) => a - b)[10] ?? Number.NaN;
  t.ok(middle < 30_000, `${middle} bytes of 640 calls`);
});
