/** Who hears an event on the Portal's feed: each socket once, whatever it follows (PF2, PF3). */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { Followers, groupsOf, heardAs, type Subscription } from '../../gateways/portal/feed/followers.ts';
import { NewestEvents } from '../../gateways/portal/feed/newest-events.ts';
import { type SeenEvent, seenEvent } from '../../gateways/portal/feed/seen-event.ts';
import type { Socket } from '../../gateways/transport/socket.ts';

/** Sockets that keep what they are sent, and a publisher that knows who follows what. */
class Crowd {
  readonly heard = new Map<Socket, string[]>();
  readonly #following = new Map<string, Set<Socket>>();
  published = 0;
  sent = 0;

  socket(): Socket {
    const followed = (topic: string) => {
      const known = this.#following.get(topic) ?? new Set();
      this.#following.set(topic, known);
      return known;
    };
    const one: Pick<Socket, 'follow' | 'unfollow' | 'send'> = {
      follow: (topic) => void followed(topic).add(socket),
      unfollow: (topic) => void followed(topic).delete(socket),
      send: (json) => {
        this.sent += 1;
        this.heard.get(socket)?.push(json);
        return 'sent';
      },
    };
    const socket = one as Socket;
    this.heard.set(socket, []);
    return socket;
  }

  publish(topic: string, json: string): void {
    this.published += 1;
    for (const socket of this.#following.get(topic) ?? []) this.heard.get(socket)?.push(json);
  }
}

const event = (rest: Partial<SeenEvent>): SeenEvent => ({
  seq: 1,
  whole: 'whole',
  public: 'whole',
  places: [],
  residents: [],
  visitors: [],
  ...rest,
});

const names = fc.subarray(['a', 'b', 'c']);
const subscription: fc.Arbitrary<Subscription> = fc.record({ locations: names, residents: names });
const watcher = fc.record({ subscription, visitor: fc.constantFrom(null, 'v1', 'v2') });
const seen = fc
  .record({ public: fc.constantFrom(undefined, 'whole', 'public'), places: names, residents: names })
  .chain((rest) => fc.subarray(['v1', 'v2']).map((visitors) => event({ ...rest, visitors })));

t.test('[PF2] whoever follows hears it once, and nobody else; who is addressed hears the whole of it', async () => {
  const property = fc.property(fc.array(watcher, { maxLength: 12 }), seen, (watchers, one) => {
    const crowd = new Crowd();
    const followers = new Followers(crowd);
    const expected = new Map<Socket, string[]>();
    for (const { subscription, visitor } of watchers) {
      const socket = crowd.socket();
      const groups = groupsOf(subscription, visitor);
      followers.join(socket, groups);
      const heard = heardAs(one, new Set(groups));
      expected.set(socket, heard === undefined ? [] : [heard]);
    }
    followers.publish(one);
    return isDeepStrictEqual([...crowd.heard.values()], [...expected.values()]);
  });
  fc.assert(property, { numRuns: 500 });
});

t.test(
  '[PF3] what thousands of strangers hear is a publish for each group, whatever else some of them heard',
  async (t) => {
    const crowd = new Crowd();
    const followers = new Followers(crowd);
    const both = { places: ['a'], residents: ['b'] };
    const join = (many: number, subscription: Subscription, visitor: string | null = null) => {
      for (let n = 0; n < many; n++) followers.join(crowd.socket(), groupsOf(subscription, visitor));
    };
    join(2_000, { locations: [], residents: [] });
    followers.publish(event(both));
    t.same([crowd.published, crowd.sent], [1, 0]);
    join(2_000, { locations: ['a'], residents: [] });
    join(2_000, { locations: [], residents: ['b'] });
    join(500, { locations: ['a'], residents: ['b'] });
    followers.publish(event(both));
    t.same([crowd.published, crowd.sent], [4, 0], 'everything, a place and a resident, each followed by thousands');
    join(1, { locations: [], residents: [] }, 'v1');
    followers.publish(event({ ...both, public: 'public', visitors: ['v1'] }));
    t.same([crowd.published, crowd.sent], [7, 1], 'and one of them hears more');
  },
);

t.test('[PF2] a socket that has left a group hears no more of it', async (t) => {
  const crowd = new Crowd();
  const followers = new Followers(crowd);
  const socket = crowd.socket();
  const groups = groupsOf({ locations: ['a'], residents: [] }, 'v1');
  followers.join(socket, groups);
  followers.leave(socket, groups);
  followers.publish(event({ places: ['a'], visitors: ['v1'] }));
  t.same(crowd.heard.get(socket), []);
});

t.test('[PF4] the newest events are found by their number, and what was forgotten is known', async (t) => {
  const newest = new NewestEvents(3);
  newest.begin(10);
  t.same([newest.complete, newest.after(0)], [10, undefined]);
  for (const seq of [12, 15, 16, 20]) newest.add(event({ seq }));
  t.equal(newest.complete, 12, 'the event 12 is gone');
  t.same(
    [0, 12, 14, 15, 16, 19, 20].map((seq) => newest.after(seq)?.seq),
    [15, 15, 15, 16, 20, 20, undefined],
  );
});

const published = (type: string, audience: readonly string[], data: object = {}) => ({
  seq: 7,
  type,
  audience,
  json: JSON.stringify({ v: 1, seq: 7, type, location: 'shop', actor: 'ada-1', subject: 'bo-2', data }),
});

t.test('[PF1] strangers see a word whole, of money neither name, and nothing of a whisper', async (t) => {
  const said = seenEvent(published('message.broadcast', ['at:shop', 'public'], { id: 'msg_1', message: 'hi' }));
  t.match(said, { public: said?.whole, places: ['shop'], residents: ['ada-1', 'bo-2'], visitors: [] });
  const paid = published('credits.transferred', ['to:resident:ada-1', 'to:visitor:vis-3', 'public'], {
    from: 'ada-1',
    to: 'bo-2',
    amount: 5,
  });
  const seen = seenEvent(paid);
  t.match(seen, { residents: [], visitors: ['vis-3'], whole: paid.json });
  t.same(JSON.parse(seen?.public ?? ''), {
    v: 1,
    seq: 7,
    type: 'credits.transferred',
    location: 'shop',
    actor: null,
    subject: null,
    data: { amount: 5 },
  });
  t.equal(seenEvent(published('message.whisper', ['to:resident:bo-2'])), undefined);
  t.match(seenEvent(published('resident.dying', ['at:den', 'to:visitor:vis-3'])), {
    public: undefined,
    visitors: ['vis-3'],
  });
});

t.test(
  '[KN3] a stranger finds it under the place that the event names, and under none of those that hear it',
  async (t) => {
    const died = { seq: 7, type: 'resident.died', audience: ['at:den', 'to:resident:bo-2', 'public'] };
    const envelope = { v: 1, seq: 7, type: 'resident.died', location: null, actor: 'ada-1', subject: null, data: {} };
    const hidden = seenEvent({ ...died, json: JSON.stringify(envelope) });
    const [den, shop] = [{ locations: ['den'] }, { locations: ['shop'] }].map(
      (one) => new Set(groupsOf({ ...one, residents: [] }, null)),
    );
    t.same(hidden?.places, [], 'who dies in a hidden place');
    t.same(hidden?.residents, ['ada-1']);
    const shouted = seenEvent(
      published('message.shout', ['at:shop', 'at:den', 'public'], { id: 'msg_1', message: 'hi' }),
    );
    t.same(shouted?.places, ['shop'], 'what is shouted into a private place');
    const heard = (groups = new Set<string>()) => [hidden, shouted].map((one) => one && heardAs(one, groups));
    t.same(
      [heard(den), heard(shop)],
      [
        [undefined, undefined],
        [undefined, shouted?.public],
      ],
    );
  },
);
