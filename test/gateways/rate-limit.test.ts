/** How often someone may ask, and how many are remembered. */
import t from 'tap';
import { RateLimit } from '../../gateways/limits/rate-limit.ts';

const still = () => 0;

for (const perMinute of [2, 100]) {
  t.test(`a window admits exactly ${perMinute}; the name that asked longest ago is forgotten`, async (t) => {
    const limit = new RateLimit(perMinute, 2, still);
    const ask = (name: string) => limit.take(name) === undefined;
    for (let i = 0; i < perMinute; i++) t.ok(ask('a'));
    t.notOk(ask('a'));
    ask('b');
    t.notOk(ask('a'), 'one refused is remembered too');
    ask('c');
    t.notOk(ask('a'), 'b was forgotten');
    ask('b');
    ask('c');
    t.ok(ask('a'), 'forgotten with its count');
  });
}

t.test('one request that weighs as much as many counts as many, and never as more than a minute has', async (t) => {
  const limit = new RateLimit(10, 100, still);
  t.equal(limit.take('a', 8), undefined);
  t.equal(limit.take('a'), undefined);
  t.match(limit.take('a', 2), { code: 'rate_limited', context: { limit: 10, window_seconds: 60 } });
  t.equal(limit.take('a'), undefined, 'what is refused takes nothing from those that are permitted');
  t.equal(limit.take('b', 1_000), undefined, 'it could not be admitted at all otherwise');
  t.match(limit.take('b'), { code: 'rate_limited' });
});

t.test('after a heavy request every permitted one is admitted, and no more', async (t) => {
  for (const heavy of [91, 595, 599, 600]) {
    const limit = new RateLimit(600, 100, still);
    t.equal(limit.take('a', heavy), undefined);
    const admitted = Array.from({ length: 600 }, () => limit.take('a')).filter((refusal) => refusal === undefined);
    t.equal(admitted.length, 600 - heavy);
  }
});

t.test('a heavy answer takes what is left; a window ends after a minute', async (t) => {
  let now = 0;
  const limit = new RateLimit(3, 100, () => now);
  limit.charge('a', 2);
  t.equal(limit.refusalOf('a'), undefined);
  limit.charge('a', 5);
  t.match(limit.refusalOf('a'), { context: { retry_after_seconds: 60 } });
  now = 59_001;
  t.match(limit.take('a'), { context: { retry_after_seconds: 1 } });
  now = 60_000;
  t.equal(limit.refusalOf('a'), undefined);
  t.equal(limit.take('a', 3), undefined);
});
