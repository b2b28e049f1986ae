/** Given a Postgres that hangs, dies or loses a connection, then nothing is lost (OP1, OP7, J5), and one city holds the lease (OP6, J3). */
import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import type { Batch } from '../../engine/ports.ts';
import type { Persistence } from '../../persistence/interface.ts';
import type { LeaseTimes } from '../../persistence/postgres/lease.ts';
import { lockSpace } from '../../persistence/postgres/migrate.ts';
import type { PersistenceOptions } from '../../persistence/postgres/persistence.ts';
import { batch, collect, event, everything, vera } from '../contract/samples.ts';
import { ownPostgresStores, type PostgresStore } from '../persistence/support.ts';
import { until } from '../until.ts';

// Crash recovery takes seconds on a busy disk.
t.setTimeout(180_000);
const stores = await ownPostgresStores();
t.teardown(() => stores.stop());

/** What a statement on a full machine keeps, and what is over soon when it is not kept. */
const deadlineMs = 1_000;
/** The same of whoever waits for somebody who is there. */
const muchLaterMs = 20_000;
/** A holder that is there is never taken for one that hangs. */
const patient: LeaseTimes = { renewMs: 50, watchMs: 20, hungMs: muchLaterMs };

async function withCity(
  test: (city: Persistence, store: PostgresStore) => Promise<void>,
  options: Partial<PersistenceOptions> = {},
): Promise<void> {
  const store = await stores.fresh({ appendDeadlineMs: deadlineMs, readDeadlineMs: deadlineMs, ...options });
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

t.test('[OP6] a city that starts waits for a database that answers late', { timeout: 60_000 }, async (t) => {
  const store = await stores.fresh({ appendDeadlineMs: deadlineMs });
  const city = await store.open();
  signalServer('SIGSTOP');
  const acquired = city.lease.acquire();
  await sleep(2 * deadlineMs);
  signalServer('SIGCONT');
  t.equal(await acquired, 1);
  await city.close();
  await store.remove();
});

t.test(
  '[OP7] a hung database: the append is given up in time, and durable once it is back',
  { timeout: 120_000 },
  (t) =>
    withCity(async (city) => {
      for (let round = 1; round <= 2; round++) {
        await city.journal.append(batch(2 * round - 1, { events: [event(2 * round - 1, ['all'])] }));
        const next = batch(2 * round, { events: [event(2 * round, ['all'])] });
        signalServer('SIGSTOP');
        const started = performance.now();
        await t.rejects(city.journal.append(next), { name: 'JournalUnavailable' });
        t.ok(performance.now() - started < muchLaterMs, 'about at its deadline');
        await t.rejects(city.events.missed(vera, everything), { name: 'JournalUnavailable' });
        const appended = appendUntilDurable(city, next);
        await sleep(2 * deadlineMs);
        signalServer('SIGCONT');
        await appended;
        t.equal((await city.events.missed(vera, everything)).events.length, 2 * round, 'once');
      }
    }),
);

t.test('[OP1, OP7] Postgres crashes under load: every batch is durable exactly once', { timeout: 120_000 }, (t) =>
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
    t.equal((await city.events.missed(vera, everything)).events.length, n);
    t.equal(lost, '', 'the lease is kept');
  }),
);

t.test('[J3] the lock that went with its connection is taken again', (t) =>
  withCity(
    async (city, store) => {
      const holders = async () =>
        (
          await store.sql<{ pid: number }[]>`
          select pid from pg_locks where locktype = 'advisory' and classid = ${lockSpace} and granted`
        ).map(({ pid }) => pid);
      const before = await holders();
      await store.sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) as pid`;
      let now = before;
      await until('another session holds it', async () => {
        now = await holders();
        return now.length === 1 && now[0] !== before[0];
      });
      t.equal(before.length, 1);
      const second = await store.open();
      await t.rejects(second.lease.acquire(), { name: 'LeaseHeld' });
      await second.close();
      t.equal(await city.journal.append(batch(1)), 'durable');
    },
    { leaseTimes: patient },
  ),
);

t.test('[J3] a holder of the lock that does not renew is fenced; a city that lost the lease hears of it', (t) =>
  withCity(async (city, store) => {
    let lost = '';
    city.lease.onLost((reason) => (lost = reason));
    // The holder's renewals wait behind this row lock, as those of a hung process would; and who takes over, longer than a renewal may.
    const second = await store.open();
    let acquired: Promise<number> | undefined;
    await store.sql.begin(async (sql) => {
      await sql`select from lease for update`;
      acquired = second.lease.acquire();
      await sleep(2 * deadlineMs);
    });
    t.equal(await acquired, 2);
    t.equal(await city.journal.append(batch(1)), 'fenced');
    await until('it hears of it', () => lost !== '');
    t.equal(lost, 'another city has taken the lease');
    t.equal(await second.journal.append(batch(1)), 'durable');
    await second.close();
  }),
);
