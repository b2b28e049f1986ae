/**
 * [OP4] Yesterday's data opens with today's code: each `test/fixtures/persistence-<format>.json` holds rows as an earlier
 * version wrote them and what they meant. A released format's file is never recorded again; a new format adds a file:
 * `RECORD=1 node --import tsx test/persistence/formats.test.ts` writes that of the present one when it is missing.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import t from 'tap';
import type { Account } from '../../engine/state/ledger.ts';
import type { Persistence } from '../../persistence/interface.ts';
import { formatVersion } from '../../persistence/row-codec.ts';
import { account, batch, collect, counters, event, image, later, vera } from '../contract/samples.ts';
import { postgresStores, restoreRows } from './support.ts';

const tables = ['journal', 'actor', 'account', 'checkpoint'] as const;
type Rows = Record<(typeof tables)[number], unknown>;
interface Recorded {
  readonly rows: Rows;
  readonly meaning: unknown;
}

const indebted = (turn: number, balance: number): Account => ({
  ...account(turn, balance),
  burn: 0,
  suspended: 1000,
  owed: 250,
});

const folder = new URL('../fixtures/', import.meta.url);
const stores = await postgresStores();
t.teardown(() => stores.stop());

const present = new URL(`persistence-${formatVersion}.json`, folder);
if (process.env['RECORD'] !== undefined && !existsSync(present)) {
  writeFileSync(present, `${JSON.stringify(await record(), null, 1)}\n`);
}

t.ok(existsSync(present), 'the present format has its file');
for (const name of readdirSync(folder).filter((each) => each.startsWith('persistence-'))) {
  t.test(name, async (t) => {
    const recorded = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recorded;
    const store = await stores.fresh();
    const city = await store.open();
    await restoreRows(store.sql, recorded.rows);
    await city.lease.acquire();
    t.strictSame(await meaningOf(city), recorded.meaning);
    await city.close();
    await store.remove();
  });
}

async function record(): Promise<Recorded> {
  const store = await stores.fresh();
  const city = await store.open();
  await city.lease.acquire();
  await city.journal.append(batch(1, { actors: [image(1)], accounts: [[vera, account(1, 2 ** 53 - 1)]] }));
  const posted = { turn: 2, at: 1_764_000_000_002, tick: 12, from: vera, to: 'treasury', amount: 250 } as const;
  const postings = [{ ...posted, reason: 'upkeep', payerBalance: 2 ** 53 - 1, payeeBalance: -17 }];
  const second = batch(2, { events: [event(1, ['all'])], accounts: [['treasury', indebted(2, -17)]], postings });
  await city.journal.append(later(second));
  await city.checkpoints.write(
    [image(1), image(2, { quarantined: true, calls: [{ id: 'c', effect: 'e', input: { n: 1.5 } }] })],
    [[vera, indebted(1, 5)]],
  );
  await city.checkpoints.complete(1, counters(1, 0));
  const rows: Partial<Rows> = {};
  for (const table of tables) {
    const [row] = await store.sql<{ rows: unknown }[]>`select json_agg(each) as rows from ${store.sql(table)} each`;
    rows[table] = row?.rows;
  }
  const meaning: unknown = JSON.parse(JSON.stringify(await meaningOf(city)));
  await city.close();
  await store.remove();
  return { rows: rows as Rows, meaning };
}

async function meaningOf(city: Persistence): Promise<unknown> {
  return {
    latest: await city.checkpoints.latest(),
    journal: await collect(city.journal.read(0)),
    images: await collect(city.checkpoints.load()),
  };
}
