/** `civitas why` as a researcher runs it: what it says of an event, and what it refuses. */
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { diff } from '../../cli/diff.ts';
import { askedOf, type WhyOptions, why } from '../../cli/why.ts';
import { fieldsOf, parseJson } from '../../client/wire.ts';
import { keptSimulation, secret } from '../persistence/kept-simulation.ts';
import { type PostgresStore, postgresStores } from '../persistence/support.ts';
import { bareEnv, civitas } from '../run-civitas.ts';

t.setTimeout(900_000);
const stores = await postgresStores();
t.teardown(() => stores.stop());

const options = { format: 'text', links: '20' };

/** `civitas why` of the city in the store. */
function asking(t: Test, store: PostgresStore) {
  const { host, port, user, database } = store.address;
  const data = t.testdir({ secret });
  const env = { PGHOST: host ?? '', PGPORT: String(port), PGUSER: user ?? '', DATABASE_URL: `postgres:///${database}` };
  Object.assign(process.env, env);
  const of = (what: string, more: Partial<WhyOptions> = {}) => why(env, what, { ...options, ...more, data });
  return { of, env, data };
}

t.test('an event of a city that another holds is explained, and what cannot be is one sentence', async (t) => {
  const { store, turns } = await keptSimulation(t, stores, 8);
  const { of, env, data } = asking(t, store);
  const [born] = await store.sql<
    { seq: number }[]
  >`select min(seq)::int as seq from event where type = 'resident.born'`;
  const [tick] = await store.sql<
    { seq: number }[]
  >`select max(seq)::int as seq from event where type = 'tick.completed'`;
  const text = (await of(String(born?.seq))).join('\n');
  t.match(text, /^turn \d+, tick \d+, .*: operator sends found to location:/);
  t.match(text, /^> 1\. location:\S+ hears found .*\(the command\)$/m);
  t.match(text, new RegExp(`publishes event .*\\b${born?.seq}\\b`));
  t.match(text, /It began with a command\.$/);
  t.match(
    (await of(String(tick?.seq))).join('\n'),
    /^turn \d+, .*: all have heard tick 8; event \d+\n\nIt began with a tick\.$/,
  );
  const json = fieldsOf(parseJson((await of(`turn:${turns}`, { format: 'json' })).join('\n')));
  t.match(json, {
    links: [{ trace: { turn: turns, command: { type: 'tick.completed', tick: 8 } }, path: [] }],
    end: { type: 'tick' },
  });
  const run = await civitas(['why', '999999', '--data', data], bareEnv(env));
  t.match(run, { code: 1, out: '', err: /^Event 999999 is not there: the city has events up to \d+\.\n$/ });
  await t.rejects(of('turn:0'), /^Turn 0 is not there: the city has turns 1 to \d+\.$/);
  await t.rejects(of('1', { format: 'xml' }), /^--format xml: there are text and json\.$/);
  await store.sql`update journal set code = 'another' where batch = 4`;
  const [row] = await store.sql<{ turn: number }[]>`select last_turn::int as turn from journal where batch = 4`;
  await t.rejects(
    of(`turn:${row?.turn}`),
    /^Turns \d+ to \d+ were made by version another of the code; this is [0-9a-f]{16}, by/,
  );
  await store.sql`update journal set body = '' where batch = 9`;
  await t.rejects(
    of(`turn:${turns}`),
    /^journal row \(shard 0, batch 9\): its checksum is wrong\. `civitas verify` says which turns can be opened\.$/,
  );
});

t.test('an account is explained at a moment, back to its first turn', async (t) => {
  const { store, turns } = await keptSimulation(t, stores, 8);
  const { of, env, data } = asking(t, store);
  const account = await of('account:treasury', { at: 'tick:7', links: '2' });
  t.match(account[0], /^treasury after turn \d+, tick 7: -\d+(\.\d+)? credits/);
  t.match(account.join('\n'), /then upkeep: (1 tick|\d+ ticks) of -?[\d.]+, -?[\d.]+ together\)/);
  const asked = ['why', 'account:treasury', '--at', 'tick:7', '--links', '2', '--data', data];
  const told = await civitas(asked, bareEnv(env));
  t.same(told, { code: 0, out: `${account.join('\n')}\n`, err: '' }, 'so is it by the command line');
  t.match(account.at(-1), /^There is more: civitas why account:treasury --at turn:\d+$/);
  t.match(fieldsOf(parseJson((await of('account:treasury', { format: 'json', links: '1' })).join('\n'))), {
    ...{ account: 'treasury', turn: turns, tick: 8, turns: [{ account: { account: 'treasury' } }] },
    end: { type: 'longer' },
  });
  await t.rejects(of('account:treasury', { at: 'tick:99' }), /^The end of tick 99 is not there: /);
  await t.rejects(
    of('account:nobody'),
    /^account:nobody: give an actor \(account:resident:vera-7\), account:treasury or/,
  );
  await t.rejects(of('1', { at: 'turn:1' }), /^--at is for an account/);
});

t.test('cities in databases are compared as those of data folders are', async (t) => {
  const [one, other] = [await keptSimulation(t, stores, 4), await keptSimulation(t, stores, 3)];
  const { host, port, user } = one.store.address;
  Object.assign(process.env, { PGHOST: host, PGPORT: String(port), PGUSER: user });
  const [a, b] = [one, other].map(({ store }) => `postgres:///${store.address.database}`);
  t.same(await diff({}, a ?? '', a ?? ''), ['Nothing differs.']);
  const lines = await diff({}, a ?? '', b ?? '');
  t.match(lines[0], /^They part at event \d+\.$/);
  t.equal(lines[2], `${b}: nothing, it has ended before`);
  await t.rejects(diff({}, a ?? '', 'postgres:///nowhere'), /nowhere/);
});

t.test('what is asked for is an event or a turn', (t) => {
  t.same(askedOf('9000'), { type: 'event', seq: 9000 });
  t.same(askedOf('turn:9000'), { type: 'turn', turn: 9000 });
  for (const text of ['', '-1', '1.5', 'tick:4', 'turn:', '9999999999999999'])
    t.throws(
      () => askedOf(text),
      /: give the seq of an event \(9000\), a turn \(turn:9000\) or an account \(account:resident:vera-7\)\.$/,
      text,
    );
  t.end();
});

t.test('turns that are shown are counted', async (t) => {
  for (const links of ['0', '1001', '-1', ''])
    await t.rejects(why({}, '1', { ...options, links }), /^--links .*: not a whole number from 1 to 1000\.$/);
});

t.test('a folder without a city is not made one', async (t) => {
  await t.rejects(
    why({}, '1', { ...options, data: join(t.testdir(), 'nowhere') }),
    /^There is no city in .*nowhere\. /,
  );
});
