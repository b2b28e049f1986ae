/** Postgres only: damage (R8), formats (R6), outages (R10, J5), the lease's liveness (R9, J3), migrations. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import type { Batch } from '../../engine/ports.ts';
import { rowChecksum } from '../../persistence/codec.ts';
import type { Persistence } from '../../persistence/interface.ts';
import { lockSpace } from '../../persistence/migrate.ts';
import { account, batch, collect, counters, event, image, vera } from '../contract/samples.ts';
import { type PostgresStore, postgresStores } from './support.ts';

// Crash recovery takes seconds on a busy disk.
t.setTimeout(180_000);
const stores = await postgresStores();
t.teardown(() => stores.stop());

async function withCity(test: (city: Persistence, store: PostgresStore) => Promise<void>): Promise<void> {
  const store = await stores.fresh({ appendDeadlineMs: 300, readDeadlineMs: 300 });
  const city = await store.open();
  try {
    await city.lease.acquire();
    await test(city, store);
  } finally {
    await city.close();
    await store.remove();
  }
}

/** What a committer does (J5); resolves to the number of attempts. */
async function appendUntilDurable(city: Persistence, what: Batch): Promise<number> {
  for (let attempts = 1; ; attempts++) {
    try {
      const appended = await city.journal.append(what);
      if (appended !== 'durable') throw new Error(appended);
      return attempts;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'JournalUnavailable') throw error;
    }
  }
}

function signalServer(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(stores.pid())], { encoding: 'utf8' });
  for (const pid of [
    stores.pid(),
    ...children
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(Number),
  ])
    process.kill(pid, signal);
}

t.test('[R8] a damaged journal row is found and named', (t) =>
  withCity(async (city, store) => {
    await city.journal.append(batch(1));
    await city.journal.append(batch(2));
    await store.sql`update journal set body = set_byte(body, 9, get_byte(body, 9) # 1) where batch = 2`;
    await t.rejects(collect(city.journal.read(0)), {
      name: 'DamagedRow',
      message: 'journal row (shard 0, batch 2): its checksum is wrong',
    });
    await t.resolves(collect(city.journal.read(2)), 'rows that are not asked for do not matter');
  }),
);

t.test('[R8] a damaged image, account or checkpoint is found and named', (t) =>
  withCity(async (city, store) => {
    await city.checkpoints.write([image(1)], [[vera, account(1, 7)]]);
    await city.checkpoints.complete(1, counters(1, 0));
    await store.sql`update account set body = replace(body, '7', '8')`;
    await t.rejects(collect(city.checkpoints.load()), {
      name: 'DamagedRow',
      message: 'account row (id resident:vera-7): its checksum is wrong',
    });
    await store.sql`update actor set id = 'resident:other'`;
    await t.rejects(collect(city.checkpoints.load()), {
      name: 'DamagedRow',
      message: /actor row \(id resident:other\)/,
    });
    await store.sql`update checkpoint set counters = counters || ' '`;
    await t.rejects(city.checkpoints.latest(), { name: 'DamagedRow', message: /checkpoint row \(batch 1\)/ });
  }),
);

t.test('[R6] an unknown format is refused and named', (t) =>
  withCity(async (city, store) => {
    await city.journal.append(batch(1));
    const [row] = await store.sql<{ body: Buffer }[]>`select body from journal`;
    const foreign = Buffer.from(row?.body ?? []);
    foreign[0] = 99;
    await store.sql`update journal set body = ${foreign}, checksum = ${createHash('sha256').update(foreign).digest()}`;
    await t.rejects(collect(city.journal.read(0)), {
      name: 'DamagedRow',
      message: /journal row \(shard 0, batch 1\): format 99 is unknown/,
    });
    await store.sql`insert into actor (id, turn, crc, body) values ('a:b', 1, ${rowChecksum('a:b', '[99]')}, '[99]')`;
    await t.rejects(collect(city.checkpoints.load()), { message: /actor row \(id a:b\): format 99 is unknown/ });
  }),
);

t.test('[J2] a table of many pages is loaded whole', (t) =>
  withCity(async (city) => {
    const actors = Array.from({ length: 3000 }, (_, i) =>
      image(i + 1, { id: `resident:r-${i}` as typeof vera, context: { text: 'ä\\n"'.repeat(20 + (i % 7) * 200) } }),
    );
    await city.checkpoints.write(actors, []);
    await city.checkpoints.write(
      actors.slice(0, 900).map((each) => ({ ...each, turn: each.turn + 1 })),
      [],
    );
    const loaded = (await collect(city.checkpoints.load())).flatMap((slice) => slice.actors);
    t.equal(loaded.length, 3000);
    t.strictSame(loaded.find((each) => each.id === 'resident:r-1')?.turn, 3);
    t.strictSame(
      loaded.find((each) => each.id === 'resident:r-2999'),
      actors[2999],
    );
  }),
);

t.test('[J3] a checkpoint without the lease is refused', (t) =>
  withCity(async (city, store) => {
    await store.usurp();
    await t.rejects(city.checkpoints.write([image(1)], []), { name: 'Fenced' });
    await t.rejects(city.checkpoints.complete(1, counters(1, 0)), { name: 'Fenced' });
    t.strictSame(await collect(city.checkpoints.load()), []);
  }),
);

t.test('messages can be queried as message_history', (t) =>
  withCity(async (city, store) => {
    await city.journal.append(
      batch(1, { events: [event(1, ['at:city-commons']), event(2, ['all'], 'tick.completed')] }),
    );
    t.strictSame(
      [...(await store.sql`select sender, location, content, "timestamp" from message_history`)].map((row) => ({
        ...row,
      })),
      [
        {
          sender: 'vera-7',
          location: 'city-commons',
          content: 'line one\nline two, 1',
          timestamp: new Date('2026-01-02T03:04:05.678Z'),
        },
      ],
    );
  }),
);

t.test('[J5] NUL never reaches the journal: the door refuses it, and Postgres would', (t) =>
  withCity(async (city) => {
    const key = { caller: 'a', key: 'nul\0', fingerprint: 'f', json: null, at: 1 };
    await t.rejects(city.journal.append(batch(1, { keys: [key] })), { code: '22P05' });
    t.strictSame(await collect(city.journal.read(0)), []);
  }),
);

t.test('[R10] a hung database: the append is given up in time, and durable once it is back', { timeout: 30_000 }, (t) =>
  withCity(async (city) => {
    for (let round = 1; round <= 2; round++) {
      await city.journal.append(batch(2 * round - 1, { events: [event(2 * round - 1, ['all'])] }));
      const next = batch(2 * round, { events: [event(2 * round, ['all'])] });
      signalServer('SIGSTOP');
      const started = performance.now();
      await t.rejects(city.journal.append(next), { name: 'JournalUnavailable' });
      t.ok(performance.now() - started < 1000, 'within its deadline');
      await t.rejects(city.events.missed(vera, 0, 9, 9), { name: 'JournalUnavailable' });
      const appended = appendUntilDurable(city, next);
      await sleep(1000);
      signalServer('SIGCONT');
      const back = performance.now();
      await appended;
      t.ok(performance.now() - back < 1000, `${Math.round(performance.now() - back)} ms after its return`);
      t.equal((await city.events.missed(vera, 0, 99, 99)).length, 2 * round, 'once');
    }
  }),
);

t.test('[R2, R10] Postgres crashes under load: every batch is durable exactly once', { timeout: 120_000 }, (t) =>
  withCity(async (city) => {
    let lost = '';
    city.lease.onLost((reason) => (lost = reason));
    let n = 0;
    for (let round = 0; round < 3; round++) {
      const until = performance.now() + 300;
      let killed = false;
      let slowest = 0;
      while (performance.now() < until || !killed) {
        n++;
        const started = performance.now();
        const appended = appendUntilDurable(city, batch(n, { events: [event(n, ['all'])] }));
        if (!killed && performance.now() > until - 150) {
          process.kill(stores.pid(), round === 1 ? 'SIGKILL' : 'SIGQUIT');
          killed = true;
        }
        await appended;
        slowest = Math.max(slowest, performance.now() - started);
      }
      t.comment(`${n} batches, slowest ${Math.round(slowest)} ms`);
      await sleep(300);
    }
    t.strictSame(
      (await collect(city.journal.read(0))).map((row) => row.batch),
      Array.from({ length: n }, (_, i) => i + 1),
    );
    t.equal((await city.events.missed(vera, 0, n + 9, n + 9)).length, n);
    t.equal(lost, '', 'the lease is kept');
  }),
);

t.test('[J3] the lock that went with its connection is taken again', (t) =>
  withCity(async (city, store) => {
    await store.sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = ${lockSpace}`;
    await sleep(400);
    const locks =
      await store.sql`select from pg_locks where locktype = 'advisory' and classid = ${lockSpace} and granted`;
    t.equal(locks.length, 1);
    const second = await store.open();
    await t.rejects(second.lease.acquire(), { name: 'LeaseHeld' });
    await second.close();
    t.equal(await city.journal.append(batch(1)), 'durable');
  }),
);

t.test('[J3] who holds the lock but does not renew is fenced; who lost the lease hears of it', (t) =>
  withCity(async (city, store) => {
    let lost = '';
    city.lease.onLost((reason) => (lost = reason));
    // The holder's renewals wait behind this row lock, as those of a hung process would.
    const second = await store.open();
    let acquired: Promise<number> | undefined;
    await store.sql.begin(async (sql) => {
      await sql`select from lease for update`;
      acquired = second.lease.acquire();
      await sleep(600);
    });
    t.equal(await acquired, 2);
    t.equal(await city.journal.append(batch(1)), 'fenced');
    await sleep(500);
    t.equal(lost, 'another city has taken the lease');
    t.equal(await second.journal.append(batch(1)), 'durable');
    await second.close();
  }),
);

t.test('[R6] a database of a newer version is refused', (t) =>
  withCity(async (_city, store) => {
    await store.sql`insert into migration (name) values ('999-later.sql')`;
    await t.rejects(store.open(), { name: 'NewerDatabase', message: /999-later\.sql/ });
  }),
);

t.test('two cities may migrate at once', async (t) => {
  const store = await stores.fresh();
  const cities = await Promise.all([store.open(), store.open(), store.open()]);
  t.equal((await store.sql`select from migration`).length, 1);
  await Promise.all(cities.map((city) => city.close()));
  await store.remove();
});
