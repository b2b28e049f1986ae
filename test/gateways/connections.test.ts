/** Connections over HTTP, through the real charts. */
import t, { type Test } from 'tap';
import { shopOf } from './pod-over-http.ts';
import { startedWorld } from './started-gateways.ts';

/** Bo, in its shop, and the tunnel to Ada's mill that it asks for. */
async function tunnel(t: Test) {
  const { resident } = await startedWorld(t);
  const ada = await resident('Ada');
  const bo = await resident('Bo');
  const mill = await shopOf(ada, 'Mill');
  const shop = await shopOf(bo, 'Shop');
  const exits = (await bo.get('/v1/location/exits')).body['items'] as { id: string; to: string }[];
  await bo.post('/v1/location/move', { exit_id: exits.find(({ to }) => to === shop)?.id });
  const request = { from_pod: 'current', to_pod: mill, entrance_description: 'A tunnel.', visibility: 'hidden' };
  return { resident, ada, bo, mill, shop, exits, request };
}

t.test('connections: asked for, pending, approved', async (t) => {
  const { resident, ada, bo, mill, shop, request } = await tunnel(t);
  t.match(await bo.post('/v1/connections/request', { ...request, from_pod: mill, to_pod: shop }), {
    status: 403,
    body: { error: 'location_required', required: mill },
  });
  const asked = await bo.post('/v1/connections/request', request);
  t.match(asked, {
    status: 201,
    body: {
      request_id: /^req_/,
      status: 'pending_approval',
      requires_approval_from: ada.id,
      from_pod: shop,
      to_pod: mill,
      bidirectional: true,
      visibility: 'hidden',
      access: { type: 'public', allowed: [] },
      entrance_description: 'A tunnel.',
      expires: /Z$/,
    },
  });
  const id = { request_id: asked.body['request_id'] };
  t.match((await ada.get('/v1/connections/pending')).body, { items: [id], next_cursor: null });
  const cy = await resident('Cy');
  t.match(await cy.post('/v1/connections/approve', id), { status: 403, body: { error: 'not_representative' } });
  t.match(await ada.post('/v1/connections/approve', id), { status: 200, body: { status: 'approved' } });
  t.match(await ada.post('/v1/connections/approve', id), {
    status: 409,
    body: { error: 'invalid_state', state: 'approved.open', message: /close_connection/ },
  });
  t.match(await ada.post('/v1/connections/reject', { request_id: 'req_x' }), { status: 404 });
});

t.test('connections: changed, closed, but for the last', async (t) => {
  const { ada, bo, mill, exits, request } = await tunnel(t);
  const asked = await bo.post('/v1/connections/request', request);
  await ada.post('/v1/connections/approve', { request_id: asked.body['request_id'] });
  const exit_id = asked.body['exit_id'];
  t.match(await ada.post('/v1/connections/update', { exit_id }), { status: 422 });
  t.match(await ada.post('/v1/connections/update', { exit_id, exit_description: 'Back.', access: { type: 'gated' } }), {
    status: 200,
    body: { exit_description: 'Back.', access: { type: 'gated' }, visibility: 'hidden' },
  });
  t.match(await ada.post('/v1/connections/close', { exit_id }), { status: 200, body: { exit_id } });
  t.match(await ada.post('/v1/connections/close', { exit_id }), { status: 404, body: { error: 'exit_not_found' } });
  const last = exits.find(({ to }) => to === mill)?.id;
  t.match(await ada.post('/v1/connections/close', { exit_id: last }), {
    status: 409,
    body: { error: 'last_connection' },
  });
});
