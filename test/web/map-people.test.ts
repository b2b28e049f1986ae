/** Residents on the map: they walk over the streets that the worker finds, and stand where they are wherever it is slow. */
import t from 'tap';
import type { PublicMap } from '../../web/landing/city-model.ts';
import type { Point } from '../../web/landing/map/camera.ts';
import { People } from '../../web/landing/map/people.ts';

const place = (id: string, x: number, y: number, lot: number | null) => ({
  ...{
    id,
    kind: 'pod',
    name: id,
    lot,
    x,
    y,
    residents_count: 0,
    tier: null,
    annexes: 0,
    since_tick: null,
    owner: null,
  },
});
const map: PublicMap = {
  ...{ seq: 1, ways: [], truncated: false, land: 'a seed', tick: 1, sites: [], ruins: [], dead: [], residents: [] },
  places: [place('city-commons', 0, 0, null), place('mill', 300, 0, 7)],
  homes: [{ resident: 'vera', name: 'Vera', face: 'v', lot: 3, x: 0, y: 200, is_lit: true }],
};

type Asked = [from: number | null, to: number | null, then: (way: readonly Point[]) => void];

function people(isStill = false) {
  const asked: Asked[] = [];
  let now = 0;
  const of = new People({
    ways: { way: (_, from, to, then) => asked.push([from, to, then]) },
    now: () => now,
    isStill: () => isStill,
    moved: () => undefined,
  });
  of.placed(map, new Map(map.places.map((one) => [one.id, one])));
  /** Where somebody is, as time goes on. */
  const track = (id: string, seconds: number): readonly Point[] => {
    const points: Point[] = [];
    for (const end = now + seconds; now < end; now += 0.05) {
      of.advance(now);
      const point = of.walkers.pointOf(id, now);
      if (point !== undefined) points.push(point);
    }
    return points;
  };
  return { of, asked, track };
}

const passes = (track: readonly Point[], { x, y }: Point): boolean =>
  track.some((point) => Math.hypot(point.x - x, point.y - y) < 10);

t.test('who walks goes round the corners of the streets, from door to door', async (t) => {
  const { of, asked, track } = people();
  of.came('ilo', 'city-commons', 'at once');
  of.came('ilo', 'mill', 'walking');
  const [[from, to, then] = [], ...more] = asked;
  t.same([from, to, more.length], [null, 7, 0], 'from the square to the lot of the mill');
  t.ok(
    track('ilo', 1).every(({ x }) => x < 40),
    'it stands until the way is found',
  );
  t.notOk(of.isWalking('ilo'));
  const corners = [
    { x: 0, y: -80 },
    { x: 300, y: -80 },
  ];
  then?.(corners);
  t.ok(of.isWalking('ilo'));
  const walked = track('ilo', 9);
  for (const corner of corners) t.ok(passes(walked, corner));
  t.ok(Math.hypot((walked.at(-1)?.x ?? 0) - 300, walked.at(-1)?.y ?? 0) < 25, 'and stands before its door');
  t.notOk(of.isWalking('ilo'));
});

t.test('who comes out of its house comes from there', async (t) => {
  const { of, asked, track } = people();
  of.came('vera', 'city-commons', 'walking');
  t.equal(of.walkers.count, 0, 'it is not seen at home');
  t.same(asked[0]?.slice(0, 2), [3, null]);
  asked[0]?.[2]([{ x: 0, y: 100 }]);
  const walked = track('vera', 9);
  t.ok(passes(walked, { x: 0, y: 200 }) && passes(walked, { x: 0, y: 100 }));
});

t.test('a way that is found too late leads nowhere', async (t) => {
  const { of, asked, track } = people();
  of.came('ilo', 'city-commons', 'at once');
  of.came('ilo', 'mill', 'walking');
  of.came('ilo', 'city-commons', 'walking');
  asked[0]?.[2]([{ x: 900, y: 900 }]);
  t.notOk(of.isWalking('ilo'), 'it has turned round meanwhile');
  asked[1]?.[2]([]);
  of.left('ilo', 'at once');
  asked[1]?.[2]([{ x: 900, y: 900 }]);
  track('ilo', 3);
  t.equal(of.walkers.count, 0);
});

t.test('who wants no motion sees everybody where they are', async (t) => {
  const { of, asked } = people(true);
  of.came('ilo', 'city-commons', 'walking');
  of.came('ilo', 'mill', 'walking');
  t.same([asked.length, of.isWalking('ilo')], [0, false]);
  t.equal(of.placeOf('ilo')?.id, 'mill');
  of.left('ilo', 'walking');
  t.equal(of.walkers.count, 0);
});
