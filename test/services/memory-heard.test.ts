/** [ME7] What a resident remembers without having written it: where it was, whom it heard, what was said. */
import t from 'tap';
import { lastVisitUpTo, visitName } from '../../services/memory/visit-names.ts';
import { shopOf } from '../gateways/pod-over-http.ts';
import type { Asker } from '../gateways/started-gateways.ts';
import { cityWithServices } from './city.ts';

const path = '/v1/global-services/memory';
const toCommons = (who: Asker) => who.post('/v1/location/move', { exit_id: 'commons' });
const say = (who: Asker, message: string) => who.post('/v1/mesh/broadcast', { message });
type Item = { readonly id: string; readonly location?: string; readonly auto?: true };
const itemsOf = ({ body }: { readonly body: Record<string, unknown> }) => body['items'] as readonly Item[];
const list = async (who: Asker, what: string) => itemsOf(await who.get(`${path}/${what}`));

t.test('visits are sessions, who was heard are peers, and what was said are messages', async (t) => {
  const world = await cityWithServices(t);
  const [ada, bo] = [await world.resident('Ada'), await world.resident('Bo')];
  await toCommons(ada);
  await say(ada, 'before Bo came');
  await toCommons(bo);
  await say(ada, 'Good morning, Bo. The toll is 2 credits.');
  await say(bo, 'Good morning.');
  await bo.post('/v1/mesh/whisper', { to: ada.id, message: 'between us' });
  await bo.post('/v1/location/move', { exit_id: 'home' });
  await say(ada, 'Gone already?');

  const sessions = await list(bo, 'sessions');
  t.match(
    sessions.map(({ location, auto }) => [location, auto]),
    [
      [`city-housing/${bo.id}`, true],
      ['city-commons', true],
      [`city-housing/${bo.id}`, true],
    ],
  );
  const square = sessions[1]?.id;
  const said = { auto: true, id: /^heard_\d+$/, session_id: square, workspace_id: bo.id };
  t.match((await bo.get(`${path}/sessions/${square}/messages`)).body, {
    items: [
      { ...said, peer_id: ada.id, content: 'Good morning, Bo. The toll is 2 credits.' },
      { ...said, peer_id: bo.id, content: 'Good morning.' },
    ],
    next_cursor: null,
  });
  const page = await bo.get(`${path}/sessions/${square}/messages?limit=1`);
  const next = await bo.get(`${path}/sessions/${square}/messages?limit=1&cursor=${page.body['next_cursor']}`);
  t.match(next.body, { items: [{ content: 'Good morning.' }], next_cursor: null });
  t.equal(itemsOf(next).length, 1);
  t.match((await bo.get(`${path}/sessions/${square}/context?tokens=4`)).body, {
    messages: [{ content: 'Good morning.' }],
  });
  t.same(
    (await list(bo, 'peers')).map(({ id }) => id),
    [ada.id, bo.id].sort(),
  );
  t.match((await bo.get(`${path}/peers/${ada.id}/card`)).body, { peer_card: [/1 word of/, /kept nothing/] });
  t.match(await bo.get(`${path}/peers/cleo-9/card`), { status: 404 });
  t.same(await list(bo, 'sessions?auto=false'), []);
  t.same(await list(bo, 'peers?auto=false'), []);
  t.match(await bo.get(`${path}/sessions?auto=perhaps`), { status: 422 });
});

t.test('a search leaves them out unless it asks for them', async (t) => {
  const world = await cityWithServices(t);
  const ada = await world.resident('Ada');
  await toCommons(ada);
  await say(ada, 'The bridge has a toll.');
  await say(ada, 'A bridge, a toll: the toll of the bridge.');
  await say(ada, 'Nothing else.');
  const search = (body: object) => ada.post(`${path}/search`, body);
  t.same((await search({ query: 'bridge toll' })).body, { items: [], next_cursor: null });
  t.same((await search({ query: 'bridge toll', auto: false })).body, { items: [], next_cursor: null });
  const found = await search({ query: 'bridge toll', auto: true });
  t.match(found.body, { items: [{ content: /^A bridge/, auto: true }, { content: /^The bridge/ }] });
  t.equal(itemsOf(found).length, 2);
  t.match(itemsOf(await search({ query: 'bridge toll', auto: true, limit: 1 })), { length: 1 });
});

t.test(
  'another resident gets nothing by the name of a visit, and where words are not kept nothing is left',
  async (t) => {
    const world = await cityWithServices(t);
    const [ada, bo] = [await world.resident('Ada'), await world.resident('Bo')];
    const shop = await shopOf(ada, 'Lamp shop');
    await ada.post(`/v1/pods/${shop}/access`, { type: 'public', keeps_words: false });
    const exits = itemsOf(await ada.get('/v1/location/exits')) as readonly (Item & { readonly to: string })[];
    await ada.post('/v1/location/move', { exit_id: exits.find(({ to }) => to === shop)?.id });
    await say(ada, 'not to be kept');
    const visits = await list(ada, 'sessions?limit=200');
    const last = visits.at(-1);
    t.match(last, { location: shop, auto: true });
    t.same(itemsOf(await ada.get(`${path}/sessions/${last?.id}/messages`)), []);
    t.notMatch(JSON.stringify((await ada.post(`${path}/search`, { query: 'kept', auto: true })).body), 'not to be');
    for (const { id } of visits) t.match(await bo.get(`${path}/sessions/${id}/messages`), { status: 404 }, id);
    for (const name of ['visit-', 'visit-1', 'visit-999999999999', 'visit-0000000000001', 'visit-00000000000a'])
      t.match(await ada.get(`${path}/sessions/${name}/context`), { status: 404 }, name);
  },
);

t.test('pages of written and derived names are one list, in the order of names, each name once', async (t) => {
  const world = await cityWithServices(t);
  const ada = await world.resident('Ada');
  for (let n = 0; n < 4; n++) {
    await toCommons(ada);
    await ada.post('/v1/location/move', { exit_id: 'home' });
  }
  const derived = (await list(ada, 'sessions')).map(({ id }) => id);
  t.equal(derived.length, 9);
  const taken = derived[3] ?? '';
  const messages = [{ peer_id: 'bo-2', content: 'written' }];
  const written = ['a-day', 'visit-', 'visit-0', `${derived[2]}x`, 'zoo', taken];
  for (const name of written) await ada.post(`${path}/sessions/${name}/messages`, { messages });
  const names: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await ada.get(`${path}/sessions?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    names.push(...(body['items'] as readonly Item[]).map(({ id }) => id));
    if (body['next_cursor'] === null) break;
    cursor = String(body['next_cursor']);
  }
  t.same(names, [...new Set([...written, ...derived])].sort());
  t.match(itemsOf(await ada.get(`${path}/sessions/${taken}/messages`)), [{ content: 'written' }], 'what it wrote');
});

t.test('a cursor that is no name of a visit stands where its name does', (t) => {
  const names = [1, 9, 10, 99, 123_456_789_012].map(visitName);
  const cursors = [
    '',
    'a',
    'visit',
    'visit-',
    'visit-0',
    'visit-00000000001',
    'visit-000000000009',
    'visit-000000000009x',
  ];
  for (const cursor of [
    ...cursors,
    'visit-00000000001-',
    'visit-00000000001_',
    'visit-1z',
    'visit-z',
    'visitor',
    'z',
    'Z',
  ]) {
    const after = lastVisitUpTo(cursor);
    const behind = [1, 9, 10, 99, 123_456_789_012].filter((from) => after !== undefined && from > after).map(visitName);
    t.same(
      behind,
      names.filter((name) => name > cursor),
      cursor,
    );
  }
  t.end();
});
