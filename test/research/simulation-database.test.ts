/** `civitas simulate --database`: the city is kept by a Postgres, and is the same. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { postgresStores } from '../persistence/support.ts';
import { civitas } from '../run-civitas.ts';

// A guard against what hangs, not a measure.
t.setTimeout(900_000);

const stores = await postgresStores();
t.teardown(() => stores.stop());

/** Interrupts its process once, when a file is there. */
const policy = (flag: string) => `import { existsSync, rmSync } from 'node:fs';
export default ({ tick, present }, dice) => {
  if (tick === 4 && existsSync(${JSON.stringify(flag)})) {
    rmSync(${JSON.stringify(flag)});
    process.kill(process.pid, 'SIGINT');
  }
  const to = dice.pick(present);
  return to === undefined ? [] : [{ type: 'give', to, amount: 1 + dice.integerBelow(3) }, { type: 'adopt' }];
};`;

t.test('[SM1] a run on Postgres has the hash of the run in memory, also after an interruption', async (t) => {
  const { address, sql } = await stores.fresh();
  const folder = t.testdir({});
  const flag = join(folder, 'flag');
  writeFileSync(join(folder, 'giver.js'), policy(flag));
  const env = { ...process.env, PGHOST: address.host, PGPORT: String(address.port), PGUSER: address.user };
  const url = `postgres:///${address.database}?application_name=my-own`;
  const ran = async (...args: readonly string[]) => {
    const of = ['--residents', '6', '--ticks', '12', '--seed', '7', '--policy', join(folder, 'giver.js')];
    const { out, err } = await civitas(['simulate', ...of, ...args], env);
    return { last: out.trim().split('\n').at(-1), err };
  };
  const [memory, kept, again] = ['memory', 'kept', 'again'].map((name) => join(folder, name));
  const inMemory = await ran('--out', String(memory));
  t.match(inMemory.last, /^[0-9a-f]{64}$/, inMemory.err);
  writeFileSync(flag, '');
  const stopped = await ran('--out', String(kept), '--database', url);
  t.match(stopped.err, /^Interrupted at tick /);
  t.equal((await ran('--out', String(kept), '--database', url, '--resume')).last, inMemory.last);
  const summaries = [memory, kept].map((of) => readFileSync(join(String(of), 'summary.json'), 'utf8'));
  t.equal(summaries[1], summaries[0]);
  t.notMatch(readFileSync(join(String(kept), 'manifest.json'), 'utf8'), /my-own/);
  const [row] = await sql`select count(*)::int as batches from journal`;
  t.not(row?.['batches'], 0);
  t.match((await ran('--out', String(again), '--database', url)).err, /^--database: it holds a city already\./);
  t.match((await ran('--out', String(again), '--database', 'mysql://x')).err, /^--database not the URL of a Postgres/);
  const many = await ran('--out', String(again), '--database', url, '--replications', '2');
  t.match(many.err, /^--database: it keeps one city, and a grid has many\./);
  t.notOk(existsSync(String(again)));
});
