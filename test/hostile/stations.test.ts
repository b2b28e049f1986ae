/** Given portal stations, when somebody else's token, another name, or no picture comes, then nothing of it happens. */
import t from 'tap';
import { pictureOf, pixel, type Send, startedStations } from '../gateways/station-gateways.ts';

const mib = 1024 * 1024;

/** All that a station does. */
const pathsOf = (id: string, print: string): readonly (readonly [string, string, (object | Buffer)?])[] => [
  ['POST', `/v1/portals/${id}/heartbeat`, {}],
  ['POST', `/v1/portals/${id}/camera`, pixel],
  ['GET', `/v1/portals/${id}/prints`],
  ['POST', `/v1/portals/${id}/prints/${print}`, { status: 'printed' }],
];

t.test('[PS7] a station’s token opens its own doors, and nobody else’s token opens these', async (t) => {
  const { resident, station, visitor, operator, nobody, as, world } = await startedStations(t, {
    strangerRatePerMinute: 1_000,
  });
  const ada = await resident('Ada');
  const [library, cafe, eve] = [await station(), await station('Cafe'), await visitor('eve', 20)];
  const { body: asked } = await ada('POST', '/v1/portals/print', { content: 'A secret.' });
  const paths = (id: string) => pathsOf(id, String(asked['id']));
  const tries: readonly (readonly [string, Send, number])[] = [
    ['another station', cafe, 403],
    ['a visitor', eve, 401],
    ['the operator', operator, 401],
    ['nobody', nobody, 401],
    ['a resident', as('token of Ada'), 401],
    ['a token that nobody has', as(`sta_${'a'.repeat(43)}`), 401],
    ['a token that is cut', as(library.token.slice(0, -1)), 401],
    ['a token with more', as(`${library.token}a`), 401],
  ];
  for (const [who, send, status] of tries)
    for (const [method, path, body] of paths(library.id)) {
      const answer = await send(method, path, body);
      t.equal(answer.status, status, `${who}: ${method} ${path}`);
      t.notMatch(JSON.stringify(answer.body), /A secret/);
    }
  t.match((await cafe('GET', `/v1/portals/${library.id}/prints`)).body, {
    error: 'access_denied',
    station: library.id,
    own: cafe.id,
  });
  t.match(await cafe('POST', `/v1/portals/${cafe.id}/prints/${asked['id']}`, { status: 'printed' }), { status: 404 });
  t.match((await library('GET', `/v1/portals/${library.id}/prints`)).body, { items: [{ status: 'queued' }] });
  t.equal(world.store.pictures.size, 0);
  t.same(world.city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
});

t.test('[PS7] a station under other names, and on paths of others', async (t) => {
  const { station, world } = await startedStations(t, { strangerRatePerMinute: 1_000, stationRatePerMinute: 1_000 });
  const [library, cafe] = [await station(), await station('Cafe')];
  for (const id of ['library-999', '..%2Fadmin', 'LIBRARY-1', '%00', `${library.id}%2F..%2F${cafe.id}`])
    for (const [method, path, body] of pathsOf(id, 'print_aaaaaaaaaaaaaaaa'))
      t.ok([403, 404].includes((await library(method, path, body)).status), `${method} ${path}`);
  const elsewhere: readonly (readonly [string, string, object?])[] = [
    ['GET', '/v1/visitors/me'],
    ['POST', `/v1/portals/${library.id}/broadcast`, { message: 'Me.' }],
    ['POST', `/v1/portals/${library.id}/print`, { content: 'Me.' }],
    ['POST', '/v1/portals/register', { name: 'More', place: 'There', location: 'city-commons' }],
    ['DELETE', `/v1/portals/${cafe.id}`],
    ['GET', '/v1/dashboard/residents'],
  ];
  for (const [method, path, body] of elsewhere)
    t.equal((await library(method, path, body)).status, 401, `${method} ${path} is none of a station`);
  t.equal(world.store.pictures.size, 0);
});

t.test('[PS8] what is no picture, or too large, is not kept', async (t) => {
  const { resident, station, errors, look } = await startedStations(t, { stationRatePerMinute: 1_000 });
  await resident('Ada');
  const library = await station();
  const camera = `/v1/portals/${library.id}/camera`;
  t.match(await library('POST', camera, pictureOf(mib)), { status: 201, body: { bytes: mib } });
  const others: readonly (object | Buffer | undefined)[] = [
    undefined,
    {},
    Buffer.from('<script>'),
    Buffer.concat([pixel, Buffer.from('<script>')]),
    pixel.subarray(0, -2),
    Buffer.alloc(70_000, 0xff),
    Buffer.from([0xc3, 0x28, 0xff, 0xfe]),
  ];
  for (const body of others)
    t.match(await library('POST', camera, body), {
      status: 422,
      body: { error: 'invalid_request', issues: [{ message: /JPEG/ }] },
    });
  t.match(await library('POST', camera, pictureOf(mib + 100)), {
    status: 413,
    body: { error: 'payload_too_large', max_bytes: mib },
  });
  t.equal((await (await look('Ada')).arrayBuffer()).byteLength, mib, 'the one before is still shown');
  t.same(errors, []);
});

t.test('[PS6] words from outside are published as they are, and never as anything else', async (t) => {
  const { station, visitor, resident, nobody, errors } = await startedStations(t);
  const ada = await resident('Ada');
  const library = await station('<b>Library</b>');
  const eve = await visitor('eve', 100);
  const texts = ['<script>alert(1)</script>', '"}],"x":[', '\u202egnirts', 'line\nline', '🏮'.repeat(100)];
  for (const message of texts)
    t.match(await eve('POST', `/v1/portals/${library.id}/broadcast`, { message }), { status: 201, body: { message } });
  for (const message of ['a\u0000b', '', 'x'.repeat(4_001), 7, null])
    t.match(await eve('POST', `/v1/portals/${library.id}/broadcast`, { message }), { status: 422 });
  t.match(await ada('POST', '/v1/portals/message', { message: 'half \ud800' }), { status: 422 });
  const { items } = (await nobody('GET', `/v1/portals/${library.id}/activity`)).body;
  t.same(
    (items as readonly { readonly data: { readonly message: string } }[]).map(({ data }) => data.message),
    texts.reverse(),
  );
  t.same(errors, []);
});
