/** How long the oldest of what waits in a running city has waited. Asks the city as its operator does. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { inspect, readPidFile } from '../persistence/embedded/postmaster-pid.ts';
import type { Finding } from './finding.ts';
import { answerOf, probePort } from './port-probe.ts';

const name = 'Waiting';

/** What waits, as the engine names it and as the operator reads it; `tooLongMs`: then something does not work. */
const kinds: Readonly<Record<string, { readonly text: string; readonly tooLongMs: number }>> = {
  // The slowest service, inference, may take 300 s.
  service: { text: 'call of a global service', tooLongMs: 330_000 },
  sandbox: { text: 'run of code', tooLongMs: 60_000 },
  'sandbox.prepare': { text: 'sandbox to prepare', tooLongMs: 300_000 },
  'sandbox.remove': { text: 'sandbox to remove', tooLongMs: 300_000 },
  archive: { text: 'archiving under way', tooLongMs: 300_000 },
  // Tried again at every tick.
  archiving: { text: 'dead resident to archive', tooLongMs: 900_000 },
  // Residents may take their time.
  'connection approval': { text: 'connection request to decide', tooLongMs: Number.POSITIVE_INFINITY },
  journal: { text: 'turn to write', tooLongMs: 5_000 },
};

const Health = z.object({ oldest_uncommitted_ms: z.number(), oldest_waiting_ms: z.record(z.string(), z.number()) });

/** Nothing of what it finds keeps a city from starting. */
export async function checkWaiting(config: Asked): Promise<Finding> {
  const { HOST: host, PORTAL_PORT: port } = config;
  if ((await probePort(host, port)).type !== 'city') return noCityAt(`${host}:${port}`, config.DATA_DIR);
  const token = config.ADMIN_TOKEN ?? (await keptToken(config.DATA_DIR));
  if (token === undefined) return notTold("the operator's token is not there", ofThatCity);
  const headers = { Authorization: `Bearer ${token}` };
  const { status, body } = await answerOf({ host, port, path: '/v1/admin/health', headers });
  if (status === 401) return notTold("the city has another operator's token", ofThatCity);
  const told = Health.safeParse(jsonOf(body));
  if (!told.success) return notTold(`the city answers ${status}`, 'Run the doctor of the version that runs.');
  const { oldest_uncommitted_ms: journal, oldest_waiting_ms: waiting } = told.data;
  return waitingFinding({ journal, ...waiting });
}

/** One that runs in the data folder listens elsewhere: the settings of the two differ. */
async function noCityAt(at: string, folder: string): Promise<Finding> {
  const detail = `no city listens at ${at} (HOST, PORTAL_PORT)`;
  if (!(await hasServer(folder))) return { level: 'ok', name, detail };
  const advice = 'Set HOST, CITY_PORT and PORTAL_PORT to those of the city that runs; it printed them at its start.';
  return { level: 'warn', name, detail: `${detail}, yet the Postgres in ${resolve(folder)} (DATA_DIR) runs`, advice };
}

/** Whether the embedded Postgres of this data folder runs, as it does with its city. */
async function hasServer(folder: string): Promise<boolean> {
  const cluster = join(resolve(folder), 'postgres');
  const file = await readPidFile(cluster);
  return file !== null && ['ours', 'hidden'].includes(inspect(file.pid, cluster, file.folder));
}

type Asked = Pick<Config, 'HOST' | 'PORTAL_PORT' | 'ADMIN_TOKEN' | 'DATA_DIR'>;

const ofThatCity = 'Set ADMIN_TOKEN or DATA_DIR to those of the city that runs.';

/** `oldestMs` by what waits. */
export function waitingFinding(oldestMs: Readonly<Record<string, number>>): Finding {
  const ages = Object.entries(oldestMs).filter(([, ms]) => ms > 0);
  if (ages.length === 0) return { level: 'ok', name, detail: 'nothing waits' };
  const detail = `oldest ${ages.map(([what, ms]) => `${kinds[what]?.text ?? what}: ${duration(ms)}`).join(', ')}`;
  const isLate = ages.some(([what, ms]) => ms > (kinds[what]?.tooLongMs ?? Number.POSITIVE_INFINITY));
  if (!isLate) return { level: 'ok', name, detail };
  const advice =
    "That is too long: the city's log says what fails (`an outside effect failed`), or look at the database.";
  return { level: 'warn', name, detail, advice };
}

const notTold = (why: string, advice: string): Finding => ({
  level: 'warn',
  name,
  detail: `cannot be told: ${why}`,
  advice,
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the city that has this folder takes for its operator's token. */
async function keptToken(folder: string): Promise<string | undefined> {
  return readFile(join(resolve(folder), 'operator.token'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
