/** How an account came to its balance, over HTTP, with the real city and its bookkeeper behind the gateways: who reads what of it. */
import t, { type Test } from 'tap';
import { z } from 'zod';
import { shownPosting } from '../../actors/rules/people/account-book.ts';
import { AccountHistory } from '../../gateways/answers/credits.ts';
import { MemoryStore } from '../../persistence/memory/persistence.ts';
import { historyRows, signed } from '../../web/lib/account-history.ts';
import { withoutPublicWorks } from '../world.ts';
import { booksOn } from './kept-books.ts';
import { shopOf } from './pod-over-http.ts';
import { type Answer, ask, operatorToken, post, startedPortalWorld, startedWorld } from './started-gateways.ts';

async function town(t: Test) {
  const store = new MemoryStore();
  const { journalOf, postings, persistence } = booksOn(t, store);
  const world = await startedWorld(t, { store, journalOf, ...withoutPublicWorks }, { postings });
  return { ...world, persistence };
}

const historyOf = ({ status, body }: Answer) => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return AccountHistory.parse(body);
};

const sumOf = ({ items, upkeep, opening }: z.infer<typeof AccountHistory>): number => {
  const sum = items.reduce((all, item) => all + item.amount + item.upkeep, (upkeep ?? 0) + (opening ?? 0));
  return Number(sum.toFixed(3));
};

t.test(
  'a resident reads each posting with its reason, its other side and the balance after it, and upkeep',
  async (t) => {
    const { resident, city } = await town(t);
    const [ada, bo] = [await resident('Ada'), await resident('Bo', 100)];
    for (let n = 0; n < 3; n++) await city.tick();
    t.match(await ada.post('/v1/credits/transfer', { to: bo.id, amount: 2.5 }), { status: 200 });
    await city.tick();
    const read = historyOf(await ada.get('/v1/credits/history'));
    t.equal(read.balance, (await ada.get('/v1/credits')).body['balance']);
    t.equal(sumOf(read), read.balance, 'all of it adds up');
    const [gift] = read.items;
    t.match(gift, { reason: 'transfer', counterpart: { type: 'resident', id: bo.id }, amount: -2.5, tick: 3 });
    t.ok(gift !== undefined && gift.upkeep < 0 && read.upkeep !== null && read.upkeep < 0, 'ticks took upkeep');
    t.match(read.items.at(-1), { counterpart: { type: 'treasury', id: null } });
    t.match(historyOf(await bo.get('/v1/credits/history')).items[0], {
      counterpart: { type: 'resident', id: ada.id },
      amount: 2.5,
    });
  },
);

t.test('pages follow each other, a client resumes after the turn that it has, and nothing lies between', async (t) => {
  const { resident, city } = await town(t);
  const [ada, bo] = [await resident('Ada'), await resident('Bo')];
  for (let n = 1; n <= 7; n++) {
    await ada.post('/v1/credits/transfer', { to: bo.id, amount: n });
    if (n % 3 === 0) await city.tick();
  }
  const whole = historyOf(await ada.get('/v1/credits/history'));
  const parts = [historyOf(await ada.get('/v1/credits/history?limit=3'))];
  for (let next = parts[0]?.next_cursor; next !== null && next !== undefined; next = parts.at(-1)?.next_cursor)
    parts.push(historyOf(await ada.get(`/v1/credits/history?limit=3&cursor=${next}`)));
  t.ok(parts.length > 2);
  t.strictSame(
    parts.flatMap(({ items }) => items),
    whole.items,
  );
  t.strictSame(
    parts.map(({ opening }) => opening === null),
    parts.map((_, n) => n < parts.length - 1),
    'the last page says what was before',
  );
  const known = whole.items[4]?.turn ?? 0;
  const since = historyOf(await ada.get(`/v1/credits/history?limit=2&after=${known}`));
  t.strictSame(since.items, whole.items.slice(0, 2));
  const rest = historyOf(await ada.get(`/v1/credits/history?limit=2&after=${known}&cursor=${since.next_cursor}`));
  t.strictSame([rest.items, rest.next_cursor], [whole.items.slice(2, 4), null]);
  t.equal(rest.opening, whole.items[4]?.balance);
  t.match(historyOf(await ada.get(`/v1/credits/history?after=${whole.items[0]?.turn}`)), {
    items: [],
    opening: whole.items[0]?.balance,
  });
  for (const wrong of ['limit=1000', 'limit=0', 'after=-1', 'after=x', 'cursor=1.0', 'before=3'])
    t.match(await ada.get(`/v1/credits/history?${wrong}`), { status: 422 }, wrong);
});

t.test('what was pruned is one opening balance, also where nothing is left', async (t) => {
  const { resident, city, persistence } = await town(t);
  const [ada, bo] = [await resident('Ada'), await resident('Bo')];
  await ada.post('/v1/credits/transfer', { to: bo.id, amount: 1 });
  await city.tick();
  historyOf(await ada.get('/v1/credits/history'));
  await city.checkpoint();
  await ada.post('/v1/mesh/broadcast', { message: 'later' });
  await persistence.housekeeping.prune(city.health.seq);
  const empty = historyOf(await bo.get('/v1/credits/history'));
  t.match(empty, { items: [], next_cursor: null });
  t.equal(sumOf(empty), empty.balance);
  await ada.post('/v1/credits/transfer', { to: bo.id, amount: 4 });
  const read = historyOf(await bo.get('/v1/credits/history'));
  t.match(read.items, [{ reason: 'transfer', amount: 4 }]);
  t.ok(read.opening !== null && read.opening > 900);
  t.equal(sumOf(read), read.balance);
});

t.test('the book of a pool is for who speaks for the pod, who is not told who came by', async (t) => {
  const { resident } = await town(t);
  const [ada, bo] = [await resident('Ada'), await resident('Bo')];
  const shop = await shopOf(ada, 'Shop');
  await bo.post('/v1/location/move', { exit_id: 'commons' });
  t.match(await ada.post(`/v1/pods/${shop}/access`, { type: 'gated' }), { status: 200 });
  const exits = await bo.get('/v1/location/exits');
  const ways = z.object({ items: z.array(z.object({ id: z.string(), to: z.string().nullable() })) }).parse(exits.body);
  const exit = ways.items.find(({ to }) => to === shop);
  const moved = await bo.post('/v1/location/move', { exit_id: exit?.id ?? shop, max_toll: 100 });
  t.equal(moved.status, 200);
  t.match(await bo.post(`/v1/credits/pools/${shop}/fund`, { amount: 3 }), { status: 200 });
  const path = `/v1/credits/pools/${shop}/history`;
  const read = historyOf(await ada.get(path));
  t.equal(sumOf(read), read.balance);
  t.match(read.items[0], { reason: 'funding', amount: 3, counterpart: { type: 'resident', id: bo.id } });
  t.match(read.items[1], { reason: 'toll', counterpart: { type: 'hidden', id: null } });
  t.match(await bo.get(path), { status: 403, body: { error: 'not_representative' } });
  t.match(await ada.get('/v1/credits/pools/nowhere/history'), { status: 404 });
  const own = historyOf(await bo.get('/v1/credits/history'));
  t.match(own.items[1], { reason: 'toll', counterpart: { type: 'pod', id: shop } }, 'who paid knows where');
});

t.test('a visitor reads its wallet and the operator every account; nobody else does', async (t) => {
  const store = new MemoryStore();
  const { journalOf, postings } = booksOn(t, store);
  const { url } = await startedPortalWorld(t, {}, { postings }, {}, { store, journalOf });
  const body = JSON.stringify({ handle: 'ada', password: 'a ladder of rope' });
  const entry = await ask(`${url}/v1/visitors/register`, { method: 'POST', body });
  const [token, { id }] = [String(entry.body['token']), z.object({ id: z.string() }).parse(entry.body['visitor'])];
  await post(`${url}/v1/admin/credits`, operatorToken, { visitor: id, amount: 12 });
  const wallet = historyOf(await ask(`${url}/v1/visitors/wallet/history`, { token }));
  t.match(wallet, {
    balance: 12,
    opening: 0,
    items: [{ reason: 'grant', amount: 12, counterpart: { type: 'treasury' } }],
  });
  t.strictSame(
    historyRows(wallet).map(({ what, amount }) => [what, amount === null ? null : signed(amount)]),
    [['grant, from the city', '+12.00']],
  );
  const account = (of: string, as = operatorToken) => ask(`${url}/v1/dashboard/accounts/${of}/history`, { token: as });
  t.strictSame(historyOf(await account(`visitor:${id}`)), wallet);
  const treasury = historyOf(await account('treasury'));
  t.match(treasury.items[0], { amount: -12, counterpart: { type: 'visitor', id } });
  t.equal(sumOf(treasury), treasury.balance);
  t.match(await account('resident:nobody-9'), { status: 404 });
  t.match(await account('visitor:'), { status: 404 });
  t.match(await account('treasury', token), { status: 401 });
  t.match(await ask(`${url}/v1/visitors/wallet/history`), { status: 401 });
});

t.test('an heir is not told what the dead had wanted, the operator is', (t) => {
  const back = { reason: 'connection returned', counterpart: 'escrow', amount: 2_000, isRefund: false } as const;
  t.strictSame(shownPosting(back, 'owner'), { reason: 'refund', counterpart: 'escrow' });
  t.strictSame(shownPosting({ ...back, isRefund: true }, 'owner').reason, back.reason, 'it was its own');
  t.strictSame(shownPosting(back, 'operator').reason, back.reason);
  t.end();
});

t.test('where no books are kept, or they are late, it is busy', async (t) => {
  const { resident } = await startedWorld(t);
  const ada = await resident('Ada');
  t.match(await ada.get('/v1/credits/history'), { status: 503, body: { error: 'busy' } });
});
