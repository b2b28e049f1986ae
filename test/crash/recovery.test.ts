/** Given a city that was killed, when it starts again, then nothing is served before recovery ends, and damage is named [OP5] [J2]. */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { CityProcess } from './city.ts';
import { Database } from './database-books.ts';

const heldMs = 1_500;

/** A city with something to recover, killed, its database up. */
async function killedCity(t: Test): Promise<{ readonly city: CityProcess; readonly token: string }> {
  const city = await CityProcess.of(t);
  await city.start();
  const { token } = await city.found('Ada');
  await city.operate('POST', '/v1/admin/checkpoint');
  for (let at = 0; at < 5; at++) {
    const { status } = await city.ask('POST', '/v1/mesh/broadcast', { token, body: { message: `message ${at}` } });
    t.equal(status, 201);
  }
  await city.kill();
  return { city, token };
}

t.test('[OP5] not ready, and busy, until recovery ends', async (t) => {
  const { city, token } = await killedCity(t);
  const database = await Database.open(city.folder);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked = () => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  // Recovery waits where it reads the journal.
  const holding = database.sql.begin(async (sql) => {
    await sql`lock table journal in access exclusive mode`;
    locked();
    await released;
  });
  await isLocked;
  city.launch();
  while ((await city.ask('GET', '/readyz')).status === 0 && city.isRunning) await sleep(10);
  const seen: number[] = [];
  for (const until = performance.now() + heldMs; performance.now() < until; await sleep(50))
    seen.push((await city.ask('GET', '/readyz')).status);
  const me = await city.ask('GET', '/v1/me', { token });
  const said = await city.ask('POST', '/v1/mesh/broadcast', { token, body: { message: 'too early' } });
  const live = await city.ask('GET', '/healthz');
  t.same([...new Set(seen)], [503], `/readyz is 503, ${seen.length} times`);
  t.equal(live.status, 200, 'but it is alive');
  t.match(me, { status: 503, body: { error: 'busy', applied: false } });
  t.match(said, { status: 503, body: { error: 'busy', applied: false } });
  release();
  await holding;
  await database.leave();
  await city.ready();
  t.equal((await city.ask('GET', '/v1/me', { token })).status, 200, 'it is there after recovery');
  const { sql, leave } = await opened(city);
  const rows = await sql<{ content: string }[]>`select content from message_history where content = 'too early'`;
  t.equal(rows.length, 0, 'nothing happened behind 503 applied false');
  await leave();
});

const newest = 'batch = (select max(batch) from journal)';
// Bytes of the journal's body are bytes, those of an image are text: a letter is exchanged.
const swap = (column: string) =>
  `overlay(${column} placing case substr(${column}, 7, 1) when 'A' then 'B' else 'A' end from 7 for 1)`;

const damages = [
  {
    what: 'journal row',
    named: /journal row \(shard 0, batch \d+\): its checksum is wrong/,
    statement: `update journal set body = set_byte(body, 20, get_byte(body, 20) # 1) where ${newest}`,
  },
  {
    what: 'journal row whose checksum is gone',
    named: /journal row \(shard 0, batch \d+\): its checksum is wrong/,
    statement: `update journal set checksum = '' where ${newest}`,
  },
  {
    what: 'image',
    named: /location:city-commons/,
    statement: `update actor set body = ${swap('body')} where id = 'location:city-commons'`,
  },
  {
    what: 'account',
    named: /treasury/,
    statement: `update account set body = ${swap('body')} where id = 'treasury'`,
  },
];

for (const { what, named, statement } of damages)
  t.test(`[OP5] a damaged ${what} is found and named`, async (t) => {
    const { city } = await killedCity(t);
    const database = await Database.open(city.folder);
    const { count } = await database.sql.unsafe(statement);
    t.equal(count, 1, 'one row was damaged');
    await database.leave();
    city.output = '';
    city.launch();
    const { code } = await city.end();
    t.equal(code, 1, 'it does not start');
    t.match(city.output, /the city could not start/);
    t.match(city.output, named, 'and says which row');
  });

async function opened(city: CityProcess) {
  const database = await Database.open(city.folder);
  return { sql: database.sql, leave: () => database.leave() };
}
