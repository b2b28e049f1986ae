/** The arithmetic of the landing page's map: from where it is looked at, and where residents are while they walk. */
import t from 'tap';
import { Seats, seatOf } from '../../drawing/seats.ts';
import { inWorld, nearer, onScreen, showing } from '../../web/landing/map/camera.ts';
import { numbersEach, Walkers, wordSeconds } from '../../web/landing/map/walkers.ts';

const size = { width: 800, height: 600 };

t.test('all places are to be seen, and what is under the finger stays there', async (t) => {
  const places = [
    { x: -900, y: -50 },
    { x: 1_400, y: 800 },
    { x: 0, y: 0 },
  ];
  const camera = showing(places, size);
  for (const place of places) {
    const { x, y } = onScreen(camera, size, place);
    t.ok(x > 0 && x < size.width && y > 0 && y < size.height);
  }
  const finger = { x: 123, y: 456 };
  const before = inWorld(camera, size, finger);
  const after = inWorld(nearer(camera, size, 3, finger), size, finger);
  t.ok(Math.hypot(before.x - after.x, before.y - after.y) < 1e-9);
  t.same(showing([], size), { x: 0, y: 0, scale: 1 });
});

t.test('a walk begins where one is, also amid another, and ends where it leads', async (t) => {
  const walkers = new Walkers();
  walkers.walk('vera', { x: 10, y: 0 }, 0, 2);
  t.same(walkers.pointOf('vera', 0), { x: 10, y: 0 }, 'who was not there is there at once');
  walkers.walk('vera', { x: 20, y: 0 }, 1, 2);
  t.same(walkers.pointOf('vera', 2), { x: 15, y: 0 });
  walkers.walk('vera', { x: 15, y: 40 }, 2, 2);
  t.same(walkers.pointOf('vera', 2), { x: 15, y: 0 });
  t.same(walkers.pointOf('vera', 99), { x: 15, y: 40 });
  t.same([walkers.isMoving(3.9), walkers.isMoving(4)], [true, false], 'then nothing needs to be drawn');
  walkers.walk('vera', { x: 0, y: 0 }, 5, 0);
  t.same(walkers.pointOf('vera', 5), { x: 0, y: 0 }, 'without motion');
});

t.test('who is new comes into sight on its way; who leaves is gone when out of sight', async (t) => {
  const walkers = new Walkers();
  const sight = () => walkers.numbers[7];
  walkers.walk('vera', { x: 10, y: 0 }, 0, 2, { x: 0, y: 0 });
  t.same([walkers.pointOf('vera', 1), sight()], [{ x: 5, y: 0 }, 1]);
  walkers.walk('vera', { x: 20, y: 0 }, 3, 2, { x: 0, y: 0 });
  t.same([walkers.pointOf('vera', 3), sight()], [{ x: 10, y: 0 }, 0], 'once there, it is seen all the way');
  walkers.leave('vera', { x: 30, y: 0 }, 6, 2);
  t.same([walkers.pointOf('vera', 7), sight()], [{ x: 25, y: 0 }, -1]);
  t.same([walkers.removeGone(7.9), walkers.count], [false, 1]);
  walkers.setBack(6);
  t.same([walkers.removeGone(2), walkers.count], [true, 0]);
  walkers.walk('ilo', { x: 0, y: 0 }, 3, 1);
  walkers.leave('ilo', { x: 9, y: 0 }, 4, 2);
  walkers.walk('ilo', { x: 0, y: 0 }, 5, 2);
  t.same([sight(), walkers.removeGone(99), walkers.count], [0, false, 1], 'who turns round stays');
  walkers.leave('nobody', { x: 0, y: 0 }, 5, 2);
  t.equal(walkers.count, 1);
});

t.test('a word is seen from its moment on, at rest and on a walk', async (t) => {
  const walkers = new Walkers();
  for (const id of ['ilo', 'vera']) walkers.walk(id, { x: 0, y: 0 }, 0, 0);
  const spokeAt = () => walkers.numbers[numbersEach + 6];
  t.ok(Number(spokeAt()) < -wordSeconds, 'who has said nothing yet is not seen to speak');
  const { changes } = walkers;
  t.notOk(walkers.isMoving(5));
  walkers.speak('nobody', 5);
  t.same([walkers.isMoving(5), walkers.changes], [false, changes]);
  walkers.speak('vera', 5);
  t.equal(spokeAt(), 5);
  t.equal(walkers.changes, changes + 1, 'the picture is old');
  t.same([walkers.isMoving(5 + wordSeconds - 0.1), walkers.isMoving(5 + wordSeconds)], [true, false]);
  walkers.walk('vera', { x: 9, y: 0 }, 6, 1);
  t.equal(spokeAt(), 5, 'it walks on with its word');
  walkers.setBack(4);
  t.equal(spokeAt(), 1);
});

t.test('rows stay whole when somebody leaves from among them', async (t) => {
  const walkers = new Walkers();
  for (const [n, id] of ['a', 'b', 'c'].entries()) walkers.walk(id, { x: n, y: n }, 0, 1);
  const { changes } = walkers;
  walkers.remove('a');
  walkers.remove('nobody');
  t.equal(walkers.changes, changes + 1, 'the picture is old, by one');
  t.same(walkers.ids, ['c', 'b']);
  t.same(walkers.pointOf('c', 1), { x: 2, y: 2 });
  t.same(walkers.pointOf('b', 1), { x: 1, y: 1 });
  t.equal(walkers.pointOf('a', 1), undefined);
  t.equal(walkers.nearest({ x: 2.2, y: 2 }, 1, 1), 'c');
  t.equal(walkers.nearest({ x: 9, y: 9 }, 1, 1), undefined);
});

t.test('a clock that begins anew moves nobody', async (t) => {
  const walkers = new Walkers();
  walkers.walk('vera', { x: 0, y: 0 }, 3_599, 1);
  walkers.walk('vera', { x: 8, y: 0 }, 3_600, 2);
  walkers.setBack(3_601);
  t.same(walkers.pointOf('vera', 0), { x: 4, y: 0 });
  t.ok(walkers.isMoving(0.9));
});

t.test('who stands and who moves or speaks are two parts of all, whatever the time', async (t) => {
  const walkers = new Walkers();
  walkers.walk('ilo', { x: 1, y: 0 }, 0, 0);
  walkers.walk('vera', { x: 2, y: 0 }, 0, 0);
  walkers.walk('vera', { x: 9, y: 0 }, 4, 2);
  walkers.walk('mira', { x: 3, y: 0 }, 0, 0);
  walkers.speak('mira', 4);
  const ends = (who: 'standing' | 'others', since: number) => {
    const rows = walkers.rows(who, since);
    return Array.from({ length: rows.length / numbersEach }, (_, row) => rows[row * numbersEach + 2]);
  };
  t.same([ends('standing', 5), ends('others', 5)], [[1], [9, 3]]);
  t.same([ends('standing', 5.9), ends('others', 5.9)], [[1, 3], [9]], 'its word is over');
  t.same([ends('standing', 6), ends('others', 6)], [[1, 9, 3], []], 'and it is there');
  t.same([ends('standing', Number.NEGATIVE_INFINITY), ends('others', Number.NEGATIVE_INFINITY)], [[], [1, 9, 3]]);
});

t.test('no more walkers than there are rows', async (t) => {
  const walkers = new Walkers();
  for (let n = 0; n < 7_000; n++) walkers.walk(`r-${n}`, { x: n, y: 0 }, 0, 1);
  t.equal(walkers.count * numbersEach, walkers.numbers.length);
});

t.test('nobody stands on another’s spot, and a free one is taken first', async (t) => {
  const seats = new Seats();
  t.same([seats.take('a', 'mill'), seats.take('b', 'mill'), seats.take('c', 'mill')], [0, 1, 2]);
  seats.leave('b');
  t.equal(seats.take('d', 'mill'), 1);
  t.equal(seats.take('a', 'commons'), 0);
  t.equal(seats.take('e', 'mill'), 0);
  const spots = Array.from({ length: 60 }, (_, seat) => seatOf({ x: 0, y: 0 }, seat));
  const apart = spots.flatMap((a, n) => spots.slice(n + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
  t.ok(Math.min(...apart) > 1.5);
});
