/** From what the runner said of a job to its outcome: whether the code is to blame, and which output is passed on. */

import { failed } from '../failed-outcomes.ts';
import type { Job, Outcome } from '../interface.ts';
import { limits } from '../limits.ts';
import type { Ended } from './protocol.ts';

export function outcomeOf(ended: Ended, job: Job, durationMs: number): Outcome {
  const printed = { stdout: ended.stdout, stderr: ended.stderr, truncated: ended.truncated, durationMs };
  if (ended.late) return { type: 'timed_out', ...printed };
  if (ended.oom) return { type: 'out_of_memory', ...printed };
  // A run that failed keeps nothing, like a call that failed.
  const store = ended.store === undefined || (ended.code ?? 0) !== 0 ? null : storeIn(ended.store, job);
  const reason =
    ended.failed ?? unanswered(ended, job) ?? (store === undefined ? 'the store is over its bounds' : undefined);
  if (reason !== undefined || store === undefined) return failed(reason ?? '', printed);
  if (job.task.type === 'run') return { type: 'finished', exitCode: ended.code ?? 0, output: null, store, ...printed };
  const output = jsonIn(ended.output ?? '');
  if (output === undefined || Buffer.byteLength(output) > limits.outputBytesMax)
    return failed(`handle returned more than ${limits.outputBytesMax} bytes of JSON, or none`, printed);
  return { type: 'finished', exitCode: 0, output, store, ...printed };
}

/** Why code that threw nothing has still given no answer. */
function unanswered(ended: Ended, job: Job): string | undefined {
  if (ended.signal !== undefined) return `ended by ${ended.signal}`;
  if (job.task.type === 'run') return ended.code === undefined ? 'ended without an exit code' : undefined;
  if (ended.output !== undefined) return undefined;
  return `the code ended without an answer${ended.code === undefined ? '' : ` (exit code ${ended.code})`}`;
}

/** The store, parsed and written again; `undefined` when it is no store, or over the bounds of its place. */
function storeIn(text: string, job: Job): string | undefined {
  const json = jsonIn(text);
  if (!json?.startsWith('{') || Buffer.byteLength(json) > job.resources.storeBytesMax) return undefined;
  return Object.keys(JSON.parse(json) as object).length <= job.resources.storeKeysMax ? json : undefined;
}

/** JSON text as the city would have written it: no doubled keys, no lone surrogates, not nested too deeply. */
function jsonIn(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
