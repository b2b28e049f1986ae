/**
 * Who has the whole database, all logs and all answers, and not the secret of the mailbox service, cannot find out whose a mailbox is:
 * a city of 50 residents with a mailbox each, looked at from outside after it has closed.
 */
import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { ResidentCredentials } from '../../client/founding-request.ts';
import { textOf } from '../../client/wire.ts';
import { must } from '../../engine/assert.ts';
import { contentHash } from '../../engine/ids.ts';
import { CityProcess } from '../crash/city.ts';
import { Database } from '../crash/database-books.ts';

// A guard against what hangs, not a measure.
t.setTimeout(600_000);

const residentsCount = 50;
const box = '/v1/global-services/caddr';

interface Holder extends ResidentCredentials {
  readonly name: string;
  /** What the attacker does not know. */
  readonly address: string;
}

/** All answers: those of the mailbox, which nobody says who got them, and the others. */
const answers: { readonly to: string; readonly text: string }[] = [];
const boxAnswers: string[] = [];

const city = await CityProcess.of(t, { LOG_LEVEL: 'trace', SANDBOX: 'off' });
await city.start();
const holders = await settle();
city.signal('SIGTERM');
await city.end();
const database = await Database.open(city.folder);
t.teardown(() => database.stop());
const rows = await everyRow();
const service = rows.filter(({ table }) => table.startsWith('service_caddr.'));

/** Each is born, speaks up, opens its mailbox and writes to another, one after the other: the order of their turns is known. */
async function settle(): Promise<readonly Holder[]> {
  const made: Holder[] = [];
  for (let n = 0; n < residentsCount; n++) {
    const name = `Quill${n}`;
    const { id, token } = await city.found(name);
    const spoken = await city.ask('POST', '/v1/mesh/broadcast', { token, body: { message: `I am ${name}` } });
    answers.push({ to: id, text: spoken.text });
    const opened = await city.ask('POST', `${box}/register`, { token, key: `${id}-register` });
    const address = textOf(opened.body['address']);
    const to = made[n >> 1]?.address ?? address;
    const sent = await city.ask('POST', `${box}/send`, { token, key: `${id}-send`, body: { to, body: `Letter ${n}` } });
    for (const { status, text } of [opened, sent]) {
      if (status !== 201) throw new Error(text);
      boxAnswers.push(text);
    }
    made.push({ id, token, name, address });
  }
  for (const { id, token } of made) {
    answers.push({ to: id, text: (await city.ask('GET', '/v1/me', { token })).text });
    boxAnswers.push((await city.ask('GET', `${box}/inbox`, { token })).text);
  }
  return made;
}

/** Every row of every table of every schema, as text, in the order in which it lies there. */
async function everyRow() {
  const { sql } = database;
  const tables = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname = 'public' or schemaname like 'service%'`;
  const found: { table: string; text: string; written: number; owner: string; address: string }[] = [];
  for (const { name } of tables) {
    for (const row of await sql.unsafe(`select *, xmin::text as written from ${name} order by ctid`)) {
      const values = Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value));
      const text = JSON.stringify(values);
      const address = /addr_[a-z2-7]{16}/.exec(String(row['from_address'] ?? text))?.[0] ?? '';
      found.push({ table: name, text, written: Number(row['written']), owner: String(row['owner']), address });
    }
  }
  return found;
}

const holds = (text: string, marks: readonly string[]) => marks.filter((mark) => text.includes(mark));

function groupsOf<Row extends { readonly written: number }>(all: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of all) groups.set(row.written, [...(groups.get(row.written) ?? []), row]);
  return groups;
}

/** How alike two orders of the same things are: 1 the same, -1 the reverse, 0 nothing to do with each other (Spearman). */
function likeness(one: readonly string[], other: readonly string[]): number {
  const n = one.length;
  const squares = one.map((item, rank) => (rank - other.indexOf(item)) ** 2);
  return 1 - (6 * squares.reduce((sum, square) => sum + square, 0)) / (n * (n * n - 1));
}

t.test('no row, line of a log or answer holds both somebody and something of a mailbox', async (t) => {
  const people = holders.flatMap(({ id, name, token }) => [id, `"${name}"`, token, contentHash(token)]);
  const ids = service.flatMap(({ text }) => text.match(/(addr|msg)_[a-z2-7]{16}/g) ?? []);
  const boxes = [...new Set([...ids, ...owners()])];
  t.ok(boxes.length >= 3 * residentsCount, `${boxes.length} names of mailboxes and letters`);
  t.same(
    service.flatMap(({ text }) => holds(text, people)),
    [],
    'nobody in the tables of the service',
  );
  const elsewhere = rows.filter((row) => !service.includes(row));
  t.ok(elsewhere.some(({ text }) => holds(text, people).length > 0));
  t.same(
    elsewhere.flatMap(({ text }) => holds(text, boxes)),
    [],
    'no mailbox in the tables of the city',
  );
  t.ok(city.output.length > 0 && city.output.length < 200_000, 'the whole log');
  t.same(holds(city.output + serverLogs(), [...boxes, 'Letter 7']), [], 'no mailbox in the logs');
  t.same(
    answers.flatMap(({ text }) => holds(text, boxes)),
    [],
    'no mailbox in other answers',
  );
  t.same(
    boxAnswers.flatMap((text) => holds(text, people)),
    [],
    'nobody in answers of the service',
  );
  t.end();
});

t.test('no order of the rows is that of the residents', async (t) => {
  const known = { birth: holders, name: holders.toSorted((one, other) => one.id.localeCompare(other.id)) };
  for (const table of ['service_caddr.mailbox', 'service_caddr.message', 'service_caddr.once']) {
    const all = service.filter((row) => row.table === table && !(table.endsWith('once') && row.text.includes('msg_')));
    t.equal(all.length, residentsCount, table);
    // What was mixed at once. Of letters and keys there is more than one such, where the residents took more than a minute.
    const mixed = groupsOf(all);
    if (table.endsWith('mailbox')) t.equal(mixed.size, 1);
    for (const group of mixed.values()) {
      if (group.length < 25) continue;
      const orders = { place: group, text: group.toSorted((one, other) => (one.text < other.text ? -1 : 1)) };
      for (const [what, order] of Object.entries(orders))
        for (const [by, people] of Object.entries(known)) {
          const found = order.map(({ address }) => address);
          const expected = people.map(({ address }) => address).filter((address) => found.includes(address));
          // Of 25 at random less than one pair of orders in 100 million is as alike.
          t.ok(Math.abs(likeness(expected, found)) < 0.9, `${table} by ${what} is not ${by}`);
        }
    }
  }
});

t.test('the secret of the service is the only key', (t) => {
  const keys = [...keysWithout('caddr.secret'), '', 'caddr', ...holders.map(({ token }) => token)];
  const ids = new Set(service.flatMap(({ text }) => text.match(/[A-Za-z0-9_-]{22,}/g) ?? []));
  const guesses = holders.flatMap(({ id, name, token }) =>
    [id, name, token, `caddr ${id}`, `resident:${id}`].flatMap((text) => [
      ...['sha256', 'sha1', 'md5'].flatMap((hash) => encoded(createHash(hash).update(text).digest())),
      ...keys.flatMap((key) => encoded(createHmac('sha256', key).update(text).digest())),
    ]),
  );
  t.same(
    guesses.filter((guess) => ids.has(guess)),
    [],
  );
  const secret = readFileSync(join(city.folder, 'services', 'caddr.secret'), 'utf8').trim();
  const held = holders.map(({ id }) => createHmac('sha256', secret).update(`caddr ${id}`).digest('base64url'));
  const found = held.map((owner) => service.find((row) => row.owner === owner)?.address);
  t.same(
    found,
    holders.map(({ address }) => address),
    'with it, all of them',
  );
  t.end();
});

function encoded(bytes: Buffer): readonly string[] {
  return [bytes.toString('base64url'), bytes.toString('hex')];
}

function owners(): readonly string[] {
  return service.filter(({ table }) => table === 'service_caddr.mailbox').map(({ owner }) => owner);
}

/** What the database server has said. */
function serverLogs(): string {
  const files = readdirSync(city.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.log'));
  return files.map((name) => readFileSync(join(city.folder, name), 'utf8')).join('\n');
}

/** Every secret of the city but one. */
function keysWithout(name: string): string[] {
  const others = readdirSync(join(city.folder, 'services')).filter((file) => file !== name);
  const files = ['secret', 'operator.token', ...others.map((file) => join('services', file))];
  return files.map((file) => must(readFileSync(join(city.folder, file), 'utf8').trim(), file));
}
