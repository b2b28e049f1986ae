/** Workshops over HTTP, through the real charts: the code in them, and how shared ones are opened. */
import t, { type Test } from 'tap';
import { finished } from '../world.ts';
import { program } from './pod-over-http.ts';
import { startedWorld } from './started-gateways.ts';

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

t.test('[J4] code: what was kept of an answer without its large fields says which these are', async (t) => {
  const { resident, errors } = await startedWorld(t);
  const ada = await resident('Ada', 1_000);
  for (const purpose of ['workshop', 'storage']) await ada.post('/v1/house/rooms', { name: `a-${purpose}`, purpose });
  const files = Object.fromEntries(Array.from({ length: 256 }, (_, n) => [`${'x'.repeat(190)}${n}.js`, '1']));
  const write = () => ada.post('/v1/workshops/a-workshop/code', { files }, { 'Idempotency-Key': 'once' });
  const first = await write();
  t.equal(Object.keys(first.body['files'] ?? {}).length, 256);
  const again = await write();
  t.same(again.body, { ...first.body, files: [], not_kept: ['files'] });
  t.equal(again.status, 200);
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

t.test('a shared workshop is opened where one stands, and funded with a tick of its upkeep or more', async (t) => {
  const { open } = await openers(t);
  t.match(await open({ location: 'elsewhere' }), {
    status: 403,
    body: { error: 'location_required', required: 'elsewhere' },
  });
  t.match(await open({ funding: {} }), { status: 422 });
  t.match(await open({ connections: [{ from: 'elsewhere' }] }), { status: 404, body: { kind: 'location' } });
  const unfunded = await open({ funding: undefined });
  t.match(unfunded, { status: 201, body: { pool: { balance: 1, burn_per_tick: 1 }, charged: 21, requests: [] } });
});

t.test('[WS6] a workshop and the connections that are asked for with it are made by one request, once', async (t) => {
  const { ada, bo, open } = await openers(t);
  const home = `city-housing/${ada.id}`;
  const asked = [
    { from: 'current', access: { type: 'members', allowed: [bo.id] } },
    { from: 'current', bidirectional: false, entrance_description: 'A hatch.' },
    { from: home, access: { type: 'gated' } },
    { from: `city-housing/${bo.id}`, access: { type: 'private', allowed: [bo.id] } },
  ];
  t.match(await open({ connections: [...asked, { from: 'nowhere' }] }), { status: 404, body: { id: 'nowhere' } });
  t.match(await open({ tier: 'tiny', connections: asked }), { body: { error: 'tier_capacity_exceeded', max: 2 } });
  t.match(await ada.get('/v1/pods/lamp-shop'), { status: 404 }, 'what is refused refuses all');
  const key = { 'Idempotency-Key': 'once' };
  const body = { name: 'Lamp Shop', tier: 'small', connections: asked };
  const opened = await ada.post('/v1/workshops', body, key);
  t.match(opened, {
    status: 201,
    body: {
      id: 'lamp-shop',
      collaborators: [bo.id],
      requests: [{ from: 'city-commons' }, { from: home }, { from: `city-housing/${bo.id}` }],
      charged: 20 + 1 + 2 + 2 + 2,
    },
  });
  t.same((await ada.post('/v1/workshops', body, key)).body, opened.body);
  const waiting = (await bo.get('/v1/connections/pending')).body['items'];
  t.match(waiting, [{ to_pod: 'lamp-shop', status: 'pending_approval', access: { type: 'private' }, fee: 2 }]);
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
      contributors: [{ resident: cy.id, share: 5, status: 'asked' }],
      pool: { balance: 5, burn_per_tick: 1 },
      balance: 975,
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

t.test('[PD7] who is named with the funding is asked, and answers from anywhere; the record shows it', async (t) => {
  const { ada, bo, cy, open } = await openers(t);
  const asked = (initial_credits: number) => open({ funding: { initial_credits, contributors: [bo.id, cy.id] } });
  t.match(await asked(2.997), { status: 422, body: { issues: [{ path: 'funding.initial_credits' }] } });
  t.match(await asked(18), { status: 201, body: { pool: { balance: 6 }, charged: 26 } });
  const path = '/v1/pods/lamp-shop/contribution';
  t.match(await ada.post(path, { accept: true }), { status: 403, body: { error: 'access_denied' } });
  t.match(await bo.post(path, {}), { status: 422 });
  t.match(await bo.post(path, { accept: true }), { status: 409, body: { error: 'price_changed', price: 6, max: 5 } });
  await bo.post('/v1/location/move', { exit_id: 'home' });
  t.match(await bo.post(path, { accept: true, max_share: 6 }), {
    status: 200,
    body: {
      id: 'lamp-shop',
      status: 'workshop',
      balance: 12,
      contribution: { resident: bo.id, share: 6, status: 'paid' },
      your_balance: 994,
    },
  });
  t.match(await bo.post(path, { accept: false }), { status: 409, body: { error: 'invalid_state' } });
  t.match(await cy.post(path, { accept: false }), { body: { contribution: { status: 'declined' }, balance: 12 } });
  t.match((await ada.get('/v1/pods/lamp-shop')).body['contributors'], [
    { resident: bo.id, share: 6, status: 'paid' },
    { resident: cy.id, share: 6, status: 'declined' },
  ]);
});
