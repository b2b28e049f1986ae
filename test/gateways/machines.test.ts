/** The charts of the city as the operator is shown them: drawn, counted by state, and which transitions are taken meanwhile. */
import t, { type Test } from 'tap';
import { z } from 'zod';
import { ActorsInState, Machine } from '../../gateways/answers/charts.ts';
import { CityCharts } from '../../host/charts.ts';
import { act, found } from '../world.ts';
import { ask, operatorToken, startedPortalWorld } from './started-gateways.ts';

async function town(t: Test) {
  const charts = new CityCharts();
  const portal = await startedPortalWorld(t, {}, { charts }, {}, charts.engineOptions);
  const operate = (path: string) => ask(`${portal.url}/v1/dashboard/machines${path}`, { token: operatorToken });
  const machine = async (kind: string) => {
    const [first, ...more] = Machine.parse((await operate(`/${kind}`)).body).charts;
    if (first === undefined) throw new Error(`no chart of ${kind}`);
    return { first, more };
  };
  return { ...portal, operate, machine };
}

t.test('an actor with a chart of its own is counted there alone', async (t) => {
  const { city, machine } = await town(t);
  await found(city, 'Ada', 10_000);
  const { first, more } = await machine('location');
  t.match(
    [first, ...more],
    [
      { chart: 'house', actors: 1 },
      { chart: 'commons', actors: 1 },
    ],
  );
  t.match((await machine('resident')).first, { chart: 'resident', actors: 1, states: { 'alive.active': 1 } });
});

t.test('[CH4] which transition was taken is said from the first request on', async (t) => {
  const { city, machine } = await town(t);
  const ada = await found(city, 'Ada', 10_000);
  await act(city, ada, { type: 'move', exit: 'commons', max_toll: null });
  t.same((await machine('resident')).first.taken, {}, 'nobody has looked before');
  await act(city, ada, { type: 'broadcast', text: 'Good morning.' });
  const { taken } = (await machine('resident')).first;
  t.ok(
    Object.keys(taken).some((name) => /: broadcast\[\d+\]$/.test(name)),
    'the word is among them',
  );
  t.notOk(
    Object.keys(taken).some((name) => /: move\[/.test(name)),
    'the way is not',
  );
});

t.test('a chart is drawn with all that is read at it, and every name of a transition is one of its own', async (t) => {
  const { city, machine, operate } = await town(t);
  await machine('resident');
  const ada = await found(city, 'Ada', 10_000);
  await act(city, ada, { type: 'move', exit: 'commons', max_toll: null });
  const Drawn = z.object({ charts: z.array(z.object({ transitions: z.array(z.object({ name: z.string() })) })) });
  const answer = await operate('/resident/drawing');
  t.equal(answer.status, 200);
  const names = new Set(Drawn.parse(answer.body).charts.flatMap((one) => one.transitions.map(({ name }) => name)));
  const { taken } = (await machine('resident')).first;
  t.not(Object.keys(taken).length, 0);
  for (const name of Object.keys(taken)) t.ok(names.has(name), name);
});

t.test('those in a state are listed, page by page, and those of an inner state with them', async (t) => {
  const { city, operate } = await town(t);
  const ids: string[] = [];
  for (const name of ['Ada', 'Bo', 'Cleo', 'Dee', 'Eve']) ids.push(`resident:${await found(city, name, 10_000)}`);
  const paged = async (query: string) => {
    const names: string[] = [];
    for (let cursor = ''; ; ) {
      const { status, body } = await operate(`${query}&limit=2${cursor}`);
      t.equal(status, 200);
      const { items, next_cursor: next } = ActorsInState.parse(body);
      t.ok(items.length <= 2);
      names.push(...items.map(({ id }) => id));
      if (next === null) return names;
      cursor = `&cursor=${next}`;
    }
  };
  for (const state of ['', 'alive', 'alive.active'])
    t.same(await paged(`/resident/actors?state=${state}`), ids.toSorted(), state);
  t.same(await paged('/resident/actors?state=ali'), [], 'the beginning of a path is no state');
  t.same(
    await paged('/location/actors?chart=house'),
    ids.map((id) => id.replace('resident:', 'location:city-housing/')).sort(),
  );
  t.same(await paged('/location/actors?chart=commons'), ['location:city-commons']);
  for (const path of ['/dragon/actors', '/location/actors?chart=castle']) t.match(await operate(path), { status: 404 });
  t.match(await operate('/resident/actors?cursor=abc'), { status: 422 });
});

t.test('who changes its state is listed where it is now, and once', async (t) => {
  const { city, operate } = await town(t);
  const [ada, bo] = [await found(city, 'Ada', 10_000), await found(city, 'Bo', 10_000)];
  const listed = async (state: string) =>
    ActorsInState.parse((await operate(`/resident/actors?state=${state}`)).body).items.map(({ id }) => id);
  t.same(await listed('alive.active'), [`resident:${ada}`, `resident:${bo}`]);
  await act(city, ada, { type: 'shut_down', confirm: true });
  t.same([await listed('alive.active'), await listed('alive')], [[`resident:${bo}`], [`resident:${bo}`]]);
  t.same(await listed(''), [`resident:${ada}`, `resident:${bo}`]);
});

t.test('nobody but the operator looks, and a kind that there is not is not found', async (t) => {
  const { operate, url } = await town(t);
  for (const path of ['/dragon', '/dragon/drawing'])
    t.match(await operate(path), { status: 404, body: { error: 'not_found' } });
  for (const path of ['/resident', '/resident/drawing', '/resident/actors'])
    t.match(await ask(`${url}/v1/dashboard/machines${path}`), { status: 401 });
});
