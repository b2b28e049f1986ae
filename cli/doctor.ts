/**
 * `civitas doctor`: looks at this machine with the eyes of `civitas start` and says of each thing whether it will do, and if not, what to
 * do about it. It reads and probes only: nothing is installed, and nothing of a city is changed.
 */
import { access, mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { warningsOf } from '../config/print.ts';
import { type Config, examine } from '../config/settings.ts';
import { probePort } from '../host/port-probe.ts';
import { locateBinaries } from '../persistence/embedded/binaries.ts';
import { secondCity } from '../persistence/postgres/city-database.ts';
import { connect } from '../persistence/postgres/connections.ts';
import { refusedConnection } from '../persistence/postgres/refused-connection.ts';
import { checkClock } from './doctor-clock.ts';
import { checkCores } from './doctor-core-containers.ts';
import { askDocker } from './doctor-docker.ts';
import type { Finding } from './doctor-finding.ts';
import { checkInference } from './doctor-inference.ts';
import { checkMinds } from './doctor-minds.ts';
import { checkAddon, checkNode } from './doctor-node.ts';
import { checkServices } from './doctor-services.ts';
import { checkWaiting } from './doctor-waiting.ts';
import { runProgram } from './run-program.ts';

type Env = Readonly<NodeJS.ProcessEnv>;

const postgresMajorMin = 15;
const diskBytesMin = 256 * 2 ** 20;
const diskBytesGood = 2 * 2 ** 30;
const filesGood = 4_096;
const probeMsMax = 5_000;
/** For one check, whatever it waits for. */
const checkMsMax = 15_000;
const nobody = { uid: 65_534, gid: 65_534 };

export interface DoctorOptions {
  /** Each model is asked for one token. */
  readonly asksModels?: boolean;
}

/** Prints a line for each thing looked at, whatever becomes of the others. False when the city would not start. */
export async function doctor(
  env: Env,
  print: (line: string) => void,
  { asksModels = false }: DoctorOptions = {},
): Promise<boolean> {
  const { config, wrong } = examine(env);
  const { HOST, DATABASE_URL } = config;
  const platform = `${process.platform}-${process.arch}`;
  const findings = await Promise.all([
    looked('Settings', () => checkSettings(wrong, warningsOf(env))),
    looked('Node', () => checkNode(process.versions.node)),
    looked('HTTP server', () => checkAddon()),
    looked('Postgres', () =>
      DATABASE_URL === undefined ? checkEmbedded(platform) : checkDatabase(DATABASE_URL, config),
    ),
    looked('Sandbox', () => checkSandbox(config.SANDBOX, env.DOCKER_HOST)),
    looked('Core containers', () => checkCores(config, env.DOCKER_HOST)),
    looked('Inference', () => checkInference(config, asksModels)),
    looked('City API', () => checkPort('City API', HOST, config.CITY_PORT, 'CITY_PORT')),
    looked('Portal Gateway', () => checkPort('Portal Gateway', HOST, config.PORTAL_PORT, 'PORTAL_PORT')),
    looked('Clock', () => checkClock(config)),
    looked('Waiting', () => checkWaiting(config)),
    looked('Global services', () => checkServices(config)),
    looked('Minds', () => checkMinds(config)),
    looked('Data folder', () => checkDisk(resolve(config.DATA_DIR))),
    looked('Open files', () => checkFiles()),
  ]);
  for (const finding of findings) {
    print(`${finding.level.padEnd(4)}  ${finding.name.padEnd(16)}  ${finding.detail}`);
    if (finding.level !== 'ok') print(`${' '.repeat(24)}${finding.advice}`);
  }
  return findings.every((finding) => finding.level !== 'fail');
}

/** What the check finds; one that throws, or does not come to an end, is a finding too. */
export async function looked(
  name: string,
  check: () => Finding | Promise<Finding>,
  withinMs = checkMsMax,
): Promise<Finding> {
  try {
    return await withDeadline((async () => check())(), withinMs);
  } catch (error) {
    const advice = 'Run the doctor again; if it stays so, report it with this line.';
    return { level: 'fail', name, detail: `could not be looked at: ${messageOf(error)}`, advice };
  }
}

/** `wrong` and `warnings` as `start` would say them. */
function checkSettings(wrong: readonly string[], warnings: readonly string[]): Finding {
  const name = 'Settings';
  if (wrong.length === 0 && warnings.length > 0)
    return { level: 'warn', name, detail: warnings.join(' '), advice: 'Rename or unset what is misspelt.' };
  if (wrong.length === 0) return { level: 'ok', name, detail: 'each is well-formed' };
  const advice = 'Correct or unset them: the city does not start. What follows is said of their defaults.';
  return { level: 'fail', name, detail: `cannot be used: ${wrong.join('; ')}`, advice };
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
export async function checkDatabase(url: string, of?: Parameters<typeof secondCity>[0]): Promise<Finding> {
  const name = 'Postgres';
  const sql = connect(url, { connectionsMax: 1, statementTimeoutMs: probeMsMax, deadlineMs: probeMsMax });
  try {
    const ask = sql<{ version: string; fsync: string }[]>`
      select current_setting('server_version_num') as version, current_setting('fsync') as fsync`;
    const [row] = await withDeadline(ask, probeMsMax);
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
    const second = of === undefined ? undefined : await secondCity(of);
    if (second !== undefined) return { level: 'fail', name, detail: `${detail}, and cannot be taken`, advice: second };
    return { level: 'ok', name, detail: `${detail}; each session asks for synchronous_commit on` };
  } catch (error) {
    const { reason, advice } = refusedConnection(url, error);
    return { level: 'fail', name, detail: `DATABASE_URL: ${reason}`, advice };
  } finally {
    await sql.end({ timeout: 0 }).catch(() => undefined);
  }
}

/**
 * Which sandbox a city started now would take, and what that one cannot do; a city that runs has said so at its start.
 * `dockerHost` as in DOCKER_HOST; only sockets are looked at.
 */
export async function checkSandbox(which: Config['SANDBOX'], dockerHost: string | undefined): Promise<Finding> {
  const name = 'Sandbox';
  const now = 'a city started now has';
  if (which === 'off') {
    const advice = 'Unset SANDBOX to let residents run code.';
    return { level: 'warn', name, detail: `${now} none: runs and service calls are answered 503`, advice };
  }
  const docker = which === 'embedded' ? 'not asked' : await askDocker(dockerHost);
  if (docker === 'answers')
    return { level: 'ok', name, detail: `${now} docker: a container for each place whose code runs` };
  if (which === 'docker') {
    const advice =
      'Start the Docker daemon, or unset SANDBOX. Until it answers, runs and service calls are answered 503.';
    return { level: 'warn', name, detail: `${now} docker, which does not answer: ${docker}`, advice };
  }
  const advice =
    'Good for trying things. For strangers install Docker and start its daemon: containers are the stronger cage.';
  const detail = `${now} embedded: JavaScript only, without Node or npm, in a thread of the city`;
  return which === 'embedded'
    ? { level: 'ok', name, detail }
    : { level: 'warn', name, detail: `${detail} (Docker: ${docker})`, advice };
}

/** Free, or held by a city, or held by something else. `setting` names the variable that moves it. */
export async function checkPort(name: string, host: string, port: number, setting: string): Promise<Finding> {
  const state = await probePort(host, port);
  const at = `${host}:${port}`;
  if (state.type === 'free') return { level: 'ok', name, detail: `${at} is free` };
  if (state.type === 'city') return { level: 'ok', name, detail: `${at}: a city is running here` };
  if (state.type === 'refused') {
    const advice = `Set ${setting} to a port that you may use, and HOST to an address of this machine.`;
    return { level: 'fail', name, detail: `${at} cannot be taken: ${state.reason}`, advice };
  }
  const advice = `End what holds it, or set ${setting} to a free port.`;
  return { level: 'fail', name, detail: `${at}: something else listens here`, advice };
}

/** Room for `folder`, which need not exist yet. */
export async function checkDisk(folder: string): Promise<Finding> {
  const name = 'Data folder';
  const place = await nearest(folder);
  const refusal = await writeError(place);
  if (refusal !== null) {
    const detail = place === folder ? folder : `${folder}: ${place}`;
    const advice = 'Set DATA_DIR to a folder of your own.';
    return { level: 'fail', name, detail: `${detail} cannot be written (${refusal})`, advice };
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

/** Tried, because permissions tell too little: not of a read-only disk, not of /proc, and root has them all. A full disk is another matter. */
async function writeError(folder: string): Promise<string | null> {
  try {
    await rmdir(await mkdtemp(join(folder, '.civitas-doctor-')));
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
    return code === 'ENOSPC' || code === 'EDQUOT' ? null : code;
  }
}

/** Each client holds a file descriptor. Node has raised its soft limit to the hard one; a child's shell shows it. */
export async function checkFiles(): Promise<Finding> {
  const name = 'Open files';
  const { output } = await runProgram('sh', ['-c', 'ulimit -n'], probeMsMax);
  const limit = output.trim() === 'unlimited' ? Number.POSITIVE_INFINITY : Number(output.trim());
  if (limit >= filesGood) return { level: 'ok', name, detail: `at most ${limit}` };
  const advice = `For more than ${filesGood / 4} clients raise it, for example \`ulimit -n 65536\`.`;
  return { level: 'warn', name, detail: `at most ${output.trim() || 'unknown'}`, advice };
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

/** The timer keeps the process alive: what waits for nothing that can happen any more is late, too. */
async function withDeadline<T>(work: PromiseLike<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
