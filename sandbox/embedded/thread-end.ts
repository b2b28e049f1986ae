/** How a thread's job ended, as the city saw it, and the outcome of that. */
import { unreachable } from '../../engine/assert.ts';
import { lost } from '../failed-outcomes.ts';
import type { Job, Outcome } from '../interface.ts';
import type { OutputBuffer } from './output-buffer.ts';
import { outcomeOf } from './thread-answer.ts';

export type End =
  | { readonly type: 'said'; readonly message: unknown }
  /** The thread had its time and more, and gave no answer. */
  | { readonly type: 'late' }
  /** An error outside of the interpreter, or an exit of the thread. */
  | { readonly type: 'broke'; readonly cause: Error }
  /** The city ended the thread. */
  | { readonly type: 'ended'; readonly reason: string };

export function outcomeAfter(end: End, job: Job, prints: OutputBuffer, durationMs: number): Outcome {
  const printed = { ...prints.read(), durationMs };
  switch (end.type) {
    case 'said':
      return outcomeOf(end.message, job, printed);
    case 'late':
      if (job.fixed !== undefined) return lost('the thread is stuck');
      return prints.hasBegun ? { type: 'timed_out', ...printed } : lost('the thread did not start in time');
    case 'broke':
      return isOutOfMemory(end.cause) ? { type: 'out_of_memory', ...printed } : lost(`the thread broke: ${end.cause}`);
    case 'ended':
      return lost(end.reason);
    default:
      return unreachable(end);
  }
}

/** Node ends a thread whose heap is full. What the code used up then is not in the interpreter, but the code is to blame all the same. */
function isOutOfMemory(cause: Error): boolean {
  return 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
