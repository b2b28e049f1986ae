/** The connection of a page to what happens: it comes back by itself and misses nothing that can be had. */
import t, { type Test } from 'tap';
import type { CityEvent } from '../../gateways/portal/web/lib/events.ts';
import { Feed, type FeedSocketEnds } from '../../gateways/portal/web/lib/feed.ts';

/** One connection as the other end sees it. */
interface Connected extends FeedSocketEnds {
  readonly sent: string[];
  isClosed: boolean;
}

/** A feed whose connections are held by the test. */
function connected(t: Test) {
  const connections: Connected[] = [];
  const feed = new Feed({
    pauseMs: 1,
    chance: () => 0,
    connect: (ends) => {
      const made: Connected = { ...ends, sent: [], isClosed: false };
      connections.push(made);
      return {
        send: (text) => void made.sent.push(text),
        close: () => {
          made.isClosed = true;
        },
      };
    },
  });
  const heard: CityEvent[] = [];
  feed.listen((event) => heard.push(event));
  t.teardown(() => feed.close());
  return { feed, connections, heard };
}

const hello = (seq: number) => JSON.stringify({ type: 'hello', v: 1, seq, visitor: null });
const broadcast = (seq: number, message = 'hi') =>
  JSON.stringify({
    ...{ v: 1, seq, type: 'message.broadcast', at: '2026-01-01T00:00:00Z', tick: 1, category: 'emergent' },
    ...{ location: 'city-commons', actor: 'vera-1', subject: null, data: { id: `m${seq}`, message } },
  });

t.test('it is live from `hello` on, and hears each event once, in order', async (t) => {
  const { feed, connections, heard } = connected(t);
  feed.start();
  t.equal(feed.state, 'connecting');
  const [socket] = connections;
  socket?.heard(hello(7));
  t.equal(feed.state, 'live');
  for (const seq of [8, 9, 9, 8, 10]) socket?.heard(broadcast(seq));
  socket?.heard('{"v":1,"seq":11,"type":"of.tomorrow","data":{}}');
  socket?.heard('no json');
  t.same(
    heard.map(({ seq }) => seq),
    [8, 9, 10],
  );
  t.equal(feed.seq, 11, 'an event that no page knows counts');
});
