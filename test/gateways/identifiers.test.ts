/** [G5] Identifiers are parsed by the gateway: one of the wrong form is unknown, and reaches neither an audience nor the journal. */
import t, { type Test } from 'tap';
import { isTopic, parseActorId } from '../../engine/ids.ts';
import { type Asker, startedWorld } from './started-gateways.ts';

/** A text of which no word occurs elsewhere. */
const isAddress = (entry: string): boolean =>
  entry === 'all' || entry === 'public' || isTopic(entry) || parseActorId(entry.replace(/^to:/, '')) !== undefined;

const hostile = [
  'a\nb',
  'x to:resident:bo-2',
  'nobody all',
  'public',
  '',
  'bo-2 ',
  'a\u2028b',
  'bo-2\n',
  '..',
  'x-1|y',
];

async function atHome(asker: Asker): Promise<void> {
  await asker.post('/v1/location/move', { exit_id: 'home' });
  await asker.post('/v1/house/rooms', { name: 'den', purpose: 'meeting' });
}

t.test('[S1] one request does not end the city, and writes no audience of its own', async (t) => {
  const { store, errors, resident } = await startedWorld(t);
  const ada = await resident('ada');
  await atHome(ada);
  for (const name of hostile)
    for (const way of ['invite', 'revoke'])
      t.match(await ada.post(`/v1/house/rooms/den/${way}`, { residents: [ada.id, name] }), {
        status: 422,
        body: { error: 'invalid_request', applied: false, issues: [{ path: 'residents.1' }] },
      });
  t.equal((await ada.post('/v1/house/rooms/den/revoke', { residents: [ada.id] })).status, 200, 'the city lives');
  t.same(
    store.events.flatMap(({ audience }) => audience).filter((entry) => !isAddress(entry)),
    [],
  );
  t.same(errors, []);
});

t.test('a path or a body names nothing by an identifier of the wrong form', async (t) => {
  const { resident } = await startedWorld(t);
  const ada = await resident('ada');
  await atHome(ada);
  for (const name of hostile) {
    const asked = [
      [await ada.post('/v1/location/move', { exit_id: name }), 'exit_not_found'],
      [await ada.post('/v1/mesh/whisper', { to: name, message: 'psst' }), 'not_found'],
      [await ada.post('/v1/credits/transfer', { to: name, amount: 1 }), 'not_found'],
      [await ada.post('/v1/connections/approve', { request_id: name }), 'not_found'],
      [await ada.get(`/v1/residents/${encodeURIComponent(name)}/passport`), 'not_found'],
      [await ada.get(`/v1/workshops/${encodeURIComponent(name)}/code`), 'not_found'],
    ] as const;
    for (const [answer, error] of asked)
      t.match(answer, { status: 404, body: { error, applied: false } }, encodeURIComponent(name));
  }
});

/** Each list, with the path of the second name in it. */
const lists: readonly (readonly [path: string, body: (names: readonly string[]) => object, at: string])[] = [
  ['/v1/pods/POD/access', (allowed) => ({ type: 'members', allowed }), 'allowed.1'],
  ['/v1/pods/POD/pricing', ([, name = '']) => ({ revenue_split: { [name]: 0.1 } }), 'revenue_split.NAME'],
  [
    '/v1/connections/request',
    (allowed) => ({ from_pod: 'current', to_pod: 'city-commons', access: { type: 'private', allowed } }),
    'access.allowed.1',
  ],
  ['/v1/workshops', (access) => ({ name: 'Shed', tier: 'tiny', access, funding: { initial_credits: 1 } }), 'access.1'],
  [
    '/v1/workshops',
    (contributors) => ({ name: 'Shed', tier: 'tiny', funding: { initial_credits: 1, contributors } }),
    'funding.contributors.1',
  ],
  [
    '/v1/workshops',
    (allowed) => ({
      name: 'Shed',
      tier: 'tiny',
      connections: [{ from: 'current', access: { type: 'private', allowed } }],
    }),
    'connections.0.access.allowed.1',
  ],
  [
    '/v1/deploy',
    (allowed) => ({
      source: 'POD',
      tier: 'small',
      connections: [{ from: 'current', access: { type: 'private', allowed } }],
    }),
    'connections.0.access.allowed.1',
  ],
  [
    '/v1/deploy',
    ([, name = '']) => ({ source: 'POD', tier: 'small', pricing: { revenue_split: { [name]: 0.1 } } }),
    'pricing.revenue_split.NAME',
  ],
];

async function named(t: Test, ada: Asker, pod: string, name: string, status: number): Promise<void> {
  for (const [path, body, at] of lists) {
    const text = JSON.stringify(body([ada.id, name])).replaceAll('POD', pod);
    const answer = await ada.post(path.replace('POD', pod), text);
    if (status === 422) t.match(answer.body, { issues: [{ path: at.replace('NAME', name) }] }, `${path} ${at}`);
    else t.notMatch(answer.body, { issues: [{ path: at.replace('NAME', name) }] }, `${path} ${at}`);
  }
}

t.test('whoever is named in a list has lived here: the dead may be named, nobody may not', async (t) => {
  const { resident, city } = await startedWorld(t);
  const ada = await resident('ada', 10_000);
  const bo = await resident('bo', 1);
  await atHome(ada);
  const opened = await ada.post('/v1/workshops', { name: 'Mill', tier: 'tiny', funding: { initial_credits: 50 } });
  const pod = String(opened.body['id']);
  const funded = { source: pod, tier: 'tiny', connections: [{ from: 'current' }], funding: { initial_credits: 20 } };
  t.equal((await ada.post('/v1/deploy', funded)).status, 201);
  t.equal((await ada.post(`/v1/pods/${pod}/access`, { type: 'members', allowed: [bo.id, bo.id] })).status, 200);
  for (const name of ['nobody-99', 'to:resident:bo-2', 'a b']) await named(t, ada, pod, name, 422);
  await bo.post('/v1/me/shutdown');
  await city.tick();
  await city.tick();
  await named(t, ada, pod, bo.id, 201);
  const again = await ada.post(`/v1/pods/${pod}/access`, { type: 'private', allowed: [bo.id] });
  t.match(again, { status: 200, body: { access: { allowed: [bo.id] } } });
});
