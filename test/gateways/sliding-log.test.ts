/** How often a resident may call a service: whatever the alignment, no span of a minute has more calls than the limit. */
import fc from 'fast-check';
import t from 'tap';
import { SlidingLog } from '../../gateways/limits/sliding-log.ts';

const minuteMs = 60_000;

/** Calls after these pauses, each with the moment at which it came; those that were let through. */
function letThrough(limit: number, pauses: readonly number[]) {
  let now = 0;
  const log = new SlidingLog(limit, 10, () => now);
  const calls = pauses.map((pause) => {
    now += pause;
    return { at: now, refusal: log.take('ada') };
  });
  return { calls, times: calls.flatMap(({ at, refusal }) => (refusal === undefined ? [at] : [])) };
}

/** The most calls in any span of a minute that begins with one of them. */
const mostWithin = (times: readonly number[]): number =>
  Math.max(0, ...times.map((from, n) => times.slice(n).filter((at) => at < from + minuteMs).length));

const pauses = fc.array(fc.oneof(fc.constant(0), fc.nat(200), fc.nat(minuteMs + 10)), { maxLength: 400 });

t.test('no span of a minute has more than the limit', async () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 3, 60), pauses, (limit, given) => {
      return mostWithin(letThrough(limit, given).times) <= limit;
    }),
  );
});

t.test('nobody is refused who has had fewer in the minute before', async () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 3, 60), pauses, (limit, given) => {
      const { calls, times } = letThrough(limit, given);
      const before = (at: number) => times.filter((time) => time > at - minuteMs && time <= at).length;
      return calls.every(({ at, refusal }) => refusal === undefined || before(at) === limit);
    }),
  );
});

t.test(
  'the refusal of one too many names the time: then, and not a millisecond before, the next is let through',
  async (t) => {
    let now = 0;
    const log = new SlidingLog(60, 10, () => now);
    for (let n = 0; n < 60; n++) {
      now = n * 100;
      t.equal(log.take('ada'), undefined);
    }
    t.match(log.take('ada'), { code: 'rate_limited', context: { limit: 60, retry_after_seconds: 55 } });
    now = minuteMs - 1;
    t.match(log.take('ada'), { context: { retry_after_seconds: 1 } });
    t.equal(log.take('bo'), undefined, 'others have a limit of their own');
    now = minuteMs;
    t.equal(log.take('ada'), undefined);
    t.match(log.take('ada'), { code: 'rate_limited' }, 'one has left the minute, and one has come');
  },
);

t.test('a caller that is silent for a minute is forgotten', async (t) => {
  let now = 0;
  const log = new SlidingLog(1, 10, () => now);
  log.take('ada');
  now = minuteMs;
  t.equal(log.take('ada'), undefined);
});
