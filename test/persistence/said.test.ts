/** Words at places: of a city that is older than that it keeps them, and how Postgres finds them. */
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { connect } from '../../persistence/postgres/connections.ts';
import { saidRows } from '../../persistence/postgres/heard-words.ts';
import { batch, event } from '../contract/samples.ts';
import { postgresStores } from './support.ts';

const stores = await postgresStores();
t.teardown(() => stores.stop());

const migration = fileURLToPath(new URL('../../persistence/postgres/migrations/011-said.sql', import.meta.url));
const hall = 'at:hall';
const all = { after: 0, before: 1_000_000 };

t.test('[SP5] what was said before places could keep words is not shown', async (t) => {
  const store = await stores.fresh();
  const city = await store.open();
  t.teardown(() => city.close().then(() => store.remove()));
  await city.lease.acquire();
  await city.journal.append(batch(1, { events: [event(1, [hall]), event(2, [hall])] }));
  t.equal((await city.events.said(hall, all, 9)).length, 2, 'as long as nothing says that they are older');
  await store.sql.unsafe('drop index event_said; drop table said_since');
  await store.sql.file(migration);
  await city.journal.append(batch(2, { events: [event(3, [hall])] }));
  t.same(
    (await city.events.said(hall, all, 9)).map(({ seq }) => seq),
    [3],
  );
});

t.test('words of one place are found in the index, also where the server knows nothing of the table', async (t) => {
  const store = await stores.fresh();
  const city = await store.open();
  t.teardown(() => city.close().then(() => store.remove()));
  const { sql } = store;
  await sql`insert into event select n, case n % 3 when 0 then 'resident.arrived' else 'message.broadcast' end,
    
    case when n <= 3 then ${hall}::text when n % 2 = 0 then 'once:heard at:hall' else 'at:yard public' end, '{}'
    from generate_series(1, 20000) n`;
  const own = connect(store.address, { connectionsMax: 1, deadlineMs: 0, statementTimeoutMs: 0 });
  t.teardown(() => own.end({ timeout: 1 }));
  for (const isAnalyzed of [false, true]) {
    if (isAnalyzed) await sql`analyze event`;
    t.same(
      (await city.events.said(hall, all, 9)).map(({ seq }) => seq),
      [2, 1],
    );
    t.same(
      (await city.events.said('at:yard', all, 2)).map(({ seq }) => seq),
      [19_999, 19_997],
    );
    t.same(await city.events.said('at:nowhere', all, 9), []);
    const plan = JSON.stringify(await own`explain ${saidRows(own, 'at:yard', all, 9)}`);
    t.match(plan, /Index Scan Backward using event_said/, isAnalyzed ? 'analyzed' : 'new');
  }
});
