/** Pictures of visitors at portal stations, over both gateways: as visitor, station, resident, operator and anybody see them. */
import t, { type Test } from 'tap';
import { square, startedStations } from './station-gateways.ts';

const jpeg = square.toString('base64');
const geotagged = Buffer.concat([
  square.subarray(0, 2),
  Buffer.from([0xff, 0xe1, 0, 13]),
  Buffer.from('Exif\0\0here!'),
  square.subarray(2),
]);

async function town(t: Test, settings = {}, env: Readonly<Record<string, string>> = {}) {
  const started = await startedStations(t, settings, env);
  const ada = await started.resident('Ada');
  const library = await started.station();
  const eve = await started.visitor('eve', 100);
  const leave = (send = eve, station = library.id, key?: string) =>
    send('POST', '/v1/visitors/pictures', { station, text: 'A lamp.', jpeg }, key);
  return { ...started, ada, library, eve, leave };
}

/** The bytes and headers of an answer that is no JSON. */
const bytesOf = (port: number, path: string, token = '') =>
  fetch(`http://127.0.0.1:${port}${path}`, token === '' ? {} : { headers: { Authorization: `Bearer ${token}` } });

t.test('[VH10] a picture is left, told of, and looked at by residents there and by strangers', async (t) => {
  const { eve, ada, nobody, library, cityPort, portalPort } = await town(t);
  const body = { station: library.id, text: 'A lamp.', jpeg: geotagged.toString('base64') };
  const left = await eve('POST', '/v1/visitors/pictures', body, 'one');
  const picture = { station: library.id, width: 8, height: 8 };
  t.match(left, { status: 201, body: { purpose: 'picture', from: eve.id, text: 'A lamp.', picture, balance: 95 } });
  const note = String(left.body['id']);
  t.same((await eve('POST', '/v1/visitors/pictures', body, 'one')).body, left.body, 'once under one key');
  const other = { ...body, jpeg };
  t.match(await eve('POST', '/v1/visitors/pictures', other, 'one'), { body: { error: 'idempotency_mismatch' } });
  const listed = { items: [{ id: note, text: 'A lamp.', picture, from: eve.id, left_at: String }] };
  t.match(await nobody('GET', `/v1/portals/${library.id}/pictures`), { status: 200, body: listed });
  t.match(await ada('GET', '/v1/location/notes'), { body: listed });
  t.match(await eve('GET', '/v1/visitors/notes'), { body: listed });
  t.match(await nobody('GET', `/v1/portals/${library.id}/activity`), { body: { items: [{ type: 'picture.left' }] } });
  const looks = [
    await bytesOf(portalPort, `/v1/portals/${library.id}/pictures/${note}`),
    await bytesOf(cityPort, `/v1/location/notes/${note}/picture`, 'token of Ada'),
  ];
  for (const look of looks) {
    t.equal(look.headers.get('content-type'), 'image/jpeg');
    t.equal(look.headers.get('x-content-type-options'), 'nosniff');
    t.equal(look.headers.get('cache-control'), 'no-store');
    t.same(Buffer.from(await look.arrayBuffer()), square, 'without what does not draw it');
  }
  await ada('POST', '/v1/location/move', { exit_id: 'home' });
  t.match(await ada('GET', `/v1/location/notes/${note}/picture`), { status: 404 }, 'only for who is there');
});

t.test('[VH10] what is no picture is refused, and nothing is kept of what the city refuses', async (t) => {
  const { eve, visitor, library, leave, world } = await town(t);
  const send = (more: object) =>
    eve('POST', '/v1/visitors/pictures', { station: library.id, text: 'A lamp.', jpeg, ...more });
  for (const wrong of ['', 'no Base64 at all', square.subarray(0, -2).toString('base64'), 'A'.repeat(349_529)])
    t.match(await send({ jpeg: wrong }), { status: 422, body: { issues: [{ path: 'jpeg' }] } });
  t.match(await send({ jpeg: 'A'.repeat(400_000) }), { status: 413 });
  t.match(await send({ text: '' }), { status: 422 });
  t.match(await send({ text: 'x'.repeat(281) }), { status: 422 });
  t.match(await send({ station: 'nowhere-9' }), { status: 404 });
  t.match(await leave(await visitor('poor')), { status: 402 });
  t.match(await leave(library), { status: 401 }, 'only visitors leave pictures');
  t.equal(world.store.pictures.size, 0);
});

t.test('[VH11] who left it takes it away, so do its station and the operator, and nobody else', async (t) => {
  const { eve, nobody, library, station, visitor, operator, leave, portalPort, resident } = await town(t);
  const left = async (send = eve) => String((await leave(send)).body['id']);
  const [one, two, three] = [await left(), await left(), await left(await visitor('finn', 100))];
  const cafe = await station('Cafe');
  t.match(await (await visitor('gus'))('DELETE', `/v1/visitors/notes/${one}`), { status: 404 });
  t.match(await cafe('DELETE', `/v1/portals/${cafe.id}/pictures/${one}`), { status: 404 });
  t.match(await cafe('DELETE', `/v1/portals/${library.id}/pictures/${one}`), { status: 403 });
  const bo = await resident('Bo');
  t.match(await bo('DELETE', `/v1/location/notes/${one}`), { body: { error: 'not_representative' } });
  t.match(await eve('DELETE', `/v1/visitors/notes/${one}`), { body: { reason: 'taken back', purpose: 'picture' } });
  t.match(await library('DELETE', `/v1/portals/${library.id}/pictures/${two}`), { body: { reason: 'removed' } });
  t.match(await operator('DELETE', `/v1/admin/notes/${three}`), { body: { reason: 'removed' } });
  for (const note of [one, two, three]) {
    const look = await bytesOf(portalPort, `/v1/portals/${library.id}/pictures/${note}`);
    t.equal(look.status, 404);
  }
  t.match(await nobody('GET', `/v1/portals/${library.id}/pictures`), { body: { items: [] } });
  t.match(await eve('GET', '/v1/visitors/me'), { body: { balance: 90 } }, 'nothing comes back');
});

t.test('[VH2] pictures are words of a visitor, and limited as these are', async (t) => {
  const { leave } = await town(t);
  const answers = [];
  for (let n = 0; n < 11; n++) answers.push((await leave()).status);
  t.same(answers, [201, 201, ...Array.from({ length: 8 }, () => 409), 429]);
});

t.test('[VH10] a picture goes with its station, and where the operator wants none there is none', async (t) => {
  const { leave, nobody, operator, library, eve } = await town(t);
  const note = String((await leave()).body['id']);
  t.match(await operator('DELETE', `/v1/portals/${library.id}`), { status: 200 });
  t.match(await nobody('GET', `/v1/portals/${library.id}/pictures/${note}`), { status: 404 });
  t.match(await eve('GET', '/v1/visitors/notes'), { body: { items: [] } });
  t.match(await leave(), { body: { error: 'invalid_state' } }, 'it takes no other');
  const without = await town(t, {}, { PICTURES_AT_STATION_MAX: '0' });
  t.match(await without.leave(), { status: 409, body: { of: 'pictures of a station', max: 0 } });
});
