/** Postgres' own benchmark on the city's server, in a database of its own: simple-update, 16 clients. */
import type { City } from './city.ts';
import { runTool } from './tools.ts';

const database = 'pgbench_scratch';
export const pgbenchClients = 16;
/** 100,000 accounts each: simple-update locks single rows, so that clients rarely wait for each other. */
const scaleFactor = 10;

/** Makes and fills the tables. Throws `MissingTool`. */
export async function preparePgbench(city: City): Promise<void> {
  await runTool('psql', ['-qc', `create database ${database}`], city.postgresEnv);
  await runTool('pgbench', ['-i', '-q', '-s', String(scaleFactor), database], city.postgresEnv);
}

/** A guard: so long a disk may take to write anything at all. */
const secondsMax = 60;

/** Transactions a second. On a machine so busy that none was written it runs longer. */
export async function pgbench(city: City, seconds: number): Promise<number> {
  const args = ['-N', '-n', '-c', String(pgbenchClients), '-j', '1', '-T', String(seconds), database];
  const printed = await runTool('pgbench', args, city.postgresEnv);
  const rate = Number(/tps = ([\d.]+)/.exec(printed)?.[1]);
  if (rate > 0) return rate;
  if (seconds > secondsMax) throw new Error(`pgbench said: ${printed}`);
  return pgbench(city, 4 * seconds);
}
