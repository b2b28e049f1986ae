/** Looks that are asked for: not too often, one at a time, none that nobody sees. */
import t from 'tap';
import { Keys } from '../../gateways/portal/web/visit/keys.ts';
import { Refresher } from '../../gateways/portal/web/visit/refresher.ts';

/** A turn of the event loop, and what waits for it. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

function started(look: () => Promise<unknown>) {
  const world = { ms: 0, isSeen: true };
  const refresher = new Refresher({ look, everyMs: 20, isSeen: () => world.isSeen, now: () => world.ms });
  return { world, refresher };
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
  refresher.seen();
  t.equal(looks, 1);
  await settle();
  refresher.seen();
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

t.test('one request has one key until it is done', async (t) => {
  const keys = new Keys();
  const first = keys.of({ amount: 5 });
  t.match(first, /^[0-9a-f]{32}$/);
  t.equal(keys.of({ amount: 5 }), first, 'sent again, because no answer came');
  t.not(keys.of({ amount: 6 }), first, 'another');
  const last = keys.of({ amount: 6 });
  keys.done();
  t.not(keys.of({ amount: 6 }), last, 'the same once more');
});
