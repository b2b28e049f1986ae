/** Frameworks over both gateways: anybody reads them, the operator publishes, changes and withdraws them. */
import t, { type Test } from 'tap';
import { commons, locationActor } from '../../actors/rules/place/names.ts';
import { startCityApi } from '../../gateways/city/start-city-api.ts';
import { startPortal } from '../../gateways/portal/start-portal.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { MemoryCredentials } from '../../persistence/memory/credentials.ts';
import { MemoryTickRows } from '../../persistence/memory/tick-rows.ts';
import { openWorld } from '../world.ts';
import { type Answer, ask, FakeControl, operatorToken, optionsOf } from './started-gateways.ts';

const singers = {
  id: 'singers',
  name: 'Singers',
  description: 'One song.',
  soul_schema: {
    type: 'object',
    properties: { name: { type: 'string' }, song: { type: 'string', maxLength: 20 }, years: { type: 'integer' } },
    required: ['name', 'song'],
    additionalProperties: false,
  },
  runtime: { type: 'external' },
  lifespan_ticks: 100,
};
const { id: _, ...terms } = singers;
const soul = { framework: 'singers', name: 'Vera', song: 'la la' };

async function started(t: Test) {
  const world = await openWorld();
  const options = optionsOf(world.city, {}, []);
  const gateways = {
    city: await startCityApi({ ...options, portalPort: () => 0 }),
    portal: await startPortal({
      ...options,
      control: new FakeControl(),
      manualTicks: true,
      failingServices: () => ({}),
      credentials: new MemoryCredentials(),
      tickRows: new MemoryTickRows(),
      chronicle: new MemoryChronicleRows(),
    }),
  };
  t.teardown(() => Promise.all([gateways.city.close(), gateways.portal.close()]));
  const send = (gateway: 'city' | 'portal', method: string, path: string, body?: object, key?: string) =>
    ask(`http://127.0.0.1:${gateways[gateway].port}${path}`, {
      method,
      token: operatorToken,
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
      ...(body && { body: JSON.stringify(body) }),
    });
  return { ...world, send, found: (body: object) => send('portal', 'POST', '/v1/admin/residents', body) };
}

const refusedWith = (answer: Answer, status: number, error: string) => ({
  got: [answer.status, answer.body['error']],
  wanted: [status, error],
});

t.test('[FR1] a new city has the default framework, and anybody reads it', async (t) => {
  const { send } = await started(t);
  for (const gateway of ['city', 'portal'] as const) {
    const { status, body } = await send(gateway, 'GET', '/v1/frameworks/default');
    t.equal(status, 200);
    const shown = { id: 'default', status: 'published', version: 1, lifespan_ticks: null, available: true };
    t.match(body, { ...shown, runtime: { type: 'external' }, soul_schema: { type: 'object' } });
    t.match(await send(gateway, 'GET', '/v1/frameworks'), { body: { items: [{ id: 'default' }], next_cursor: null } });
  }
});

for (const gateway of ['city', 'portal'] as const)
  t.test(`the operator keeps frameworks over the ${gateway} gateway`, async (t) => {
    const { send, found } = await started(t);
    const path = '/v1/admin/frameworks';
    const first = await send(gateway, 'POST', path, singers, 'one');
    t.match(first, { status: 201, body: { id: 'singers', version: 1, soul_schema: singers.soul_schema } });
    t.same((await send(gateway, 'POST', path, singers, 'one')).body, first.body, 'a repeat does nothing again');
    const again = refusedWith(await send(gateway, 'POST', path, singers), 409, 'already_exists');
    t.same(again.got, again.wanted);

    const born = await found(soul);
    t.equal(born.status, 201);
    t.equal(Number(born.body['dies_tick']), 100, '[BR3] it lives as long as its framework says');

    const changed = await send(gateway, 'PUT', `${path}/singers`, { ...terms, name: 'Choir', version: 1 });
    t.match(changed, { status: 200, body: { name: 'Choir', version: 2 } });
    const late = await send(gateway, 'PUT', `${path}/singers`, { ...terms, version: 1 });
    t.match(late, { status: 409, body: { error: 'invalid_state', version: 2 } }, '[FR4] another version than it has');
    t.match(String(late.body['message']), /has version 2 now/);

    t.match(await send(gateway, 'DELETE', `${path}/singers`), { status: 200, body: { available: false } });
    t.match(await send(gateway, 'GET', '/v1/frameworks'), { body: { items: [{ id: 'default' }] } });
    t.match(await send(gateway, 'GET', '/v1/frameworks/singers'), { body: { status: 'withdrawn' } });
    t.match(await send(gateway, 'DELETE', `${path}/singers`), { status: 409, body: { error: 'invalid_state' } });
    t.match(
      await found(soul),
      { status: 422, body: { issues: [{ path: 'framework', message: /withdrawn/ }] } },
      '[FR2] it takes no more souls',
    );
  });

t.test('[FR2] [SS2] a soul is held to the schema of its framework', async (t) => {
  const { send, found } = await started(t);
  await send('portal', 'POST', '/v1/admin/frameworks', singers);
  const { song: _, ...songless } = soul;
  const wrong: readonly (readonly [object, string])[] = [
    [songless, 'song'],
    [{ ...soul, song: 'l'.repeat(21) }, 'song'],
    [{ ...soul, song: 'a \u0007 bell' }, 'song'],
    [{ ...soul, years: 1.5 }, 'years'],
    [{ ...soul, quirks: 'none' }, 'quirks'],
    [{ ...soul, framework: 'No Such Thing' }, 'framework'],
    [{ ...soul, song: { deep: ['\u001b'] } }, 'song.deep.0'],
    [{ ...soul, song: 'l'.repeat(4_001) }, 'song'],
    [{ ...soul, ['k'.repeat(201)]: 1 }, ''],
    ...['\u202eyrotarepO', '\u200b', '\ufeff', '\u00a0', 'Vera\u200b', '\u2028x', 'a\u200db', '\u3164'].map(
      (name) => [{ ...soul, name }, 'name'] as const,
    ),
    [{ ...soul, quirks: Array(1_000).fill(1) }, ''],
    [{ ...soul, song: Array(40).fill('l'.repeat(4_000)) }, ''],
  ];
  for (const [body, path] of wrong) t.match(await found(body), { status: 422, body: { issues: [{ path }] } });
  t.match(await found({ ...soul, framework: 'dancers' }), { status: 404, body: { error: 'not_found' } });
  t.match(await found({ ...soul, name: '👩‍🚀 Vera' }), { status: 201 });
  const { body } = await found({ ...soul, years: 3 });
  t.match(body, { name: 'Vera', framework: 'singers' });
});

t.test('[FR3] a framework of containers waits until the city is notified that they can run', async (t) => {
  const { city, send, found } = await started(t);
  const boxed = { ...singers, runtime: { type: 'container', image: 'singer:1', env: { VOICE: 'alto' } } };
  t.match(await send('portal', 'POST', '/v1/admin/frameworks', boxed), {
    status: 201,
    body: { available: false, runtime: { type: 'container', image: 'singer:1', command: [], env: { VOICE: 'alto' } } },
  });
  t.match(await found(soul), { status: 503, body: { error: 'sandbox_unavailable', applied: false } });
  await city.submit({
    to: locationActor(commons),
    caller: 'city',
    event: { type: 'containers.available', isAvailable: true },
  });
  t.match(await send('city', 'GET', '/v1/frameworks/singers'), { body: { available: true } });
  t.equal((await found(soul)).status, 201);
});

t.test('what cannot be a framework is refused', async (t) => {
  const { send } = await started(t);
  const wrong: readonly (readonly [object, string])[] = [
    [{ ...singers, runtime: { type: 'container', image: 'a\nb;rm' } }, 'runtime.image'],
    [{ ...singers, runtime: { type: 'container', image: '-it' } }, 'runtime.image'],
    [{ ...singers, runtime: { type: 'container', image: 'a', command: ['\u0001'] } }, 'runtime.command.0'],
    [{ ...singers, runtime: { type: 'container', image: 'a', env: { VOICE: 'a\u001bb' } } }, 'runtime.env.VOICE'],
    [{ ...singers, id: 'Singers' }, 'id'],
    [{ ...singers, id: '1st' }, 'id'],
    [{ ...singers, soul_schema: { properties: { name: { pattern: 'a' } } } }, 'soul_schema'],
    [{ ...singers, runtime: { type: 'magic' } }, 'runtime.type'],
    [{ ...singers, runtime: { type: 'container', image: 'x', env: { 'A=B': 'c' } } }, 'runtime.env.A=B'],
    ...['CITY_URL', 'CITY_TOKEN', 'CITY_SOUL'].map((name): readonly [object, string] => [
      { ...singers, runtime: { type: 'container', image: 'x', env: { [name]: 'mine' } } },
      'runtime.env',
    ]),
    [{ ...singers, lifespan_ticks: 289 }, 'lifespan_ticks'],
  ];
  for (const [body, path] of wrong)
    t.match(await send('portal', 'POST', '/v1/admin/frameworks', body), { status: 422, body: { issues: [{ path }] } });
  t.match(await send('portal', 'PUT', '/v1/admin/frameworks/nobody', { ...terms, version: 1 }), { status: 404 });
  t.match(await send('portal', 'GET', '/v1/frameworks/No%20Such'), { status: 404 });
});

t.test('a soul that was held to a schema which has just changed is held to the new one', async (t) => {
  const { city, send, found } = await started(t);
  await send('portal', 'POST', '/v1/admin/frameworks', singers);
  const submit = city.submit.bind(city);
  let isChanged = false;
  city.submit = async (command) => {
    if (command.event.type === 'found' && !isChanged) {
      isChanged = true;
      const soul_schema = { ...singers.soul_schema, required: ['name', 'years'] };
      await send('portal', 'PUT', '/v1/admin/frameworks/singers', { ...terms, soul_schema, version: 1 });
    }
    return submit(command);
  };
  t.match(await found(soul), { status: 422, body: { issues: [{ path: 'years', message: 'must be there' }] } });
  t.ok(isChanged);
});
