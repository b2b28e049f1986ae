/** `civitas turns` as a researcher runs it: every turn once and in order, those of somebody, and those that a fork can leave out. */
import t, { type Test } from 'tap';
import { turns as list, type TurnsOptions } from '../../cli/turns.ts';
import { fieldsOf, parseJson, textOf } from '../../client/wire.ts';
import { keptSimulation, secret } from '../persistence/kept-simulation.ts';
import { postgresStores } from '../persistence/support.ts';
import { bareEnv, civitas } from '../run-civitas.ts';

t.setTimeout(900_000);
const stores = await postgresStores();
t.teardown(() => stores.stop());

/** A city that has lived, and what the command says of it. */
async function telling(t: Test) {
  const { store, turns: newest } = await keptSimulation(t, stores, 4);
  const { host, port, user, database } = store.address;
  const data = t.testdir({ secret });
  const env = { PGHOST: host ?? '', PGPORT: String(port), PGUSER: user ?? '', DATABASE_URL: `postgres:///${database}` };
  Object.assign(process.env, env);
  const told = async (options: Partial<TurnsOptions> = {}) => {
    const lines: string[] = [];
    await list(env, { data, format: 'json', ...options }, (line) => lines.push(line));
    return lines.map((line) => fieldsOf(parseJson(line)));
  };
  return { told, newest, data, env };
}

t.test('turns are told once and in order, all, of a stretch, of somebody, or from outside', async (t) => {
  const { told, newest, data, env } = await telling(t);
  const numbers = async (options: Partial<TurnsOptions>) => (await told(options)).map(({ turn }) => turn);
  const all = await told();
  t.same(
    all.map(({ turn }) => turn),
    Array.from({ length: newest }, (_, n) => n + 1),
  );
  t.same(await numbers({ from: 'turn:20', to: 'turn:25' }), [20, 21, 22, 23, 24, 25]);
  const fourth = await numbers({ from: 'tick:3', to: 'tick:4' });
  t.same([fourth.length > 10, fourth.at(-1)], [true, newest]);

  const byItself = ['tick', 'tick.completed', 'wake', 'wake.dropped', 'wake.deferred'];
  t.same(
    await told({ outside: true }),
    all.filter(({ type }) => !byItself.includes(textOf(type))),
  );
  const { caller } = all.findLast((one) => String(one['caller']).startsWith('resident:')) ?? {};
  const own = await told({ of: textOf(caller) });
  t.same(
    own,
    all.filter((one) => one['caller'] === caller || one['to'] === caller),
  );
  t.same(await told({ of: textOf(caller).slice('resident:'.length) }), own);
  t.same(await told({ of: 'nobody' }), []);

  const heard: string[] = [];
  await list(
    env,
    { data, format: 'text' },
    (line) => heard.push(line),
    () => heard.length < 10,
  );
  t.equal(heard.length, 10, 'no turn is read on when nobody reads what is said');

  const run = await civitas(['turns', '--data', data, '--from', 'turn:1', '--to', 'turn:1'], bareEnv(env));
  t.match(run, { code: 0, err: '', out: /^turn 1 {2}20\S+Z {2}settings change\n$/ });
  await t.rejects(told({ from: 'tick:99' }), /^The end of tick 99 is not there: /);
  await t.rejects(told({ to: 'turn:0' }), /^Turn 0 is not there: the city has turns 1 to \d+\.$/);
  await t.rejects(
    told({ from: 'turn:9', to: 'turn:8' }),
    /^--from turn:9 is after --to turn:8: turn 9 is after turn 8\.$/,
  );
  await t.rejects(told({ to: 'monday' }), /^--to monday: give a turn/);
  await t.rejects(told({ format: 'xml' }), /^--format xml: there are text and json\.$/);
});
