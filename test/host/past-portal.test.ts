/** The Portal Gateway before a city of the past: what was is shown, nothing that came later, and nothing is taken. */
import t, { type Test } from 'tap';
import { kinds } from '../../actors/index.ts';
import { fieldsOf, listOf, parseJson, textOf } from '../../client/wire.ts';
import { readConfig } from '../../config/settings.ts';
import { openPast } from '../../engine/commit/past.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { codeVersion } from '../../host/code-version.ts';
import { startPastPortal } from '../../host/past-portal.ts';
import { Traces } from '../../host/traces.ts';
import { PostgresHistory } from '../../persistence/postgres/history.ts';
import { readPast } from '../../persistence/postgres/past-reading.ts';
import { keptSimulation, secret } from '../persistence/kept-simulation.ts';
import { postgresStores } from '../persistence/support.ts';
import { silentLog } from '../world.ts';

t.setTimeout(900_000);
const stores = await postgresStores();
t.teardown(() => stores.stop());

const operatorToken = 'adm_of_the_operator_of_this_test';

/** The portal before a city of 60 ticks, opened at an early turn of it. */
async function pastPortal(t: Test) {
  const { store, hashes } = await keptSimulation(t, stores, 60);
  const turn = [...hashes.keys()][20] ?? 0;
  const history = await PostgresHistory.open(store.address);
  const state = new CityState(kinds, secret, {});
  await openPast(state, history, { type: 'turn', turn }, codeVersion());
  await history.close();
  const reading = readPast(store.address, state.counters);
  const { host, port: ofServer, user, database } = store.address;
  const env = { PGHOST: host ?? '', PGPORT: String(ofServer), PGUSER: user ?? '' };
  Object.assign(process.env, env, { DATABASE_URL: `postgres:///${database}` });
  const pastCharts = new Traces({ data: t.testdir({ secret }) });
  const portal = await startPastPortal({
    ...{ config: readConfig({}), state, reading, operatorToken, log: silentLog, port: 0, pastCharts },
  });
  t.teardown(async () => {
    await portal.close();
    await pastCharts.stop();
    await reading.close();
  });
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${portal.port}${path}`, { method, headers });
    const body = await answer.text();
    return { status: answer.status, body: body.startsWith('{') ? fieldsOf(parseJson(body)) : {} };
  };
  const asOperator = (path: string, method = 'GET') => ask(method, path, { Authorization: `Bearer ${operatorToken}` });
  const living = [...state.images.values()].filter(({ id, state: at }) => id.startsWith('resident:') && at !== 'dead');
  return { turn, state, living, ask, asOperator };
}

t.test('[PT3] what was is shown, nothing later, and no request that writes is taken', async (t) => {
  const { turn, state, living, ask, asOperator } = await pastPortal(t);
  t.match(await ask('GET', '/v1/map'), { status: 200, body: { seq: state.counters.seq } });
  const health = await asOperator('/v1/admin/health');
  t.match(health, { status: 200, body: { tick: state.counters.tick, turn, paused: true } });
  t.match(await asOperator('/v1/dashboard/residents'), { status: 200 });
  const [first] = living;
  t.match(await ask('GET', `/v1/residents/${first?.id.slice('resident:'.length)}`), { status: 200 });

  const { paths } = (await ask('GET', '/openapi.json')).body;
  let refused = 0;
  for (const [path, methods] of Object.entries(fieldsOf(paths)))
    for (const method of Object.keys(fieldsOf(methods)))
      if (method !== 'get' && path.startsWith('/v1')) {
        refused += 1;
        const answer = await asOperator(path.replaceAll(/\{\w+\}/g, 'vera-7'), method.toUpperCase());
        const past = { status: 409, body: { error: 'past', applied: false, tick: state.counters.tick } };
        t.match(answer, past, `${method} ${path}`);
        t.match(textOf(answer.body['message']), /as it was at tick \d+/);
      }
  t.ok(refused > 15, `${refused} routes`);
  t.equal(state.counters.turn, turn);
});

t.test('[PT3] who was in a state is listed, at that turn and at earlier ones', async (t) => {
  const { turn, living, asOperator } = await pastPortal(t);
  const inState = '/v1/dashboard/machines/resident/actors?state=alive&limit=200';
  const { items } = fieldsOf((await asOperator(inState)).body);
  t.same(
    listOf(items).map((one) => textOf(fieldsOf(one)['id'])),
    living.map(({ id }) => id).sort(),
    'who is in a state',
  );
  const earlier = `/v1/dashboard/turns/${turn - 1}/machines`;
  t.match(await asOperator(earlier), { status: 200, body: { turn: turn - 1 } }, 'an earlier turn');
  t.match(await asOperator(`${earlier}/resident/actors?limit=1`), {
    ...{ status: 200, body: { turn: turn - 1, items: [{ id: /^resident:/ }] } },
  });
  t.match(await asOperator(`/v1/dashboard/turns/${turn + 1}/machines`), { status: 404 }, 'nothing later');
});
