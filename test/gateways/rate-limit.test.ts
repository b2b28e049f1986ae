/** How often someone may ask, and how many are remembered. */
import t from 'tap';
import { RateLimit } from '../../gateways/rate-limit.ts';

for (const perMinute of [2, 100]) {
  t.test(`a window admits exactly ${perMinute}; the name that asked longest ago is forgotten`, async (t) => {
    const limit = new RateLimit(perMinute, 2, () => performance.now());
    const ask = async (name: string) => limit.tryTake(name) || (await limit.take(name)) === undefined;
    for (let i = 0; i < perMinute; i++) t.ok(await ask('a'));
    t.notOk(await ask('a'));
    await ask('b');
    t.notOk(await ask('a'), 'one refused is remembered too');
    await ask('c');
    t.notOk(await ask('a'), 'b was forgotten');
    await ask('b');
    await ask('c');
    t.ok(await ask('a'), 'forgotten with its count');
  });
}

t.test('one request that weighs as much as many counts as many, and never as more than a minute has', async (t) => {
  const limit = new RateLimit(10, 100, () => performance.now());
  t.equal(await limit.takeMany('a', 8), undefined);
  t.equal(await limit.take('a'), undefined);
  t.match(await limit.takeMany('a', 2), { code: 'rate_limited', context: { limit: 10, window_seconds: 60 } });
  t.equal(await limit.takeMany('b', 1_000), undefined, 'it could not be admitted at all otherwise');
  t.match(await limit.take('b'), { code: 'rate_limited' });
});
