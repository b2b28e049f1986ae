/** Who has which lot: in the order of birth, for as long as they are there. */
import fc from 'fast-check';
import t from 'tap';
import { Land } from '../../land/land.ts';
import { type Settler, Town } from '../../land/town.ts';

const land = new Land('a town');
const home = (n: number): Settler => ({ key: `resident:r-${n}`, use: 'home' });
const place = (n: number): Settler => ({ key: `place:p-${n}`, use: 'place' });
const many = <T>(count: number, of: (n: number) => T): readonly T[] => Array.from({ length: count }, (_, n) => of(n));
const lotsOf = (town: Town, settlers: readonly Settler[]) => settlers.map(({ key }) => town.lotOf(key)?.id);

t.test('whoever stands stays, while others come and go; no two have one lot', async (t) => {
  const steps = fc.array(fc.record({ comes: fc.nat(12), goes: fc.nat(300) }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(steps, (steps) => {
      const town = new Town(land);
      let there: readonly Settler[] = [];
      let born = 0;
      for (const { comes, goes } of steps) {
        const before = new Map(there.map(({ key }) => [key, town.lotOf(key)?.id]));
        there = [
          ...there.filter((_, at) => at !== goes % 20),
          ...many(comes, (n) => (n % 3 === 0 ? place : home)(born + n)),
        ];
        born += comes;
        town.settle(there);
        const lots = lotsOf(town, there);
        if (lots.includes(undefined) || new Set(lots).size !== lots.length) return false;
        for (const { key } of there) if (before.has(key) && before.get(key) !== town.lotOf(key)?.id) return false;
      }
      return true;
    }),
    { numRuns: 40 },
  );
  t.pass();
});

t.test('the same order of birth is the same town', async (t) => {
  const settlers = [...many(40, home), ...many(30, place)];
  const [one, other] = [new Town(land), new Town(land)];
  one.settle(settlers);
  for (let at = 0; at <= settlers.length; at++) other.settle(settlers.slice(0, at));
  t.same(lotsOf(one, settlers), lotsOf(other, settlers), 'at once, or one after the other');
});

t.test('a small town lies around the square, with its places on busy streets', async (t) => {
  const town = new Town(land);
  const settlers = [...many(12, home), ...many(6, place)];
  town.settle(settlers);
  const lots = settlers.map(({ key }) => town.lotOf(key));
  t.ok(lots.every((lot) => lot !== undefined && lot.ward <= 6));
  t.same(
    lots.map((lot) => lot?.isBusy),
    [...many(12, () => false), ...many(6, () => true)],
  );
});

t.test('it grows to 5,000 homes and 2,000 places without moving the first', async (t) => {
  const town = new Town(land);
  const first = [...many(3, home), ...many(2, place)];
  town.settle(first);
  const before = lotsOf(town, first);
  const all = [...first, ...many(4_997, (n) => home(n + 3)), ...many(1_998, (n) => place(n + 2))];
  town.settle(all);
  t.same(lotsOf(town, first), before);
  const lots = lotsOf(town, all);
  t.notOk(lots.includes(undefined));
  t.equal(new Set(lots).size, 7_000);
});

t.test('when the land is full, the last have no lot', async (t) => {
  const town = new Town(land);
  const all = many(11_000, home);
  town.settle(all);
  const lots = lotsOf(town, all);
  t.ok(lots.includes(undefined));
  t.notOk(lots.slice(0, 7_000).includes(undefined));
});
