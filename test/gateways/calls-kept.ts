/**
 * What calls of a service leave in memory, said on standard output as bytes: run by itself (`calls-under-way.test.ts`), since where tap is
 * loaded every second run on a busy machine kept all of them until a full collection.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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
    for (const handled of await Promise.all(under)) if (handled.type !== 'answer') throw new Error(handled.type);
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
// A full collection may come in between: the middle one counts.
process.stdout.write(`${kept.toSorted((a, b) => a - b)[10]}\n`);
