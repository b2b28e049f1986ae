/** The comparator without our runner: `docker exec` into an idle container, and `docker run --rm`, by API and by command line. */
import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import type Docker from 'dockerode';
import { cageOf } from '../../sandbox/docker/cage.ts';
import type { Image } from '../../sandbox/docker/image.ts';
import type { Resources } from '../../sandbox/interface.ts';
import { ends } from './cleanup.ts';
import { scratchFolder } from './settings.ts';

const idle = ['node', '-e', 'setInterval(() => {}, 1e9)'];

/** A container of the same image with the same limits, in which Node is idle until something is executed in it. */
export class IdleContainer {
  readonly end: () => Promise<void>;
  readonly #container: Docker.Container;

  private constructor(container: Docker.Container) {
    this.#container = container;
    this.end = ends(() => container.kill());
  }

  /** Starts it, with a file in its `/work`. */
  static async start(docker: Docker, image: Image, resources: Resources, code: string): Promise<IdleContainer> {
    const cage = await cageOf(anyUid(), 'idle', city, resources, { ...image, runner: idle });
    const made = await docker.createContainer(cage);
    await made.start();
    const container = new IdleContainer(made);
    const write = `require('fs').writeFileSync('/work/index.mjs', ${JSON.stringify(code)})`;
    await container.exec(['node', '-e', write]);
    return container;
  }

  /** Runs the file, as the API does it: made, started, read to its end, asked for its exit code. */
  async run(): Promise<void> {
    await this.exec(['node', '/work/index.mjs']);
  }

  /** Runs the file by command line. */
  async runByCommand(): Promise<void> {
    await promisify(execFile)('docker', ['exec', this.#container.id, 'node', '/work/index.mjs']);
  }

  private async exec(Cmd: string[]): Promise<void> {
    const exec = await this.#container.exec({ Cmd, AttachStdout: true, AttachStderr: true });
    const stream = await exec.start({});
    stream.resume();
    await finished(stream, { writable: false });
    const { ExitCode } = await exec.inspect();
    if (ExitCode !== 0) throw new Error(`docker exec ended with ${ExitCode}`);
  }
}

const city = `bench-${randomBytes(6).toString('hex')}`;
/** Apart from the uids of sandboxes. */
const anyUid = () => 1_900_000_000 + randomInt(100_000_000);

/** Creates, starts, reads to the end and asks for the exit code, in the cage of a place. */
export async function runOnce(docker: Docker, image: Image, resources: Resources, code: string): Promise<void> {
  const runner = ['node', '--input-type=module', '-e', code];
  const cage = await cageOf(anyUid(), 'once', city, resources, { ...image, runner });
  const container = await docker.createContainer({ ...cage, AttachStdin: false, OpenStdin: false });
  const stream = await container.attach({ stream: true, stdout: true });
  const exit = container.wait({ condition: 'next-exit' }) as Promise<{ readonly StatusCode: number }>;
  stream.resume();
  await container.start();
  const [{ StatusCode }] = await Promise.all([exit, finished(stream, { writable: false })]);
  if (StatusCode !== 0) throw new Error(`docker run ended with ${StatusCode}`);
}

/** `docker run --rm` with the flags of that cage. */
export class RunCommand {
  readonly end: () => Promise<void>;
  readonly #args: readonly string[];

  private constructor(folder: string, args: readonly string[]) {
    this.#args = args;
    this.end = ends(() => rm(folder, { recursive: true, force: true }));
  }

  static async make(image: Image, resources: Resources, code: string): Promise<RunCommand> {
    const { HostConfig, User, WorkingDir, Env } = await cageOf(anyUid(), 'once', city, resources, image);
    const folder = await mkdtemp(join(scratchFolder, 'civitas-bench-'));
    const profile = join(folder, 'seccomp.json');
    const [privileges = '', seccomp = ''] = HostConfig.SecurityOpt;
    await writeFile(profile, seccomp.replace(/^seccomp=/, ''));
    return new RunCommand(folder, [
      ...['run', '--rm', '--network=none', '--ipc=private', '--read-only', '--cap-drop=ALL', '--log-driver=none'],
      ...[`--security-opt=${privileges}`, `--security-opt=seccomp=${profile}`, `--user=${User}`],
      ...[`--memory=${HostConfig.Memory}`, `--memory-swap=${HostConfig.MemorySwap}`],
      ...[`--cpu-period=${HostConfig.CpuPeriod}`, `--cpu-quota=${HostConfig.CpuQuota}`],
      ...[`--pids-limit=${HostConfig.PidsLimit}`, `--oom-score-adj=${HostConfig.OomScoreAdj}`],
      ...HostConfig.Ulimits.map(({ Name, Soft, Hard }) => `--ulimit=${Name}=${Soft}:${Hard}`),
      ...Object.entries(HostConfig.Tmpfs).map(([path, flags]) => `--tmpfs=${path}:${flags}`),
      ...[`--shm-size=${HostConfig.ShmSize}`, '--no-healthcheck', `--workdir=${WorkingDir}`],
      ...Env.map((setting) => `--env=${setting}`),
      ...['--entrypoint=node', image.reference, '--input-type=module', '-e', code],
    ]);
  }

  async run(): Promise<void> {
    await promisify(execFile)('docker', this.#args);
  }
}
