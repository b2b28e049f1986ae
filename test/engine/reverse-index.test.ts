/** Reverse indexes list the same members in the same order however they came to be (A1, T3, T6). */
import fc from 'fast-check';
import t from 'tap';
import { must } from '../../engine/assert.ts';
import { Index } from '../../engine/state/reverse-index.ts';
import { toy } from './toy-actors.ts';

const actors = Array.from({ length: 9 }, (_, n) => toy(`n${n}`));
const places = [undefined, 'park', 'square'] as const;

t.test('[A1] members, pages and counts are those of a plain list, in the order of ids', async (t) => {
  const move = fc.record({ id: fc.constantFrom(...actors), to: fc.constantFrom(...places) });
  fc.assert(
    fc.property(fc.array(move, { size: 'max', maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (moves, limit) => {
      const index = new Index();
      const where = new Map<(typeof actors)[number], (typeof places)[number]>();
      moves.forEach(({ id, to }, turn) => {
        index.move(id, where.get(id), to, turn + 1);
        where.set(id, to);
      });
      for (const place of ['park', 'square']) {
        const members = actors.filter((id) => where.get(id) === place).sort();
        const paged: string[] = [];
        for (
          let page = index.page(place, '', limit);
          page.length > 0;
          page = index.page(place, page.at(-1) ?? '', limit)
        ) {
          if (page.length > limit) throw new Error('a page over its limit');
          paged.push(...page);
        }
        if (paged.join() !== members.join()) throw new Error(`${paged.join()} should be ${members.join()}`);
        if (index.count(place) !== members.length || index.first(place) !== members[0])
          throw new Error('count or first');
        const rankOf = (id: (typeof actors)[number]) => (members.includes(id) ? members.indexOf(id) + 1 : null);
        if (actors.some((id) => index.rank(place, id) !== rankOf(id))) throw new Error('rank');
        if (actors.some((id) => index.has(place, id) !== members.includes(id))) throw new Error('has');
      }
    }),
    { numRuns: 500, seed: 3 },
  );
  t.pass('no counterexample');
});

t.test('[T3] it knows which keys wait for which commit', async (t) => {
  const index = new Index();
  index.move(toy('a'), undefined, 'park', 0);
  t.equal(index.changedBy('park'), 0, 'what recovery built waits for nothing');
  index.move(toy('a'), 'park', 'square', 4);
  index.move(toy('b'), undefined, 'square', 6);
  t.same([index.changedBy('park'), index.changedBy('square')], [4, 6]);
  const { version } = index;
  index.move(toy('b'), 'square', 'square', 7);
  t.equal(index.version, version, 'a move to the same key is none');
  index.committed(5);
  t.same([index.changedBy('park'), index.changedBy('square')], [0, 6]);
});

t.test(
  '[A1] an image may stand under several keys: each lists it once, and moving changes only what differs',
  async (t) => {
    const index = new Index();
    const [a, b] = [toy('a'), toy('b')];
    index.move(a, undefined, ['park', 'square'], 1);
    index.move(b, undefined, 'square', 2);
    t.same([index.page('park', '', 9), index.page('square', '', 9), index.total], [[a], [a, b], 3]);
    index.committed(2);
    const { version } = index;
    index.move(a, ['park', 'square'], ['square', 'mill'], 3);
    t.same([index.count('park'), index.count('square'), index.first('mill')], [0, 2, a]);
    t.same(
      [index.changedBy('park'), index.changedBy('square'), index.changedBy('mill')],
      [3, 0, 3],
      '[T3] nothing else',
    );
    t.equal(index.version, version + 2);
    index.move(a, ['square', 'mill'], ['mill', 'square'], 4);
    t.equal(index.version, version + 2, 'the same keys in another order are no change');
    index.move(a, ['square', 'mill'], undefined, 5);
    t.same([index.page('square', '', 9), index.total], [[b], 1]);
  },
);

t.test('[A1] however keys change, the index is that of its present images', async (t) => {
  const keys = fc.uniqueArray(fc.constantFrom('park', 'square', 'mill'), { maxLength: 3 });
  const move = fc.record({ id: fc.constantFrom(...actors), to: keys });
  fc.assert(
    fc.property(fc.array(move, { size: 'max', maxLength: 60 }), (moves) => {
      const index = new Index();
      const where = new Map<(typeof actors)[number], readonly string[]>();
      moves.forEach(({ id, to }, turn) => {
        index.move(id, where.get(id), to, turn + 1);
        where.set(id, to);
      });
      let total = 0;
      for (const place of ['park', 'square', 'mill']) {
        const members = actors.filter((id) => where.get(id)?.includes(place)).sort();
        total += members.length;
        if (JSON.stringify(index.page(place, '', 99)) !== JSON.stringify(members)) return false;
        if (index.count(place) !== members.length || index.first(place) !== members[0]) return false;
      }
      return index.total === total;
    }),
  );
  t.pass('as a plain list');
});

/** All that an index answers. */
const answers = (index: Index, keys: readonly string[], ids: readonly (typeof actors)[number][]): string =>
  JSON.stringify([
    index.total,
    keys.map((key) => [index.count(key), index.first(key), index.page(key, '', 1000)]),
    keys.map((key) => ids.map((id) => [index.has(key, id), index.rank(key, id)])),
  ]);

t.test('[A1] filled at once, an index is as if its members had come one by one, and goes on so', async (t) => {
  const crowd = Array.from({ length: 150 }, (_, n) => toy(`n${n}`));
  const keys = ['park', 'square', 'mill'];
  // A way from a place to itself stands there twice.
  const under = fc.oneof(fc.constantFrom(undefined, ...keys), fc.array(fc.constantFrom(...keys), { maxLength: 3 }));
  const image = fc.record({ id: fc.constantFrom(...crowd), under });
  const images = fc.uniqueArray(image, { selector: ({ id }) => id, size: 'max', maxLength: crowd.length });
  const moves = fc.array(image, { size: 'max', maxLength: 60 });
  fc.assert(
    fc.property(images, fc.nat(crowd.length), moves, (images, split, moves) => {
      const [filled, moved] = [new Index(), new Index()];
      // Actors of two kinds may stand in one index.
      for (const kind of [images.slice(0, split), images.slice(split)]) filled.fill(kind, ({ under }) => under);
      for (const { id, under } of images) moved.move(id, undefined, under, 0);
      if (answers(filled, keys, crowd) !== answers(moved, keys, crowd)) return false;
      const where = new Map(images.map(({ id, under }) => [id, under]));
      for (const { id, under } of moves) {
        for (const index of [filled, moved]) index.move(id, where.get(id), under, 1);
        where.set(id, under);
      }
      return answers(filled, keys, crowd) === answers(moved, keys, crowd);
    }),
    { numRuns: 200, seed: 5 },
  );
  t.pass('as one by one');
});

t.test('[A1] a member behind ten thousand others is found in its place', async (t) => {
  const index = new Index();
  const many = Array.from({ length: 12_000 }, (_, n) => toy(String(n).padStart(12, '0')));
  for (const id of many) index.move(id, undefined, 'queue', 0);
  t.same(
    [0, 9_999, 11_999].map((n) => index.rank('queue', must(many[n], 'one of them'))),
    [1, 10_000, 12_000],
  );
});
