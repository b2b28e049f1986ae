/** The Portal Gateway before a city of the past: what was is shown, nothing that came later, and nothing is taken. */
import t from 'tap';
import { kinds } from '../../actors/index.ts';
import { fieldsOf, parseJson, textOf } from '../../client/wire.ts';
import { readConfig } from '../../config/settings.ts';
import { openPast } from '../../engine/commit/past.ts';
import { CityState } from '../../engine/state/city-state.ts';
import { codeVersion } from '../../host/code-version.ts';
import { startPastPortal } from '../../host/past-portal.ts';
import { PostgresHistory } from '../../persistence/postgres/history.ts';
import { readPast } from '../../persistence/postgres/past-reading.ts';
import { keptSimulation, secret } from '../persistence/kept-simulation.ts';
import { postgresStores } from '../persistence/support.ts';
import { silentLog } from '../world.ts';

t.setTimeout(300_000);
const stores = await postgresStores();
t.teardown(() => stores.stop());

const operatorToken = 'adm_of_the_operator_of_this_test';

t.test('[PT3] what was is shown, nothing later, and no request that writes is taken', async (t) => {
  const { store, hashes } = await keptSimulation(t, stores, 60);
  const turn = [...hashes.keys()][20] ?? 0;
  const history = await PostgresHistory.open(store.address);
  const state = new CityState(kinds, secret, {});
  await openPast(state, history, { type: 'turn', turn }, codeVersion());
  await history.close();
  const reading = readPast(store.address, state.counters);
  const portal = await startPastPortal({
    ...{ config: readConfig({}), state, reading, operatorToken, log: silentLog, port: 0 },
  });
  t.teardown(async () => {
    await portal.close();
    await reading.close();
  });
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${portal.port}${path}`, { method, headers });
    const body = await answer.text();
    return { status: answer.status, body: body.startsWith('{') ? fieldsOf(parseJson(body)) : {} };
  };

  const operator = { Authorization: `Bearer ${operatorToken}` };
  t.match(await ask('GET', '/v1/map'), { status: 200, body: { seq: state.counters.seq } });
  const health = await ask('GET', '/v1/admin/health', operator);
  t.match(health, { status: 200, body: { tick: state.counters.tick, turn, paused: true } });
  t.match(await ask('GET', '/v1/dashboard/residents', operator), { status: 200 });
  const living = [...state.images.values()].filter(({ id, state: at }) => id.startsWith('resident:') && at !== 'dead');
  const [first] = living;
  t.match(await ask('GET', `/v1/residents/${first?.id.slice('resident:'.length)}`), { status: 200 });

  const { paths } = (await ask('GET', '/openapi.json')).body;
  let refused = 0;
  for (const [path, methods] of Object.entries(fieldsOf(paths)))
    for (const method of Object.keys(fieldsOf(methods)))
      if (method !== 'get' && path.startsWith('/v1')) {
        refused += 1;
        const answer = await ask(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'vera-7'), operator);
        const past = { status: 409, body: { error: 'past', applied: false, tick: state.counters.tick } };
        t.match(answer, past, `${method} ${path}`);
        t.match(textOf(answer.body['message']), /as it was at tick \d+/);
      }
  t.ok(refused > 15, `${refused} routes`);
  t.equal(state.counters.turn, turn);
});
