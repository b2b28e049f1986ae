/** Pods over HTTP, through the real charts: deploys, services, containers, pools. */
import t from 'tap';
import { finished } from '../world.ts';
import { program, shopOf } from './pod-over-http.ts';
import { startedWorld } from './started-gateways.ts';

t.test('from a workshop to a pod with a service that is paid', async (t) => {
  const { resident, sandbox, city } = await startedWorld(t);
  const ada = await resident('Ada');
  const bo = await resident('Bo');
  await bo.post('/v1/location/move', { exit_id: 'commons' });
  const id = await shopOf(ada, 'Lamp Shop', { pricing: { per_query: 2, revenue_split: { [ada.id]: 0.5 } } });
  t.match(await ada.get(`/v1/pods/${id}`), { status: 200, body: { status: 'deployed', pricing: { per_query: 2 } } });
  const exits = (await bo.get('/v1/location/exits')).body['items'] as { id: string; to: string }[];
  const exit = exits.find(({ to }) => to === id);
  t.match(await bo.post(`/v1/services/${id}/call`), { status: 403, body: { required: id } });
  t.match(await bo.post('/v1/location/move', { exit_id: exit?.id }), { status: 200 });
  t.match((await bo.get('/v1/services')).body, { items: [{ id, pod: id, per_query: 2 }], next_cursor: null });
  sandbox.comes = (input) => ({ ...finished, output: input.input });
  t.match(await bo.post(`/v1/services/${id}/call`, { input: { n: [1, '2'] } }), {
    status: 200,
    body: { output: { n: [1, '2'] }, charged: 2, balance: 998 },
  });
  t.match(await bo.post(`/v1/services/${id}/call`, {}), { status: 200, body: { output: null } });
  t.match(await bo.post(`/v1/services/${id}/call`, { max_price: 1.5 }), {
    status: 409,
    body: { error: 'price_changed', price: 2, max: 1.5 },
  });
  sandbox.comes = () => ({ ...finished, outcome: 'failed', reason: 'it threw' });
  t.match(await bo.post(`/v1/services/${id}/call`), {
    status: 502,
    body: { error: 'service_failed', outcome: 'failed', reason: undefined, applied: false },
  });
  sandbox.comes = () => ({ ...finished, outcome: 'timed_out' });
  t.match(await bo.post(`/v1/services/${id}/call`), { status: 504, body: { error: 'timeout', applied: false } });
  sandbox.comes = () => ({ ...finished, outcome: 'lost', reason: 'no engine' });
  const lost = await bo.post(`/v1/services/${id}/call`);
  t.match(lost, { status: 503, body: { error: 'sandbox_unavailable', applied: false } });
  t.match(lost.headers.get('retry-after'), /^[0-9]+$/);
  t.match((await bo.get('/v1/credits')).body, { balance: 996 });
  t.match(await bo.post(`/v1/services/${id}/call`, { input: 'x'.repeat(65_536) }), {
    status: 413,
    body: { error: 'payload_too_large', max_bytes: 65_536 },
  });
  await city.tick();
  t.match(await bo.get(`/v1/pods/${id}`), {
    status: 403,
    body: { error: 'not_representative', representative: ada.id },
  });
});

t.test('deploy: what is missing is named, nothing is built', async (t) => {
  const { resident } = await startedWorld(t);
  const ada = await resident('Ada');
  const bo = await resident('Bo');
  const far = await shopOf(bo, 'Far');
  await ada.post('/v1/location/move', { exit_id: 'commons' });
  const opened = await ada.post('/v1/workshops', { name: 'Near', tier: 'tiny', funding: { initial_credits: 9 } });
  const source = String(opened.body['id']);
  const deploy = (more: object) =>
    ada.post('/v1/deploy', {
      source,
      tier: 'tiny',
      funding: { initial_credits: 5 },
      connections: [{ from: 'current' }],
      ...more,
    });
  t.match(await deploy({ source: 'nothing' }), { status: 404 });
  t.match(await deploy({ tier: 'huge' }), { status: 422 });
  t.match(await deploy({ features: ['library_terminal'] }), { status: 422, body: { issues: [{ path: 'features' }] } });
  t.match(await deploy({ funding: { initial_credits: 0 } }), { status: 422 });
  t.match(await deploy({ connections: Array(3).fill({ from: 'current' }) }), {
    status: 409,
    body: { error: 'tier_capacity_exceeded', max: 2, current: 0, asked: 3, message: /larger tier/ },
  });
  const both = { connections: [{ from: 'current' }, { from: far }] };
  t.match(await deploy(both), {
    status: 409,
    body: {
      error: 'connection_approval_required',
      places: [{ id: far, representative: bo.id }],
      message: new RegExp(`${bo.id} for ${far}`),
    },
  });
  t.match(await deploy({ funding: { initial_credits: 100_000 } }), { status: 402, body: { required: Number } });
  await bo.post('/v1/location/move', { exit_id: source });
  t.match(await deploy({}), { status: 201, body: { id: source, status: 'deployed', connections_count: 1 } });
  t.match(await deploy({ connections: [], tier: 'small' }), { status: 201, body: { tier: 'small' } });
  t.match(await deploy({ connections: [], tier: 'small' }), { status: 422, body: { issues: [{ path: 'tier' }] } });
});

t.test('pods: pricing, access, and giving them away', async (t) => {
  const { resident, errors } = await startedWorld(t);
  const ada = await resident('Ada');
  const bo = await resident('Bo');
  const pod = await shopOf(ada, 'Mill', { tier: 'small', funding: { initial_credits: 50 } });
  t.match(await ada.post(`/v1/pods/${pod}/pricing`, { per_entry: 0, revenue_split: { [bo.id]: 1 / 3 } }), {
    status: 200,
    body: { pricing: { per_entry: 0, per_query: 0, revenue_split: { [bo.id]: 0.333333 } } },
  });
  t.match(await ada.post(`/v1/pods/${pod}/access`, { type: 'members', allowed: [bo.id, bo.id] }), {
    status: 200,
    body: { access: { type: 'members', allowed: [bo.id] } },
  });
  t.match(await ada.post(`/v1/pods/${pod}/representative`, { agent_id: bo.id }), {
    status: 200,
    body: { representative: bo.id, owner: ada.id },
  });
  t.match(await ada.post(`/v1/pods/${pod}/transfer`, { to: bo.id }), { status: 403 });
  t.match(await bo.post(`/v1/pods/${pod}/transfer`, { to: 'no-1' }), { status: 404 });
  t.match(await bo.post(`/v1/pods/${pod}/transfer`, { to: bo.id }), { status: 200, body: { owner: bo.id } });
  t.match(await bo.post(`/v1/pods/${pod}/transfer`, { to: ada.id }), { status: 200, body: { owner: ada.id } });
  t.same(errors, []);
});

t.test('pods: who is allowed a container deploys it, and it is found, entered and called', async (t) => {
  const { resident, sandbox, errors } = await startedWorld(t);
  const ada = await resident('Ada');
  const bo = await resident('Bo');
  const pod = await shopOf(ada, 'Mill', { tier: 'small', funding: { initial_credits: 50 } });
  const allow = { agent_id: bo.id, name: 'booth', resource_allocation: { cpu: '0.25', memory: '0.25Gi' } };
  t.match(await bo.post(`/v1/pods/${pod}/containers/allow`, allow), { status: 403 });
  t.match(await ada.post(`/v1/pods/${pod}/containers/allow`, allow), {
    status: 201,
    body: {
      id: `${pod}/booth`,
      status: 'allowed',
      source: null,
      resource_allocation: { cpu: '250m', memory: '256Mi' },
    },
  });
  t.match(await ada.post(`/v1/pods/${pod}/containers/allow`, allow), {
    status: 409,
    body: { error: 'already_exists' },
  });
  const hall = { ...allow, name: 'hall', resource_allocation: { cpu: '4', memory: '1Gi' } };
  await ada.post(`/v1/pods/${pod}/containers/allow`, hall);
  await bo.post('/v1/house/rooms', { name: 'lab', purpose: 'workshop' });
  await bo.post('/v1/workshops/lab/code', { files: { 'index.js': program } });
  const deploy = { name: 'booth', source: 'lab', description: 'A booth.' };
  t.match(await bo.post(`/v1/pods/${pod}/containers/deploy`, { ...deploy, name: 'hall' }), {
    status: 409,
    body: { error: 'insufficient_resources', available: { cpu: '500m', memory: '512Mi' }, message: /500m/ },
  });
  t.match(await bo.post(`/v1/pods/${pod}/containers/deploy`, deploy), {
    status: 201,
    body: { status: 'running', description: 'A booth.', source: `city-housing/${bo.id}/lab` },
  });
  await bo.post('/v1/location/move', { exit_id: 'commons' });
  const exits = (await bo.get('/v1/location/exits')).body['items'] as { id: string; to: string }[];
  await bo.post('/v1/location/move', { exit_id: exits.find(({ to }) => to === pod)?.id });
  t.match(await bo.post('/v1/location/move', { exit_id: `${pod}/booth` }), { status: 200 });
  sandbox.comes = () => ({ ...finished, output: '"hi"' });
  const [service] = (await bo.get('/v1/services')).body['items'] as { id: string }[];
  t.equal(service?.id, `${pod}/booth`);
  t.match(await bo.post(`/v1/services/${encodeURIComponent(`${pod}/booth`)}/call`), {
    status: 200,
    body: { output: 'hi', charged: 0 },
  });
  t.match(await ada.remove(`/v1/pods/${pod}/containers/booth`), { status: 200, body: { status: 'stopped' } });
  t.same(errors, []);
});

t.test('pools: funded from anywhere, and an orphan is bought back', async (t) => {
  const { resident, city } = await startedWorld(t);
  const ada = await resident('Ada');
  const mill = await shopOf(ada, 'Mill');
  t.match(await ada.post(`/v1/credits/pools/${mill}/fund`, { amount: 5 }), {
    status: 200,
    body: { id: mill, balance: 75, connection_bought: false, your_balance: Number },
  });
  t.match(await ada.get(`/v1/credits/pools/${mill}`), { status: 200, body: { balance: 75, burn_per_tick: 1 } });
  t.match(await ada.post('/v1/credits/pools/nothing/fund', { amount: 5 }), { status: 404 });
  t.match(await ada.post(`/v1/credits/pools/${mill}/fund`, { amount: 5e6 }), { status: 402, body: { required: 5e6 } });

  const bo = await resident('Bo');
  await bo.post('/v1/location/move', { exit_id: 'commons' });
  const frail = { name: 'Bridge', tier: 'tiny', funding: { initial_credits: 1 } };
  await bo.post('/v1/workshops', frail);
  const bridge = await bo.post('/v1/deploy', {
    source: 'bridge',
    tier: 'tiny',
    connections: [{ from: 'current', entrance_description: 'planks', exit_description: 'the square' }],
    funding: { initial_credits: 1 },
  });
  t.match(bridge.body['connections'], [{ entrance_description: 'planks', exit_description: 'the square' }]);
  const [{ exit_id }] = bridge.body['connections'] as [{ exit_id: string }];
  await bo.post('/v1/location/move', { exit_id });
  await bo.post('/v1/workshops', { name: 'Island', tier: 'tiny', funding: { initial_credits: 20 } });
  const island = { source: 'island', tier: 'tiny', connections: [{ from: 'bridge' }], funding: { initial_credits: 5 } };
  t.match(await bo.post('/v1/deploy', island), { status: 201, body: { status: 'deployed' } });
  for (let n = 0; n < 3; n++) await city.tick();
  t.match(await bo.get('/v1/pods/bridge'), { status: 200, body: { status: 'shut_down' } });
  t.match(await bo.get('/v1/pods/island'), { status: 200, body: { status: 'orphaned', connections_count: 0 } });
  t.match(await bo.post('/v1/credits/pools/bridge/fund', { amount: 5 }), { status: 410 });
  t.match(await bo.post('/v1/workshops/bridge/run'), { status: 410, body: { error: 'pod_shut_down' } });
  t.match(await bo.post('/v1/credits/pools/island/fund', { amount: 50 }), {
    status: 200,
    body: { connection_bought: true },
  });
  t.match(await bo.get('/v1/pods/island'), { status: 200, body: { status: 'deployed', connections_count: 1 } });
});
