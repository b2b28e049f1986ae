/** Jobs for the contract of sandboxes, their deadlines, and what is asked of their outcomes. */
import type { Test } from 'tap';
import type { Job, Outcome, Resources, Sandbox, Task } from '../../../sandbox/interface.ts';

/** What is promised, by its title, each with a sandbox of its own. */
export type Promises = Readonly<Record<string, (t: Test, sandbox: Sandbox) => Promise<void>>>;

type Kind = Outcome['type'];
type Files = Readonly<Record<string, string>>;

export const resources: Resources = {
  cpuMillis: 1_000,
  memoryBytes: 128 * 2 ** 20,
  storeBytesMax: 2_000,
  storeKeysMax: 5,
};
/** Deadline of code that does nothing of note before it, milliseconds. */
export const short = { runMsMax: 400 };
/** Deadline of code that prints before it: its process has to start for that, however busy the machine is. */
export const printing = { runMsMax: 3_000 };
/** Deadline of code that prints more than is kept before it. */
export const flooding = { runMsMax: 12_000 };
/** Deadline of code that fills memory first. */
export const filling = { runMsMax: 200_000 };
/** Of an embedded sandbox: a busy machine is no reason to refuse a job. */
export const unhurried = { waitMsMax: 60_000, startMsMax: 60_000 };
export const run: Task = { type: 'run', entry: 'index.js' };
export const call = (input: unknown = null, caller = 'ada-1'): Task => ({
  type: 'call',
  input: JSON.stringify(input),
  caller,
});

let versions = 0;

/** A job of `files`, or of one `index.js`. Each has a version of its own. */
export function jobOf(code: string | Files, task: Task = run, more: Partial<Job> = {}): Job {
  const files = new Map(typeof code === 'string' ? [['index.js', code]] : Object.entries(code));
  versions += 1;
  return { place: 'lantern-shop', resources, version: `version-${versions}`, files, store: '{}', task, ...more };
}

type Ended = Pick<Extract<Outcome, { type: 'finished' }>, 'exitCode' | 'output' | 'store'>;

/** What a job that must have finished gave back. */
export function endedOf(t: Test, outcome: Outcome): Ended {
  if (outcome.type === 'finished') {
    const { exitCode, output, store } = outcome;
    return { exitCode, output, store };
  }
  t.fail(`expected a finished job: ${JSON.stringify(outcome).slice(0, 1_000)}`);
  return { exitCode: -1, output: null, store: null };
}

export function oneOf(t: Test, outcome: Outcome, kinds: readonly Kind[]): void {
  t.ok(kinds.includes(outcome.type), `${outcome.type} is one of ${kinds}`);
}

/** Bytes of stdout and of stderr. */
export function printedBytes(outcome: Outcome): readonly number[] {
  if (!('stdout' in outcome)) return [];
  return [outcome.stdout, outcome.stderr].map((text) => Buffer.byteLength(text));
}

/** The next job of the place finds everything in order. */
export async function stillWorks(t: Test, sandbox: Sandbox, place = 'lantern-shop'): Promise<void> {
  const good = `export const handle = ({ n }) => { console.log('good'); return n + 1; };`;
  const outcome = await sandbox.execute(jobOf(good, call({ n: 1 }), { place }));
  t.match(outcome, { type: 'finished', stdout: 'good\n', stderr: '', output: '2', store: null }, 'still works');
}
