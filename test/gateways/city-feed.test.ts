/** The WebSocket feed: who hears what, once and in order; how it ends (F1 to F5). */
import t from 'tap';
import { JournalUnavailable } from '../../engine/ports.ts';
import { Client, settled } from './feed-client.ts';
import { startedCity } from './started-gateways.ts';

const noHold = { socketHoldMs: 0 };

t.test('the first frame is hello; then events of the place, and to the resident', async (t) => {
  const { city, port } = await startedCity(t, noHold);
  const token = city.live('vera-7');
  city.tell('before', ['all']);
  const client = new Client(t, port, token);
  const hello = await client.until('hello');
  t.match(hello, { seq: 1, resident: 'vera-7' });
  await settled();
  city.tell('here', ['at:city-commons']);
  city.tell('elsewhere', ['at:city-housing/bo-1']);
  city.tell('own', ['to:resident:vera-7']);
  city.tell('others', ['to:resident:bo-1', 'public']);
  city.tell('everyone', ['all']);
  await client.until('everyone');
  t.same(client.seqs, [2, 4, 6]);
});

t.test('[F1] an audience that names a resident twice reaches it once', async (t) => {
  const { city, port } = await startedCity(t, noHold);
  const near = new Client(t, port, city.live('vera-7'));
  const far = new Client(t, port, city.live('bo-1', { location: 'city-housing/bo-1' }));
  await Promise.all([near.until('hello'), far.until('hello')]);
  await settled();
  city.tell('died', ['at:city-commons', 'to:resident:vera-7', 'to:resident:bo-1', 'public']);
  city.tell('end', ['all']);
  await Promise.all([near.until('end'), far.until('end')]);
  t.same(near.seqs, [1, 2]);
  t.same(far.seqs, [1, 2]);
});

t.test('[F2] a resident who has left hears nothing more of the place, one who comes hears from then on', async (t) => {
  const { city, port } = await startedCity(t, noHold);
  const client = new Client(t, port, city.live('vera-7'));
  await client.until('hello');
  await settled();
  city.tell('before', ['at:city-commons']);
  city.follow('vera-7', 'at:city-housing/vera-7');
  city.tell('missed', ['at:city-commons']);
  city.tell('home', ['at:city-housing/vera-7']);
  city.follow('vera-7', 'at:city-commons');
  city.tell('back', ['at:city-commons']);
  city.tell('end', ['all']);
  await client.until('end');
  t.same(client.seqs, [1, 3, 4, 5]);
});

t.test('[F3] resume brings what was missed, then what came meanwhile, each once', async (t) => {
  const { city, port } = await startedCity(t);
  const token = city.live('vera-7');
  for (let i = 0; i < 450; i++) city.tell('missed', [i % 3 === 0 ? 'at:elsewhere' : 'at:city-commons']);
  let reads = 0;
  city.beforeMissed = async () => {
    reads += 1;
    city.tell('meanwhile', ['at:city-commons']);
    await settled();
  };
  const client = new Client(t, port, token);
  await client.opened();
  // Before hello, as a client does that knows what it wants.
  client.send({ type: 'resume', since: 100 });
  const resumed = await client.until('resumed');
  city.tell('end', ['all']);
  await client.until('end');
  const expected = city.events
    .filter((event) => event.seq > 100 && event.audience[0] !== 'at:elsewhere')
    .map((event) => event.seq);
  t.same(client.seqs, expected);
  t.equal(resumed.seq, 450);
  t.ok(reads >= 2, 'in pages');
});

t.test('a resume while the database is away is to be tried again later', async (t) => {
  const { city, port } = await startedCity(t);
  const token = city.live('vera-7');
  city.record('missed', ['all']);
  city.beforeMissed = () => Promise.reject(new JournalUnavailable('away'));
  const client = new Client(t, port, token);
  await client.until('hello');
  client.send({ type: 'resume', since: 0 });
  t.match(await client.closed, { code: 1013 });
});

t.test('[F3] a resume long after hello neither doubles nor loses', async (t) => {
  const { city, port } = await startedCity(t, noHold);
  for (let i = 0; i < 10; i++) city.tell('missed', ['all']);
  const client = new Client(t, port, city.live('vera-7'));
  await client.until('hello');
  await settled();
  for (let i = 0; i < 5; i++) city.tell('live', ['at:city-commons']);
  client.send({ type: 'resume', since: 4 });
  city.beforeMissed = async () => {
    city.tell('meanwhile', ['at:city-commons']);
  };
  await client.until('resumed');
  city.tell('end', ['all']);
  await client.until('end');
  t.same(
    [...client.seqs].sort((a, b) => Number(a) - Number(b)),
    [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
  );
});

t.test('[F4] more than may wait is looked up; nothing is lost', async (t) => {
  const { city, port } = await startedCity(t, { resumeWaitingEventsMax: 5 });
  const token = city.live('vera-7');
  for (let i = 0; i < 20; i++) city.tell('missed', ['at:city-commons']);
  let rounds = 0;
  city.beforeMissed = async () => {
    rounds += 1;
    if (rounds > 3) return;
    for (let i = 0; i < 10; i++) city.tell('meanwhile', ['at:city-commons']);
  };
  const client = new Client(t, port, token);
  await client.opened();
  client.send({ type: 'resume', since: 0 });
  await client.until('resumed');
  city.tell('end', ['all']);
  await client.until('end');
  t.same(
    client.seqs,
    city.events.map((event) => event.seq),
  );
});

t.test('[F3] whatever comes whenever: nothing lost, nothing doubled, always in order', async (t) => {
  // The hold is long: a `resume` that comes after it is answered too, but live events meanwhile came before it.
  const { city, port } = await startedCity(t, { resumePageEvents: 20, resumeWaitingEventsMax: 9, socketHoldMs: 5_000 });
  const token = city.live('vera-7');
  const random = seeded(20_260_101);
  city.beforeMissed = async () => {
    for (let i = random(4); i > 0; i--) await (random(2) === 0 ? Promise.resolve() : settled());
  };
  let isTelling = true;
  const telling = (async () => {
    while (isTelling) {
      const burst = random(10) === 0 ? 15 : random(3);
      for (let i = 0; i < burst; i++) city.tell('event', [random(5) === 0 ? 'at:elsewhere' : 'at:city-commons']);
      for (let i = random(6); i > 0; i--) await Promise.resolve();
      await (random(2) === 0 ? settled() : new Promise((resolve) => setImmediate(resolve)));
    }
  })();
  const seen: number[] = [];
  for (let session = 0; session < 25; session++) {
    const client = new Client(t, port, token);
    await client.opened();
    client.send({ type: 'resume', since: seen.at(-1) ?? 0 });
    await client.until('resumed');
    for (let i = random(5); i > 0; i--) await settled();
    client.socket.terminate();
    for (const seq of client.seqs) seen.push(Number(seq));
    await settled();
  }
  isTelling = false;
  await telling;
  const last = new Client(t, port, token);
  await last.opened();
  last.send({ type: 'resume', since: seen.at(-1) ?? 0 });
  await last.until('resumed');
  city.tell('end', ['all']);
  await last.until('end');
  for (const seq of last.seqs) seen.push(Number(seq));
  const expected = city.events.filter(({ audience }) => audience[0] !== 'at:elsewhere').map(({ seq }) => seq);
  t.ok(expected.length > 100);
  t.same(seen, expected);
});

t.test('a gap is announced when the missed events are no longer kept', async (t) => {
  const { city, port } = await startedCity(t);
  const token = city.live('vera-7');
  for (let i = 0; i < 10; i++) city.tell('missed', ['at:city-commons']);
  city.oldest = 6;
  const client = new Client(t, port, token);
  await client.opened();
  client.send({ type: 'resume', since: 2 });
  await client.until('resumed');
  t.match(client.frames[1], { type: 'gap', from: 3, to: 5 });
  t.same(client.seqs, [6, 7, 8, 9, 10]);
});

t.test(
  'a gap is announced to a client that has heard more than the city has published: a backup was restored',
  async (t) => {
    const { city, port } = await startedCity(t);
    const token = city.live('vera-7');
    for (let i = 0; i < 10; i++) city.tell('told', ['at:city-commons']);
    const ahead = new Client(t, port, token);
    await ahead.opened();
    ahead.send({ type: 'resume', since: 25 });
    t.match(await ahead.until('resumed'), { seq: 10 });
    t.match(ahead.frames[1], { type: 'gap', from: 11, to: 25 });
    const level = new Client(t, port, token);
    await level.opened();
    level.send({ type: 'resume', since: 10 });
    t.match(await level.until('resumed'), { seq: 10 });
    city.tell('new', ['at:city-commons']);
    await Promise.all([ahead.until('new'), level.until('new')]);
    t.same([ahead.seqs, level.seqs], [[11], [11]], 'what comes next has the next number');
    t.notOk(level.frames.some(({ type }) => type === 'gap'));
  },
);

t.test('[F5] a resident hears of its own death, then 4410', async (t) => {
  const { city, port, url } = await startedCity(t, noHold);
  const token = city.live('vera-7');
  const client = new Client(t, port, token);
  await client.until('hello');
  await settled();
  city.change('vera-7', { status: 'dead', died_at: '2030-01-01T00:00:00.000Z', cause: 'credit' });
  city.tell('resident.died', ['at:city-commons', 'to:resident:vera-7', 'public'], { actor: 'vera-7' });
  t.equal((await client.closed).code, 4410);
  t.same(client.seqs, [1]);
  const late = new Client(t, port, token);
  t.equal((await late.closed).code, 4410);
  t.ok(url);
});

t.test('msgpack carries the same envelopes', async (t) => {
  const { city, port } = await startedCity(t, noHold);
  const client = new Client(t, port, city.live('vera-7'), 'city.msgpack');
  const text = new Client(t, port, city.live('bo-1'));
  await Promise.all([client.until('hello'), text.until('hello')]);
  await settled();
  t.equal(client.socket.protocol, 'city.msgpack');
  city.tell('here', ['at:city-commons'], { data: { message: 'héllo', n: 1.5 } });
  await Promise.all([client.until('here'), text.until('here')]);
  t.same(client.frames[1], text.frames[1]);
});

t.test('a token may come in the first frame, in time', async (t) => {
  const { city, port } = await startedCity(t, { socketAuthMsMax: 60 });
  const token = city.live('vera-7');
  const good = new Client(t, port);
  await good.opened();
  good.send({ type: 'auth', token });
  await good.until('hello');
  const bad = new Client(t, port);
  await bad.opened();
  bad.send({ type: 'auth', token: 'res_nobody' });
  t.equal((await bad.closed).code, 4401);
  const late = new Client(t, port);
  t.equal((await late.closed).code, 4408);
  const header = new Client(t, port, 'res_nobody');
  t.equal((await header.closed).code, 4401);
});

t.test('[W3] frames are bounded in size and number', async (t) => {
  const { city, port } = await startedCity(t, { socketFramesPerMinute: 5 });
  const token = city.live('vera-7');
  const large = new Client(t, port, token);
  await large.until('hello');
  large.send('x'.repeat(65 * 1024));
  t.equal((await large.closed).code, 4413);
  const fast = new Client(t, port, token);
  await fast.until('hello');
  for (let i = 0; i < 6; i++) fast.send('nonsense');
  t.equal((await fast.closed).code, 4429);
  t.match(fast.frames[1], { type: 'error', error: 'invalid_request' });
});

t.test('a resident has a bounded number of sockets', async (t) => {
  const { city, port } = await startedCity(t, { socketsPerResidentMax: 2 });
  const token = city.live('vera-7');
  await Promise.all([new Client(t, port, token).until('hello'), new Client(t, port, token).until('hello')]);
  t.equal((await new Client(t, port, token).closed).code, 4429);
});

t.test('[W2] a client that does not read is ended; others are not touched', async (t) => {
  const { city, port, url } = await startedCity(t, { ...noHold, socketSlowMsMax: 300 });
  const slow = new Client(t, port, city.live('vera-7'));
  const brisk = new Client(t, port, city.live('bo-1'));
  await Promise.all([slow.until('hello'), brisk.until('hello')]);
  await settled();
  slow.socket.pause();
  const text = 'x'.repeat(16_000);
  for (let i = 0; i < 600; i++) {
    city.tell('loud', ['at:city-commons'], { data: { text } });
    if (i % 5 === 0) await settled();
  }
  city.tell('end', ['all']);
  await brisk.until('end');
  t.equal(brisk.seqs.length, 601);
  while ((await openSockets(url)) > 1) await settled();
  slow.socket.resume();
  const { code } = await slow.closed;
  t.ok(code === 1013 || code === 1006, `closed with ${code}`);
  t.same(
    slow.seqs,
    slow.seqs.map((_, index) => index + 1),
    'what it got has no gap',
  );
  t.ok(slow.seqs.length < 601);
});

t.test('[W2] a slow client that reads in time learns why: 1013', async (t) => {
  const { city, port } = await startedCity(t, noHold);
  const slow = new Client(t, port, city.live('vera-7'));
  await slow.until('hello');
  await settled();
  slow.socket.pause();
  const text = 'x'.repeat(16_000);
  for (let i = 0; i < 800; i++) {
    city.tell('loud', ['at:city-commons'], { data: { text } });
    if (i % 20 === 0) await settled();
  }
  await settled();
  slow.socket.resume();
  const { code, reason } = await slow.closed;
  t.equal(code, 1013);
  t.match(reason, 'resume');
  t.same(
    slow.seqs,
    slow.seqs.map((_, index) => index + 1),
  );
});

t.test('the end of the gateway is 1001', async (t) => {
  const { city, port, close } = await startedCity(t);
  const client = new Client(t, port, city.live('vera-7'));
  await client.until('hello');
  await close();
  t.equal((await client.closed).code, 1001);
});

/** What `/metrics` says. */
async function openSockets(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^civitas_sockets\{[^}]*\} (\d+)$/m.exec(text)?.[1]);
}

/** Numbers below a bound, the same again from the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}
