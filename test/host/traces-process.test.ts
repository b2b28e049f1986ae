/** A city in a database is asked why by the process that the Portal Gateway starts for it. */
import t, { type Test } from 'tap';
import { must } from '../../engine/assert.ts';
import { parseActorId } from '../../engine/ids.ts';
import { Traces } from '../../host/traces.ts';
import { keptSimulation, secret } from '../persistence/kept-simulation.ts';
import { postgresStores } from '../persistence/support.ts';

t.setTimeout(900_000);
const stores = await postgresStores();
t.teardown(() => stores.stop());

/** A city in a database that the processes find by the environment. */
async function asked(t: Test) {
  const { store, turns } = await keptSimulation(t, stores, 8);
  const { host, port, user, database } = store.address;
  const env = { PGHOST: host ?? '', PGPORT: String(port), PGUSER: user ?? '', DATABASE_URL: `postgres:///${database}` };
  Object.assign(process.env, env, { DATA_DIR: t.testdir({ secret }) });
  const traces = new Traces();
  return { store, turns, traces };
}

t.test('what led to an event is told, and what cannot be is a sentence', async (t) => {
  const { store, turns, traces } = await asked(t);
  const { signal } = new AbortController();
  const ofTurn = (turn: number) => traces.trace({ type: 'turn', turn }, 20, signal);
  const [born] = await store.sql<
    { seq: number }[]
  >`select min(seq)::int as seq from event where type = 'resident.born'`;
  t.match(await traces.trace({ type: 'event', seq: born?.seq ?? 0 }, 20, signal), {
    type: 'traced',
    chain: {
      links: [{ trace: { command: { caller: 'operator', event: { type: 'found' } } } }],
      end: { type: 'command' },
    },
  });
  t.match(await ofTurn(0), { type: 'absent', why: /^Turn 0 is not there: the city has turns 1 to \d+\.$/ });
  const [births] = await store.sql<
    { count: number }[]
  >`select count(*)::int as count from event where type = 'resident.born'`;
  const actors = births?.count ?? 0;
  const then = await traces.machinesAt(turns, signal);
  const residents = then.type === 'opened' && then.machines.items.find(({ kind }) => kind === 'resident');
  t.match(residents, { charts: [{ chart: 'resident', actors, states: { 'alive.active': actors } }] });
  t.match(await traces.machinesAt(1, signal), { type: 'opened', machines: { turn: 1 } });
  t.match(await traces.machinesAt(turns + 1_000, signal), { type: 'absent', why: /is not there/ });
  await store.sql`update journal set code = 'another' where batch = 4`;
  const [row] = await store.sql<{ turn: number }[]>`select last_turn::int as turn from journal where batch = 4`;
  t.match(await ofTurn(row?.turn ?? 0), { type: 'untraceable', why: /were made by version another of the code/ });
  await store.sql`update journal set body = '' where batch = 9`;
  t.same(await ofTurn(turns), {
    type: 'untraceable',
    why: 'journal row (shard 0, batch 9): its checksum is wrong. `civitas verify` says which turns can be opened.',
  });
  await traces.stop();
});

t.test('who was in a state is told in pages, and the turns of an actor', async (t) => {
  const { turns, traces } = await asked(t);
  const { signal } = new AbortController();
  const living = { kind: 'resident', chart: null, state: 'alive', limit: 3 };
  const first = await traces.actorsAt(turns, { ...living, after: null }, signal);
  t.match(first, { type: 'opened', actors: { turn: turns, items: { length: 3 }, next_cursor: /^resident:/ } });
  const after = first.type === 'opened' ? first.actors.next_cursor : null;
  const second = await traces.actorsAt(turns, { ...living, after }, signal);
  const ids = [first, second].flatMap((then) => (then.type === 'opened' ? then.actors.items.map(({ id }) => id) : []));
  t.same(ids, [...new Set(ids)].sort(), 'the next page goes on');
  t.ok(ids.length > 3);
  t.match(await traces.actorsAt(turns, { ...living, kind: 'dragon', after: null }, signal), { type: 'absent' });
  const commons = must(parseActorId('location:city-commons'), 'the Commons');
  const page = await traces.turnsOf({ actor: commons, before: turns + 1, limit: 2 }, signal);
  t.match(page, { type: 'opened', page: { turns: { length: 2 }, next: Number } });
  await traces.stop();
});
