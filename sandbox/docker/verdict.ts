/** From what was told of a job to its outcome: who is to blame, and what is passed on. */
import { limits } from '../limits.ts';
import type { Job, Outcome, Printed } from '../port.ts';
import type { Told } from './protocol.ts';

export function verdict(told: Told, job: Job, durationMs: number): Outcome {
  const printed = { stdout: told.stdout, stderr: told.stderr, truncated: told.truncated, durationMs };
  if (told.late) return { type: 'timed_out', ...printed };
  if (told.oom) return { type: 'out_of_memory', ...printed };
  // A run that did not end well keeps nothing, like a call that failed.
  const store = told.store === undefined || (told.code ?? 0) !== 0 ? null : storeIn(told.store, job);
  const reason =
    told.failed ?? unanswered(told, job) ?? (store === undefined ? 'the store is over its bounds' : undefined);
  if (reason !== undefined || store === undefined) return failed(reason ?? '', printed);
  if (job.task.type === 'run')
    return { type: 'finished', ended: { exitCode: told.code ?? 0, output: null, store }, ...printed };
  const output = jsonIn(told.output ?? '');
  if (output === undefined || Buffer.byteLength(output) > limits.outputBytesMax)
    return failed(`handle returned more than ${limits.outputBytesMax} bytes of JSON, or none`, printed);
  return { type: 'finished', ended: { exitCode: 0, output, store }, ...printed };
}

export function failed(reason: string, printed?: Printed): Outcome {
  return { type: 'failed', reason: reason.slice(0, limits.reasonCharsMax), ...(printed ?? nothing(0)) };
}

/** Of code whose output went down with its container. */
export function nothing(durationMs: number): Printed {
  return { stdout: '', stderr: '', truncated: false, durationMs };
}

export function lost(reason: string): Outcome {
  return { type: 'lost', reason: reason.slice(0, limits.reasonCharsMax) };
}

/** Why code that threw nothing has still not come to a proper end. */
function unanswered(told: Told, job: Job): string | undefined {
  if (told.signal !== undefined) return `ended by ${told.signal}`;
  if (job.task.type === 'run') return told.code === undefined ? 'ended without an exit code' : undefined;
  if (told.output !== undefined) return undefined;
  return `the code ended without an answer${told.code === undefined ? '' : ` (exit code ${told.code})`}`;
}

/** The store, read and written again; `undefined` when it is none or over the bounds of its place. */
function storeIn(text: string, job: Job): string | undefined {
  const json = jsonIn(text);
  if (!json?.startsWith('{') || Buffer.byteLength(json) > job.resources.storeBytesMax) return undefined;
  return Object.keys(JSON.parse(json) as object).length <= job.resources.storeKeysMax ? json : undefined;
}

/** JSON text as the city would have written it: no doubled keys, no half characters, not too deep to be written. */
function jsonIn(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
