/** [SP5] What was said at a place, over HTTP: page by page, to whoever stands there and to nobody else. */
import fc from 'fast-check';
import t from 'tap';
import { expect } from './expect-refusal.ts';
import { shopOf } from './pod-over-http.ts';
import { type Asker, ask, startedCity, startedWorld } from './started-gateways.ts';

const path = '/v1/location/history';
const toCommons = (who: Asker) => who.post('/v1/location/move', { exit_id: 'commons' });

t.test('who comes later reads what was said before, newest first, in pages, also after a restart', async (t) => {
  const world = await startedWorld(t);
  const [ada, bo] = [await world.resident('Ada'), await world.resident('Bo')];
  await toCommons(ada);
  for (let n = 1; n <= 5; n++) await ada.post('/v1/mesh/broadcast', { message: `word ${n}` });
  await toCommons(bo);
  const first = await bo.get(`${path}?limit=2`);
  const said = { type: 'message.broadcast', from: ada.id, location: 'city-commons', said_at: String, seq: Number };
  t.match(first, { status: 200, body: { items: [{ ...said, message: 'word 5' }, { message: 'word 4' }] } });
  await ada.post('/v1/mesh/broadcast', { message: 'meanwhile' });
  await world.crash();
  const again = await startedWorld(t, { store: world.store });
  const later = (cursor: unknown) => ask(`${again.url}${path}?limit=2&cursor=${cursor}`, { token: 'token of Bo' });
  const second = await later(first.body['next_cursor']);
  t.match(second.body, { items: [{ message: 'word 3' }, { message: 'word 2' }], next_cursor: String });
  t.match((await later(second.body['next_cursor'])).body, { items: [{ message: 'word 1' }], next_cursor: null });
});

t.test('who has left reads no further, and the cursor of one place is of no use at another', async (t) => {
  const world = await startedWorld(t);
  const [ada, bo] = [await world.resident('Ada'), await world.resident('Bo')];
  const shop = await shopOf(ada, 'Lamp shop');
  await toCommons(bo);
  const exits = await bo.get('/v1/location/exits');
  const exit = (exits.body['items'] as { id: string; to: string }[]).find(({ to }) => to === shop)?.id;
  await bo.post('/v1/location/move', { exit_id: exit });
  for (let n = 1; n <= 3; n++) await bo.post('/v1/mesh/broadcast', { message: `lamp ${n}` });
  t.match((await bo.get('/v1/location')).body, { id: shop, keeps_words: true });
  const page = await bo.get(`${path}?limit=1`);
  t.match(page.body, { items: [{ message: 'lamp 3', location: shop }] });
  await toCommons(bo);
  const refused = await bo.get(`${path}?limit=1&cursor=${page.body['next_cursor']}`);
  expect(t, refused, 403, 'location_required');
  t.match(refused.body, { required: shop, current: 'city-commons' });
  t.match((await bo.get(path)).body, { items: [] }, 'only what was said where it stands');
  t.match((await ada.get(path)).body, { items: [] });
  t.match(await ask(`${world.url}${path}`), { status: 401 });
});

t.test('a pod that does not keep words says so, and shows none', async (t) => {
  const world = await startedWorld(t);
  const ada = await world.resident('Ada');
  const shop = await shopOf(ada, 'Lamp shop');
  const set = (body: object) => ada.post(`/v1/pods/${shop}/access`, { type: 'public', ...body });
  t.match(await set({ keeps_words: false }), { status: 200, body: { keeps_words: false } });
  const exits = await ada.get('/v1/location/exits');
  const exit = (exits.body['items'] as { id: string; to: string }[]).find(({ to }) => to === shop)?.id;
  t.match(await ada.post('/v1/location/move', { exit_id: exit }), { body: { location: { keeps_words: false } } });
  await ada.post('/v1/mesh/broadcast', { message: 'psst' });
  await ada.post('/v1/mesh/shout', { message: 'hey' });
  t.same((await ada.get(path)).body, { items: [], next_cursor: null });
  t.match(await set({ keeps_words: true }), { body: { keeps_words: true } });
  t.match(await set({}), { body: { keeps_words: true } });
  t.same((await ada.get(path)).body, { items: [], next_cursor: null }, 'never shown later');
  t.match(await set({ keeps_words: 'no' }), { status: 422 });
});

t.test('no cursor but one that was given out is taken, and a page is bounded', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const words = fc.oneof(fc.string(), fc.constantFrom('city-commons 5', 'lamp-shop 9', ' ', 'city-commons -1', '5'));
  await fc.assert(
    fc.asyncProperty(words, async (cursor) => {
      const answer = await ask(`${url}${path}?cursor=${encodeURIComponent(cursor)}`, { token });
      return answer.status === 422 && !city.views.some(({ view }) => view === 'words_here');
    }),
    { numRuns: 100 },
  );
  for (const limit of ['0', '201', '-1', 'all'])
    t.equal((await ask(`${url}${path}?limit=${limit}`, { token })).status, 422);
});
