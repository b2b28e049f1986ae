/**
 * The embedded Postgres from a first start to a restart, and foreign things in its folder. As root the cases below run under 0700
 * folders of root. How it dies and comes back: test/crash/embedded.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import t from 'tap';
import { locateBinaries } from '../../persistence/embedded/binaries.ts';
import { type Connection, makeCluster, startEmbedded } from '../../persistence/embedded/embedded-postgres.ts';
import {
  answersNow,
  ask,
  eventually,
  isAlive,
  isRoot,
  log,
  nobody,
  started,
  withoutTestRunner,
} from './embedded-support.ts';

/** A folder of root's (or of the user) that nobody else can pass. */
const root = await mkdtemp(join(await realpath(tmpdir()), 'civitas-test-'));
t.teardown(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

const home = join(root, 'home/data');

t.test('[P4] first start, below a folder that the server cannot pass', async (t) => {
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

t.test('[B3] the server sees nothing of what the city was started with', async (t) => {
  // Besides what is given to it on purpose, what a shell sets, and what the test runner puts into whatever is spawned.
  const given = new Set(['PATH', 'LC_ALL', 'TZ', 'PWD', 'OLDPWD', 'SHLVL', '_', 'NODE_OPTIONS']);
  process.env.SECRET_OF_THE_CITY = 'kept';
  t.teardown(() => delete process.env.SECRET_OF_THE_CITY);
  const ours = Object.keys(process.env).filter((name) => !given.has(name) && !name.startsWith('_TAPJS_'));
  const embedded = await started(home);
  t.teardown(() => embedded.stop());
  const seen = await ask(embedded.connection, async (sql) => {
    await sql`create temporary table seen (name text)`;
    await sql`copy seen from program 'env | cut -d= -f1 | grep -x "[A-Za-z0-9_]*"'`;
    return await sql`select name from seen`;
  });
  const names = seen.map(({ name }) => String(name));
  t.ok(names.includes('PATH'));
  t.same(
    ours.filter((name) => names.includes(name)),
    [],
  );
});

t.test('[E4] a link that lies where the city writes is replaced, not followed', async (t) => {
  const kept = join(root, 'kept');
  await writeFile(kept, 'as it was');
  const access = join(home, 'postgres/pg_hba.conf');
  for (const path of [access, `${access}.new`]) {
    await rm(path, { force: true });
    await symlink(kept, path);
  }
  const embedded = await started(home);
  t.teardown(() => embedded.stop());
  t.equal(await readFile(kept, 'utf8'), 'as it was');
  t.ok((await lstat(access)).isFile());
  t.ok(await answersNow(embedded.connection));
});

t.test('leave goes without stopping the server', async (t) => {
  const embedded = await started(home);
  t.teardown(() => embedded.stop());
  const second = await started(home);
  t.ok(second.attached);
  await second.leave();
  t.ok(await answersNow(embedded.connection));
});

t.test('[E2] a cluster of another version, or what is none, is refused and left alone', async (t) => {
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

t.test('[E1] an interrupted initdb is done again; a path too long for a socket gets a short folder', async (t) => {
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

t.test("[E1] of two starts that make a cluster at once one makes it, and neither spoils the other's", async (t) => {
  const data = join(root, 'twice');
  const others = join(data, `postgres.initdb-${process.ppid}-abc123`);
  await mkdir(others, { recursive: true });
  const making = makeCluster({ dataDir: data, log });
  await eventually(async () => (await readdir(data)).length > 1);
  await mkdir(join(data, 'postgres'));
  await writeFile(join(data, 'postgres/PG_VERSION'), '18\n');
  t.equal(await making, undefined, 'the other was faster');
  t.same((await readdir(data)).sort(), ['postgres', basename(others)]);
  t.same(await readdir(join(data, 'postgres')), ['PG_VERSION']);
});

/** The error that a client of that user gets, or 'in'. */
async function connectAs(as: { uid: number; gid: number }, connection: Connection): Promise<string> {
  const program = `
    import postgres from ${JSON.stringify(import.meta.resolve('postgres'))};
    const sql = postgres({ ...${JSON.stringify(connection)}, max: 1 });
    console.log(await sql\`select 1\`.then(() => 'in', (error) => error.message));
    await sql.end({ timeout: 1 });
  `;
  const child = spawn('env', [...withoutTestRunner, '--input-type=module', '-e', program], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...as,
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return String(line);
}

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
