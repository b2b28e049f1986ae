/** Who has which lot: it follows from the history of those who came and went. */
import fc from 'fast-check';
import t from 'tap';
import { Land } from '../../land/land.ts';
import { type Settler, Town } from '../../land/town.ts';

const land = new Land('a town');
const home = (n: number): Settler => ({ key: `resident:r-${n}`, use: 'home' });
const place = (n: number): Settler => ({ key: `place:p-${n}`, use: 'place' });
const many = <T>(count: number, of: (n: number) => T): readonly T[] => Array.from({ length: count }, (_, n) => of(n));
const lotsOf = (town: Town, settlers: readonly Settler[]) => settlers.map(({ key }) => town.lotOf(key)?.id);

/** Somebody comes (above 0) or goes: the same history in two towns is the same town. */
interface Change {
  readonly settler: Settler;
  readonly comes: boolean;
}

/** A history: one of those who are there goes now and then. */
const histories = fc.array(fc.record({ comes: fc.integer({ min: 1, max: 12 }), goes: fc.nat(300) }), {
  minLength: 1,
  maxLength: 30,
});

function historyOf(steps: readonly { readonly comes: number; readonly goes: number }[]): readonly Change[] {
  const there: Settler[] = [];
  let born = 0;
  return steps.flatMap(({ comes, goes }) => {
    const fresh = many(comes, (n) => (n % 3 === 0 ? place : home)(born + n));
    born += comes;
    there.push(...fresh);
    const gone = there.splice(goes % there.length, 1);
    return [
      ...fresh.map((settler) => ({ settler, comes: true })),
      ...gone.map((settler) => ({ settler, comes: false })),
    ];
  });
}

function live(town: Town, history: readonly Change[]): ReadonlySet<string> {
  const there = new Set<string>();
  for (const { settler, comes } of history) {
    if (comes) town.come(settler);
    else town.go(settler.key);
    if (comes) there.add(settler.key);
    else there.delete(settler.key);
  }
  return there;
}

const settled = (settlers: readonly Settler[]): Town => {
  const town = new Town(land);
  for (const settler of settlers) town.come(settler);
  return town;
};

t.test('whoever stands stays, while others come and go; no two have one lot', async (t) => {
  fc.assert(
    fc.property(histories, (steps) => {
      const town = new Town(land);
      const had = new Map<string, number | undefined>();
      for (const change of historyOf(steps)) {
        live(town, [change]);
        const { key } = change.settler;
        if (change.comes) had.set(key, town.lotOf(key)?.id);
        else had.delete(key);
        for (const [each, lot] of had) if (lot === undefined || town.lotOf(each)?.id !== lot) return false;
        if (new Set(had.values()).size !== had.size) return false;
      }
      return true;
    }),
    { numRuns: 40 },
  );
  t.pass();
});

t.test('the same history is the same town, whoever was a guest meanwhile', async (t) => {
  fc.assert(
    fc.property(histories, fc.nat(1_000), (steps, at) => {
      const history = historyOf(steps);
      const [one, other] = [new Town(land), new Town(land)];
      const there = live(one, history);
      const begun = at % (history.length + 1);
      live(other, history.slice(0, begun));
      other.host([home(9_000 + (at % 7)), place(9_000), ...history.slice(begun).map(({ settler }) => settler)]);
      live(other, history.slice(begun));
      return [...there].every((key) => one.lotOf(key)?.id === other.lotOf(key)?.id);
    }),
    { numRuns: 40 },
  );
  t.pass();
});

t.test('a guest has the lot that it has when it comes, and no lot of anybody', async (t) => {
  const town = settled(many(10, home));
  const guests = [home(10), home(11), place(0)];
  town.host(guests);
  const lots = lotsOf(town, guests);
  t.equal(new Set([...lots, ...lotsOf(town, many(10, home))]).size, 13);
  for (const guest of guests) town.come(guest);
  town.host([]);
  t.same(lotsOf(town, guests), lots, 'history tells of them in the same order');
  town.host([home(12)]);
  const before = town.lotOf(home(12).key);
  town.host([place(7), home(12)]);
  t.equal(town.lotOf(home(12).key), before, 'a guest stays where it is while others arrive');
  town.host([]);
  t.equal(town.lotOf(home(12).key), undefined);
});

t.test('a small town lies around the square, with its places on busy streets', async (t) => {
  const settlers = [...many(12, home), ...many(6, place)];
  const town = settled(settlers);
  const lots = settlers.map(({ key }) => town.lotOf(key));
  t.ok(lots.every((lot) => lot !== undefined && lot.ward <= 6));
  t.same(
    lots.map((lot) => lot?.isBusy),
    [...many(12, () => false), ...many(6, () => true)],
  );
});

t.test('it grows to 5,000 homes and 2,000 places', async (t) => {
  const all = [...many(5_000, home), ...many(2_000, place)];
  const lots = lotsOf(settled(all), all);
  t.notOk(lots.includes(undefined));
  t.equal(new Set(lots).size, 7_000);
});

t.test('when the land is full, the last have no lot', async (t) => {
  const all = many(11_000, home);
  const lots = lotsOf(settled(all), all);
  t.ok(lots.includes(undefined));
  t.notOk(lots.slice(0, 7_000).includes(undefined));
});
