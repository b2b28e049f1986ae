/** Reverse indexes list the same members in the same order however they came to be (A1, T3, T6). */
import fc from 'fast-check';
import t from 'tap';
import { Index } from '../../engine/index.ts';
import { toy } from './toy.ts';

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
