import t from 'tap';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { persistenceContract } from '../contract/persistence.ts';
import { account, batch, collect, event, everything, image, vera } from '../contract/samples.ts';
import { memoryStores } from './support.ts';

persistenceContract(memoryStores());

t.test('without history the newest batch and what a checkpoint holds are kept, and no event', async (t) => {
  const store = new MemoryStore({ keepsHistory: false });
  const { journal, checkpoints, events, lease } = memoryPersistence(store);
  await lease.acquire();
  const told = (seq: number) => ({ events: [{ ...event(seq, [`to:${vera}`]), letters: [vera] }] });
  const followed = { followings: [{ actor: vera, seq: 1, topic: 'at:city-commons' }] };
  const [first, second] = [batch(1, { ...told(1), ...followed }), batch(2, told(2))];
  for (const one of [first, second]) t.equal(await journal.append(one), 'durable');
  t.equal(await journal.append(second), 'durable', 'a batch that is repeated is the same');
  await t.rejects(journal.append(batch(2, told(3))), { name: 'JournalConflict' });
  t.same(await collect(journal.read(0)), [second]);
  t.same([store.events.length, store.letters.size, store.followings.size], [0, 0, 0]);
  const { events: found, gap } = await events.missed(vera, { ...everything, until: 2 });
  t.same([found, gap], [[], { from: 1, to: 2 }], 'whoever asks is told of the gap');
  await checkpoints.write([image(2)], [[vera, account(2, 7)]]);
  await checkpoints.complete(2, second.counters);
  t.same((await collect(checkpoints.load()))[0]?.actors, [image(2)]);
  t.equal((await checkpoints.latest())?.batch, 2);
});
