/** Tokens that nobody living has are looked up among the departed, in the database: as often as an address may have one refused. */
import t, { type Test } from 'tap';
import type { Events } from '../../engine/ports.ts';
import { RefusedTokens } from '../../gateways/limits/refused-tokens.ts';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { foundingOf } from '../world.ts';
import { Client } from './feed-client.ts';
import { ask, operatorToken, startedPortal, startedWorld } from './started-gateways.ts';

const tries = gatewayDefaults.strangerRatePerMinute;
const wrongTokens = Array.from({ length: 100 }, (_, n) => `res_wrong-${n}`);

/** Both gateways of a city whose look-ups among the departed are kept in `asked`; each of them waits for `answer`. */
async function counted(t: Test, answer: () => Promise<void> = () => Promise.resolve()) {
  const store = new MemoryStore();
  const kept = memoryPersistence(store).events;
  const asked: string[] = [];
  const events: Events = {
    missed: (actor, back) => kept.missed(actor, back),
    letters: (actor, before, limit) => kept.letters(actor, before, limit),
    said: (...of) => kept.said(...of),
    stays: (...of) => kept.stays(...of),
    heard: (...of) => kept.heard(...of),
    contents: (hashes) => kept.contents(hashes),
    departed: (id) => kept.departed(id),
    departedUnder: async (key, limit) => {
      asked.push(key);
      await answer();
      return kept.departedUnder(key, limit);
    },
  };
  const refusedTokens = new RefusedTokens(gatewayDefaults, () => 0);
  const world = await startedWorld(t, { store, events }, { refusedTokens });
  const portal = await startedPortal(t, {}, { city: world.city, refusedTokens });
  return { ...world, portalUrl: portal.url, asked };
}

/** How many there are of each. */
function countsOf(found: readonly number[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...new Set(found)].map((one) => [one, found.filter((other) => other === one).length]));
}

t.test('wrong tokens of one address ask the database no more often than its limit', async (t) => {
  const { url, asked, resident } = await counted(t);
  const vera = await resident('vera');
  const statuses: number[] = [];
  for (const token of wrongTokens) statuses.push((await ask(`${url}/v1/me`, { token })).status);
  t.equal(asked.length, tries);
  t.same(countsOf(statuses), { 401: tries, 429: wrongTokens.length - tries });
  t.equal((await vera.get('/v1/me')).status, 200, 'a living resident is let in');
});

/** Opens when `count` have come. */
function barrier(count: number) {
  let open: () => void = () => {};
  let come = 0;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    come += 1;
    if (come === count) open();
    return opened;
  };
}

for (const [name, method, path] of [
  ['a path of residents', 'GET', '/v1/me'],
  ['a path of the operator', 'POST', '/v1/admin/pause'],
  ['a path that is not there', 'GET', '/v1/admin/nothing'],
] as const)
  t.test(`nor do those that come at once, before one is answered: ${name}`, async (t) => {
    // The database answers none before each of them has either asked it or been refused.
    const come = barrier(wrongTokens.length);
    const { url, portalUrl, asked } = await counted(t, come);
    const base = path === '/v1/me' ? url : portalUrl;
    const statusOf = async (token: string) => {
      const { status } = await ask(`${base}${path}`, { method, token });
      void come();
      return status;
    };
    const statuses = await Promise.all(wrongTokens.map(statusOf));
    t.equal(asked.length, tries);
    t.same(countsOf(statuses), { 401: tries, 429: wrongTokens.length - tries });
    const health = await ask(`${portalUrl}/v1/admin/health`, { token: operatorToken });
    t.equal(health.status, 200, 'the operator is let in');
  });

t.test('nor do sockets, whether the token comes with the upgrade or in the first frame', async (t) => {
  const { url, asked, resident } = await counted(t);
  await resident('vera');
  const port = Number(new URL(url).port);
  const codes: number[] = [];
  for (const [n, token] of wrongTokens.entries()) {
    const client = new Client(t, port, n % 2 === 0 ? token : undefined);
    await client.opened();
    if (n % 2 === 1) client.send({ type: 'auth', token });
    codes.push((await client.closed).code);
  }
  t.equal(asked.length, tries);
  t.same(countsOf(codes), { 4401: tries, 4429: wrongTokens.length - tries });
  await new Client(t, port, 'token of vera').until('hello');
});

t.test('[WK1] a departed resident hears of its death, and is looked up once', async (t) => {
  const { url, city, clock, asked } = await counted(t);
  await city.submit(foundingOf('ada', 60_000, 2));
  for (let n = 0; n < 30; n++) {
    clock.ms += 300_000;
    await city.tick();
  }
  asked.length = 0;
  const gone = { status: 410, body: { error: 'resident_dead' } };
  t.match(await ask(`${url}/v1/me`, { token: 'token of ada' }), gone);
  t.equal(asked.length, 1, 'it has left memory');
  for (const token of wrongTokens) await ask(`${url}/v1/me`, { token });
  t.match(await ask(`${url}/v1/me`, { token: 'token of ada' }), gone, 'whatever its address has tried meanwhile');
  t.equal(asked.length, tries);
});
