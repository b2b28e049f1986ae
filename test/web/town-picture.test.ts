/** The town as the worker draws it: who stands where, what is lit, and that nothing moves while more of it comes. */
import t from 'tap';
import { ageOf, layoutOf, radiusOf, standingAt, type TownOfMap } from '../../drawing/drawn-town.ts';
import { drawnTown } from '../../drawing/town.ts';
import { cornerNumbers } from '../../drawing/triangles.ts';
import { Land } from '../../land/land.ts';
import { isInside } from '../../land/shapes.ts';
import { Town } from '../../land/town.ts';

const land = new Land('a picture');

/** A map with so many houses and places, each on a lot. */
function mapOf(houses: number, pods: number, lit = 0): TownOfMap {
  const town = new Town(land);
  const on = (key: string, use: 'home' | 'place') => {
    const lot = town.come({ key, use });
    const { x, y } = lot?.before.at ?? { x: 0, y: 0 };
    return { lot: lot?.id ?? null, x: Math.round(x), y: Math.round(y) };
  };
  const homes = Array.from({ length: houses }, (_, n) => ({
    ...{ resident: `r-${n}`, name: `R ${n}`, is_lit: n < lit, ...on(`resident:r-${n}`, 'home') },
  }));
  const places = Array.from({ length: pods }, (_, n) => ({
    ...{ id: `p-${n}`, name: `The Bakery of R ${n}`, residents_count: 0, tier: 'small' as const, annexes: n % 3 },
    ...{ since_tick: 0, ...on(`place:p-${n}`, 'place') },
  }));
  const square = { id: 'city-commons', name: 'The Commons', residents_count: 1, lot: null, x: 0, y: 0 };
  return {
    ...{ land: land.seed, tick: 30, homes, sites: [on('place:site', 'place')] },
    places: [{ ...square, tier: null, annexes: 0, since_tick: null }, ...places],
    ruins: [{ id: 'ruin', ...on('place:ruin', 'place') }],
    dead: [{ id: 'd-1', grave: 4 }],
  };
}

const allFinite = (numbers: Float32Array): boolean => numbers.every((number) => Number.isFinite(number));

t.test('everything stands on its own lot, and is drawn', async (t) => {
  const map = mapOf(12, 8);
  const drawn = drawnTown(map, land, 'whole');
  t.equal(drawn.standing.length, 12 + 8 + 1 + 1);
  for (const { centre, shape, height } of drawn.standing) t.ok(isInside(shape, centre) && height > 0);
  for (const numbers of [drawn.ground, drawn.shadows, drawn.built, drawn.trees, drawn.lights])
    t.ok(numbers.length > 0 && allFinite(numbers));
  t.equal(drawn.built.length % cornerNumbers, 0);
  for (const { x, y, lot } of [...map.homes, ...map.places])
    if (lot !== null) t.ok(Math.hypot(x, y) < radiusOf(map), 'within the first view');
});

t.test('a house is lit when somebody is at home, and by its light alone', async (t) => {
  const lights = (lit: number) => drawnTown(mapOf(6, 0, lit), land, 'whole').lights.length / 4;
  t.same([lights(1) - lights(0), lights(6) - lights(0)], [1, 6]);
  const [dark, lit] = [drawnTown(mapOf(6, 0, 0), land, 'whole'), drawnTown(mapOf(6, 0, 6), land, 'whole')];
  t.equal(dark.built.length, lit.built.length, 'nothing else of it is told');
  t.notSame(dark.built, lit.built, 'its windows are bright');
});

t.test('places of one trade look alike but for their walls, and one that is new has flags', async (t) => {
  const built = (map: TownOfMap) => drawnTown(map, land, 'whole').built;
  const map = mapOf(0, 1);
  const old = { ...map, tick: 1_000 };
  t.notSame(built({ ...map, tick: 5 }).length, built(map).length, 'flags');
  t.notSame(built(old).length, built(map).length, 'ivy');
  t.same([ageOf(0, 5), ageOf(0, 30), ageOf(0, 1_000), ageOf(null, 5)], ['new', 'grown', 'old', 'grown']);
  t.not(layoutOf({ ...map, tick: 5 }), layoutOf(map), 'it is drawn again when it is no longer new');
  t.equal(layoutOf({ ...map, tick: 31 }), layoutOf(map), 'and not with each tick');
});

t.test('of a large town the middle comes first, and stays where it is when the rest comes', async (t) => {
  const map = mapOf(1_200, 400);
  const [core, whole] = [drawnTown(map, land, 'core'), drawnTown(map, land, 'whole')];
  t.ok(core.standing.length > 60 && core.standing.length < whole.standing.length / 2);
  t.ok(core.ground.length < whole.ground.length);
  const spots = new Map(whole.standing.map(({ form, id, centre }) => [`${form} ${id}`, centre]));
  for (const { form, id, centre } of core.standing) t.same(spots.get(`${form} ${id}`), centre);
  t.same(core.graves, whole.graves);
});

t.test('each of the dead has a grave, which stays when others die', async (t) => {
  const map = mapOf(3, 1);
  const more = [...map.dead, ...Array.from({ length: 40 }, (_, n) => ({ id: `d-${n + 2}`, name: 'D', grave: n + 5 }))];
  const [one, many] = [drawnTown(map, land, 'whole'), drawnTown({ ...map, dead: more }, land, 'whole')];
  t.same(many.graves.get('d-1'), one.graves.get('d-1'));
  const spots = [...many.graves.values()].map(({ x, y }) => `${x} ${y}`);
  t.ok(spots.length >= 12, `${spots.length} graves`);
  t.equal(new Set(spots).size, spots.length);
  t.equal(drawnTown({ ...map, dead: [] }, land, 'whole').grove, undefined);
});

t.test('what stands at a point can be chosen: houses, places, graves, the square', async (t) => {
  const drawn = drawnTown(mapOf(3, 2), land, 'whole');
  for (const { form, id, centre } of drawn.standing) {
    const kind = form === 'house' ? 'resident' : 'place';
    const found = standingAt(drawn, centre, 4);
    if (form === 'house' || form === 'pod') t.same(found, { kind, id });
    else t.notMatch(found, { id });
  }
  const grave = drawn.graves.get('d-1') ?? { x: 0, y: 0 };
  t.same(standingAt(drawn, grave, 4), { kind: 'resident', id: 'd-1' });
  t.same(standingAt(drawn, { x: 0, y: 0 }, 4), { kind: 'place', id: 'city-commons' });
  t.equal(standingAt(undefined, { x: 0, y: 0 }, 4), undefined, 'nothing is drawn yet');
});
