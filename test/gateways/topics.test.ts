/** Publishing in slices: whoever follows hears it in order and once (SL1 to SL3), whatever happens in between. */
import fc from 'fast-check';
import t from 'tap';
import { must } from '../../engine/assert.ts';
import { type Member, Topics } from '../../gateways/transport/topics.ts';

type Sent = string | Buffer;

/** Sockets that keep what they hear, over topics of a server that sends at once. */
class Crowd {
  readonly #subscribed = new Map<string, Set<Sent[]>>();
  readonly topics: Topics;
  /** Texts to each part. */
  readonly published: string[] = [];

  constructor(partSize: number) {
    this.topics = new Topics((name, text) => {
      this.published.push(name);
      for (const heard of this.#subscribed.get(name) ?? []) heard.push(text);
    }, partSize);
  }

  socket(): { readonly member: Member; readonly heard: Sent[] } {
    const heard: Sent[] = [];
    const named = (name: string) => {
      const known = this.#subscribed.get(name) ?? new Set();
      this.#subscribed.set(name, known);
      return known;
    };
    const member: Member = {
      parts: new Map(),
      raw: {
        subscribe: (name) => void named(name).add(heard),
        unsubscribe: (name) => void named(name).delete(heard),
        send: (text) => void heard.push(text),
      },
    };
    return { member, heard };
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

t.test('a text to many comes in slices, one a turn, and requests have their turn in between', async (t) => {
  const { topics, published, socket } = crowdOf(2);
  const sockets = Array.from({ length: 5 }, socket);
  for (const { member } of sockets) topics.join(member, 'all');
  topics.publish('all', 'a word');
  t.same(published, [], 'nothing before the turn is over');
  const heard = () => sockets.filter(({ heard }) => heard.length > 0).length;
  const seen: number[] = [];
  while (topics.waiting > 0) {
    await turn();
    seen.push(heard());
  }
  t.same(seen, [2, 4, 5]);
});

t.test('what is for few is sent at once; where others wait, behind them', async (t) => {
  const { topics, published, socket } = crowdOf(2);
  const [one, two, three] = [socket(), socket(), socket()];
  topics.join(one.member, 'to:one');
  topics.publish('to:one', 'first');
  t.same(one.heard, ['first']);
  for (const { member } of [one, two, three]) topics.join(member, 'all');
  topics.publish('all', 'second');
  topics.publish('to:one', 'third');
  topics.publish('nobody', 'unheard');
  while (topics.waiting > 0) await turn();
  t.same(one.heard, ['first', 'second', 'third']);
  t.notOk(published.includes('nobody'));
});

t.test('[SL3] more than so many texts do not wait', async (t) => {
  const { topics, socket } = crowdOf(1);
  const sockets = [socket(), socket()];
  for (const { member } of sockets) topics.join(member, 'all');
  for (let n = 0; n < 33; n++) topics.publish('all', `text ${n}`);
  t.equal(topics.waiting, 0);
  for (const { heard } of sockets) t.equal(heard.length, 33);
});

const socketNumber = fc.nat({ max: 5 });
const topic = fc.constantFrom('all', 'at:a', 'at:b');
const step = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('publish' as const), topic }), weight: 5 },
  { arbitrary: fc.record({ type: fc.constant('join' as const), topic, socket: socketNumber }), weight: 4 },
  fc.record({ type: fc.constant('leave' as const), topic, socket: socketNumber }),
  fc.record({ type: fc.constant('send' as const), socket: socketNumber }),
  fc.record({ type: fc.constant('end' as const), socket: socketNumber }),
  fc.record({ type: fc.constant('turn' as const) }),
);

t.test('[SL1, SL2] each socket hears what it would without slices', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), async (steps, partSize) => {
      const { topics, socket } = crowdOf(partSize);
      const sockets = Array.from({ length: 6 }, socket);
      const expected: string[][] = sockets.map(() => []);
      const following = sockets.map(() => new Set<string>());
      for (const [n, each] of steps.entries()) {
        if (each.type === 'turn') await turn();
        else if (each.type === 'publish') {
          topics.publish(each.topic, `text ${n}`);
          for (const [i, followed] of following.entries())
            if (followed.has(each.topic)) must(expected[i], 'a socket').push(`text ${n}`);
        } else {
          const { member } = must(sockets[each.socket], 'a socket');
          const followed = must(following[each.socket], 'a socket');
          if (each.type === 'join') {
            topics.join(member, each.topic);
            followed.add(each.topic);
          } else if (each.type === 'leave') {
            topics.leave(member, each.topic);
            followed.delete(each.topic);
          } else {
            topics.settle(member);
            if (each.type === 'send') {
              member.raw.send(`to one ${n}`, false);
              must(expected[each.socket], 'a socket').push(`to one ${n}`);
            } else {
              topics.leaveAll(member);
              followed.clear();
            }
          }
        }
      }
      topics.flush();
      for (const [i, { heard }] of sockets.entries()) {
        const wanted = must(expected[i], 'a socket');
        if (JSON.stringify(heard) !== JSON.stringify(wanted))
          throw new Error(`socket ${i} heard ${heard.join()} instead of ${wanted.join()}`);
      }
    }),
    { numRuns: 5_000 },
  );
});

function crowdOf(
  partSize: number,
): Pick<Crowd, 'topics' | 'published'> & { readonly socket: () => ReturnType<Crowd['socket']> } {
  const crowd = new Crowd(partSize);
  return { topics: crowd.topics, published: crowd.published, socket: () => crowd.socket() };
}
