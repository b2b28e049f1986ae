/** The connection of a page to what happens: it comes back by itself and misses nothing that can be had. */
import t, { type Test } from 'tap';
import { z } from 'zod';
import type { CityEvent } from '../../web/lib/events.ts';
import { Feed, type FeedSocketEnds } from '../../web/lib/feed.ts';
import { until } from '../until.ts';

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

const sentOn = (connection: Connected | undefined): readonly unknown[] =>
  (connection?.sent ?? []).map((text) => JSON.parse(text));

const Following = z.object({ locations: z.array(z.string()) });

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

t.test('what it follows it says at once, again after a break, and when that changes', async (t) => {
  const { feed, connections } = connected(t);
  feed.follow({ residents: ['vera-1'] });
  feed.start(3);
  connections[0]?.heard(hello(7));
  const follows = { type: 'subscribe', locations: [], residents: ['vera-1'] };
  t.same(sentOn(connections[0]), [follows, { type: 'resume', since: 3 }]);
  feed.follow({ locations: Array.from({ length: 80 }, (_, n) => `p-${n}`) });
  const { locations } = Following.parse(sentOn(connections[0]).at(-1));
  t.equal(locations.length, 64);
});

t.test('a connection that breaks comes back, and brings what was missed', async (t) => {
  const { feed, connections, heard } = connected(t);
  feed.start();
  connections[0]?.heard(hello(7));
  connections[0]?.heard(broadcast(8));
  connections[0]?.lost(1006);
  t.equal(feed.state, 'reconnecting');
  await until('it has come back', () => connections.length === 2);
  connections[0]?.heard(broadcast(9));
  t.equal(heard.length, 1, 'nothing is believed of a connection that is given up');
  connections[1]?.lost(1006);
  await until('it has come back again', () => connections.length === 3);
  connections[2]?.heard(hello(11));
  t.match(sentOn(connections[2]), [{ type: 'subscribe' }, { type: 'resume', since: 8 }]);
  t.equal(feed.state, 'reconnecting', 'until it has heard what it missed');
  for (const seq of [9, 10, 11]) connections[2]?.heard(broadcast(seq));
  connections[2]?.heard('{"type":"resumed","seq":11}');
  t.equal(feed.state, 'live');
  t.same(
    heard.map(({ seq }) => seq),
    [8, 9, 10, 11],
  );
});

t.test('what is not kept any more is a gap, until the page has looked anew', async (t) => {
  const { feed, connections } = connected(t);
  let look: () => void = () => {};
  feed.onGap(
    () =>
      new Promise<void>((resolve) => {
        look = resolve;
      }),
  );
  feed.start(7);
  connections[0]?.heard(hello(90));
  connections[0]?.heard('{"type":"gap","from":8,"to":50}');
  connections[0]?.heard('{"type":"resumed","seq":90}');
  t.equal(feed.state, 'gap');
  look();
  await until('it is live', () => feed.state === 'live');
});

t.test('a look that fails leaves the gap to be seen, and is tried again until it comes to one', async (t) => {
  const { feed, connections } = connected(t);
  const looks: string[] = [];
  let isAway = true;
  feed.onGap(async () => {
    looks.push('looked');
    if (isAway) throw new Error('away');
  });
  feed.start(7);
  connections[0]?.heard(hello(90));
  connections[0]?.heard('{"type":"gap","from":8,"to":50}');
  connections[0]?.heard('{"type":"resumed","seq":90}');
  await until('the page looks anew once more', () => looks.length >= 2);
  t.equal(feed.state, 'gap');
  connections[0]?.lost(1006);
  t.equal(feed.state, 'reconnecting');
  await until('connection 2 is opened', () => connections.length === 2);
  connections[1]?.heard(hello(90));
  t.match(sentOn(connections[1]).at(-1), { type: 'resume', since: 50 }, 'what cannot be had is not asked for again');
  connections[1]?.heard('{"type":"resumed","seq":90}');
  t.equal(feed.state, 'gap', 'it is owed still');
  isAway = false;
  await until('it is live', () => feed.state === 'live');
});

t.test('what is missed while the page looks anew is looked at too', async (t) => {
  const { feed, connections } = connected(t);
  const ends: (() => void)[] = [];
  feed.onGap(() => new Promise<void>((resolve) => void ends.push(resolve)));
  feed.start(7);
  connections[0]?.heard(hello(90));
  connections[0]?.heard('{"type":"gap","from":8,"to":50}');
  connections[0]?.heard('{"type":"gap","from":60,"to":70}');
  t.equal(ends.length, 1);
  ends[0]?.();
  await until('it has come back', () => ends.length === 2);
  t.equal(feed.state, 'gap');
  ends[1]?.();
  await until('it is live', () => feed.state === 'live');
});

t.test('no event from before the page was opened is missed', async (t) => {
  const { feed, connections, heard } = connected(t);
  feed.start(50, 20);
  connections[0]?.heard(hello(50));
  t.match(sentOn(connections[0]).at(-1), { type: 'resume', since: 30 });
  connections[0]?.heard('{"type":"gap","from":31,"to":44}');
  connections[0]?.heard(broadcast(45));
  connections[0]?.heard('{"type":"resumed","seq":50}');
  t.equal(feed.state, 'live');
  t.equal(heard.length, 1);
});

t.test('a page that has fetched nothing with a seq gets earlier events as far as they are kept', async (t) => {
  const { feed, connections } = connected(t);
  feed.start(undefined, 20);
  connections[0]?.heard(hello(50));
  t.match(sentOn(connections[0]).at(-1), { type: 'resume', since: 30 });
  connections[0]?.heard('{"type":"gap","from":31,"to":44}');
  connections[0]?.heard(broadcast(45));
  connections[0]?.heard('{"type":"resumed","seq":50}');
  t.equal(feed.state, 'live');
});

t.test('a city that came back from a backup counts from lower down', async (t) => {
  const { feed, connections, heard } = connected(t);
  let looks = 0;
  feed.onGap(async () => {
    looks += 1;
  });
  feed.start(900);
  connections[0]?.heard(hello(40));
  t.match(sentOn(connections[0]).at(-1), { type: 'resume', since: 900 });
  connections[0]?.heard('{"type":"gap","from":41,"to":900}');
  connections[0]?.heard('{"type":"resumed","seq":40}');
  connections[0]?.heard(broadcast(41));
  t.equal(heard.length, 1);
  t.equal(looks, 1, 'what was looked at before is looked at again');
});

t.test('who logs out leaves at once; who was nobody, or comes back, does not', async (t) => {
  const { feed, connections } = connected(t);
  const greet = (visitor: string | null) => JSON.stringify({ type: 'hello', seq: 7, visitor });
  let left = 0;
  feed.onLeft(() => {
    left += 1;
  });
  feed.start();
  connections[0]?.heard(greet(null));
  connections[0]?.lost(1006);
  await until('connection 2 is opened', () => connections.length === 2);
  connections[1]?.heard(greet('vis-3'));
  connections[1]?.lost(1006);
  t.equal(feed.visitor, 'vis-3');
  await until('connection 3 is opened', () => connections.length === 3);
  connections[2]?.heard(greet('vis-3'));
  t.equal(left, 0);
  connections[2]?.lost(4401);
  t.equal(left, 1, 'the session has ended');
  t.equal(feed.visitor, null);
  await until('connection 4 is opened', () => connections.length === 4);
  connections[3]?.heard(greet('vis-3'));
  connections[3]?.lost(1006);
  await until('connection 5 is opened', () => connections.length === 5);
  connections[4]?.heard(greet('vis-4'));
  t.equal(left, 2, 'somebody else');
});

t.test('closed, it stays closed', async (t) => {
  const { feed, connections } = connected(t);
  feed.start();
  connections[0]?.heard(hello(7));
  feed.close();
  t.equal(connections[0]?.isClosed, true);
  connections[0]?.lost(1001);
  feed.start();
  const other = connected(t);
  other.feed.start();
  other.connections[0]?.lost(1001);
  await until('one that was lost later, and is not closed, has come back', () => other.connections.length === 2);
  t.equal(connections.length, 1);
});
