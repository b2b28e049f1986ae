/** Where charts are public, strangers look at them and at actors of every kind, and see nothing that is not for them. */
import t, { type Test } from 'tap';
import type { z } from 'zod';
import { kinds } from '../../actors/index.ts';
import { must } from '../../engine/assert.ts';
import { actorId } from '../../engine/ids.ts';
import { Actor } from '../../gateways/answers/actor.ts';
import { ActorsInState } from '../../gateways/answers/charts.ts';
import { CityCharts } from '../../host/charts.ts';
import { act, found } from '../world.ts';
import { amount, forbidden, hash, kept } from './one-of-each-kind.ts';
import { ask, operatorToken, startedPortalWorld } from './started-gateways.ts';

type Fields = Readonly<Record<string, unknown>>;

async function town(t: Test, chartsArePublic = true) {
  const charts = new CityCharts();
  const portal = await startedPortalWorld(t, { chartsArePublic }, { charts }, {}, charts.engineOptions);
  const { state } = portal.city;
  const put = (kind: string, one: { readonly state: string; readonly context: Fields & { readonly id: string } }) => {
    const id = actorId(kind, one.context.id);
    const context = { ...one.context, decided_by_nobody: forbidden };
    const wakes = [{ tick: amount, event: { type: forbidden, at: amount } }];
    const calls = [{ id: forbidden, effect: forbidden, input: { text: forbidden }, event: { type: forbidden } }];
    state.putImage({ id, state: one.state, context, wakes, calls, quarantined: false, turn: 1 });
    state.settle();
    return id;
  };
  const look = (path: string) => ask(`${portal.url}/v1/dashboard${path}`);
  const list = async (kind: string) =>
    ActorsInState.parse((await look(`/machines/${kind}/actors`)).body).items.map(({ id }) => id);
  return { ...portal, put, look, list };
}

const seen = ['resident', 'location', 'pod', 'connection-request', 'job', 'note', 'portal-station', 'framework'];

t.test('[CH5] of actors of every kind strangers are shown what is listed, and nothing else', async (t) => {
  const { put, look, list } = await town(t);
  const ids = Object.entries(kept).map(([kind, one]) => ({ kind, id: put(kind, one) }));
  t.same(ids.map(({ kind }) => kind).sort(), kinds.map(({ name }) => name).sort(), 'every kind is tried');
  for (const { kind, id } of ids) {
    const answers = [
      await look(`/actors/${encodeURIComponent(id)}`),
      await look(`/machines/${kind}/actors`),
      await look(`/machines/${kind}`),
    ];
    const [one] = answers;
    t.equal(one?.status, seen.includes(kind) ? 200 : 404, kind);
    t.equal((await list(kind)).includes(id), seen.includes(kind), `${kind} in the list`);
    const text = JSON.stringify(answers.map(({ body }) => body).map((body) => ({ ...body, message: null, id: null })));
    for (const word of [forbidden, hash, String(amount), 'decided_by_nobody'])
      t.notMatch(text, word, `${kind}: ${word}`);
  }
});

t.test('[CH5] what is shown of a resident, a pod and a way', async (t) => {
  const { put, look } = await town(t);
  for (const [kind, one] of Object.entries(kept)) put(kind, one);
  const context = async (id: string) => Actor.parse((await look(`/actors/${encodeURIComponent(id)}`)).body).context;
  t.same(await context('resident:kept-1'), {
    ...{ id: 'kept-1', name: 'Kept', framework: 'letta-v1', bornAt: 7, diesTick: 70, diedAt: null },
    location: 'city-commons',
  });
  t.same(await context('pod:open-pod'), {
    ...{ id: 'open-pod', name: 'Open', tier: 'small', owner: 'ada-1', representative: 'ada-1', features: [] },
  });
  t.same(await context('connection-request:open-way'), {
    terms: { from: 'city-commons', to: 'open-pod', bidirectional: true, visibility: 'visible' },
  });
});

t.test('[CH5] hidden and subtle ways, and what is behind them, are not there for strangers', async (t) => {
  const { put, look, list } = await town(t);
  const way = kept['connection-request'];
  const { context } = way;
  for (const visibility of ['subtle', 'hidden'] as const) {
    const terms = { ...context.terms, visibility, to: `${visibility}-pod` };
    put('pod', { ...kept.pod, context: { ...kept.pod.context, id: `${visibility}-pod` } });
    put('job', { ...kept.job, context: { ...kept.job.context, id: `${visibility}-job`, place: `${visibility}-pod` } });
    put('connection-request', { ...way, context: { ...context, id: `${visibility}-way`, terms } });
    put('resident', {
      ...kept.resident,
      context: { ...kept.resident.context, id: `${visibility}-1`, location: `${visibility}-pod` },
    });
    for (const id of [`pod:${visibility}-pod`, `job:${visibility}-job`, `connection-request:${visibility}-way`]) {
      t.match(await look(`/actors/${encodeURIComponent(id)}`), { status: 404, body: { error: 'not_found' } }, id);
    }
    t.match((await look(`/actors/resident:${visibility}-1`)).body, { context: { location: null } });
  }
  for (const kind of ['pod', 'job', 'connection-request']) t.same(await list(kind), []);
});

t.test('[CH5] a cursor does not name those who are passed over', async (t) => {
  const { put, look } = await town(t);
  for (const n of [1, 2, 3])
    put('visitor', { ...kept.visitor, context: { ...kept.visitor.context, id: `${forbidden}-${n}` } });
  const page = async (cursor: string) => {
    const { body } = await look(`/machines/visitor/actors?limit=1${cursor}`);
    return ActorsInState.parse(body);
  };
  const first = await page('');
  const cursor = must(first.next_cursor, 'a cursor');
  for (const part of cursor.split('.')) t.notMatch(Buffer.from(part, 'base64url').toString('latin1'), 'forbidden');
  const second = await page(`&cursor=${cursor}`);
  t.not(second.next_cursor, cursor, 'it leads on');
  t.equal((await page(`&cursor=${second.next_cursor}`)).next_cursor, null, 'to the end');
});

t.test('[CH5] whether somebody runs out of credits, and who has just done something, is not told', async (t) => {
  const { city, put, look } = await town(t);
  put('resident', { state: 'alive.warned', context: { ...kept.resident.context, id: 'poor-2' } });
  const ada = await found(city, 'Ada', 10_000);
  const looks = async () => [
    await look('/actors/resident:poor-2'),
    await look(`/actors/resident:${ada}`),
    await look('/machines/resident/actors'),
    await look('/machines/resident/actors?state=alive'),
  ];
  const before = (await looks()).map(({ body }) => body);
  t.match(before, [{ state: 'alive' }, { state: 'alive' }, { items: { length: 2 } }, { items: { length: 2 } }]);
  t.notMatch(JSON.stringify(before), 'warned');
  await act(city, ada, { type: 'broadcast', text: 'At home nobody hears me.' });
  t.same(
    (await looks()).map(({ body }) => body),
    before,
    'as before',
  );
  for (const state of ['alive.warned', 'alive.active'])
    for (const limit of [1, 20]) {
      const { body } = await look(`/machines/resident/actors?state=${state}&limit=${limit}`);
      t.same(body, { items: [], next_cursor: null }, state);
    }
});

t.test('[CH5] what an actor would take, its turns and its refusals are for the operator', async (t) => {
  const { city, url, look } = await town(t);
  const ada = await found(city, 'Ada', 10_000);
  await act(city, ada, { type: 'thought', text: forbidden });
  await act(city, ada, { type: 'broadcast', text: forbidden });
  const path = `/actors/resident:${ada}`;
  await act(city, ada, { type: 'move', exit: 'no-such-exit', max_toll: null });
  const listsOf = ({ events, turns, refusals, wakes }: z.infer<typeof Actor>) =>
    [events, turns, refusals, wakes].map((list) => list.length);
  t.same(listsOf(Actor.parse((await look(path)).body)), [0, 0, 0, 0]);
  const all = listsOf(Actor.parse((await ask(`${url}/v1/dashboard${path}`, { token: operatorToken })).body));
  t.notOk(all.includes(0), 'the operator is shown all of them');
});

const paths = ['/machines', '/machines/resident', '/machines/resident/drawing', '/machines/resident/actors'];

t.test('without the setting nobody but the operator looks; with it others still do not ask why', async (t) => {
  for (const chartsArePublic of [false, true]) {
    const { city, url, look } = await town(t, chartsArePublic);
    const ada = await found(city, 'Ada', 10_000);
    for (const path of [...paths, `/actors/resident:${ada}`]) {
      t.equal((await look(path)).status, chartsArePublic ? 200 : 401, path);
      t.match(await ask(`${url}/v1/dashboard${path}`, { token: 'wrong' }), { status: 401 }, 'a wrong token is refused');
      t.equal((await ask(`${url}/v1/dashboard${path}`, { token: operatorToken })).status, 200, path);
    }
    for (const path of ['/turns/1', '/events/1/why', '/residents', '/feed'])
      t.equal((await look(path)).status, 401, path);
  }
});

t.test('looks of strangers are counted by address', async (t) => {
  const charts = new CityCharts();
  const { url } = await startedPortalWorld(t, { chartsArePublic: true, anonymousLooksPerMinute: 3 }, { charts });
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) statuses.push((await ask(`${url}/v1/dashboard/machines`)).status);
  t.same(statuses, [200, 200, 200, 429]);
});
