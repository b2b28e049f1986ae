/** Cursors: taken only by the list that gave them out, so that nobody can make views by making up cursors. */
import t from 'tap';
import { Cursors } from '../../gateways/route/cursor.ts';
import { ask, startedCity, startedWorld } from './started-gateways.ts';

/** Every list that takes a cursor, with the view that it shows. */
const lists = [
  ['/v1/location/exits', 'exits'],
  ['/v1/location/residents', 'residents'],
  ['/v1/location/history', 'words_here'],
  ['/v1/connections/pending', 'pending'],
  ['/v1/job-board', 'jobs'],
  ['/v1/services', 'services'],
  ['/v1/frameworks', 'frameworks'],
  ['/v1/threshold/souls', 'waiting_souls'],
  ['/v1/me/messages', undefined],
  ['/v1/credits/history', undefined],
  ['/v1/credits/pools/mill/history', undefined],
  ['/v1/me/questions', 'questions_asked'],
  ['/v1/location/notes', 'notes_here'],
  ['/v1/wishes', 'wishes'],
] as const;

const madeUp = { status: 422, body: { error: 'invalid_request', issues: [{ path: 'cursor' }] } };

t.test('these are the lists that the City API documents with a cursor', async (t) => {
  const { url } = await startedCity(t);
  const { body } = await ask(`${url}/openapi.json`);
  const paged = Object.entries(body['paths'] ?? {}).filter(([, path]) => JSON.stringify(path).includes('"cursor"'));
  const asked = lists.map(([path]) => path.replace('/mill/', '/{podId}/'));
  t.same(paged.map(([path]) => path).sort(), asked.sort());
});

t.test('no list takes a cursor that it did not give out, and nothing is looked at for it', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7', { at_home: true });
  const other = new Cursors('another key').signed(
    { path: '/v1/location/exits', isPaged: true },
    { next_cursor: '#20' },
  );
  const foreign = Object(other)['next_cursor'];
  for (const [path, view] of lists) {
    for (const cursor of [
      '',
      'null',
      '#20',
      'connection:req_a',
      '20',
      '.',
      'IzIw.',
      'IzIw.AAAAAAAAAAAA',
      foreign,
      'x'.repeat(3_000),
    ]) {
      const answer = await ask(`${url}${path}?cursor=${encodeURIComponent(cursor)}`, { token });
      t.match(answer, madeUp, `${path} ${cursor.slice(0, 30)}`);
    }
    t.notOk(city.views.some((asked) => asked.view === view));
  }
  t.same(city.lookedUp, []);
});

t.test('a cursor is for its own list, and only as it was given', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  for (const view of ['exits', 'residents'])
    city.shown.set(view, { type: 'shown', value: { items: [], next_cursor: 'bo-1' } });
  const get = (path: string) => ask(`${url}/v1/location/${path}`, { token });
  const { body } = await get('residents');
  const cursor = String(body['next_cursor']);
  t.match(cursor, /^[\w-]+\.[\w-]+$/, 'it needs no escapes in a URL');
  t.equal((await get(`residents?cursor=${cursor}`)).status, 200);
  t.match(city.views.at(-1), { view: 'residents', args: { cursor: 'bo-1' } });
  t.match(await get(`exits?cursor=${cursor}`), madeUp);
  for (const near of [`${cursor}A`, cursor.slice(0, -1), `${cursor}=`, cursor.replace('.', '=.')])
    t.match(await get(`residents?cursor=${encodeURIComponent(near)}`), madeUp);
});

t.test('an item that has left meanwhile does not end the list', async (t) => {
  const world = await startedWorld(t);
  const ada = await world.resident('Ada');
  const others = await Promise.all(['Bo', 'Cy', 'Di', 'Ed'].map((name) => world.resident(name)));
  for (const one of [ada, ...others]) await one.post('/v1/location/move', { exit_id: 'commons' });
  const first = await ada.get('/v1/location/residents?limit=3');
  const items = first.body['items'];
  const last = Array.isArray(items) ? items.at(-1).id : undefined;
  await others.find(({ id }) => id === last)?.post('/v1/location/move', { exit_id: 'home' });
  const rest = await ada.get(`/v1/location/residents?limit=3&cursor=${first.body['next_cursor']}`);
  t.match(rest.body, { items: [{ id: others.at(-2)?.id }, { id: others.at(-1)?.id }], next_cursor: null });
});
