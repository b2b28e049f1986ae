/** Look-ups of missed events take turns by resident (F7). */
import t from 'tap';
import { FairQueue } from '../../gateways/city/feed/fair-queue.ts';

/** Look-ups that end when the test says so; `begun` names those that have begun. */
function looking(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const come = (name: string, isWanted = () => true) => {
    const resident = name.slice(0, 1);
    return queue.take(resident, isWanted, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, come, end };
}

t.test('residents alternate, and the sockets of one come in order', async (t) => {
  const { begun, come, end } = looking(new FairQueue(1));
  const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
  const all = names.map((name) => come(name));
  await end('');
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name);
  t.same(begun, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  t.same(await Promise.all(all), names);
});

t.test('one look-up at a time for a resident, so many in all', async (t) => {
  const { begun, come, end } = looking(new FairQueue(2));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void come(name);
  await end('');
  t.same(begun, ['a1', 'b1']);
  await end('a1');
  t.same(begun, ['a1', 'b1', 'c1'], 'another resident comes first');
  await end('b1');
  t.same(begun, ['a1', 'b1', 'c1', 'a2']);
  await end('c1');
  t.same(begun, ['a1', 'b1', 'c1', 'a2'], 'a place stays free');
});

t.test('who is gone is passed over, and does not wait on', async (t) => {
  const { begun, come, end } = looking(new FairQueue(1));
  void come('b1');
  let isThere = true;
  const gone = Array.from({ length: 1_000 }, (_, n) => come(`a${n}`, () => isThere));
  isThere = false;
  const last = come('a-last');
  t.same(await Promise.all(gone), Array(1_000).fill(undefined), 'released when the next comes, not at its own turn');
  await end('b1');
  await end('a-last');
  t.equal(await last, 'a-last');
  t.same(begun, ['b1', 'a-last']);
});

t.test('a look-up that fails makes room for the next', async (t) => {
  const queue = new FairQueue(1);
  await t.rejects(
    queue.take(
      'a',
      () => true,
      () => Promise.reject(new Error('away')),
    ),
    { message: 'away' },
  );
  t.equal(
    await queue.take(
      'a',
      () => true,
      async () => 'found',
    ),
    'found',
  );
});
