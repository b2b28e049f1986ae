/** A crowd on the map: who stands is drawn seldom, and whatever happens everybody is seen where it is. */
import t from 'tap';
import { daylightAt } from '../../drawing/daylight.ts';
import { CrowdPicture } from '../../web/landing/map/crowd-picture.ts';
import type { Frame } from '../../web/landing/map/frame.ts';
import { numbersEach, Walkers } from '../../web/landing/map/walkers.ts';

const colour = [0, 0, 0, 1] as const;
const look = {
  camera: { x: 0, y: 0, scale: 1 },
  size: { width: 800, height: 600 },
  ratio: 1,
  palette: { ink: colour, lamp: colour, isNight: false },
  daylight: daylightAt(0),
};

/** A canvas that knows how many are on it, and how often it was drawn. */
function canvas() {
  const seen = { lamps: 0, times: 0 };
  const draw = (rows: Float32Array) => {
    seen.lamps = rows.length / numbersEach;
    seen.times += 1;
  };
  return { seen, draw };
}

function crowd(count: number) {
  const [standing, moving, walkers] = [canvas(), canvas(), new Walkers()];
  for (let at = 0; at < count; at++) walkers.walk(`r-${at}`, { x: at, y: 0 }, 0, 0);
  const picture = new CrowdPicture(standing, moving);
  const draw = (now: number, more: Partial<Frame> = {}) => picture.draw({ ...look, now, ...more }, walkers);
  return { standing: standing.seen, moving: moving.seen, walkers, picture, draw };
}

t.test('of a crowd, who stands is drawn twice a second at most, and nothing once all have arrived', async (t) => {
  const { standing, moving, walkers, draw } = crowd(2_000);
  t.notOk(draw(1), 'nothing is left to be drawn');
  t.same([standing.lamps, moving.lamps], [2_000, 0]);
  walkers.walk('r-7', { x: 50, y: 50 }, 1.1, 1.5);
  t.ok(draw(1.2), 'it is still seen where it stood');
  t.same([standing.lamps, standing.times, moving.lamps], [2_000, 1, 1]);
  t.ok(draw(1.5));
  t.same([standing.lamps, standing.times, moving.lamps], [1_999, 2, 1]);
  t.ok(draw(2.3));
  t.ok(draw(2.65), 'it has arrived, and is drawn on');
  t.same([standing.lamps, standing.times, moving.lamps], [1_999, 3, 1]);
  t.notOk(draw(3.2));
  t.same([standing.lamps, moving.lamps], [2_000, 0]);
  const { times } = standing;
  draw(9);
  t.equal(standing.times, times);
});

t.test('who goes is gone from the picture soon, though nobody moves', async (t) => {
  const { standing, moving, walkers, draw } = crowd(2_000);
  draw(1);
  walkers.remove('r-3');
  t.ok(draw(1.1), 'once more');
  t.notOk(draw(1.5));
  t.same([standing.lamps, moving.lamps], [1_999, 0]);
});

t.test('from elsewhere, in another size or other colours, all are drawn at once', async (t) => {
  const { standing, draw } = crowd(2_000);
  draw(1);
  draw(1.01, { camera: { x: 5, y: 0, scale: 1 } });
  draw(1.02, { size: { width: 300, height: 300 } });
  draw(1.03, { palette: { ...look.palette, isNight: true } });
  t.equal(standing.times, 4);
});

t.test('fewer are no crowd: all are drawn each time', async (t) => {
  const { standing, moving, walkers, draw } = crowd(1_000);
  t.notOk(draw(1));
  t.same([standing.lamps, moving.lamps], [0, 1_000]);
  walkers.walk('one more', { x: 0, y: 0 }, 1, 0);
  draw(1.1);
  t.same([standing.lamps, moving.lamps], [1_001, 0]);
  walkers.remove('one more');
  draw(1.2);
  t.same([standing.lamps, moving.lamps], [0, 1_000]);
});

t.test('a clock that begins anew keeps everybody in the picture', async (t) => {
  const { standing, moving, walkers, picture, draw } = crowd(2_000);
  draw(3_600);
  walkers.walk('r-7', { x: 50, y: 50 }, 3_600, 1);
  for (const each of [walkers, picture]) each.setBack(3_600);
  draw(0.2);
  t.same([standing.lamps, moving.lamps], [2_000, 1]);
  draw(0.6);
  t.same([standing.lamps, moving.lamps], [1_999, 1]);
});
