/** Embedded Postgres as tests start, ask and kill it. A city that dies is a child process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import {
  type Connection,
  type Embedded,
  type EmbeddedOptions,
  startEmbedded,
} from '../../persistence/embedded/embedded-postgres.ts';

export const isRoot = process.geteuid?.() === 0;
export const nobody = { uid: 65_534, gid: 65_534 };
export const repository = fileURLToPath(new URL('../..', import.meta.url));

export const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function ask<T>(connection: Connection, question: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres({
    ...connection,
    max: 1,
    onnotice: () => undefined,
    backoff: (tries) => Math.min(0.02 * 2 ** tries, 0.25),
  });
  try {
    return await question(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export function answersNow(connection: Connection): Promise<boolean> {
  return ask(connection, (sql) => sql`select 1`.then(() => true)).catch(() => false);
}

/** Repeats until it holds, at most a minute. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 3_000; tries++) {
    if (await holds()) return true;
    await sleep(20);
  }
  return false;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export async function started(
  dataDir: string,
  options: Pick<EmbeddedOptions, 'releaseMsMax'> = {},
): Promise<Embedded & { readonly pid: number }> {
  const embedded = await startEmbedded({ dataDir, log, ...options });
  if (embedded.pid === null) throw new Error('it is down');
  return embedded as Embedded & { readonly pid: number };
}

interface Report {
  readonly pid: number;
  readonly connection: Connection;
  readonly attached: boolean;
  readonly who: string;
}

/** Words for `env`: Node as another user, who may not write what the test runner would have each process of a test leave behind. */
export const withoutTestRunner = ['-u', 'NODE_OPTIONS', process.execPath];

/** Another city, in a process (and process group) of its own: starts, reports, and stops when its stdin ends. */
export async function cityProcess(
  dataDir: string,
  as: { uid?: number; gid?: number } = {},
  from = repository,
  temporary = '/tmp',
): Promise<{ child: ChildProcess; report: Report }> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(join(from, 'persistence/embedded/embedded-postgres.ts'))};
    import postgres from ${JSON.stringify(import.meta.resolve('postgres'))};
    const log = { info() {}, warn: console.error, error: console.error };
    const embedded = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log });
    const sql = postgres({ ...embedded.connection, max: 1 });
    const [{ who }] = await sql\`select current_user as who\`;
    await sql.end({ timeout: 1 });
    console.log(JSON.stringify({ pid: embedded.pid, connection: embedded.connection, attached: embedded.attached, who }));
    process.stdin.resume().once('end', () => embedded.stop());
  `;
  const words = [...withoutTestRunner, '--import', import.meta.resolve('tsx'), '--input-type=module', '-e', program];
  const child = spawn('env', words, {
    cwd: '/',
    env: { PATH: process.env.PATH, HOME: '/nonexistent', TMPDIR: temporary },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...as,
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the city ended: ${code ?? signal}`);
  });
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  ended.catch(() => undefined);
  return { child, report: JSON.parse(String(line)) as Report };
}
