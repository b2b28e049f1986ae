/** The City API in the process answers as that over HTTP does, and tells the same events. */
import t, { type Test } from 'tap';
import { commonsExit, homeExit } from '../../actors/rules/place/names.ts';
import { fieldsOf, parseJson, textOf } from '../../client/wire.ts';
import { InProcessCityApi } from '../../gateways/city/in-process-city-api.ts';
import type { InProcessAnswer } from '../../gateways/transport/in-process-exchange.ts';
import { type Asker, optionsOf, type StartedWorld, startedWorld } from './started-gateways.ts';

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
  readonly key?: string;
  readonly cause?: string;
}

interface Both {
  readonly world: StartedWorld;
  readonly api: InProcessCityApi;
  inProcess(asked: Asked): Promise<InProcessAnswer>;
  overHttp(
    asked: Asked,
  ): Promise<{ readonly status: number; readonly body: unknown; readonly retryAfter: string | null }>;
}

async function both(t: Test): Promise<Both> {
  const world = await startedWorld(t);
  const { settings, clock, log, cursorKey } = optionsOf(world.city, {}, []);
  const api = new InProcessCityApi({ city: world.city, settings, clock, log, cursorKey });
  t.teardown(() => api.close());
  return {
    ...{ world, api },
    inProcess: ({ method, path, token = 'token of Ada', body = '', key = '', cause = '' }) =>
      api.ask({ method, path, authorization: `Bearer ${token}`, body, key, cause }),
    async overHttp({ method, path, token = 'token of Ada', body, key, cause }) {
      const named = {
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(cause !== undefined && { 'x-cause-seq': cause }),
      };
      const headers = { authorization: `Bearer ${token}`, ...named };
      const answer = await fetch(`${world.url}${path}`, { method, headers, body: body ?? null });
      return { status: answer.status, body: await answer.json(), retryAfter: answer.headers.get('retry-after') };
    },
  };
}

async function atCommons(world: StartedWorld, name: string, credits = 1000): Promise<Asker> {
  const asker = await world.resident(name, credits);
  await asker.post('/v1/location/move', { exit_id: commonsExit });
  return asker;
}

t.test('requests are answered as over HTTP: what is shown, what is refused, and why', async (t) => {
  const { world, inProcess, overHttp } = await both(t);
  await atCommons(world, 'Ada');
  const { id } = await atCommons(world, 'Bo', 0.05);
  const asked: readonly Asked[] = [
    { method: 'GET', path: '/v1/me' },
    { method: 'GET', path: '/v1/location/exits?limit=5' },
    { method: 'GET', path: `/v1/residents/${id}` },
    { method: 'GET', path: '/v1/residents/nobody%20at%20all' },
    { method: 'GET', path: '/v1/job-board?limit=0' },
    { method: 'GET', path: '/v1/job-board?cursor=forged' },
    { method: 'GET', path: '/v1/nothing' },
    { method: 'GET', path: '/v1/me', token: 'res_wrong' },
    { method: 'POST', path: '/v1/mesh/broadcast', body: '{"message":5}' },
    { method: 'POST', path: '/v1/mesh/broadcast', body: '{"mess' },
    { method: 'POST', path: '/v1/mesh/broadcast', body: '{"message":"Dear."}', token: 'token of Bo' },
    { method: 'POST', path: '/v1/mesh/broadcast', body: '{"message":"Hello."}', key: 'once' },
    { method: 'POST', path: '/v1/mesh/broadcast', body: '{"message":"Other."}', key: 'once' },
    { method: 'POST', path: '/v1/house/rooms', body: '{"name":"attic"}' },
    { method: 'POST', path: '/v1/mesh/broadcast', body: '{"message":"Why?"}', cause: 'because' },
  ];
  const statuses = new Set<number>();
  for (const one of asked) {
    const http = await overHttp(one);
    const { status, body, headers } = await inProcess(one);
    statuses.add(status);
    const name = `${one.method} ${one.path}`;
    t.same({ status, body: parseJson(body) }, { status: http.status, body: http.body }, name);
    t.equal(new Map(headers).get('Retry-After') ?? null, http.retryAfter, `${name}: when to come again`);
  }
  t.ok(statuses.size > 5, [...statuses].join(' '));
});

t.test('requests of one resident are counted, as over HTTP', async (t) => {
  const { world, inProcess } = await both(t);
  await world.resident('Ada');
  const statuses: number[] = [];
  for (let n = 0; n <= 600; n++) statuses.push((await inProcess({ method: 'GET', path: '/v1/me' })).status);
  t.same([...new Set(statuses)], [200, 429]);
});

t.test('a socket hears what is said where its resident is, once, until it ends', async (t) => {
  const { world, api } = await both(t);
  const [ada, bo] = [await atCommons(world, 'Ada'), await atCommons(world, 'Bo')];
  const frames: string[] = [];
  const types = () => frames.map((json) => textOf(fieldsOf(parseJson(json))['type']));
  const stream = api.listen('Bearer token of Ada', world.city.state.counters.seq, (json) => frames.push(json));
  await bo.post('/v1/mesh/broadcast', { message: 'One.' });
  t.same(types(), ['hello', 'resumed', 'message.broadcast']);
  await bo.post('/v1/mesh/whisper', { to: ada.id, message: 'Two.' });
  await ada.post('/v1/location/move', { exit_id: homeExit });
  const before = types().length;
  await bo.post('/v1/mesh/broadcast', { message: 'Not here.' });
  t.equal(types().length, before, 'it has gone home');
  t.equal(types().filter((type) => type === 'message.whisper').length, 1);
  stream.end();
  await bo.post('/v1/me/messages/send', { to: ada.id, message: 'Three.' });
  t.equal(types().length, before, 'nothing comes after its end');
});

t.test('who comes with no valid token hears nothing', async (t) => {
  const { world, api } = await both(t);
  const bo = await world.resident('Bo');
  const frames: string[] = [];
  api.listen('Bearer res_wrong', 0, (json) => frames.push(json));
  await bo.post('/v1/mesh/broadcast', { message: 'One.' });
  t.same(frames, []);
});
