/** A life among places over HTTP, through the real charts: rooms, workshops, deploying, connections, pods, containers, services. */
import t, { type Test } from 'tap';
import { finished } from '../world.ts';
import { type Asker, startedWorld } from './started.ts';

const program = 'export const handle = (input, caller) => ({ hello: caller, input });';

/** Opens a workshop at the Commons, goes in, writes code, comes back, and deploys. */
async function shopOf(owner: Asker, name: string, more: object = {}): Promise<string> {
  await owner.post('/v1/location/move', { exit_id: 'commons' });
  const opened = await owner.post('/v1/workshops', { name, tier: 'tiny', funding: { initial_credits: 20 } });
  const id = String(opened.body['id']);
  await owner.post('/v1/location/move', { exit_id: opened.body['exit_id'] });
  await owner.post(`/v1/workshops/${id}/code`, { files: { 'index.js': program } });
  await owner.post('/v1/location/move', { exit_id: 'commons' });
  await owner.post('/v1/deploy', {
    source: id,
    tier: 'tiny',
    connections: [{ from: 'city-commons' }],
    funding: { initial_credits: 50 },
    ...more,
  });
  return id;
}

t.test('rooms: added, invited to, revoked, removed; only at home', async (t) => {
  const { resident } = await startedWorld(t);
  const ada = await resident('Ada');
  const bo = await resident('Bo');
  const room = { name: 'parlour', purpose: 'meeting', config: { description: 'Two chairs.' } };
  t.match(await ada.post('/v1/house/rooms', room), {
    status: 201,
    body: {
      id: `city-housing/${ada.id}/parlour`,
      purpose: 'meeting',
      description: 'Two chairs.',
      upkeep_per_tick: 0.1,
    },
  });
  t.match(await ada.post('/v1/house/rooms', room), { status: 409, body: { error: 'already_exists', message: /name/ } });
  t.match(await ada.post('/v1/house/rooms', { ...room, name: 'x', purpose: 'ballroom' }), {
    status: 422,
    body: { issues: [{ path: 'purpose', message: /workshop.*meeting.*storage.*study/ }] },
  });
  t.match(await ada.post('/v1/house/rooms', { name: 'lab', purpose: 'project-workspace' }), {
    status: 201,
    body: { purpose: 'workshop' },
  });
  const go = { exit_id: `city-housing/${ada.id}` };
  await bo.post('/v1/location/move', { exit_id: 'commons' });
  t.match(await bo.post('/v1/location/move', go), { status: 403, body: { error: 'not_invited' } });
  const invited = await ada.post('/v1/house/rooms/parlour/invite', { residents: [bo.id, bo.id] });
  t.match(invited, { status: 200, body: { invited: [bo.id] } });
  t.match(await ada.post('/v1/house/rooms/parlour/invite', { residents: ['no-1'] }), { status: 422 });
  t.match(await bo.post('/v1/location/move', go), { status: 200 });
  const revoked = await ada.post('/v1/house/rooms/parlour/revoke', { residents: [bo.id] });
  t.match(revoked, { status: 200, body: { invited: [] } });
  t.match(await ada.remove('/v1/house/rooms/parlour'), { status: 200, body: { status: 'removed' } });
  t.match(await ada.remove('/v1/house/rooms/nowhere'), { status: 404 });
  t.match(await ada.remove('/v1/house/rooms/No_Name'), { status: 404 });
  await ada.post('/v1/location/move', { exit_id: 'commons' });
  t.match(await ada.post('/v1/house/rooms', '{'), { status: 403, body: { error: 'location_required' } });
  t.match(await ada.remove('/v1/house/rooms/lab'), { status: 403, body: { required: `city-housing/${ada.id}` } });
});

t.test('[HR7] at home means in a room of it, too', async (t) => {
  const { resident } = await startedWorld(t);
  const ada = await resident('Ada', 5);
  await ada.post('/v1/house/rooms', { name: 'lab', purpose: 'workshop' });
  await ada.post('/v1/location/move', { exit_id: `city-housing/${ada.id}/lab` });
  t.match((await ada.get('/v1/location')).body, { kind: 'room' });
  t.match(await ada.get('/v1/house'), { status: 200 });
  t.match(await ada.post('/v1/mesh/broadcast', { message: 'free' }), { status: 201, body: { charged: 0 } });
  t.match(await ada.post('/v1/workshops/lab/code', { files: { 'index.js': '1' } }), { status: 200 });
});

t.test('code: written file by file, read whole, run; texts and names travel as they came', async (t) => {
  const about = {
    sandbox: 'embedded',
    entries: [{ file: 'index.js', language: 'JavaScript' }],
    cannot: ['No network.'],
  };
  const { resident, sandbox } = await startedWorld(t, {}, { sandbox: async () => about });
  const ada = await resident('Ada');
  await ada.post('/v1/house/rooms', { name: 'lab', purpose: 'workshop' });
  const write = (files: object) => ada.post('/v1/workshops/lab/code', { files });
  t.match(await ada.get('/v1/workshops/lab/code'), { status: 200, body: { entry: null, files: {}, sandbox: about } });
  t.match(await ada.post('/v1/workshops/lab/run'), { status: 422, body: { issues: [{ message: /index\.js/ }] } });
  t.match(await write({ 'main.py': 'print(1)' }), { status: 200, body: { entry: 'main.py', files: ['main.py'] } });
  const text = 'e\u0301 \u{1f3db} \t\r\n';
  t.match((await write({ 'index.js': program, 'lib/a.js': text })).body, {
    id: `city-housing/${ada.id}/lab`,
    status: 'workshop',
    entry: 'index.js',
    files: ['index.js', 'lib/a.js', 'main.py'],
  });
  t.match(await write({ 'lib/a.js': text, 'main.py': null, 'never.js': null }), {
    body: { files: ['index.js', 'lib/a.js'] },
  });
  t.same((await ada.get('/v1/workshops/lab/code')).body['files'], { 'index.js': program, 'lib/a.js': text });
  sandbox.comes = () => ({ ...finished, stdout: 'hello\n' });
  t.match(await ada.post('/v1/workshops/lab/run'), { status: 200, body: { exit_code: 0, stdout: 'hello\n' } });
  sandbox.comes = () => ({ ...finished, outcome: 'timed_out', exitCode: 1 });
  t.match(await ada.post('/v1/workshops/lab/run'), { status: 200, body: { timed_out: true } });
  for (const files of [{ lib: 'a file' }, { 'index.js/x.js': '1' }])
    t.match(await write(files), { status: 422, body: { error: 'invalid_request', issues: [{ message: /folder/ }] } });
  t.match(await write({ 'index.js': null, 'lib/a.js': null }), { status: 200, body: { entry: null, files: [] } });
  const many = Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`f${n}.js`, '1']));
  t.match(await write(many), { status: 422, body: { issues: [{ path: 'files', message: /at most 64/ }] } });
});

t.test('code: who writes at the same time loses nothing, and a repeated key gets the first answer', async (t) => {
  const { resident, errors } = await startedWorld(t);
  const ada = await resident('Ada');
  await ada.post('/v1/house/rooms', { name: 'lab', purpose: 'workshop' });
  const write = (name: string, headers = {}) =>
    ada.post('/v1/workshops/lab/code', { files: { [name]: name } }, headers);
  const names = ['a.js', 'b.js', 'c.js', 'd.js', 'e.js'];
  const written = await Promise.all(names.map((name) => write(name)));
  const refused = names.filter((_, n) => written[n]?.status !== 200);
  t.same(refused, []);
  t.match(await ada.get('/v1/workshops/lab/code'), { body: { files: Object.fromEntries(names.map((n) => [n, n])) } });
  const first = await write('k.js', { 'Idempotency-Key': 'once' });
  await write('l.js');
  const again = await write('k.js', { 'Idempotency-Key': 'once' });
  t.equal(first.status, 200);
  t.same(again, { ...again, status: 200, body: first.body });
  t.match(await write('m.js', { 'Idempotency-Key': 'once' }), { status: 422, body: { error: 'idempotency_mismatch' } });
  t.same(errors, []);
});

/** Three residents at the Commons, and the first of them opening a workshop there. */
async function openers(t: Test) {
  const { resident } = await startedWorld(t);
  const ada = await resident('Ada');
  const bo = await resident('Bo');
  const cy = await resident('Cy');
  const open = (more: object) =>
    ada.post('/v1/workshops', { name: 'Lamp Shop', tier: 'small', funding: { initial_credits: 10 }, ...more });
  for (const who of [ada, bo, cy]) await who.post('/v1/location/move', { exit_id: 'commons' });
  return { ada, bo, cy, open };
}

t.test('a shared workshop is opened where one stands, with one door, and funded', async (t) => {
  const { open } = await openers(t);
  t.match(await open({ location: 'elsewhere' }), {
    status: 403,
    body: { error: 'location_required', required: 'elsewhere' },
  });
  t.match(await open({ funding: {} }), { status: 422 });
  t.match(await open({ connections: [{ from: 'elsewhere' }] }), {
    status: 422,
    body: { issues: [{ message: /current/ }] },
  });
  t.match(await open({ connections: [{ from: 'current', access: { type: 'public' } }] }), { status: 422 });
  t.match(await open({ connections: [{ from: 'current', bidirectional: false }] }), { status: 422 });
  t.match(await open({ connections: [{ from: 'current' }, { from: 'current' }] }), { status: 422 });
});

t.test('a shared workshop: opened here, its own door, only for those who work there', async (t) => {
  const { ada, bo, cy, open } = await openers(t);
  const opened = await open({
    location: 'current',
    access: [bo.id],
    connections: [
      {
        from: 'city-commons',
        bidirectional: true,
        entrance_description: 'A green door.',
        access: { type: 'members', allowed: [bo.id] },
      },
    ],
    funding: { initial_credits: 10, contributors: [cy.id] },
  });
  t.match(opened, {
    status: 201,
    body: {
      id: 'lamp-shop',
      status: 'workshop',
      location: 'city-commons',
      exit_id: /^exit_/,
      representative: ada.id,
      collaborators: [bo.id],
      pool: { balance: 10, burn_per_tick: 1 },
      balance: 970,
    },
  });
  const door = { exit_id: opened.body['exit_id'] };
  const exits = (await bo.get('/v1/location/exits')).body['items'];
  t.match(exits, [{}, { id: door.exit_id, desc: 'A green door.' }]);
  t.match(await cy.post('/v1/location/move', door), { status: 403, body: { error: 'access_denied' } });
  t.match(await bo.post('/v1/workshops/lamp-shop/code', '{'), {
    status: 403,
    body: { error: 'location_required', required: 'lamp-shop', current: 'city-commons' },
  });
  t.match(await bo.post('/v1/location/move', door), { status: 200, body: { to: 'lamp-shop' } });
  t.match(await bo.post('/v1/workshops/lamp-shop/code', '{'), { status: 400 });
  t.match(await bo.post('/v1/workshops/lamp-shop/code', { files: { 'index.js': program } }), { status: 200 });
  t.match(await bo.get('/v1/workshops/lamp-shop/code'), { status: 200, body: { id: 'lamp-shop', entry: 'index.js' } });
  t.match(await bo.get('/v1/workshops/nowhere/code'), { status: 404, body: { error: 'not_found', kind: 'workshop' } });
});

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
    body: { id: `${pod}/booth`, status: 'allowed', resource_allocation: { cpu: '250m', memory: '256Mi' } },
  });
  t.match(await ada.post(`/v1/pods/${pod}/containers/allow`, allow), {
    status: 409,
    body: { error: 'already_exists' },
  });
  await ada.post(`/v1/pods/${pod}/containers/allow`, {
    ...allow,
    name: 'hall',
    resource_allocation: { cpu: '4', memory: '1Gi' },
  });
  await bo.post('/v1/house/rooms', { name: 'lab', purpose: 'workshop' });
  await bo.post('/v1/workshops/lab/code', { files: { 'index.js': program } });
  const deploy = { name: 'booth', source: 'lab', description: 'A booth.' };
  t.match(await bo.post(`/v1/pods/${pod}/containers/deploy`, { ...deploy, name: 'hall' }), {
    status: 409,
    body: { error: 'insufficient_resources', available: { cpu: '500m', memory: '512Mi' }, message: /500m/ },
  });
  t.match(await bo.post(`/v1/pods/${pod}/containers/deploy`, deploy), {
    status: 201,
    body: { status: 'running', description: 'A booth.' },
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
    connections: [{ from: 'current' }],
    funding: { initial_credits: 1 },
  });
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
