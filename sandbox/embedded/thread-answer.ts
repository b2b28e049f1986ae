/**
 * Checks the answer of a thread to its job: the interpreter inside it runs hostile code, so an answer counts only in its form and within
 * its bounds. The thread's side is `worker/perform.js`.
 */
import { z } from 'zod';
import { failed } from '../failed-outcomes.ts';
import type { Job, Outcome, Printed } from '../interface.ts';
import { limits } from '../limits.ts';

const Answer = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('finished'),
    exitCode: z.int().min(0).max(255),
    output: z.string().nullable(),
    store: z.string().nullable(),
    durationMs: z.number(),
  }),
  z.object({ type: z.literal('failed'), reason: z.string(), durationMs: z.number() }),
  z.object({ type: z.enum(['timed_out', 'out_of_memory']), durationMs: z.number() }),
]);

/** The outcome of `job` whose thread answered `message`. `printed.durationMs` is how long the city waited. */
export function outcomeOf(message: unknown, job: Job, printed: Printed): Outcome {
  const { success, data: answer } = Answer.safeParse(message);
  if (!success) return failed('the answer of the thread was not one', printed);
  const timed = { ...printed, durationMs: Math.min(Math.max(0, answer.durationMs), printed.durationMs) };
  if (answer.type === 'failed') return failed(answer.reason, timed);
  if (answer.type !== 'finished') return { type: answer.type, ...timed };
  const fault = faultOf(answer, job);
  return fault === undefined ? { ...answer, ...timed } : failed(fault, timed);
}

type Returned = Pick<Extract<z.infer<typeof Answer>, { type: 'finished' }>, 'output' | 'store'>;

function faultOf({ output, store }: Returned, { task, resources }: Job): string | undefined {
  if ((output === null) !== (task.type === 'run')) return 'the job ended as another kind of job does';
  if (output !== null && !isJson(output, limits.outputBytesMax)) return 'what handle returned is not JSON';
  if (store === null) return undefined;
  if (!isJson(store, resources.storeBytesMax))
    return `the store is not JSON of at most ${resources.storeBytesMax} bytes`;
  const kept: unknown = JSON.parse(store);
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return 'the store is not an object';
  if (Object.keys(kept).length > resources.storeKeysMax)
    return `the store has more than ${resources.storeKeysMax} keys`;
  return undefined;
}

function isJson(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax || Buffer.byteLength(text) > bytesMax) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
