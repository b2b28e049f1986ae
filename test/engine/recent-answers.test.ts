/** Kept answers that are still in memory (J4): the database is asked only for others. */
import t from 'tap';
import { RecentAnswers } from '../../engine/commit/recent-answers.ts';
import type { KeyRow } from '../../engine/ports.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { openToys, order, toy } from './toy-actors.ts';

/** A city that counts how often keys are looked up. */
async function counted(store = new MemoryStore()) {
  const { keys } = memoryPersistence(store);
  let lookUps = 0;
  const find: typeof keys.find = (...asked) => {
    lookUps += 1;
    return keys.find(...asked);
  };
  const world = await openToys(['a'], { store, keys: { find, complete: () => Promise.resolve() } });
  const key = (fingerprint: string) => ({ key: 'k', fingerprint, keepAnswer: true });
  return {
    ...world,
    ask: (fingerprint = 'f') => world.city.submit({ ...order(toy('a'), []), caller: toy('a'), key: key(fingerprint) }),
    known: (fingerprint = 'f') => world.city.known(toy('a'), key(fingerprint)),
    lookUps: () => lookUps,
  };
}

t.test('[J4] a repeat of what was just answered asks the database nothing', async (t) => {
  const { ask, known, lookUps, clock } = await counted();
  await ask();
  const asked = lookUps();
  for (let n = 0; n < 3; n++) {
    t.match(await known(), { type: 'applied', repeated: true });
    t.match(await ask(), { type: 'applied', repeated: true });
    t.match(await ask('another'), { code: 'idempotency_mismatch' });
  }
  t.equal(lookUps(), asked);
  clock.ms += 24 * 3_600_000 + 1;
  t.equal(await known(), undefined, 'for 24 hours');
});

t.test('[J4] what a restart has forgotten is looked up once', async (t) => {
  const first = await counted();
  await first.ask();
  await first.crash();
  const { known, lookUps } = await counted(first.store);
  for (let n = 0; n < 3; n++) t.match(await known(), { type: 'applied', repeated: true });
  t.equal(lookUps(), 1);
});

t.test('recent answers are bounded in bytes: the one used longest ago goes', async (t) => {
  const row = (key: string): KeyRow => ({ caller: toy('a'), key, fingerprint: 'f', json: 'x'.repeat(10_000), at: 0 });
  const recent = new RecentAnswers(100_000);
  const isKept = (n: number) => recent.find(toy('a'), `k${n}`, 0) !== undefined;
  for (let n = 0; n < 100; n++) recent.add(row(`k${n}`));
  t.same(Array.from({ length: 100 }, (_, n) => n).filter(isKept), [96, 97, 98, 99]);
  recent.add(row('k100'));
  t.notOk(isKept(96));
});
