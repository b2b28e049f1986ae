/** Tombstones: what was written is read again, among a hundred thousand others. */
import fc from 'fast-check';
import t from 'tap';
import { actorId } from '../../engine/ids.ts';
import { fitsTombstone, Tombstones } from '../../engine/state/tombstones.ts';

const word = fc.string({ unit: fc.constantFrom(...'ab -7'), maxLength: 240 });

t.test('says the last that was set for an id, and nothing for others, as a map would', async () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 400 }), fc.array(word), (set, others) => {
      const [tombs, map] = [new Tombstones(), new Map<string, string>()];
      for (const [name, text] of set) {
        tombs.set(actorId('toy', name), text);
        map.set(actorId('toy', name), text);
      }
      const same = [...set.map(([name]) => name), ...others].every(
        (name) => tombs.get(actorId('toy', name)) === map.get(actorId('toy', name)),
      );
      return same && tombs.size === map.size && new Map(tombs.entries()).size === map.size;
    }),
  );
});

t.test('finds each of very many', async (t) => {
  const tombs = new Tombstones();
  for (let n = 0; n < 100_000; n++) tombs.set(actorId('resident', `vera-${n}`), `n${n} bo-${n}`);
  let wrong = 0;
  for (let n = 0; n < 100_000; n++) if (tombs.get(actorId('resident', `vera-${n}`)) !== `n${n} bo-${n}`) wrong += 1;
  t.equal(wrong, 0);
  t.equal(tombs.size, 100_000);
  t.notOk(tombs.has(actorId('resident', 'vera-100000')));
});

t.test('a long text, or one with other than plain characters, does not fit', async (t) => {
  t.ok(fitsTombstone('n1a2b3c bo-2'));
  for (const text of ['x'.repeat(256), 'Ägren', 'a\nb', '\0']) t.notOk(fitsTombstone(text));
  t.throws(() => new Tombstones().set(actorId('toy', 'a'), 'ü'), /short and plain/);
});
