/**
 * `civitas doctor`: checks whether a city can start on this machine, and says of each failed check what to do about it. It only reads and
 * probes: nothing is installed, and nothing of a city is changed.
 */
import { resolve } from 'node:path';
import { warningsOf } from '../config/print.ts';
import { examine } from '../config/settings.ts';
import { probePort } from '../host/port-probe.ts';
import { withDeadline } from './deadline.ts';
import { checkClock } from './doctor-clock.ts';
import { checkCores } from './doctor-core-containers.ts';
import { checkDisk } from './doctor-data-folder.ts';
import { type Finding, messageOf } from './doctor-finding.ts';
import { checkInference } from './doctor-inference.ts';
import { checkMinds } from './doctor-minds.ts';
import { checkAddon, checkNode } from './doctor-node.ts';
import { checkDatabase, checkEmbedded } from './doctor-postgres.ts';
import { checkSandbox } from './doctor-sandbox.ts';
import { checkServices } from './doctor-services.ts';
import { checkWaiting } from './doctor-waiting.ts';
import { runProgram } from './run-program.ts';

type Env = Readonly<NodeJS.ProcessEnv>;

const filesGood = 4_096;
const probeMsMax = 5_000;
/** Milliseconds for one check. */
const checkMsMax = 15_000;

export interface DoctorOptions {
  /** Asks each model for one token. */
  readonly asksModels?: boolean;
}

/** Prints a line for each check, whatever becomes of the others. False when the city would not start. */
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

/** The finding of a check. A check that throws, or does not end in time, gives a finding too. */
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

/** Whether the port is free, or held by a city or something else. `setting`: the variable that names the port. */
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

/**
 * Whether enough files can be open: each client holds a file descriptor. Node has raised its soft limit to the hard one, which the shell
 * of a child shows.
 */
export async function checkFiles(): Promise<Finding> {
  const name = 'Open files';
  const { output } = await runProgram('sh', ['-c', 'ulimit -n'], probeMsMax);
  const limit = output.trim() === 'unlimited' ? Number.POSITIVE_INFINITY : Number(output.trim());
  if (limit >= filesGood) return { level: 'ok', name, detail: `at most ${limit}` };
  const advice = `For more than ${filesGood / 4} clients raise it, for example \`ulimit -n 65536\`.`;
  return { level: 'warn', name, detail: `at most ${output.trim() || 'unknown'}`, advice };
}
