/** What the tests of the Docker sandbox share: whether there is a Docker, cities of their own, and what is left of them. */
import { randomBytes, randomInt } from 'node:crypto';
import Docker from 'dockerode';
import type { Test } from 'tap';
import type { Log } from '../../engine/ports.ts';
import { type DockerOptions, DockerSandbox, dockerAnswers } from '../../sandbox/docker/docker-sandbox.ts';
import { containersOf } from '../../sandbox/docker/reaper.ts';
import type { Job, Outcome, Resources, Task } from '../../sandbox/interface.ts';

export const docker = new Docker();

const quiet = (): void => {};
export const log: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

export const resources: Resources = {
  cpuMillis: 1_000,
  memoryBytes: 128 * 2 ** 20,
  storeBytesMax: 4_096,
  storeKeysMax: 8,
};
/** Milliseconds in which a container starts, and is killed, on any machine, however busy. */
export const startMsMax = 30_000;
export const run: Task = { type: 'run', entry: 'index.js' };
export const call: Task = { type: 'call', input: '20', caller: 'ada-1' };
export const good = `export const handle = (n) => n + 1;`;

/** A uid for a container that no sandbox made, apart from those that sandboxes give out. */
export const anyUid = (): number => 1_900_000_000 + randomInt(100_000_000);

let versions = 0;

export function jobOf(code: string, task: Task = run, more: Partial<Job> = {}): Job {
  versions += 1;
  const files = new Map([['index.js', code]]);
  return { place: 'lantern-shop', resources, version: `v${versions}`, files, store: '{}', task, ...more };
}

/** Whether a Docker engine answers. Without one the tests count as skipped. */
export async function hasDocker(t: Test): Promise<boolean> {
  const answers = await dockerAnswers();
  if (!answers) t.pass('there is a Docker engine', { skip: 'none answers' });
  return answers;
}

/** A test with a sandbox of a city that nobody else has; when it is over, nothing may be left of that. */
export function inCity(
  t: Test,
  title: string,
  test: (t: Test, sandbox: DockerSandbox, city: string) => Promise<void>,
  more: Partial<DockerOptions> = {},
): void {
  t.test(title, { timeout: 300_000 }, async (t) => {
    const city = `test-${randomBytes(6).toString('hex')}`;
    const sandbox = await DockerSandbox.open({ city, warmMax: 4, log, startMsMax, verdictMsMax: startMsMax, ...more });
    try {
      await test(t, sandbox, city);
    } finally {
      await sandbox.close();
    }
    t.strictSame(await leftOf(city), [], '[X3] nothing is left');
  });
}

/** Names of containers of the city, ended ones included. */
export async function leftOf(city: string): Promise<readonly string[]> {
  return (await containersOf(docker, city)).map(({ name }) => name);
}

export async function serves(t: Test, sandbox: DockerSandbox, after: string, place = 'lantern-shop'): Promise<void> {
  const outcome = await sandbox.execute(jobOf(good, call, { place }));
  t.match(outcome, { type: 'finished', output: '21' }, `serves after ${after}`);
}

export function stdoutOf(outcome: Outcome): string {
  return 'stdout' in outcome ? outcome.stdout : `${outcome.type}: ${outcome.reason}`;
}
