/** Asks a running city for its health, as its operator does. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config/settings.ts';
import { answerOf, probePort } from '../host/port-probe.ts';
import { inspect, readPidFile } from '../persistence/embedded/postmaster-pid.ts';

/** Where the city listens, and its operator's token. */
export type City = Pick<Config, 'HOST' | 'PORTAL_PORT' | 'ADMIN_TOKEN' | 'DATA_DIR'>;

const Health = z.object({
  tick: z.number(),
  paused: z.boolean(),
  manual_ticks: z.boolean(),
  /** Absent in the answer of an older version. */
  speed: z.number().default(1),
  oldest_uncommitted_ms: z.number(),
  oldest_waiting_ms: z.record(z.string(), z.number()),
  waiting_too_long: z.array(z.string()),
  /** Absent in the answer of an older version. */
  failing_services: z
    .record(z.string(), z.object({ failures: z.number(), reason: z.string(), for_ms: z.number() }))
    .default({}),
  minds: z
    .object({
      is_running: z.boolean(),
      starts: z.number(),
      living: z.number(),
      idle: z.number().default(0),
      waiting: z.number(),
    })
    .nullable()
    .default(null),
});

export type Told =
  | { readonly type: 'told'; readonly health: z.infer<typeof Health> }
  /** No city runs, as far as can be found out. */
  | { readonly type: 'none'; readonly detail: string }
  | { readonly type: 'silent'; readonly detail: string; readonly advice: string };

/** Rejects when the city that listens there does not answer. */
export async function healthOf({ HOST: host, PORTAL_PORT: port, ADMIN_TOKEN, DATA_DIR }: City): Promise<Told> {
  if ((await probePort(host, port)).type !== 'city') return noCityAt(`${host}:${port}`, DATA_DIR);
  const token = ADMIN_TOKEN ?? (await keptToken(DATA_DIR));
  if (token === undefined) return notTold("the operator's token is not there", ofThatCity);
  const headers = { Authorization: `Bearer ${token}` };
  const { status, body } = await answerOf({ host, port, path: '/v1/admin/health', headers });
  if (status === 401) return notTold("the city has another operator's token", ofThatCity);
  const { data: health } = Health.safeParse(jsonOf(body));
  if (health === undefined) return notTold(`the city answers ${status}`, 'Run the doctor of the version that runs.');
  return { type: 'told', health };
}

const ofThatCity = 'Set ADMIN_TOKEN or DATA_DIR to those of the city that runs.';

const notTold = (why: string, advice: string): Told => ({ type: 'silent', detail: `cannot be told: ${why}`, advice });

/** A city that runs in the data folder listens elsewhere: its settings differ from these. */
async function noCityAt(at: string, folder: string): Promise<Told> {
  const detail = `no city listens at ${at} (HOST, PORTAL_PORT)`;
  if (!(await hasServer(folder))) return { type: 'none', detail };
  const advice = 'Set HOST, CITY_PORT and PORTAL_PORT to those of the city that runs; it printed them at its start.';
  return { type: 'silent', detail: `${detail}, yet the Postgres in ${resolve(folder)} (DATA_DIR) runs`, advice };
}

/** True when the embedded Postgres of this data folder runs, as it does with its city. */
async function hasServer(folder: string): Promise<boolean> {
  const cluster = join(resolve(folder), 'postgres');
  const file = await readPidFile(cluster);
  return file !== null && ['ours', 'hidden'].includes(inspect(file.pid, cluster, file.folder));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The operator's token of the city that has this folder. */
async function keptToken(folder: string): Promise<string | undefined> {
  return readFile(join(resolve(folder), 'operator.token'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}
