/**
 * Which database a start takes, and what it says of one that it cannot take. The databases of these checks lie on one
 * Postgres, which belongs to none of the cities.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { CityProcess, type Settings } from './city.ts';
import { Database } from './database-books.ts';

const root = join(import.meta.dirname, '..', '..');
const shared = mkdtempSync(join(tmpdir(), 'civitas-databases-'));
const database = await Database.open(shared);
t.teardown(async () => {
  await database.stop();
  rmSync(shared, { recursive: true, force: true });
});
const { host, user } = database.embedded.connection;
/** How a client finds the server whose address names no host. */
const server = { PGHOST: host, PGUSER: user };

/** The settings of a city on a new database of this name. */
async function fresh(name: string): Promise<Settings> {
  await database.sql.unsafe(`create database ${name}`);
  return { ...server, DATABASE_URL: `postgres:///${name}`, SANDBOX: 'off' };
}

/** Starts a city that cannot start; resolves to its output. */
async function refusedStart(t: Test, settings: Settings, place?: CityProcess | string) {
  const city = await CityProcess.of(t, { SANDBOX: 'off', ...settings }, place);
  city.launch();
  t.equal((await city.end()).code, 1, city.output);
  return city;
}

async function ended(city: CityProcess): Promise<void> {
  city.signal('SIGTERM');
  await city.end();
}

function civitas(args: readonly string[], env: Settings): Promise<{ readonly code: unknown; readonly out: string }> {
  const options = { env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env }, timeout: 120_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'cli/civitas.js'), ...args], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out: out + err }),
    );
  });
}

const living = async (city: CityProcess) => (await city.operate('GET', '/v1/admin/health')).body['actors'];

t.test('what is wrong with DATABASE_URL is said, and the variable is named', async (t) => {
  const cases: [string, RegExp, Settings?][] = [
    ['foo', /DATABASE_URL: not the URL of a Postgres/],
    ['postgres:///nowhere', /DATABASE_URL: .*no database \\?"nowhere.*createdb nowhere/],
    ['postgres:///postgres', /DATABASE_URL: .*"stranger/, { PGUSER: 'stranger' }],
    ['postgres://vera:secret@127.0.0.1:1/city', /DATABASE_URL: nothing answers at 127\.0\.0\.1:1.*Start that server/],
  ];
  for (const [url, message, more] of cases) {
    const folder = join(shared, 'no', 'such');
    const settings = { ...server, ...more, DATABASE_URL: url };
    const { output } = await refusedStart(t, { ...settings, DATA_DIR: folder });
    t.match(output, message);
    t.notMatch(output, /secret/);
    t.notOk(existsSync(join(shared, 'no')), 'a first start that failed leaves nothing behind');
    const doctor = await civitas(['doctor'], { ...settings, CITY_PORT: '0', PORTAL_PORT: '0' });
    t.match(doctor.out, /^fail .*DATABASE_URL/m);
    t.notMatch(doctor.out, /Settings +can be used/);
  }
});

t.test('a start that fails after it made its own server removes that too', async (t) => {
  const folder = t.testdir({ 'postgres.log': {} });
  await refusedStart(t, {}, folder);
  t.same(readdirSync(folder), ['postgres.log']);
});

t.test('beside a city in DATA_DIR an empty DATABASE_URL is refused, unless a new city is asked for', async (t) => {
  const city = await CityProcess.of(t, { SANDBOX: 'off' });
  await city.start();
  await ended(city);
  const settings = await fresh('second');
  const { output } = await refusedStart(t, settings, city);
  t.match(output, /DATABASE_URL names the database \\?"second\\?".* and DATA_DIR .*Unset DATABASE_URL.*NEW_CITY=1/);
  t.match(output, new RegExp(city.folder));
  const tables = await database.sql.unsafe<{ count: number }[]>(
    `select count(*)::int from pg_tables where tablename = 'journal'`,
  );
  t.equal(tables[0]?.count, 0, 'nothing was made');
  const begun = await CityProcess.of(t, { ...settings, NEW_CITY: '1' }, city);
  await begun.start();
  await ended(begun);
  const again = await CityProcess.of(t, settings, city);
  await again.start();
  t.ok(again.isRunning, 'a database that holds a city is simply opened');
});

t.test('a known database with a new data folder founds nobody beside those who live', async (t) => {
  const settings = await fresh('known');
  const city = await CityProcess.of(t, settings);
  await city.start();
  const before = await living(city);
  await ended(city);
  const moved = await CityProcess.of(t, settings);
  await moved.start();
  t.equal(await living(moved), before);
  t.notOk(existsSync(join(moved.folder, 'founders')), 'no token that nobody has');
});

t.test('a whole city is copied to another database and back', async (t) => {
  const city = await CityProcess.of(t, { SANDBOX: 'off' });
  await city.start();
  const ada = await city.found('Ada');
  const mailbox = await city.ask('POST', '/v1/global-services/caddr/register', { token: ada.token });
  t.equal(mailbox.status, 201);
  const running = await civitas(['copy', '--to', 'postgres:///copied'], { ...server, DATA_DIR: city.folder });
  t.equal(running.code, 1, 'the database is not there yet');
  const settings = await fresh('copied');
  const env = { ...server, DATA_DIR: city.folder };
  const refused = await civitas(['copy', '--to', 'postgres:///copied'], env);
  t.match(refused, { code: 1, out: /is running.*Nothing was copied\. Stop it first/ });
  await ended(city);
  // As the refusal of a second city advises, where DATABASE_URL is set.
  const there = await civitas(['copy', '--to', 'postgres:///copied'], { ...env, DATABASE_URL: 'postgres:///copied' });
  t.match(there, { code: 0, out: /checksums of both agree/ });
  const copied = await CityProcess.of(t, settings, city);
  await copied.start();
  t.match(await copied.ask('GET', '/v1/me', { token: ada.token }), { status: 200, body: { name: 'Ada' } });
  const bo = await copied.found('Bo');
  await ended(copied);
  const full = await civitas(['copy', '--from', 'postgres:///copied'], env);
  t.match(full, { code: 1, out: /holds a city already.*--replace/ });
  const back = await civitas(['copy', '--from', 'postgres:///copied', '--replace'], env);
  t.match(back, { code: 0, out: /checksums of both agree/ });
  const home = await CityProcess.of(t, { SANDBOX: 'off' }, city);
  await home.start();
  for (const token of [ada.token, bo.token]) t.equal((await home.ask('GET', '/v1/me', { token })).status, 200);
  t.match(await home.ask('GET', '/v1/global-services/caddr/inbox', { token: ada.token }), { body: mailbox.body });
});

t.test('every setting is shown with its value and where it comes from; a name that is none is named', async (t) => {
  const env = { CITYPORT: '1', CITY_PORT: '4000', ADMIN_TOKEN: 'adm_a_token_of_my_own_making', SHOUT_PRICE: '2.5' };
  const { out } = await civitas(['config', 'print'], env);
  t.match(out, /^CITY_PORT +4000 +environment$/m);
  t.match(out, /^SHOUT_PRICE +2\.5 credits +environment$/m);
  t.match(out, /^PORTAL_PORT +3002 +default$/m);
  t.notMatch(out, /of_my_own/);
  t.match(out, /CITYPORT is no setting.*CITY_PORT/);
});
