/** The feed of the Portal over a real city: what strangers and visitors hear, and what they missed. */
import t, { type Test } from 'tap';
import { OpeningCity } from '../../engine/starting-city.ts';
import { tokenHash } from '../../gateways/route/auth.ts';
import { MemoryCredentials } from '../../persistence/memory/credentials.ts';
import { nextMs } from '../until.ts';
import { act, found } from '../world.ts';
import { Client, type Frame } from './feed-client.ts';
import { ask, post, type StartedPortal, startedPortalWorld } from './started-gateways.ts';

const move = { type: 'move', exit: 'commons', max_toll: null };
const say = (text: string) => ({ type: 'broadcast', text });

interface Watched extends StartedPortal {
  readonly port: number;
  readonly ada: string;
}

/** A Portal, and Ada in the Commons. */
async function watched(t: Test, settings: object = {}): Promise<Watched> {
  const portal = await startedPortalWorld(t, { socketHoldMs: 1, ...settings });
  const ada = await found(portal.city, 'Ada', 1_000_000);
  await act(portal.city, ada, move);
  return { ...portal, port: Number(new URL(portal.url).port), ada };
}

const messages = (client: Client): unknown[] =>
  client.frames.filter(({ type }) => type === 'message.broadcast').map((frame) => (frame['data'] as Frame)['message']);

/** Waits until the client has heard Ada say this. */
async function heard(client: Client, text: string): Promise<void> {
  while (!messages(client).includes(text)) await client.next();
}

async function registered({ url }: StartedPortal, handle: string): Promise<{ id: string; token: string }> {
  const body = JSON.stringify({ handle, password: 'a ladder of rope' });
  const answer = await ask(`${url}/v1/visitors/register`, { method: 'POST', body });
  return { id: (answer.body['visitor'] as { id: string }).id, token: String(answer.body['token']) };
}

t.test('[PF1] a stranger hears what is said in public, and not what is said at home', async (t) => {
  const { city, port, ada } = await watched(t);
  const stranger = new Client(t, port);
  t.match(await stranger.until('hello'), { v: 1, visitor: null });
  await act(city, ada, say('good morning'));
  await act(city, ada, { type: 'move', exit: 'home', max_toll: null });
  await act(city, ada, say('nobody hears this'));
  await act(city, ada, move);
  await act(city, ada, say('good evening'));
  await heard(stranger, 'good evening');
  t.same(messages(stranger), ['good morning', 'good evening']);
  t.ok(stranger.frames.some(({ type }) => type === 'resident.departed'));
});

t.test('[PF2] who follows a place and a resident hears an event of both once; other places not at all', async (t) => {
  const { city, port, ada } = await watched(t);
  const both = new Client(t, port);
  const elsewhere = new Client(t, port);
  for (const client of [both, elsewhere]) await client.until('hello');
  both.send({ type: 'subscribe', locations: ['city-commons'], residents: [ada] });
  elsewhere.send({ type: 'subscribe', locations: ['some-shop'], residents: ['bo-77'] });
  t.match(await both.until('subscribed'), { locations: ['city-commons'], residents: [ada] });
  await elsewhere.until('subscribed');
  await act(city, ada, say('one'));
  elsewhere.send({ type: 'subscribe', locations: [], residents: [] });
  while (elsewhere.frames.filter(({ type }) => type === 'subscribed').length < 2) await elsewhere.next();
  await act(city, ada, say('two'));
  await Promise.all([heard(both, 'two'), heard(elsewhere, 'two')]);
  t.same(messages(both), ['one', 'two']);
  t.same(messages(elsewhere), ['two'], 'and without a subscription everything public is heard');
});

t.test('a subscription is bounded, and its names have a form', async (t) => {
  const { port } = await watched(t);
  const client = new Client(t, port);
  await client.until('hello');
  for (const wrong of [
    { locations: Array(65).fill('city-commons') },
    { residents: ['a\nb'] },
    { locations: 'x' },
    {},
  ]) {
    const before = client.frames.length;
    client.send({ type: Object.keys(wrong).length === 0 ? 'walk' : 'subscribe', ...wrong });
    while (client.frames.length === before) await client.next();
    t.match(client.frames.at(-1), { type: 'error', error: 'invalid_request' });
  }
});

t.test('a visitor hears what is addressed to it, wherever it looks, and strangers see no names', async (t) => {
  const portal = await watched(t);
  const { city, port, ada, url } = portal;
  const { id, token } = await registered(portal, 'vic');
  await post(`${url}/v1/admin/credits`, 'adm_operator', { visitor: id, amount: 10 });
  const [visitor, late, stranger] = [new Client(t, port, token), new Client(t, port), new Client(t, port)];
  t.match(await visitor.until('hello'), { visitor: id });
  await late.until('hello');
  late.send({ type: 'auth', token });
  while (!late.frames.some(({ type, visitor }) => type === 'hello' && visitor === id)) await late.next();
  await stranger.until('hello');
  visitor.send({ type: 'subscribe', locations: ['some-shop'], residents: [] });
  await visitor.until('subscribed');
  t.match(await post(`${url}/v1/visitors/fund`, token, { resident: ada, amount: 2 }), { status: 201 });
  await act(city, ada, say('thank you'));
  await Promise.all([heard(late, 'thank you'), heard(stranger, 'thank you')]);
  for (const client of [visitor, late])
    t.match(await client.until('credits.transferred'), { data: { from: id, to: ada, amount: 2 } });
  t.match(await stranger.until('credits.transferred'), { actor: null, subject: null, data: { amount: 2 } });
  t.notMatch(JSON.stringify(stranger.frames), id);
  t.equal(late.frames.filter(({ type }) => type === 'credits.transferred').length, 1, '[PF2]');
});

t.test('a wrong token ends the socket; a cookie counts only where a page of our own has opened it', async (t) => {
  const portal = await watched(t);
  const { port, url } = portal;
  const { id, token } = await registered(portal, 'vic');
  t.match(await new Client(t, port, `vis_${'x'.repeat(43)}`).closed, { code: 4401 });
  const cookie = `civitas_visitor=${token}`;
  const from = (origin: string) => new Client(t, port, undefined, undefined, undefined, { cookie, origin });
  t.match(await from(url).until('hello'), { visitor: id });
  t.match(await from('http://elsewhere.example').until('hello'), { visitor: null });
});

t.test('[PF6] a visitor’s sockets are closed with the session with which they came, and with no other', async (t) => {
  const portal = await watched(t, { sessionsPerVisitorMax: 2, anonymousWritesPerMinute: 100 });
  const { port, url } = portal;
  const first = await registered(portal, 'vic');
  const logIn = async () => {
    const body = JSON.stringify({ handle: 'vic', password: 'a ladder of rope' });
    return String((await ask(`${url}/v1/visitors/login`, { method: 'POST', body })).body['token']);
  };
  const second = await logIn();
  const [one, cookie, other, stranger] = [
    new Client(t, port, first.token),
    new Client(t, port, undefined, undefined, undefined, { cookie: `civitas_visitor=${first.token}`, origin: url }),
    new Client(t, port, second),
    new Client(t, port),
  ];
  for (const client of [one, cookie, other]) t.match(await client.until('hello'), { visitor: first.id });
  await stranger.until('hello');
  await post(`${url}/v1/visitors/logout`, first.token, {});
  for (const client of [one, cookie]) t.match(await client.closed, { code: 4401, reason: /session has ended/ });
  const third = new Client(t, port, await logIn());
  await third.until('hello');
  t.equal(other.socket.readyState, 1, 'another session of the same visitor goes on');
  await nextMs();
  await logIn();
  t.match(await other.closed, { code: 4401 }, 'and ends as the oldest of too many');
  t.same(
    [third, stranger].map(({ socket }) => socket.readyState),
    [1, 1],
  );
});

t.test('[PF6] a visitor’s socket is closed when its session ends by itself', async (t) => {
  const portal = await watched(t, { sessionMs: 1_000 });
  const { id, token } = await registered(portal, 'vic');
  const client = new Client(t, portal.port, token);
  t.match(await client.until('hello'), { visitor: id });
  t.match(await client.closed, { code: 4401, reason: /session has ended/ });
});

/** Credentials that find the session of one token only when they may. */
class SlowCredentials extends MemoryCredentials {
  slow = '';
  release: () => void = () => {};
  asked: () => void = () => {};
  override async session(hash: string) {
    const found = await super.session(hash);
    if (hash !== this.slow) return found;
    await new Promise<void>((resolve) => {
      this.release = resolve;
      this.asked();
    });
    return found;
  }
}

/** A Portal that remembers no session yet, and is slow to find that of this token; `waits`: it has been asked for it. */
async function slowPortal(t: Test, { store, city }: Watched, token: string, settings: object = {}) {
  const credentials = new SlowCredentials(store);
  const portal = await startedPortalWorld(t, { socketHoldMs: 1, ...settings }, { city, control: city, credentials });
  credentials.slow = tokenHash(token);
  const waits = new Promise<void>((resolve) => {
    credentials.asked = resolve;
  });
  return { ...portal, credentials, waits, port: Number(new URL(portal.url).port) };
}

t.test('of two tokens a socket is whose the newer is, whichever is found first', async (t) => {
  const portal = await watched(t);
  const [vic, wes] = [await registered(portal, 'vic'), await registered(portal, 'wes')];
  const { url, port, credentials, waits } = await slowPortal(t, portal, vic.token);
  const cookie = { cookie: `civitas_visitor=${vic.token}`, origin: url };
  const client = new Client(t, port, undefined, undefined, undefined, cookie);
  await Promise.all([waits, client.opened()]);
  client.send({ type: 'auth', token: wes.token });
  t.match(await client.until('hello'), { visitor: wes.id });
  credentials.slow = '';
  credentials.release();
  const last = new Client(t, port, vic.token);
  t.match(await last.until('hello'), { visitor: vic.id }, 'the older has been found now');
  client.send({ type: 'subscribe', locations: [], residents: [] });
  await client.until('subscribed');
  t.same(
    client.frames.filter(({ type }) => type === 'hello').map(({ visitor }) => visitor),
    [wes.id],
  );
});

t.test('a session that ends while it is looked up is nobody’s', async (t) => {
  const portal = await watched(t);
  const { token } = await registered(portal, 'vic');
  const { url, credentials, waits } = await slowPortal(t, portal, token, { sessionsPerVisitorMax: 1 });
  const asked = [1, 2].map(() => ask(`${url}/v1/visitors/me`, { token }));
  await waits;
  await nextMs();
  const body = JSON.stringify({ handle: 'vic', password: 'a ladder of rope' });
  t.match(await ask(`${url}/v1/visitors/login`, { method: 'POST', body }), { status: 200 });
  credentials.release();
  t.same(
    (await Promise.all(asked)).map(({ status }) => status),
    [401, 401],
  );
  credentials.slow = '';
  t.match(await ask(`${url}/v1/visitors/me`, { token }), { status: 401 });
});

t.test('[PF4] a resume sends what was missed, once and in order, and announces what is not kept', async (t) => {
  const { city, port, ada } = await watched(t, { publicEventsKept: 4 });
  const first = new Client(t, port);
  const { seq } = await first.until('hello');
  first.socket.terminate();
  for (const text of ['a', 'b', 'c']) await act(city, ada, say(text));
  const again = new Client(t, port);
  await again.until('hello');
  again.send({ type: 'resume', since: seq });
  await again.until('resumed');
  t.same(messages(again), ['a', 'b', 'c']);
  again.send({ type: 'resume', since: seq });
  while (again.frames.filter(({ type }) => type === 'resumed').length < 2) await again.next();
  for (const text of ['d', 'e', 'f']) await act(city, ada, say(text));
  await heard(again, 'f');
  t.same(messages(again), ['a', 'b', 'c', 'd', 'e', 'f']);
  const late = new Client(t, port);
  await late.until('hello');
  late.send({ type: 'resume', since: seq });
  t.match(await late.until('gap'), { from: Number(seq) + 1 });
  await late.until('resumed');
  t.same(messages(late), ['c', 'd', 'e', 'f']);
  late.send({ type: 'resume', since: 1_000_000 });
  while (late.frames.filter(({ type }) => type === 'gap').length < 2) await late.next();
  t.match(
    late.frames.findLast(({ type }) => type === 'gap'),
    { to: 1_000_000 },
  );
});

t.test('[PF4] [PF8] a feed that listens before the city is open begins where the city stands', async (t) => {
  const opening = new OpeningCity();
  const portal = await startedPortalWorld(t, { socketHoldMs: 1 }, { city: opening, control: opening });
  const port = Number(new URL(portal.url).port);
  const ada = await found(portal.city, 'Ada', 1_000_000);
  await act(portal.city, ada, move);
  const early = new Client(t, port);
  t.match(await early.closed, { code: 1013 });
  t.same(early.frames, [], 'no client is greeted before');
  opening.open(portal.city);
  const { seq } = portal.city.health;
  const client = new Client(t, port);
  t.match(await client.until('hello'), { seq });
  client.send({ type: 'resume', since: 1 });
  t.match(await client.until('gap'), { from: 2, to: seq }, 'earlier events are announced as a gap');
  t.match(await client.until('resumed'), { seq });
  await act(portal.city, ada, say('good morning'));
  await heard(client, 'good morning');
});

t.test('[PF5] sockets of one network are bounded', async (t) => {
  const { port } = await watched(t, { portalSocketsPerNetworkMax: 2 });
  const [one, two] = [new Client(t, port), new Client(t, port)];
  await Promise.all([one.until('hello'), two.until('hello')]);
  t.equal(await new Client(t, port).upgraded(), 503);
  one.socket.terminate();
  await one.closed;
  for (;;) if ((await new Client(t, port).upgraded()) === 101) break;
});
