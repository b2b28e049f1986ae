/** The tables that a run leaves, read by another program: DuckDB. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import t from 'tap';
import { readConfig } from '../../config/settings.ts';
import { mixed } from '../../population/policies/built-in.ts';
import { run } from '../../research/runs/run.ts';
import { type TableName, tableNames, tables } from '../../research/runs/tables.ts';

// A guard against what hangs, not a measure.
t.setTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), 'civitas-tables-'));
t.teardown(() => rmSync(folder, { recursive: true }));

const config = readConfig({ MINDS: '0', NEWBORN_SEED_CREDITS: '100' });
/** Longer than the life of a founder. */
const ticks = 80;
const { figures } = await run({ course: { seed: 7, residents: 16, table: mixed, config }, ticks, folder });

const duck = await (await DuckDBInstance.create()).connect();
const rowsOf = async (sql: string) => (await duck.runAndReadAll(sql)).getRowsJson();
const types: Readonly<Record<string, string>> = {
  STRING: 'VARCHAR',
  INT32: 'INTEGER',
  INT64: 'BIGINT',
  DOUBLE: 'DOUBLE',
};

/** The table as it is read with the types that are declared for its columns. */
function csv(table: TableName): string {
  const declared = Object.entries(tables[table]).map(([name, type]) => `'${name}': '${types[type]}'`);
  return `read_csv('${join(folder, `${table}.csv`)}', header = true, columns = {${declared.join(', ')}})`;
}

t.test('each has rows, of the types of its columns', async (t) => {
  for (const table of tableNames) {
    // All columns are read, and refused where a cell has not the type of its column.
    t.ok((await rowsOf(`select * from ${csv(table)}`)).length > 0, `${table} has rows`);
  }
});

t.test('they tell of one run', async (t) => {
  const one = async (sql: string) => Number((await rowsOf(sql))[0]?.[0]);
  const [deaths] = [Object.values(figures.deaths).reduce((sum, count) => sum + count, 0)];
  t.equal(await one(`select count(*) from ${csv('ticks')}`), ticks);
  t.equal(await one(`select sum(deaths) from ${csv('ticks')}`), deaths);
  t.equal(await one(`select count(*) from ${csv('deaths')}`), deaths);
  t.equal(await one(`select count(*) from ${csv('residents')} where died_tick is not null`), deaths);
  t.equal(await one(`select count(*) from ${csv('residents')} where mentor is not null`), figures.births);
  t.equal(await one(`select sum(balance_millicredits) from ${csv('residents')}`), figures.balances.residents);
  t.equal(await one(`select sum(pool_millicredits) from ${csv('pods')}`), figures.balances.pools);
  const both = `${csv('deaths')} d join ${csv('residents')} r using (resident)`;
  t.equal(
    await one(`select count(*) from ${both} where d.tick = r.died_tick and d.age_ticks = r.died_tick - r.born_tick`),
    deaths,
  );
  const sold = `(select pod, count(*) n from ${csv('meetings')} m join ${csv('pods')} p on m.other = p.owner where m.type = 'service.called' group by pod)`;
  t.ok((await one(`select count(*) from ${sold}`)) > 0, 'who calls a service meets its owner');
  t.equal(
    await one(
      `select count(*) from (select distinct pod from ${csv('prices')}) where pod not in (select pod from ${csv('pods')})`,
    ),
    0,
  );
  const paid = `select sum(amount_millicredits) from ${csv('postings')} where`;
  t.ok((await one(`${paid} "from" = 'treasury'`)) > 0 && (await one(`${paid} amount_millicredits <= 0`)) === 0);
});
