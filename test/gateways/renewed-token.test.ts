/** Another token of a resident over both gateways: who gets one, when the one before opens nothing any more, and who gets none. */
import t, { type Test } from 'tap';
import { command } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { contentHash } from '../../engine/ids.ts';
import { Client } from './feed-client.ts';
import { startedWithAda, wren } from './soul-gateways.ts';

const own = '/v1/me/token';

/** A socket that hears what happens from now on. */
async function listening(t: Test, port: number, token: string): Promise<Client> {
  const client = new Client(t, port, token);
  client.send({ type: 'resume', since: (await client.until('hello')).seq });
  await client.until('resumed');
  return client;
}
const waitTicks = 12;

/** Ada has brought up a child, whose visitor Eve has fetched its token. */
async function started(t: Parameters<typeof startedWithAda>[0]) {
  const there = await startedWithAda(t);
  const eve = await there.visitor('eve');
  const { body: soul } = await eve('POST', '/v1/souls', wren);
  const { body } = await there.ada('POST', '/v1/threshold/adopt');
  const child = String(body['id']);
  const fetch = `/v1/souls/${soul['id']}/token`;
  const token = String((await eve('POST', fetch)).body['token']);
  const ticks = async (count: number) => {
    for (let n = 0; n < count; n++) await there.city.tick();
  };
  const notices = async () => {
    const { body: told } = await eve('GET', '/v1/visitors/notifications');
    return (told['items'] as readonly { readonly type: string }[]).map(({ type }) => type);
  };
  return { ...there, eve, child, token, fetch, ticks, notices, ofChild: `/v1/residents/${child}/token` };
}

t.test('[WK5] [TK1] [F8] the old token opens until the new one is shown, and not once more', async (t) => {
  const { resident, onPortal, child, token, cityPort, notices } = await started(t);
  const [old, operates] = [resident(token), (by: string) => onPortal(by)('GET', '/v1/admin/health')];
  const client = await listening(t, cityPort, token);
  await operates(token);
  const first = await old('POST', own, undefined, 'k');
  t.match(first, { status: 201, body: { id: child, resident: child, token: /^res_[\w-]{43}$/ } });
  t.same(Object.keys(first.body).sort(), ['id', 'resident', 'token']);
  t.match(await old('POST', own, undefined, 'k'), { status: 409, body: { error: 'already_exists' } });
  const lost = String(first.body['token']);
  const next = String((await old('POST', own, undefined, 'another')).body['token']);
  t.match(await resident(lost)('GET', '/v1/me'), { status: 401 }, 'the answer was lost, and asked for once more');
  t.match(await old('GET', '/v1/me'), { status: 200, body: { id: child } }, 'nobody is locked out');
  t.match(await resident(next)('POST', '/v1/mesh/broadcast', { message: 'It is I.' }, 'key'), { status: 201 });
  t.match(await old('GET', '/v1/me'), { status: 401, body: { error: 'unauthorized', message: /replaced/ } });
  t.match(await old('POST', own), { status: 401 });
  t.match(await operates(token), { status: 401 }, 'nor at the Portal');
  t.match(await operates(next), { status: 403, body: { error: 'admin_required' } });
  t.match(await client.closed, { code: 4401, reason: 'the token has been replaced' });
  t.match(client.frames.at(-1), { type: 'token.replaced', data: { by: 'itself' } }, 'its socket was told before');
  t.equal((await notices())[0], 'token.replaced');
  t.match(await resident(next)('GET', '/v1/me'), { status: 200, body: { id: child } });
});

t.test('[WK5] a socket shows the new token as well as a request does, and the Portal too', async (t) => {
  const { resident, onPortal, token, cityPort } = await started(t);
  const next = async (by: string) => String((await resident(by)('POST', own)).body['token']);
  const second = await next(token);
  await new Client(t, cityPort, second).until('hello');
  t.match(await resident(token)('GET', '/v1/me'), { status: 401 });
  const third = await next(second);
  await onPortal(third)('GET', '/v1/admin/health');
  t.match(await resident(second)('GET', '/v1/me'), { status: 401 });
  t.match(await resident(third)('GET', '/v1/me'), { status: 200 });
});

t.test('[WK5] of many who show both tokens at once each is answered, and the new one lives', async (t) => {
  const { resident, token, notices } = await started(t);
  const next = String((await resident(token)('POST', own)).body['token']);
  const shown = [...Array(12).keys()].map((n) => resident(n % 2 === 0 ? next : token)('GET', '/v1/me'));
  for (const [n, { status }] of (await Promise.all(shown)).entries())
    t.ok(n % 2 === 0 ? status === 200 : status === 200 || status === 401, `${n}: ${status}`);
  t.match(await resident(token)('GET', '/v1/me'), { status: 401 });
  t.equal((await notices()).filter((type) => type === 'token.replaced').length, 2, 'each replacement is told once');
});

t.test('[WK6] a lost token: its mentor hands on another, and all are told', async (t) => {
  const { resident, ada, eve, child, token, ofChild, fetch, cityPort, ticks, notices } = await started(t);
  const mentor = new Client(t, cityPort, 'token of Ada');
  await mentor.until('hello');
  const asked = await ada('POST', ofChild);
  t.match(asked, { status: 200, body: { id: child, token: null, from_tick: waitTicks } });
  await ticks(waitTicks);
  const given = await ada('POST', ofChild, undefined, 'k');
  t.match(given, { status: 200, body: { token: /^res_[\w-]{43}$/ } });
  t.match(await ada('POST', ofChild, undefined, 'k'), { status: 409, body: { error: 'already_exists' } });
  const handed = String(given.body['token']);
  t.match(await resident(token)('GET', '/v1/me'), { status: 401 });
  t.match(await resident(handed)('GET', '/v1/me'), { status: 200, body: { id: child } });
  await mentor.until('token.missed');
  t.match(await mentor.until('token.replaced'), { subject: child, data: { by: 'mentor' } });
  t.same((await notices()).slice(0, 2), ['token.replaced', 'token.missed']);
  t.match(await eve('POST', fetch), { status: 201 }, 'its visitor takes it back');
  t.match(await resident(handed)('GET', '/v1/me'), { status: 401 });
});

t.test('[WK6] a mentor that has called a token lost is told when somebody else has settled it', async (t) => {
  const { resident, operator, ada, eve, child, ofChild, fetch, city, ticks } = await started(t);
  let since = 0;
  const told = async () => {
    const { body } = await ada('GET', `/v1/me/events?since=${since}`);
    since = Number(body['seq']);
    const items = body['items'] as readonly { readonly type: string; readonly data: object }[];
    return items.filter(({ type }) => type === 'token.replaced').map(({ data }) => data);
  };
  const fetched = async () => resident(String((await eve('POST', fetch)).body['token']));
  const it = await fetched();
  t.same(await told(), [], 'it has asked for nothing');

  const next = resident(String((await it('POST', own)).body['token']));
  await ada('POST', ofChild);
  await next('GET', '/v1/me');
  t.same(await told(), [{ by: 'itself' }], 'while it waits');
  await ada('POST', ofChild);
  await operator('POST', `/v1/admin/residents/${child}/token`);
  t.same(await told(), [{ by: 'operator' }]);
  await ada('POST', ofChild);
  await ticks(waitTicks);
  await ada('POST', ofChild);
  t.same(await told(), [{ by: 'mentor' }]);
  await fetched();
  t.same(await told(), [{ by: 'visitor' }], 'what it was given opens nothing any more');
  await fetched();
  t.same(await told(), [], 'and nothing is open any more');

  await ada('POST', ofChild);
  const event = { type: 'replace_token', token: contentHash('of a mind'), by: 'city' } as const;
  await city.submit(command(residentActor(child), event, { caller: 'operator' }));
  t.same(await told(), [{}], 'nor by a mind of the city');
});

t.test('[WK6] any request with the token that was not lost, read or socket, keeps it', async (t) => {
  const { resident, ada, token, ofChild, child, city, cityPort, ticks, notices } = await started(t);
  const [silent, there] = [await listening(t, cityPort, token), resident(token)];
  await there('GET', '/v1/me');
  await ada('POST', ofChild);
  t.match(await silent.closed, { code: 1013, reason: /connect with it again/ });
  t.match(silent.frames.at(-1), { type: 'token.missed', data: { from_tick: waitTicks } });
  const threats = () => city.view(view('threats', { id: child }));
  t.match(await threats(), { value: { token: 'missed' } });
  t.match(await there('GET', '/v1/credits'), { status: 200 });
  t.match(await threats(), { value: { token: null } }, 'whoever shows it hears of no threat');
  t.equal((await notices())[0], 'token.shown');
  t.match(await ada('POST', ofChild), { status: 409, body: { error: 'invalid_state', message: /from tick 12 on/ } });
  await ticks(waitTicks);
  await ada('POST', ofChild);
  await new Client(t, cityPort, token).until('hello');
  await ticks(waitTicks);
  t.match(
    await ada('POST', ofChild),
    { status: 200, body: { token: null, from_tick: 3 * waitTicks } },
    'it waits anew',
  );
  t.match(await there('GET', '/v1/me'), { status: 200, body: { id: child } });
});

t.test('[WK6] [SO5] nobody else gets one, and each is told what to do', async (t) => {
  const { resident, operator, anybody, ada, visitor, child, token, ofChild, fetch, city } = await started(t);
  const bo = await operator('POST', '/v1/admin/residents', { ...wren, name: 'Bo' });
  const [stranger, other] = [resident(''), resident(String(bo.body['token']))];
  const finn = await visitor('finn');
  const mentor = String((await ada('GET', '/v1/me')).body['id']);
  const expired = await resident(token)('POST', own);
  const renewed = String(expired.body['token']);
  await resident(renewed)('GET', '/v1/me');
  const denied = { status: 403, error: 'access_denied', message: /ask your mentor.*POST \/v1\/me\/token/s };
  const unknown = { status: 401, error: 'unauthorized', message: /through its mentor.*visitor of its soul.*operator/s };
  const cases = {
    'a stranger for itself': [await stranger('POST', own), unknown],
    'a stranger for another': [await stranger('POST', ofChild), unknown],
    'another resident': [await other('POST', ofChild), denied],
    'the child for its mentor': [await resident(renewed)('POST', `/v1/residents/${mentor}/token`), denied],
    'the child for itself': [await resident(renewed)('POST', ofChild), denied],
    'an expired token': [await resident(token)('POST', own), unknown],
    'an expired token for another': [await resident(token)('POST', ofChild), unknown],
    'another visitor': [
      await finn('POST', fetch),
      { status: 404, error: 'not_found', message: /no such soul.*GET \/v1\/souls\/ended/ },
    ],
    'who is no visitor': [await anybody('POST', fetch), { status: 401, error: 'unauthorized', message: /log in/ }],
    'for nobody': [
      await ada('POST', '/v1/residents/nobody-99/token'),
      { status: 404, error: 'not_found', message: /no such/ },
    ],
  } as const;
  for (const [who, [answer, { status, ...body }]] of Object.entries(cases)) t.match(answer, { status, body }, who);
  for (const [who, [answer]] of Object.entries(cases)) t.notMatch(JSON.stringify(answer.body), /res_[\w-]{43}/, who);
  await resident(renewed)('POST', '/v1/me/shutdown', { confirm: true });
  await city.tick();
  const dead = { status: 410, body: { error: 'resident_dead' } };
  t.match(await resident(renewed)('POST', own), dead, 'the dead for itself');
  t.match(await resident(renewed)('POST', ofChild), dead);
  t.match(await ada('POST', ofChild), dead, 'the mentor for the dead');
  await ada('POST', '/v1/me/shutdown', { confirm: true });
  await city.tick();
  t.match(await ada('POST', ofChild), dead, 'a dead mentor');
  t.match(await resident(renewed)('GET', '/v1/me'), { ...dead, body: { ...dead.body } }, child);
});
