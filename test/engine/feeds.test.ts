/** Feeds hand out each commit in turn order; who leaves a room hears nothing more of it (T3). */
import t from 'tap';
import type { FeedItem } from '../../engine/city-interface.ts';
import type { FeedEvent, Following } from '../../engine/command.ts';
import { Feeds } from '../../engine/commit/feeds.ts';
import { batch } from '../contract/samples.ts';
import { silentLog } from '../world.ts';
import { doing, openToys, publish, toy } from './toy-actors.ts';

function label(item: FeedItem): string {
  if (item.type === 'opened') return `opened at ${item.seq}`;
  return item.type === 'event' ? `${item.event.seq} ${item.event.type}` : `${item.actor} -> ${item.topic}`;
}

/** Everything that the feed hands out from now on, as labels. */
function listen(feeds: Pick<Feeds, 'subscribe'>): string[] {
  const heard: string[] = [];
  feeds.subscribe((items) => heard.push(...items.filter(({ type }) => type !== 'opened').map(label)));
  return heard;
}

t.test('[T3] [K3] a change of topic comes just before the first event of its turn', async (t) => {
  const { city } = await openToys(['a', 'b']);
  const heard = listen(city);
  await Promise.all([
    doing(city, toy('a'), [publish('one')], { place: 'square' }),
    doing(city, toy('b'), [], { place: 'square' }),
    doing(city, toy('b'), [publish('two')]),
    doing(city, toy('a'), [publish('three')], { place: 'park' }),
    doing(city, toy('b'), [], { place: 'park' }),
  ]);
  t.same(heard, [
    'toy:a -> at:square',
    '1 one',
    'toy:b -> at:square',
    '2 two',
    'toy:a -> at:park',
    '3 three',
    'toy:b -> at:park',
  ]);
});

t.test(
  '[J0] seq counts committed events without a gap, whatever is refused in between and across a restart',
  async (t) => {
    const world = await openToys(['a']);
    const tellThree = async ({ city }: typeof world) => {
      await doing(city, toy('a'), [publish('x'), publish('y')]);
      await doing(city, toy('a'), [publish('never'), { type: 'refuse', code: 'no', context: {} }]);
      await doing(city, toy('a'), [publish('z')]);
    };
    await tellThree(world);
    await world.crash();
    await tellThree(await openToys(['a'], { store: world.store }));
    t.same(
      world.store.events.map(({ seq, type }) => `${seq} ${type}`),
      ['1 x', '2 y', '3 z', '4 x', '5 y', '6 z'],
    );
    const { seq, at, tick, v } = JSON.parse(world.store.events[2]?.json ?? '{}') as Record<string, unknown>;
    t.match({ seq, at, tick, v }, { seq: 3, at: '2030-01-01T00:00:00.000Z', tick: 0, v: 1 });
  },
);

t.test('an audience is fixed when the event is sealed: topics, each actor once, the public', async (t) => {
  const { city, store } = await openToys(['a']);
  const event = publish('known');
  if (event.type !== 'tell') throw new Error('no event');
  await doing(city, toy('a'), [
    { ...event, audience: { topics: ['at:here'], actors: [toy('a'), toy('b'), toy('a')], public: true } },
  ]);
  t.same(store.events[0]?.audience, ['at:here', 'to:toy:a', 'to:toy:b', 'public']);
});

const event = (seq: number): FeedEvent => ({ seq, type: 'e', audience: [], json: '{}' });
const following = (seq: number): Following => ({ actor: toy('a'), seq, topic: `t${seq}` });

t.test('[T3] within a batch, items are merged by seq', async (t) => {
  const feeds = new Feeds(silentLog);
  const heard = listen(feeds);
  feeds.publish(
    batch(1, {
      events: [event(4), event(5), event(7)],
      followings: [following(4), following(6), following(7), following(8)],
    }),
  );
  t.same(heard, ['toy:a -> t4', '4 e', '5 e', 'toy:a -> t6', 'toy:a -> t7', '7 e', 'toy:a -> t8']);
});

t.test('[S1] a listener that throws keeps nobody else from hearing; one that has stopped hears nothing', async (t) => {
  const errors: object[] = [];
  const feeds = new Feeds({ ...silentLog, error: (fields) => void errors.push(fields) });
  feeds.subscribe(() => {
    throw new Error('a listener that throws');
  });
  const stopped: FeedItem[] = [];
  feeds.subscribe((items) => stopped.push(...items))();
  const heard = listen(feeds);
  feeds.publish(batch(1, { events: [event(1)] }));
  t.same(heard, ['1 e']);
  t.same(stopped, []);
  t.equal(errors.length, 1);
});
