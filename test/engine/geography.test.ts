/** Reachability after any changes is that of a breadth-first search, at the price of what was cut off (M1 to M4). */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import t from 'tap';
import { Geography, type Way } from '../../engine/state/geography.ts';

const oneWay = (from: string, to: string): Way => ({ from, to, bidirectional: false });
const bothWays = (from: string, to: string): Way => ({ from, to, bidirectional: true });

/** The Commons, and these ways under their own names: `a>b` leads one way, `a-b` both. */
function cityOf(...names: readonly string[]): Geography {
  const city = new Geography();
  city.setRoot('commons', true);
  for (const name of names) city.setWay(name, wayOf(name));
  city.settle();
  return city;
}

function wayOf(name: string): Way {
  const [from = '', to = ''] = name.split(/[->]/);
  return name.includes('>') ? oneWay(from, to) : bothWays(from, to);
}

const reachedOf = (city: Geography, places: readonly string[]) => places.filter((place) => city.reaches(place));

t.test('[M1] a cut chain is lost below the cut', async (t) => {
  const city = cityOf('commons-a', 'a-b', 'b-c');
  t.same(reachedOf(city, ['commons', 'a', 'b', 'c', 'nowhere']), ['commons', 'a', 'b', 'c']);
  city.setWay('a-b', undefined);
  t.same(city.takeChanged(), ['b', 'c']);
  t.same(reachedOf(city, ['commons', 'a', 'b', 'c']), ['commons', 'a']);
  t.same(city.takeChanged(), [], 'reported once');
});

t.test('[M1] another path takes over, also one in the other direction through what was cut off', async (t) => {
  const city = cityOf('commons-a', 'a-b', 'b-c', 'c-d', 'd-far', 'commons>far');
  city.setWay('a-b', undefined);
  t.same(city.takeChanged(), []);
  city.setWay('commons>far', undefined);
  t.same(city.takeChanged(), ['b', 'c', 'd', 'far']);
});

t.test('[M1] a one-way connection is travelled one way', async (t) => {
  const city = cityOf('commons>a', 'b>a', 'b>c');
  t.same(reachedOf(city, ['a', 'b', 'c']), ['a']);
  city.setWay('b>a', bothWays('b', 'a'));
  t.same(city.takeChanged(), ['b', 'c'], 'the same id, now both ways');
  city.setWay('b>a', bothWays('a', 'b'));
  t.same(city.takeChanged(), [], 'its ends exchanged');
  city.setWay('b>a', oneWay('b', 'a'));
  t.same(city.takeChanged(), ['b', 'c']);
  city.setWay('b>a', oneWay('commons', 'c'));
  t.same(city.takeChanged(), ['c'], 'its ends moved elsewhere');
});

t.test('[M3] a circle cut off from the roots does not hold itself', async (t) => {
  const city = cityOf('commons-a', 'a-b', 'b-c', 'c-a');
  city.setWay('commons-a', undefined);
  t.same(city.takeChanged(), ['a', 'b', 'c']);
});

t.test('[M1] of two ways between the same places one is enough', async (t) => {
  const city = cityOf('commons-a', 'a-b');
  city.setWay('second', oneWay('commons', 'a'));
  city.setWay('commons-a', undefined);
  t.same(city.takeChanged(), []);
  city.setWay('second', undefined);
  t.same(city.takeChanged(), ['a', 'b']);
});

t.test('[M1] a place that has ended leads nowhere, and its ways are removed without a trace', async (t) => {
  const city = cityOf('commons-a', 'a-b', 'b-c');
  city.setEnded('a', true);
  t.same([city.ended('a'), city.ended('b'), city.ended('nowhere')], [true, false, false]);
  t.same(city.takeChanged(), ['a', 'b', 'c']);
  const before = city.visited;
  city.setWay('a-b', undefined);
  city.setWay('commons-a', undefined);
  t.same(city.takeChanged(), []);
  t.equal(city.visited, before, '[M4] and nothing is looked at');
  city.setWay('commons-a', bothWays('commons', 'a'));
  t.same(city.takeChanged(), [], 'a way to it changes nothing either');
});

t.test('[M1] the end of a place is reported even when it was unreachable, and again when it opens', async (t) => {
  const city = cityOf('a-b');
  city.setEnded('a', true);
  t.same(city.takeChanged(), ['a']);
  city.setEnded('a', false);
  t.same(city.takeChanged(), ['a']);
  city.setWay('commons-b', bothWays('commons', 'b'));
  t.same(city.takeChanged(), ['a', 'b']);
});

t.test('[M1] a way opened to what was cut off brings all of it back', async (t) => {
  const city = cityOf('commons-a', 'b-c', 'c>d', 'e>b');
  t.same(reachedOf(city, ['a', 'b', 'c', 'd', 'e']), ['a']);
  city.setWay('a>c', oneWay('a', 'c'));
  t.same(city.takeChanged(), ['b', 'c', 'd'], 'but not what only leads there');
});

t.test('[M1] a root that is none any longer is reached like any other place', async (t) => {
  const city = cityOf('house-shed', 'commons>yard', 'yard>house');
  city.setRoot('house', true);
  t.same(city.takeChanged(), [], 'it was reached before');
  city.setRoot('lonely', true);
  t.same(city.takeChanged(), ['lonely']);
  city.setWay('yard>house', undefined);
  t.same(city.takeChanged(), [], 'a root needs no way');
  city.setRoot('house', false);
  city.setRoot('lonely', false);
  t.same(city.takeChanged(), ['house', 'lonely', 'shed']);
  city.setWay('yard>house', oneWay('yard', 'house'));
  city.setRoot('shed', true);
  city.takeChanged();
  city.setRoot('shed', false);
  t.same(city.takeChanged(), [], 'found again through the house');
  city.setEnded('commons', true);
  t.same(city.takeChanged(), ['commons', 'house', 'shed', 'yard'], 'a root that has ended reaches nothing');
});

t.test('[M1] a place that is cut off and joined again within one turn is not reported', async (t) => {
  const city = cityOf('commons-a', 'a-b', 'b-c');
  city.setWay('a-b', undefined);
  city.setWay('other', oneWay('commons', 'c'));
  t.same(city.takeChanged(), []);
  city.setWay('other', undefined);
  t.notOk(city.reaches('b'), 'a question in between is answered as things stand');
  city.setWay('a-b', bothWays('a', 'b'));
  t.same(city.takeChanged(), []);
  city.setEnded('a', true);
  city.setEnded('a', false);
  t.same(city.takeChanged(), []);
});

t.test('[M1] a way from a place to itself is none, and replaces the one of its id', async (t) => {
  const city = cityOf('commons-a');
  city.setWay('loop', oneWay('b', 'b'));
  t.notOk(city.reaches('b'));
  city.setWay('commons-a', bothWays('a', 'a'));
  t.same(city.takeChanged(), ['a']);
  t.equal(city.size, 1, 'and makes no place known');
});

t.test('a place that is no root, has not ended and has no way is forgotten', async (t) => {
  const city = cityOf('commons-a', 'b-c');
  city.setRoot('house', true);
  city.setEnded('old', true);
  t.same(city.takeChanged(), ['house', 'old']);
  t.equal(city.size, 6);
  for (const way of ['commons-a', 'b-c']) city.setWay(way, undefined);
  city.setRoot('house', false);
  city.setEnded('old', false);
  city.setEnded('never there', false);
  t.same(city.takeChanged(), ['a', 'house', 'old']);
  t.equal(city.size, 1, 'the Commons');
});

const ways = 30;
const placesMax = 30;
const turns = 10_000;
const nameOf = (n: number): string => `p${n}`;

/** What the city should be: plain sets, and a search of all of it for each answer. */
class Plain {
  readonly roots = new Set<string>();
  readonly ended = new Set<string>();
  readonly ways = new Map<string, Way>();

  reached(): Set<string> {
    const reached = new Set([...this.roots].filter((place) => !this.ended.has(place)));
    for (const place of reached) {
      for (const { from, to, bidirectional } of this.ways.values()) {
        if (from === place && !this.ended.has(to)) reached.add(to);
        if (bidirectional && to === place && !this.ended.has(from)) reached.add(from);
      }
    }
    return reached;
  }

  /** What can be seen of each place. */
  seen(): Map<string, string> {
    const reached = this.reached();
    const state = (place: string) => (this.ended.has(place) ? 'ended' : reached.has(place) ? 'reached' : 'cut off');
    return new Map(Array.from({ length: placesMax }, (_, n) => [nameOf(n), state(nameOf(n))]));
  }

  fill(city: Geography): Geography {
    for (const [id, way] of this.ways) city.setWay(id, way);
    for (const place of this.roots) city.setRoot(place, true);
    for (const place of this.ended) city.setEnded(place, true);
    city.settle();
    return city;
  }
}

class Walk {
  readonly city = new Geography();
  readonly plain = new Plain();
  readonly places: number;
  readonly #random: ReturnType<typeof xoroshiro128plus>;

  constructor(seed: number, places: number) {
    this.#random = xoroshiro128plus(seed);
    this.places = places;
  }

  below(bound: number): number {
    return uniformInt(this.#random, 0, bound - 1);
  }

  /** One call, the same on both sides. Roots are few and ends are rare, or all would be reached or nothing. */
  call(): void {
    const kind = this.below(20);
    const place = nameOf(this.below(this.places));
    if (kind === 0) this.#set('setRoot', this.plain.roots, nameOf(this.below(3)));
    else if (kind < 4) this.#set('setEnded', this.plain.ended, place);
    else if (kind === 4) this.city.reaches(place);
    else this.#way(`way ${this.below(ways)}`, place, nameOf(this.below(this.places)));
  }

  #set(name: 'setRoot' | 'setEnded', members: Set<string>, place: string): void {
    const isMember = name === 'setRoot' ? this.below(4) > 0 : this.below(4) === 0;
    this.city[name](place, isMember);
    if (isMember) members.add(place);
    else members.delete(place);
  }

  #way(id: string, from: string, to: string): void {
    const way = this.below(3) === 0 ? undefined : { from, to, bidirectional: this.below(2) === 0 };
    this.city.setWay(id, way);
    if (way === undefined) this.plain.ways.delete(id);
    else this.plain.ways.set(id, way);
  }
}

function assertSame(city: Geography, seen: ReadonlyMap<string, string>, when: string): void {
  for (const [place, state] of seen) {
    const shown = city.ended(place) ? 'ended' : city.reaches(place) ? 'reached' : 'cut off';
    if (shown !== state) throw new Error(`${when}: ${place} is ${shown}, should be ${state}`);
    if (shown === 'ended' && city.reaches(place)) throw new Error(`${when}: ${place} has ended and is reached`);
  }
}

/** What the turns made of a walk were worth as a test. */
interface Met {
  /** Places reported as changed. */
  changed: number;
  /** Turns with calls after which nothing was different. */
  quiet: number;
}

function walkOf(seed: number, places: number): Met {
  const walk = new Walk(seed, places);
  const met: Met = { changed: 0, quiet: 0 };
  let seen = walk.plain.seen();
  for (let turn = 1; turn <= turns; turn++) {
    const when = `seed ${seed}, turn ${turn}`;
    for (let calls = 1 + walk.below(4); calls > 0; calls--) walk.call();
    const now = walk.plain.seen();
    const different = [...now].filter(([place, state]) => seen.get(place) !== state).map(([place]) => place);
    const changed = walk.city.takeChanged();
    if (changed.join() !== different.sort().join())
      throw new Error(`${when}: changed ${changed}, should be ${different}`);
    assertSame(walk.city, now, when);
    if (turn % 500 === 0) {
      const filled = walk.plain.fill(new Geography());
      assertSame(filled, now, `${when}, filled at once`);
      if (filled.size !== walk.city.size)
        throw new Error(`${when}: ${walk.city.size} places, should be ${filled.size}`);
    }
    met.changed += changed.length;
    met.quiet += Number(changed.length === 0);
    seen = now;
  }
  return met;
}

for (const [seed, places] of [
  [1, 6],
  [2, 12],
  [3, 12],
  [4, 20],
  [5, 30],
] as const) {
  t.test(
    `[M1] ${turns} turns of chance among ${places} places, each beside a plain search (seed ${seed})`,
    async (t) => {
      const { changed, quiet } = walkOf(seed, places);
      t.ok(changed > turns / 5 && quiet > turns / 5, `${changed} changes, ${quiet} turns without any`);
    },
  );
}

/** The Commons with `pods` single pods, and a chain `chain0`, `chain1` and so on that hangs from it. */
function chained(pods: number, length: number): Geography {
  const city = new Geography();
  city.setRoot('commons', true);
  for (let n = 0; n < pods; n++) city.setWay(`to ${n}`, bothWays('commons', `pod${n}`));
  for (let n = 0; n < length; n++)
    city.setWay(`link ${n}`, bothWays(n === 0 ? 'commons' : `chain${n - 1}`, `chain${n}`));
  city.settle();
  return city;
}

/** Places and ways that the city looks at for what `change` does. */
function costOf(city: Geography, change: () => void): number {
  const before = city.visited;
  change();
  city.takeChanged();
  return city.visited - before;
}

t.test('[M4] the end of a pod costs a handful in any city', async (t) => {
  for (const pods of [20, 20_000]) {
    const city = chained(pods, 1);
    t.equal(
      costOf(city, () => city.setEnded('pod7', true)),
      3,
      `of ${pods} pods`,
    );
    t.equal(
      costOf(city, () => city.setWay('to 7', undefined)),
      0,
      'its way is removed later',
    );
    t.equal(
      costOf(city, () => city.setWay('to new', oneWay('commons', 'new'))),
      4,
      'and another opened',
    );
    t.equal(
      costOf(city, () => city.setWay('to 8', undefined)),
      2,
      'a way is cut',
    );
  }
});

t.test('[M4] the end of the head of a chain costs its length', async (t) => {
  for (const pods of [20, 20_000])
    for (const length of [100, 1_000]) {
      const city = chained(pods, length);
      const cost = costOf(city, () => city.setEnded('chain0', true));
      // Each place once when it is given up and once when it is searched for, each way from both ends both times.
      t.ok(cost > 2 * length && cost <= 6 * length, `${cost} for ${length} among ${pods}`);
    }
});

t.test('[M4] what is cut off and finds another way is looked at, what it finds it by is not', async (t) => {
  const costs = [20, 20_000].map((pods) => {
    const city = chained(pods, 50);
    city.setWay('behind', bothWays('commons', 'chain49'));
    city.takeChanged();
    const cost = costOf(city, () => city.setWay('link 0', undefined));
    t.same(reachedOf(city, ['chain0', 'chain25', 'chain49']), ['chain0', 'chain25', 'chain49']);
    return cost;
  });
  t.equal(costs[0], costs[1]);
});

t.test('[M4] a root keeps what hangs from it out of the search for what is cut', async (t) => {
  const city = chained(0, 100);
  city.setRoot('chain50', true);
  city.takeChanged();
  const cost = costOf(city, () => city.setEnded('chain49', true));
  t.ok(cost <= 5, `${cost}`);
  t.ok(city.reaches('chain99'));
});

t.test('a city filled at once takes one search, and reports nothing', async (t) => {
  const city = chained(10_000, 10_000);
  t.ok(city.visited <= 4 * 20_001, `${city.visited} for 20,001 places and 20,000 ways`);
  t.same(city.takeChanged(), []);
  t.ok(city.reaches('chain9999') && city.reaches('pod9999'));
});
