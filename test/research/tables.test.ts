/** The tables that a run leaves, read by another program: DuckDB. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import t from 'tap';
import { readConfig } from '../../config/settings.ts';
import { mixed } from '../../population/policies/built-in.ts';
import { run } from '../../research/runs/run.ts';
import { tableNames, tables } from '../../research/runs/tables.ts';

// A guard against what hangs, not a measure.
t.setTimeout(900_000);

const folder = mkdtempSync(join(tmpdir(), 'civitas-tables-'));
t.teardown(() => rmSync(folder, { recursive: true }));

const config = readConfig({ MINDS: '0', NEWBORN_SEED_CREDITS: '100' });
/** Longer than the life of a founder. */
const ticks = 80;
const { figures } = await run({ course: { seed: 7, residents: 16, table: mixed, config }, ticks, folder });

const duck = await (await DuckDBInstance.create()).connect();
const rowsOf = async (sql: string) => (await duck.runAndReadAll(sql)).getRowsJson();
const parquet = (table: string) => `'${join(folder, `${table}.parquet`)}'`;

t.test('each is there twice: what is in the CSV is in the Parquet, in columns with types', async (t) => {
  const types: Readonly<Record<string, string>> = {
    STRING: 'VARCHAR',
    INT32: 'INTEGER',
    INT64: 'BIGINT',
    DOUBLE: 'DOUBLE',
  };
  for (const table of tableNames) {
    const columns = Object.entries(tables[table]);
    const described = await rowsOf(`describe select * from ${parquet(table)}`);
    t.same(
      described.map(([name, type]) => [name, type]),
      columns.map(([name, type]) => [name, types[type]]),
      table,
    );
    const declared = columns.map(([name, type]) => `'${name}': '${types[type]}'`).join(', ');
    const csv = `read_csv('${join(folder, `${table}.csv`)}', header = true, columns = {${declared}})`;
    const [[count] = []] = await rowsOf(`select count(*) from ${csv}`);
    t.not(count, '0', `${table} has rows`);
    for (const [one, other] of [
      [csv, parquet(table)],
      [parquet(table), csv],
    ])
      t.same(await rowsOf(`select * from ${one} except all select * from ${other}`), [], table);
  }
});

t.test('they tell of one run', async (t) => {
  const one = async (sql: string) => Number((await rowsOf(sql))[0]?.[0]);
  const [deaths] = [Object.values(figures.deaths).reduce((sum, count) => sum + count, 0)];
  t.equal(await one(`select count(*) from ${parquet('ticks')}`), ticks);
  t.equal(await one(`select sum(deaths) from ${parquet('ticks')}`), deaths);
  t.equal(await one(`select count(*) from ${parquet('deaths')}`), deaths);
  t.equal(await one(`select count(*) from ${parquet('residents')} where died_tick is not null`), deaths);
  t.equal(await one(`select count(*) from ${parquet('residents')} where mentor is not null`), figures.births);
  t.equal(await one(`select sum(balance_millicredits) from ${parquet('residents')}`), figures.balances.residents);
  t.equal(await one(`select sum(pool_millicredits) from ${parquet('pods')}`), figures.balances.pools);
  const both = `${parquet('deaths')} d join ${parquet('residents')} r using (resident)`;
  t.equal(
    await one(`select count(*) from ${both} where d.tick = r.died_tick and d.age_ticks = r.died_tick - r.born_tick`),
    deaths,
  );
  const sold = `(select pod, count(*) n from ${parquet('meetings')} m join ${parquet('pods')} p on m.other = p.owner where m.type = 'service.called' group by pod)`;
  t.ok((await one(`select count(*) from ${sold}`)) > 0, 'who calls a service meets its owner');
  t.equal(
    await one(
      `select count(*) from (select distinct pod from ${parquet('prices')}) where pod not in (select pod from ${parquet('pods')})`,
    ),
    0,
  );
  const paid = `select sum(amount_millicredits) from ${parquet('postings')} where`;
  t.ok((await one(`${paid} "from" = 'treasury'`)) > 0 && (await one(`${paid} amount_millicredits <= 0`)) === 0);
});
