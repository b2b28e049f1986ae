/** The mailbox over HTTP, through the real charts: what is refused, and how. */
import t, { type Test } from 'tap';
import { ServiceCalls } from '../../gateways/services/service-calls.ts';
import { startedWorld } from '../gateways/started-gateways.ts';
import { silentLog } from '../world.ts';
import { caddr } from './mailbox.ts';
import { opened } from './opened.ts';

const path = '/v1/global-services/caddr';
const { manifest, skill } = caddr;

/** A city with the mailbox, on a clock that stands still. */
async function city(t: Test) {
  const { storage } = await opened(t, caddr);
  const calls = new ServiceCalls({
    ...{ manifests: [manifest], clock: { elapsed: () => 0 }, log: silentLog },
    ...{ rateNamesMax: 100, answerKeptBytesMax: 1_048_576 },
  });
  const { handlers, close } = await caddr.open({ storage, secret: 'secret' });
  t.teardown(close);
  calls.attach('caddr', handlers);
  const services = { offered: [{ manifest, skill, pseudonymKey: 'key' }], calls };
  return startedWorld(t, { services: calls.performer() }, { services });
}

t.test('what is refused is said, and each call is free', async (t) => {
  const { resident } = await city(t);
  const ada = await resident('Ada', 10);
  t.match(await ada.get(`${path}/inbox`), { status: 404, body: { message: /POST .*\/register makes one/ } });
  const { status, body } = await ada.post(`${path}/register`);
  t.equal(status, 201);
  t.match(await ada.post(`${path}/register`), { status: 409, body: { error: 'mailbox_exists', applied: false } });
  const to = body['address'];
  t.match(await ada.post(`${path}/send`, { to: 'vera-1', body: 'Hello' }), { status: 404, body: { kind: 'mailbox' } });
  for (const wrong of [{ to }, { to, body: '' }, { to, body: 'a\0' }, { to, body: 'x', from: 'me' }, { body: 'x' }])
    t.match(await ada.post(`${path}/send`, wrong), { status: 422, body: { error: 'invalid_request' } });
  const send = (text: string) => ada.post(`${path}/send`, { to, body: text }, { 'Idempotency-Key': 'k' });
  const sent = await send('Hello');
  t.match(sent, { status: 201, body: { from_address: to } });
  t.same((await send('Hello')).body, sent.body);
  t.match(await send('Other'), { status: 422, body: { error: 'idempotency_mismatch' } });
  t.match(await ada.get(`${path}/inbox?cursor=x`), { status: 422, body: { issues: [{ path: 'cursor' }] } });
  t.match(await ada.get(`${path}/inbox`), { status: 200, body: { items: [{ body: 'Hello' }], next_cursor: null } });
  t.match((await ada.get('/v1/me')).body, { balance: 10 });
});

t.test('pages follow each other by their cursors', async (t) => {
  const { resident } = await city(t);
  const ada = await resident('Ada', 10);
  const { address: to } = (await ada.post(`${path}/register`)).body;
  for (const body of ['one', 'two', 'three']) await ada.post(`${path}/send`, { to, body });
  const { body } = await ada.get(`${path}/inbox?limit=2`);
  t.match(body, { items: [{}, {}], next_cursor: /^[a-z0-9]+\.msg_/ });
  t.match(await ada.get(`${path}/inbox?limit=2&cursor=${body['next_cursor']}`), {
    status: 200,
    body: { items: [{}], next_cursor: null },
  });
});
