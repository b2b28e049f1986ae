/** The feed of the client for TypeScript, when its program reads slower than events come. */
import { once } from 'node:events';
import t, { type Test } from 'tap';
import { WebSocket } from 'undici';
import { WebSocketServer } from 'ws';
import { events } from '../../clients/typescript/feed.ts';
import { until } from '../until.ts';

const eventOf = (seq: number) => ({
  ...{ v: 1, seq, type: 'message.broadcast', at: '2030-01-01T00:00:00.000Z', tick: 0, location: null },
  ...{ actor: null, subject: null, data: { message: 'x'.repeat(100) } },
});

/** A feed that tells `count` events at once to whoever comes, from the one on that it asks for. */
async function loudFeed(t: Test, count: number) {
  const server = new WebSocketServer({ port: 0 });
  t.teardown(() => server.close());
  await once(server, 'listening');
  const asked: number[] = [];
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
    socket.on('message', (text) => {
      const { type, since } = JSON.parse(String(text));
      if (type !== 'resume') return;
      asked.push(since);
      for (let seq = since + 1; seq <= count; seq++) socket.send(JSON.stringify(eventOf(seq)));
    });
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, asked, open: () => open };
}

t.test('what waits to be read is bounded; it says what was missed, and goes on from what was read', async (t) => {
  const feed = await loudFeed(t, 100);
  const { WebSocket: before } = globalThis;
  Object.assign(globalThis, { WebSocket });
  t.teardown(() => Object.assign(globalThis, { WebSocket: before }));
  const told = events({ url: feed.url, token: 'res_', since: 0, waitingCharsMax: 4_000 });
  t.match((await told.next()).value, { seq: 1 });
  // Nobody reads: it is closed all the same.
  await until('the connection is closed', () => feed.open() === 0);
  const read: (number | string)[] = [1];
  while (read.at(-1) !== 100) {
    const { value } = await told.next();
    if (value === undefined) break;
    read.push(
      value.type === 'overflow' ? `overflow since ${'since' in value && value.since}` : 'seq' in value ? value.seq : 0,
    );
  }
  const seqs = read.filter((one) => typeof one === 'number');
  const overflows = read.filter((one) => typeof one === 'string');
  t.same(
    seqs,
    Array.from({ length: 100 }, (_, n) => n + 1),
    'each once, in their order',
  );
  t.ok(overflows.length > 1, `${overflows.length} times more came than may wait`);
  t.same(
    overflows,
    read.flatMap((one, n) => (typeof one === 'string' ? [`overflow since ${read[n - 1]}`] : [])),
    'it says since when',
  );
  t.same(
    feed.asked,
    [0, ...overflows.map((one) => Number(String(one).slice('overflow since '.length)))],
    'and goes on there',
  );
  await told.return(undefined);
});
