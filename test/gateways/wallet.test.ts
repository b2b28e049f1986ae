/** Wallets of visitors over HTTP, with the real city behind them. */
import t, { type Test } from 'tap';
import { act, found } from '../world.ts';
import { type Answer, ask, operatorToken, post, startedPortalWorld } from './started-gateways.ts';

async function town(t: Test) {
  const portal = await startedPortalWorld(t, { visitorRatePerMinute: 1_000, anonymousWritesPerMinute: 1_000 });
  const { url, city } = portal;
  const register = async (handle: string) => {
    const body = JSON.stringify({ handle, password: 'a ladder of rope' });
    const entry = await ask(`${url}/v1/visitors/register`, { method: 'POST', body });
    const { id } = entry.body['visitor'] as { readonly id: string };
    const token = String(entry.body['token']);
    return {
      id,
      balance: async () => (await ask(`${url}/v1/visitors/me`, { token })).body['balance'],
      fund: (resident: string, amount: unknown, headers = {}): Promise<Answer> =>
        post(`${url}/v1/visitors/fund`, token, { resident, amount }, headers),
      notifications: (query = ''): Promise<Answer> => ask(`${url}/v1/visitors/notifications${query}`, { token }),
    };
  };
  const grant = (visitor: string, amount: unknown, headers = {}, token = operatorToken): Promise<Answer> =>
    post(`${url}/v1/admin/credits`, token, { visitor, amount }, headers);
  return { ...portal, register, grant, bo: await found(city, 'Bo', 10_000, 3) };
}

t.test('[VI1] the operator fills a wallet, once under one key; nobody else does', async (t) => {
  const { register, grant, city } = await town(t);
  const ada = await register('ada');
  const key = { 'Idempotency-Key': 'first' };
  t.match(await grant(ada.id, 12.5, key), { status: 201, body: { id: ada.id, handle: 'ada', balance: 12.5 } });
  t.match(await grant(ada.id, 12.5, key), { status: 201, body: { balance: 12.5 } }, 'a repeat');
  t.equal(await ada.balance(), 12.5);
  t.match(await grant('vis-99', 1), { status: 404, body: { error: 'not_found' } });
  t.match(await grant('bo-1', 1), { status: 404 });
  for (const amount of [0, -1, 0.0001, '1', null]) t.match(await grant(ada.id, amount), { status: 422 });
  t.match(await grant(ada.id, 1, {}, 'vis_wrong'), { status: 401 });
  t.match(await grant(ada.id, 1, {}, 'token of Bo'), { status: 403, body: { error: 'admin_required' } });
  t.equal(await ada.balance(), 12.5);
  t.same(city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
});

t.test('[VI2] a visitor funds a resident with what it has, once under one key; the dead take nothing', async (t) => {
  const { register, grant, city, bo } = await town(t);
  const [ada, eve] = [await register('ada'), await register('eve')];
  await grant(ada.id, 10);
  const key = { 'Idempotency-Key': 'gift' };
  const gift = await ada.fund(bo, 4, key);
  t.match(gift, { status: 201, body: { from: ada.id, to: bo, amount: 4, balance: 6 } });
  t.same((await ada.fund(bo, 4, key)).body, gift.body, 'the same answer');
  t.match(await ada.fund(bo, 5, key), { status: 422, body: { error: 'idempotency_mismatch' } });
  t.equal(await ada.balance(), 6);
  t.match(await eve.fund(bo, 4, key), {
    status: 402,
    body: { error: 'insufficient_credits', required: 4, balance: 0 },
  });
  t.match(await ada.fund('nobody-9', 1), { status: 404 });
  t.match(await ada.fund(eve.id, 1), { status: 404 }, 'wallets are not for each other');
  for (let n = 0; n < 3; n++) await city.tick();
  t.match(await ada.fund(bo, 1), { status: 410, body: { error: 'resident_dead', resident: bo, cause: 'natural' } });
  t.equal(await ada.balance(), 6);
  t.same(city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
});

t.test('[VI1] notifications are the visitor’s own, newest first, in pages', async (t) => {
  const { register, grant, city, bo } = await town(t);
  const [ada, eve] = [await register('ada'), await register('eve')];
  for (const amount of [1, 2, 3]) await grant(ada.id, amount);
  await grant(eve.id, 100);
  await ada.fund(bo, 4);
  await act(city, bo, { type: 'broadcast', text: 'thank you' });
  const whole = await ada.notifications();
  t.match(whole, {
    status: 200,
    body: {
      items: [
        { type: 'credits.transferred', actor: ada.id, subject: bo, data: { from: ada.id, to: bo, amount: 4 } },
        { type: 'credits.received', subject: ada.id, data: { reason: 'grant', amount: 3 } },
        { type: 'credits.received', data: { amount: 2 } },
        { type: 'credits.received', data: { amount: 1 } },
      ],
      next_cursor: null,
    },
  });
  const first = await ada.notifications('?limit=3');
  const cursor = encodeURIComponent(String(first.body['next_cursor']));
  const second = await ada.notifications(`?limit=3&cursor=${cursor}`);
  t.match(second, { status: 200, body: { next_cursor: null } });
  t.same([...(first.body['items'] as []), ...(second.body['items'] as [])], whole.body['items']);
  t.match(await eve.notifications(), { body: { items: [{ data: { amount: 100 } }] } });
  t.match(await eve.notifications('?cursor=1'), { status: 422 }, 'a cursor that was not given out');
});
