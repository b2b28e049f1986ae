/**
 * `civitas doctor`: looks at this machine with the eyes of `civitas start` and says of each thing whether it will do, and if not, what to
 * do about it. It reads and probes only: nothing is installed, and nothing of a city is changed.
 */
import { execFile } from 'node:child_process';
import { access, constants, statfs } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { locateBinaries } from './persistence/binaries.ts';
import { connect } from './persistence/database.ts';

/** What was found; `advice` says what to do about it. A `fail` keeps the city from starting. */
export type Finding =
  | { readonly level: 'ok'; readonly name: string; readonly detail: string }
  | { readonly level: 'warn' | 'fail'; readonly name: string; readonly detail: string; readonly advice: string };

type Env = Readonly<NodeJS.ProcessEnv>;

const postgresMajorMin = 15;
const diskBytesMin = 256 * 2 ** 20;
const diskBytesGood = 2 * 2 ** 30;
const filesGood = 4_096;
const probeMsMax = 5_000;
const nobody = { uid: 65_534, gid: 65_534 };

/** Prints a line for each thing looked at. False when the city would not start. */
export async function doctor(env: Env, print: (line: string) => void): Promise<boolean> {
  const host = env.HOST ?? '127.0.0.1';
  const findings = await Promise.all([
    checkNode(process.versions.node),
    checkAddon(),
    env.DATABASE_URL ? checkDatabase(env.DATABASE_URL) : checkEmbedded(`${process.platform}-${process.arch}`),
    checkSandbox(env.SANDBOX, env.DOCKER_HOST),
    checkPort('City API', host, Number(env.CITY_PORT ?? 3000), 'CITY_PORT'),
    checkPort('Portal Gateway', host, Number(env.PORTAL_PORT ?? 3002), 'PORTAL_PORT'),
    checkDisk(resolve(env.DATA_DIR ?? './data')),
    checkFiles(),
  ]);
  for (const finding of findings) {
    print(`${finding.level.padEnd(4)}  ${finding.name.padEnd(16)}  ${finding.detail}`);
    if (finding.level !== 'ok') print(`${' '.repeat(24)}${finding.advice}`);
  }
  return findings.every((finding) => finding.level !== 'fail');
}

/** `version` as in `process.versions.node`. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const name = 'Node';
  if ((major === 20 && minor >= 15) || (major === 22 && minor >= 2)) return { level: 'ok', name, detail: version };
  const detail = `${version}: the HTTP server is a native addon built for Node 20 and 22`;
  return {
    level: 'fail',
    name,
    detail,
    advice: 'Install Node 20.15 or later, or 22.2 or later, and run `npm ci` again.',
  };
}

/** In a child: an addon that does not fit may end the process instead of throwing. */
export async function checkAddon(specifier = 'uWebSockets.js'): Promise<Finding> {
  const name = 'HTTP server';
  const code = `const uWS = await import(${JSON.stringify(specifier)}); uWS.App(); process.exit(0)`;
  const { code: exit, output } = await runNode(['--input-type=module', '--eval', code]);
  if (exit === 0) return { level: 'ok', name, detail: `${specifier} loads` };
  const advice = `Run \`npm ci\` with this Node on this machine (${process.platform}-${process.arch}); do not copy node_modules.`;
  return { level: 'fail', name, detail: `${specifier} does not load (${exit}): ${lastError(output)}`, advice };
}

/** The Postgres that comes as a package: there, and able to run here. */
export async function checkEmbedded(platform: string): Promise<Finding> {
  const name = 'Postgres';
  try {
    const { major } = await locateBinaries(process.geteuid?.() === 0 ? nobody : undefined, platform);
    return { level: 'ok', name, detail: `embedded, version ${major} (DATABASE_URL is not set)` };
  } catch (error) {
    const advice = 'Run `npm ci` without --omit=optional, or set DATABASE_URL to a Postgres of your own.';
    return { level: 'fail', name, detail: messageOf(error), advice };
  }
}

/** The Postgres that DATABASE_URL names. Its password is never shown. */
export async function checkDatabase(url: string): Promise<Finding> {
  const name = 'Postgres';
  const sql = connect(url, { connectionsMax: 1, statementTimeoutMs: probeMsMax, deadlineMs: probeMsMax });
  try {
    const ask = sql<{ version: string; fsync: string }[]>`
      select current_setting('server_version_num') as version, current_setting('fsync') as fsync`;
    const [row] = await within(ask);
    const major = Math.floor(Number(row?.version ?? 0) / 10_000);
    const detail = `DATABASE_URL answers, version ${major}, fsync ${row?.fsync}`;
    if (major < postgresMajorMin) {
      return {
        level: 'warn',
        name,
        detail,
        advice: `Tried with ${postgresMajorMin} and later: upgrade, or unset DATABASE_URL.`,
      };
    }
    if (row?.fsync !== 'on') {
      return {
        level: 'warn',
        name,
        detail,
        advice: 'With fsync off a power loss undoes what was acknowledged: turn it on.',
      };
    }
    return { level: 'ok', name, detail: `${detail}; each session asks for synchronous_commit on` };
  } catch (error) {
    const advice = 'Start that server or correct DATABASE_URL; unset it to use the embedded Postgres.';
    return { level: 'fail', name, detail: `DATABASE_URL: ${messageOf(error)}`, advice };
  } finally {
    await sql.end({ timeout: 0 }).catch(() => undefined);
  }
}

/** Which sandbox residents' code would run in, and what that one cannot do. `dockerHost` as in DOCKER_HOST; only sockets are looked at. */
export async function checkSandbox(which: string | undefined, dockerHost: string | undefined): Promise<Finding> {
  const name = 'Sandbox';
  if (which === 'off') {
    const advice = 'Unset SANDBOX to let residents run code.';
    return { level: 'warn', name, detail: 'off: runs and service calls are answered 503', advice };
  }
  const docker = which === 'embedded' ? 'not asked' : await askDocker(dockerHost);
  if (docker === 'answers') return { level: 'ok', name, detail: 'docker: a container for each place whose code runs' };
  if (which === 'docker') {
    const advice =
      'Start the Docker daemon, or unset SANDBOX. Until it answers, runs and service calls are answered 503.';
    return { level: 'warn', name, detail: `docker: ${docker}`, advice };
  }
  const advice =
    'Good for trying things. For strangers install Docker and start its daemon: containers are the stronger cage.';
  const detail = 'embedded: JavaScript only, without Node or npm, in a thread of the city';
  return which === 'embedded'
    ? { level: 'ok', name, detail }
    : { level: 'warn', name, detail: `${detail} (Docker: ${docker})`, advice };
}

/** `answers`, or why it does not. */
async function askDocker(dockerHost: string | undefined): Promise<string> {
  const socketPath = (dockerHost ?? 'unix:///var/run/docker.sock').replace(/^unix:\/\//, '');
  const status = await new Promise<number | string>((settle) => {
    const asked = request({ socketPath, path: '/version', timeout: probeMsMax }, (answer) => {
      answer.resume();
      settle(answer.statusCode ?? 0);
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', (error) => settle(messageOf(error)));
    asked.end();
  });
  return status === 200 ? 'answers' : `${socketPath}: ${status}`;
}

/** Free, or held by a city, or held by something else. `setting` names the variable that moves it. */
export async function checkPort(name: string, host: string, port: number, setting: string): Promise<Finding> {
  const error = await listenError(host, port);
  if (error === null) return { level: 'ok', name, detail: `${host}:${port} is free` };
  if (await isCity(host, port)) return { level: 'ok', name, detail: `${host}:${port}: a city is running here` };
  const detail = `${host}:${port} cannot be taken: ${error}`;
  return { level: 'fail', name, detail, advice: `End what holds it, or set ${setting} to a free port.` };
}

/** Room for `folder`, which need not exist yet. */
export async function checkDisk(folder: string): Promise<Finding> {
  const name = 'Data folder';
  const place = await nearest(folder);
  const writable = await access(place, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable) {
    return {
      level: 'fail',
      name,
      detail: `${place} cannot be written`,
      advice: 'Set DATA_DIR to a folder of your own.',
    };
  }
  const { bavail, bsize } = await statfs(place);
  const free = bavail * bsize;
  const detail = `${folder}: ${(free / 2 ** 30).toFixed(1)} GiB free`;
  if (free >= diskBytesGood) return { level: 'ok', name, detail };
  return {
    level: free < diskBytesMin ? 'fail' : 'warn',
    name,
    detail,
    advice: 'Make room, or set DATA_DIR to a larger disk.',
  };
}

/** Each client holds a file descriptor. Node has raised its soft limit to the hard one; a child's shell shows it. */
export async function checkFiles(): Promise<Finding> {
  const name = 'Open files';
  const { output } = await runProgram('sh', ['-c', 'ulimit -n']);
  const limit = output.trim() === 'unlimited' ? Number.POSITIVE_INFINITY : Number(output.trim());
  if (limit >= filesGood) return { level: 'ok', name, detail: `at most ${limit}` };
  const advice = `For more than ${filesGood / 4} clients raise it, for example \`ulimit -n 65536\`.`;
  return { level: 'warn', name, detail: `at most ${output.trim() || 'unknown'}`, advice };
}

function listenError(host: string, port: number): Promise<string | null> {
  return new Promise((settle) => {
    const server = createServer();
    server.on('error', (error) => settle(messageOf(error)));
    server.listen({ host, port, exclusive: true }, () => server.close(() => settle(null)));
  });
}

async function isCity(host: string, port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(probeMsMax) });
    return answer.ok && (await answer.text()) === '{"status":"up"}';
  } catch {
    return false;
  }
}

async function nearest(folder: string): Promise<string> {
  for (let place = folder; ; place = dirname(place)) {
    const there = await access(place).then(
      () => true,
      () => false,
    );
    if (there || place === dirname(place)) return place;
  }
}

function runNode(args: readonly string[]): Promise<{ readonly code: string | number; readonly output: string }> {
  return runProgram(process.execPath, args);
}

function runProgram(
  program: string,
  args: readonly string[],
): Promise<{ readonly code: string | number; readonly output: string }> {
  const options = { cwd: import.meta.dirname, timeout: probeMsMax, env: { ...process.env, NODE_OPTIONS: '' } };
  return new Promise((settle) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      settle({ code: error === null ? 0 : (error.signal ?? error.code ?? 'failed'), output: stdout + stderr });
    });
  });
}

function within<T>(work: PromiseLike<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${probeMsMax / 1000} s`)), probeMsMax).unref();
  });
  return Promise.race([work, late]);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

function lastError(output: string): string {
  return (
    output
      .split('\n')
      .find((line) => /error/i.test(line))
      ?.trim() ?? 'no message'
  );
}
