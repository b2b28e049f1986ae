/** The public map: what a stranger could walk to, and who is there. */
import t from 'tap';
import { spread } from '../../actors/rules/place/map-view.ts';
import { act, found } from '../world.ts';
import { ask, startedPortalWorld } from './started-gateways.ts';

t.test('[PF1] shows public rooms with who is there, and no house', async (t) => {
  let elapsed = 0;
  const clock = { now: () => Date.now(), elapsed: () => elapsed };
  const { city, url } = await startedPortalWorld(t, {}, { clock });
  const ada = await found(city, 'Ada', 10_000, 3);
  await found(city, 'Bo', 10_000, 3);
  await act(city, ada, { type: 'move', exit: 'commons', max_toll: null });
  const { status, body } = await ask(`${url}/v1/map`);
  t.equal(status, 200);
  t.match(body, {
    places: [{ id: 'city-commons', kind: 'commons', residents_count: 1, x: 0, y: 0 }],
    ways: [],
    residents: [{ id: ada, name: 'Ada', location: 'city-commons' }],
    truncated: false,
  });
  t.type(body['seq'], 'number');
  await act(city, ada, { type: 'move', exit: 'home', max_toll: null });
  t.same((await ask(`${url}/v1/map`)).body, body, 'the same map for a moment');
  elapsed += 1_000;
  t.match((await ask(`${url}/v1/map`)).body, { places: [{ residents_count: 0 }], residents: [] });
});

t.test('a place keeps its spot while others come and go, and lies beyond the one before it', async (t) => {
  const start = { id: 'city-commons', from: undefined };
  const near = { id: 'pod_a', from: 'city-commons' };
  const far = { id: 'pod_b', from: 'pod_a' };
  const all = spread([start, { id: 'pod_c', from: 'city-commons' }, near, far]);
  const some = spread([start, near, far]);
  const of = (spots: typeof all, id: string) => spots.find((spot) => spot.id === id);
  for (const id of ['city-commons', 'pod_a', 'pod_b']) t.same(of(all, id), of(some, id), id);
  const distance = (id: string) => Math.hypot(of(all, id)?.x ?? 0, of(all, id)?.y ?? 0);
  t.ok(distance('pod_a') >= 59 && distance('pod_a') <= 121, 'a step away');
  t.ok(distance('pod_b') > distance('pod_a'), 'further out');
});
