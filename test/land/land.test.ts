/** The land: what must hold of every lot, whatever the seed. */
import fc from 'fast-check';
import t from 'tap';
import { Land } from '../../land/land.ts';
import { frontMin, type Lot } from '../../land/lots.ts';
import { riverHalf } from '../../land/river.ts';
import {
  areaOf,
  centreOf,
  distance,
  distanceToSide,
  isInside,
  leftOf,
  noStreet,
  type Point,
  type Shape,
  sidesOf,
} from '../../land/shapes.ts';

const seeds = fc.string({ minLength: 1, maxLength: 12 });
const runs = { numRuns: 6 };

const wardsOf = (land: Land) => Array.from({ length: land.lastWard + 1 }, (_, ward) => ward);
const lotsOf = (land: Land): readonly Lot[] => wardsOf(land).flatMap((ward) => land.ward(ward).lots);

/** The area that two convex shapes share. */
function shared(one: Shape, other: Shape): number {
  let left: Shape | undefined = one;
  for (const { from, to } of sidesOf(other))
    left = left && leftOf(left, { through: from, along: { x: to.x - from.x, y: to.y - from.y } }, noStreet);
  return left === undefined ? 0 : areaOf(left);
}

/** The pairs of lots that are near enough to each other to overlap. */
function* pairs(lots: readonly Lot[]): Iterable<readonly [Lot, Lot]> {
  const cells = new Map<string, Lot[]>();
  const size = 80;
  for (const lot of lots) {
    const [x, y] = [Math.floor(lot.centre.x / size), Math.floor(lot.centre.y / size)];
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++) for (const near of cells.get(`${x + dx} ${y + dy}`) ?? []) yield [lot, near];
    cells.set(`${x} ${y}`, [...(cells.get(`${x} ${y}`) ?? []), lot]);
  }
}

t.test('[LA1] each lot has a side on a street, with its door there', async (t) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const land = new Land(seed);
      for (const { front, shape, door, before } of lotsOf(land)) {
        const isSide = sidesOf(shape).some(({ from, to }) => from === front.from && to === front.to);
        const street = land.streets.all[front.street];
        if (!isSide || street === undefined || distance(front.from, front.to) < frontMin) return false;
        const away = distanceToSide(door, street.from, street.to);
        if (Math.abs(away - land.streets.halfWidth(street.id)) > 0.01 || before.street !== street.id) return false;
      }
      return true;
    }),
    runs,
  );
  t.pass();
});

t.test('[LA1] one can walk from the square to each door, and over no water but by a bridge', async (t) => {
  const land = new Land('walks');
  const lots = lotsOf(land);
  const { bridges } = land.streets;
  const isOnBridge = (at: Point) => bridges.some(({ from, to }) => distanceToSide(at, from, to) < 6);
  for (const lot of lots.filter((_, at) => at % 40 === 0)) {
    const way = land.way(undefined, lot.id);
    t.ok(way.length >= 2, `a way to ${lot.id}`);
    t.same(way.at(-1), lot.before.at);
    for (const [at, to] of way.slice(1).entries()) {
      const from = way[at] ?? to;
      const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      if (land.river.isNear(middle)) t.ok(isOnBridge(middle), 'a bridge');
    }
  }
});

t.test('[LA1] a way over streets is as long as one that goes back', async (t) => {
  const land = new Land('there and back');
  const lots = lotsOf(land);
  const lengthOf = (way: readonly Point[]) =>
    way.slice(1).reduce((sum, to, at) => sum + distance(way[at] ?? to, to), 0);
  for (let at = 0; at < 60; at++) {
    const [from, to] = [lots[at * 131], lots[at * 17]];
    if (from === undefined || to === undefined) continue;
    const [there, back] = [lengthOf(land.way(from.id, to.id)), lengthOf(land.way(to.id, from.id))];
    t.ok(Math.abs(there - back) < 1e-6, `${there} there, ${back} back`);
    t.ok(there >= distance(from.before.at, to.before.at) - 1e-6, 'no shorter than straight across');
  }
});

t.test('[LA2] no two lots overlap, and none lies in a street or the square', async (t) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const land = new Land(seed);
      const lots = lotsOf(land);
      for (const [one, other] of pairs(lots)) if (shared(one.shape, other.shape) > 0.5) return false;
      return lots.every(({ shape }) => areaOf(shape) > 0 && shared(shape, land.square) < 0.5);
    }),
    runs,
  );
  t.pass();
});

t.test('[LA3] no lot is in the river', async (t) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const land = new Land(seed);
      const { course } = land.river;
      return lotsOf(land).every(
        ({ shape, centre }) =>
          shape.points.every((corner) => !land.river.isNear(corner)) &&
          course.every((at) => distance(at, centre) > 60 + riverHalf || !isInside(shape, at)),
      );
    }),
    runs,
  );
  t.pass();
});

t.test('a seed is a land, whichever ward is asked for first, and another seed another', async (t) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const [one, other] = [new Land(seed), new Land(seed)];
      const shown = (land: Land, ward: number) =>
        JSON.stringify(land.ward(ward).lots.map(({ id, shape }) => [id, shape.points]));
      const forwards = wardsOf(one).map((ward) => shown(one, ward));
      const backwards = wardsOf(other)
        .reverse()
        .map((ward) => shown(other, ward));
      return JSON.stringify(forwards) === JSON.stringify(backwards.reverse());
    }),
    runs,
  );
  const first = (seed: string) => new Land(seed).ward(1).lots.map(({ centre }) => centre);
  t.notSame(first('one'), first('other'));
});

t.test('there is room for 5,000 homes and 2,000 places', async (t) => {
  for (const seed of ['a', 'b', 'c']) {
    const lots = lotsOf(new Land(seed));
    t.ok(lots.length >= 7_500, `${lots.length} lots`);
    t.ok(lots.filter(({ isBusy }) => isBusy).length >= 2_000);
    t.equal(new Set(lots.map(({ id }) => id)).size, lots.length);
  }
});

t.test('the square is the middle of the land', async (t) => {
  const { square } = new Land('square');
  t.ok(isInside(square, { x: 0, y: 0 }));
  t.ok(distance(centreOf(square), { x: 0, y: 0 }) < 25);
});
