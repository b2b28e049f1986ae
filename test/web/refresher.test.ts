/** Fetches of a page: not too often, one at a time, none while nobody sees the page. */
import t from 'tap';
import { Refresher, type RefresherOptions } from '../../web/lib/refresher.ts';
import { until } from '../until.ts';

/** A turn of the event loop, and what waits for it. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

function started(look: () => Promise<unknown>, more: Partial<RefresherOptions> = {}) {
  const world = { ms: 0, isSeen: true, see: () => {} };
  const refresher = new Refresher({
    ...{ look, everyMs: 20, now: () => world.ms },
    sight: {
      isSeen: () => world.isSeen,
      watch: (seen) => {
        world.see = seen;
        return () => {};
      },
    },
    ...more,
  });
  return { world, refresher };
}

/** Resolves when one that is seen, and fails as the others do, has looked so often. */
async function othersLook(often: number): Promise<void> {
  let looks = 0;
  const away = async () => {
    looks += 1;
    throw new Error('no city');
  };
  const { refresher } = started(away, { everyMs: 0, repeatMs: 1_000_000, againMs: 1 });
  refresher.ask();
  await until(`another has looked ${often} times`, () => looks >= often);
  refresher.close();
}

t.test('the first look is at once; those that are asked for meanwhile are one', async (t) => {
  const ends: (() => void)[] = [];
  const { world, refresher } = started(() => new Promise<void>((resolve) => void ends.push(resolve)));
  refresher.ask();
  t.equal(ends.length, 1);
  refresher.ask();
  refresher.ask();
  t.equal(ends.length, 1, 'one at a time');
  world.ms = 30;
  ends[0]?.();
  await settle();
  t.equal(ends.length, 2, 'what was asked for meanwhile is looked at once');
  ends[1]?.();
  await settle();
  t.equal(ends.length, 2);
  refresher.close();
});

t.test('looks are as far apart as they shall be, and as far behind the asking', async (t) => {
  const at: number[] = [];
  const { world, refresher } = started(async () => void at.push(world.ms), { everyMs: 4, afterMs: 2 });
  refresher.ask();
  t.same(at, [], 'an announced change is fetched in a moment');
  world.ms = 2;
  await until('the first look', () => at.length === 1);
  refresher.ask();
  await settle();
  t.same(at, [2], 'and not oftener');
  world.ms = 6;
  await until('the second look', () => at.length === 2);
  t.same(at, [2, 6]);
  refresher.close();
});

t.test('how far apart looks are can change with what they cost', async (t) => {
  const at: number[] = [];
  let everyMs = 4;
  const look = async () => void at.push(world.ms);
  const { world, refresher } = started(look, { everyMs: () => everyMs });
  refresher.ask();
  everyMs = 12;
  refresher.ask();
  world.ms = 4;
  refresher.ask();
  await settle();
  t.same(at, [0]);
  world.ms = 12;
  refresher.ask();
  t.same(at, [0, 12]);
  refresher.close();
});

t.test('a page that nobody sees asks nothing, and looks when it is seen again', async (t) => {
  let looks = 0;
  const { world, refresher } = started(async () => {
    looks += 1;
  });
  world.isSeen = false;
  refresher.ask();
  await settle();
  t.equal(looks, 0);
  world.isSeen = true;
  world.see();
  t.equal(looks, 1);
  await settle();
  world.see();
  t.equal(looks, 1, 'nothing was asked for since');
  refresher.close();
});

t.test('a look that fails does not end looking, and a closed one asks nothing', async (t) => {
  let looks = 0;
  const { world, refresher } = started(() => {
    looks += 1;
    return Promise.reject(new Error('no city'));
  });
  refresher.ask();
  await settle();
  world.ms = 100;
  refresher.ask();
  t.equal(looks, 2);
  await settle();
  refresher.close();
  world.ms = 200;
  refresher.ask();
  t.equal(looks, 2);
});

t.test('it looks again by itself, sooner after a look that failed, and not while nobody sees it', async (t) => {
  let looks = 0;
  let isAway = true;
  const { world, refresher } = started(
    async () => {
      looks += 1;
      if (isAway) throw new Error('no city');
    },
    { everyMs: 0, repeatMs: 1_000_000, againMs: 1 },
  );
  refresher.ask();
  await until('the third look', () => looks >= 3);
  world.isSeen = false;
  await settle();
  const before = looks;
  await othersLook(3);
  t.equal(looks, before);
  isAway = false;
  world.isSeen = true;
  world.see();
  t.equal(looks, before + 1);
  await settle();
  world.see();
  t.equal(looks, before + 1, 'after one that came to something it waits longer');
  refresher.close();
});

t.test('who needs a look now gets one that has begun since, and hears when it failed', async (t) => {
  const ends: ((isThere: boolean) => void)[] = [];
  const { refresher } = started(
    () =>
      new Promise<void>((resolve, reject) => {
        ends.push((isThere) => (isThere ? resolve() : reject(new Error('no city'))));
      }),
  );
  refresher.ask();
  const now = refresher.now();
  ends[0]?.(true);
  await until('the second look', () => ends.length === 2);
  ends[1]?.(false);
  await t.rejects(now, { message: 'no city' });
  refresher.close();
});
