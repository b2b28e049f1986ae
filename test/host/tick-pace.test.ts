/** When ticks come by themselves, at the speed of an operator (TP1, TP2). */
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { TickSpeed } from '../../gateways/tick-speed.ts';
import { TickPace } from '../../host/tick-pace.ts';

const everySecond = '* * * * * *';

/** How many ticks have begun and ended. */
function ticking(t: Test, timetable: string, ms = 0) {
  const speed = new TickSpeed();
  const seen = { begun: 0, ended: 0, atOnceMax: 0 };
  const pace = new TickPace(timetable, speed, async () => {
    seen.begun += 1;
    seen.atOnceMax = Math.max(seen.atOnceMax, seen.begun - seen.ended);
    await sleep(ms);
    seen.ended += 1;
  });
  t.teardown(() => pace.stop());
  return { speed, seen, pace };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
}

t.test('[TP1] at speed 1, and again when it is back there, they come by the timetable', async (t) => {
  const { speed, seen } = ticking(t, everySecond);
  await until(() => seen.begun > 0);
  t.ok(Date.now() % 1_000 < 500, 'on the second');
  speed.set(0.25);
  const before = seen.begun;
  await sleep(2_200);
  t.equal(seen.begun, before, 'the timetable is left alone');
  speed.set(1);
  await until(() => seen.begun > before);
  t.ok(Date.now() % 1_000 < 500, 'on the second');
});

t.test('[TP2] they come as many times as fast, and no longer once it has ended', async (t) => {
  const { speed, seen, pace } = ticking(t, everySecond);
  speed.set(20);
  const from = performance.now();
  await until(() => seen.begun >= 10);
  const tookMs = performance.now() - from;
  t.ok(tookMs > 490, `${tookMs} ms for ten gaps of 50`);
  speed.set(40);
  await pace.stop();
  const { begun } = seen;
  await sleep(200);
  t.equal(seen.begun, begun);
});

t.test('[TP2] a change or an end while a tick is under way leaves nothing of the old speed', async (t) => {
  const { speed, seen, pace } = ticking(t, everySecond, 30);
  speed.set(20);
  await until(() => seen.begun > seen.ended);
  speed.set(0.25);
  const { begun } = seen;
  await sleep(300);
  t.equal(seen.begun, begun, 'the old speed has ended with its tick');
  speed.set(20);
  await until(() => seen.begun > seen.ended);
  await pace.stop();
  const { begun: last } = seen;
  await sleep(300);
  t.equal(seen.begun, last, 'and so has the last');
});

t.test('[TP2] [K6] one waits for the end of the last, and none is made up', async (t) => {
  const { speed, seen } = ticking(t, everySecond, 130);
  speed.set(20);
  const from = performance.now();
  await until(() => seen.ended >= 5);
  t.equal(seen.atOnceMax, 1);
  t.ok(performance.now() - from > 4 * 150, 'a tick of 130 ms takes three gaps of 50');
});

t.test('[TP2] a gap longer than timers know is waited for', async (t) => {
  const { speed, seen } = ticking(t, '0 0 1 1 *');
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  t.teardown(() => process.off('warning', note));
  speed.set(0.25);
  await sleep(100);
  t.equal(seen.begun, 0);
  t.same(warnings, [], 'no timer is given more than it knows');
});
