/** A request under a key acts once, and a repeat gets the first answer (J4). */
import t from 'tap';
import type { IdempotencyKey, Outcome } from '../../engine/command.ts';
import { viewRequest } from '../../engine/command.ts';
import type { View } from '../../engine/views/views.ts';
import { memoryPersistence } from '../../persistence/memory/persistence.ts';
import type { WorldOptions } from '../world.ts';
import { holding, rounds, watch } from './held-journal.ts';
import { heardBy, openToys, order, toy } from './toy-actors.ts';

const views: Readonly<Record<string, View>> = {
  secret: () => ({ id: 'ada-1', token: 'res_very_secret' }),
  long: () => ({
    id: 'long-1',
    charged: 2,
    text: 'x'.repeat(70_000),
    list: Array.from({ length: 5_000 }, () => 1),
    output: { deep: 'x'.repeat(5_000) },
  }),
  heard: (reader) => ({ heard: reader.image(toy('a'))?.context['heard'] }),
};

async function keyed(options: WorldOptions = {}) {
  const world = await openToys(['a', 'b'], { views, ...options });
  const ask = (
    key: Partial<IdempotencyKey> = {},
    view = 'heard',
    effects: Parameters<typeof order>[1] = [],
    caller = toy('a'),
  ): Promise<Outcome> =>
    world.city.submit({
      ...order(toy('a'), effects),
      caller,
      reply: viewRequest(view, {}),
      key: { key: 'k', fingerprint: 'f', keepAnswer: true, ...key },
    });
  return { ...world, ask };
}

t.test('[J4] a repeat gets the first answer and does nothing again', async (t) => {
  const { city, ask } = await keyed();
  const first = await ask();
  t.match(first, { type: 'applied', json: '{"heard":["do@0"]}', repeated: false });
  await city.submit(order(toy('a'), []));
  t.match(await ask(), { type: 'applied', json: '{"heard":["do@0"]}', repeated: true });
  t.equal(heardBy(city, toy('a')).length, 2);
});

t.test('[J4] also after a restart', async (t) => {
  const world = await keyed();
  await world.ask();
  await world.crash();
  const { ask, city } = await keyed({ store: world.store });
  t.match(await ask(), { type: 'applied', json: '{"heard":["do@0"]}', repeated: true });
  t.equal(heardBy(city, toy('a')).length, 1);
});

t.test('[J4] the same key with another request is refused; of another caller it is another key', async (t) => {
  const { city, ask } = await keyed();
  await ask();
  t.match(await ask({ fingerprint: 'another' }), { code: 'idempotency_mismatch', applied: false });
  t.equal(heardBy(city, toy('a')).length, 1);
  t.match(await ask({ fingerprint: 'another' }, 'heard', [], toy('b')), { type: 'applied', repeated: false });
});

t.test('[J4] a key whose request still runs is in progress', async (t) => {
  const { journalOf, journal } = holding();
  const { city, ask } = await keyed({ journalOf });
  journal().mood = 'held';
  const first = watch(ask());
  await rounds();
  for (let n = 0; n < 3; n++) t.match(await ask(), { code: 'request_in_progress', applied: 'unknown' });
  t.match(await city.known(toy('a'), { key: 'k', fingerprint: 'f', keepAnswer: true }), {
    code: 'request_in_progress',
  });
  journal().release();
  await rounds();
  t.match(first.value, { type: 'applied', repeated: false });
  t.match(await ask(), { type: 'applied', repeated: true });
  t.equal(heardBy(city, toy('a')).length, 1);
});

t.test('[J4] whether a key is known can be asked without running anything', async (t) => {
  const { city, ask } = await keyed();
  const known = (fingerprint: string) => city.known(toy('a'), { key: 'k', fingerprint, keepAnswer: true });
  t.equal(await known('f'), undefined);
  t.match(await ask(), { type: 'applied', repeated: false }, 'asking is no attempt');
  t.match(await known('f'), { type: 'applied', json: '{"heard":["do@0"]}', repeated: true });
  t.match(await known('another'), { code: 'idempotency_mismatch' });
});

t.test('[J4] of two at the same moment one runs', async (t) => {
  const { city, ask } = await keyed();
  const both = await Promise.all([ask(), ask()]);
  t.same(both.map(({ type }) => type).sort(), ['applied', 'refused']);
  t.equal(heardBy(city, toy('a')).length, 1);
});

t.test('[J4] a refused request, or one that failed, is not remembered and is tried anew', async (t) => {
  const { ask, store } = await keyed();
  t.match(await ask({}, 'heard', [{ type: 'refuse', code: 'no', context: {} }]), { code: 'no' });
  t.match(await ask({}, 'heard', [{ type: 'post', from: toy('a'), to: toy('b'), amount: -1, reason: '' }]), {
    code: 'internal_error',
  });
  t.equal(store.keys.size, 0);
  t.match(await ask(), { type: 'applied', repeated: false });
});

t.test('[J4] [J7] an answer that gives out a secret is not kept: a repeat gets the id', async (t) => {
  const { ask, store } = await keyed();
  t.match(await ask({ keepAnswer: false }, 'secret'), { type: 'applied' });
  t.match(await ask({ keepAnswer: false }, 'secret'), { code: 'already_exists', context: { id: 'ada-1' } });
  t.notMatch(JSON.stringify([...store.keys]), /very_secret/);
});

t.test('[J4] one over 64 KiB is kept without what made it large: what happened stays known', async (t) => {
  const { ask } = await keyed();
  await ask({}, 'long');
  const repeat = await ask({}, 'long');
  t.match(repeat, { type: 'applied', repeated: true });
  t.same(JSON.parse('json' in repeat ? repeat.json : ''), {
    id: 'long-1',
    charged: 2,
    text: '',
    list: [],
    output: null,
    not_kept: ['text', 'list', 'output'],
  });
});

t.test('[J4] a key is kept for 24 hours', async (t) => {
  const { ask, clock, city } = await keyed();
  await ask();
  clock.ms += 24 * 3_600_000;
  t.match(await ask(), { repeated: true });
  clock.ms += 1;
  t.match(await ask(), { type: 'applied', repeated: false });
  t.equal(heardBy(city, toy('a')).length, 2);
});

t.test('[J4] when the keys cannot be read nothing runs, and it may be tried again', async (t) => {
  const { keys } = memoryPersistence();
  let away = true;
  const find: typeof keys.find = (...asked) => (away ? Promise.reject(new Error('away')) : keys.find(...asked));
  const { city, ask } = await keyed({ keys: { find, complete: () => Promise.resolve() } });
  t.match(await ask(), { code: 'busy', applied: 'unknown' });
  t.same(heardBy(city, toy('a')), []);
  away = false;
  t.match(await ask(), { type: 'applied' });
});
