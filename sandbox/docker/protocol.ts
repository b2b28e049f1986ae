/**
 * The messages between the city and the runner: one JSON object in a line. `sandbox/runner/runner.js` is the other side, and runs as the
 * same user as hostile code: every field of its messages is checked here, and unknown ones are dropped.
 */

import { assert, assertWhole } from '../../engine/assert.ts';
import type { Job } from '../interface.ts';
import { limits } from '../limits.ts';

/** What the runner says of the end of a job. Types and lengths are checked; whether it is true cannot be known. */
export interface Ended {
  readonly type: 'ended';
  readonly id: string;
  readonly code: number | undefined;
  readonly signal: string | undefined;
  readonly late: boolean;
  readonly oom: boolean;
  readonly failed: string | undefined;
  readonly output: string | undefined;
  readonly store: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  /** True when the process that answers calls still runs. */
  readonly warm: boolean;
  /** True when the container is not as clean as it was: another one is to replace it. */
  readonly spent: boolean;
}

export type Message =
  | { readonly type: 'ready' }
  | Ended
  /** A call of a version whose files the runner does not have. */
  | { readonly type: 'unknown'; readonly id: string }
  /** The runner could not do its work: a full disk, no process to be had. */
  | { readonly type: 'broken'; readonly id: string; readonly reason: string };

/** Bytes of a stream of at most `limits.streamBytesMax`, as base64. */
const streamCharsMax = 4 * Math.ceil(limits.streamBytesMax / 3);
/** Room for names and numbers of a message, its reason, and the rest. */
const restBytes = 65_536;

/** JSON text inside JSON text is at most twice as long: of its characters only quotes and backslashes are escaped. */
export function answerBytesMax(job: Job): number {
  return 2 * streamCharsMax + 2 * (limits.outputBytesMax + job.resources.storeBytesMax) + restBytes;
}

/** The messages that lay out the files of a job in a folder of their own. */
export function* layingOf(job: Job): Generator<object> {
  yield { type: 'lay', version: job.version };
  for (const [path, text] of job.files) yield { type: 'file', path, text };
  yield { type: 'laid' };
}

/** `id` identifies the answer: code that could guess it would answer in the runner's place. */
export function taskOf(job: Job, id: string): object {
  const { runMsMax: msMax = limits.runMsMax, resources } = job;
  assert(/^[\w-]{12,}$/.test(id), '[X2] the id of a job, which nobody guesses');
  assertWhole(msMax, 1, '[X1] milliseconds of a job');
  assertWhole(resources.storeKeysMax, 0, '[X1] keys of a store');
  assertWhole(resources.storeBytesMax, 0, '[X1] bytes of a store');
  return {
    ...job.task,
    id,
    version: job.version,
    store: job.store,
    bounds: { keysMax: resources.storeKeysMax, bytesMax: resources.storeBytesMax },
    msMax,
    streamBytesMax: limits.streamBytesMax,
    outputBytesMax: limits.outputBytesMax,
    wireBytesMax: answerBytesMax(job),
  };
}

/** The message in a line, or `undefined` when it is none that is known. */
export function messageOf(line: string): Message | undefined {
  const fields = fieldsOf(line);
  if (fields === undefined) return undefined;
  if (fields['type'] === 'ready') return { type: 'ready' };
  const id = fields['id'];
  if (typeof id !== 'string') return undefined;
  if (fields['type'] === 'ended') return endedIn(fields, id);
  if (fields['type'] === 'unknown') return { type: 'unknown', id };
  if (fields['type'] === 'broken') return { type: 'broken', id, reason: reasonIn(fields['reason']) ?? '' };
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function endedIn(fields: Fields, id: string): Ended {
  const { code, signal, output, store } = fields;
  const stdout = printedIn(fields['stdout']);
  const stderr = printedIn(fields['stderr']);
  return {
    type: 'ended',
    id,
    code: Number.isInteger(code) && Number(code) >= 0 && Number(code) <= 255 ? Number(code) : undefined,
    signal: typeof signal === 'string' && /^SIG[A-Z0-9]{1,10}$/.test(signal) ? signal : undefined,
    late: fields['late'] === true,
    oom: fields['oom'] === true,
    failed: reasonIn(fields['failed']),
    output: typeof output === 'string' ? output : undefined,
    store: typeof store === 'string' ? store : undefined,
    stdout: stdout.text,
    stderr: stderr.text,
    truncated: fields['truncated'] === true || stdout.cut || stderr.cut,
    warm: fields['warm'] === true,
    spent: fields['spent'] === true,
  };
}

function reasonIn(value: unknown): string | undefined {
  return typeof value === 'string' ? wellFormed(value.slice(0, limits.reasonCharsMax)) : undefined;
}

/** Bytes that are no text become U+FFFD, which is longer than they are: so the text is cut twice. */
function printedIn(value: unknown): { text: string; cut: boolean } {
  if (typeof value !== 'string') return { text: '', cut: false };
  const text = textOf(Buffer.from(value.slice(0, streamCharsMax), 'base64').subarray(0, limits.streamBytesMax));
  const bytes = Buffer.from(text);
  if (bytes.length <= limits.streamBytesMax) return { text, cut: false };
  return { text: textOf(bytes.subarray(0, limits.streamBytesMax)), cut: true };
}

/** Without the part of a character at the cut end: a stream would wait for its rest. */
function textOf(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}

/** Without lone surrogates. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString('utf8').slice(0, limits.reasonCharsMax);
}
