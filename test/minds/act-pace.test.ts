/** How often a mind acts, on a clock that the test drives. */
import t from 'tap';
import type { ClientClock } from '../../client/client-clock.ts';
import { ActPace } from '../../minds/acts/act-pace.ts';

class DrivenClock implements ClientClock {
  ms = 0;
  now(): number {
    return this.ms;
  }
  async sleep(ms: number): Promise<void> {
    this.ms += ms;
  }
}

t.test('never more than so many in any minute, however fast they are asked for [MI2]', async (t) => {
  const clock = new DrivenClock();
  const pace = new ActPace(20, clock);
  const times: number[] = [];
  for (let i = 0; i < 200; i++) {
    if (!(await pace.take(new AbortController().signal))) t.fail(`act ${i} was not let through`);
    times.push(clock.ms);
    clock.ms += i % 7 === 0 ? 900 : 10;
  }
  const within = times.map((time) => times.filter((other) => other >= time && other < time + 60_000).length);
  t.ok(Math.max(...within) <= 20, `${Math.max(...within)} acts in one minute`);
});

t.test('it never stands still for long: a few at once, the others evenly', async (t) => {
  const clock = new DrivenClock();
  const pace = new ActPace(20, clock);
  let longest = 0;
  for (let i = 0; i < 100; i++) {
    const before = clock.ms;
    await pace.take(new AbortController().signal);
    longest = Math.max(longest, clock.ms - before);
    if (i === 4) t.equal(clock.ms, 0, 'five at once');
  }
  t.ok(longest <= 4_000, `${longest} ms`);
});

t.test('when the next act may be done is known before it is decided, and asking counts nothing', async (t) => {
  const clock = new DrivenClock();
  const pace = new ActPace(20, clock);
  const { signal } = new AbortController();
  for (let i = 0; i < 20; i++) await pace.ready(signal);
  t.equal(clock.ms, 0);
  for (let i = 0; i < 5; i++) await pace.take(signal);
  t.equal(clock.ms, 0, 'five at once');
  await pace.ready(signal);
  const at = clock.ms;
  t.ok(at > 0, 'the sixth later');
  await pace.take(signal);
  t.equal(clock.ms, at, 'who has waited acts at once');
});

t.test('a mind that waits for its turn is released when it shall end [MI3]', async (t) => {
  const closing = new AbortController();
  const pace = new ActPace(1, { now: () => 0, sleep: async () => closing.abort() });
  t.equal(await pace.take(closing.signal), true);
  t.equal(await pace.take(closing.signal), false);
});
