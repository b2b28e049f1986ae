/** The failure of one actor does not affect others (S1). */
import t from 'tap';
import { actorId } from '../../engine/ids.ts';
import { silentLog } from '../world.ts';
import { doing, heardBy, openToys, order, toy } from './toy-actors.ts';
import { cityHash } from './turns-without-city.ts';

const failing = (to: ReturnType<typeof toy>, caller: string) => ({
  ...order(to, [], { throws: 'guard' }),
  caller: toy(caller),
});

t.test(
  '[S1] one of 1,000 actors throws: its caller is refused, nothing has changed, no other actor is affected',
  async (t) => {
    const names = Array.from({ length: 1000 }, (_, n) => `n${n}`);
    const errors: object[] = [];
    const { city } = await openToys(names, {
      log: { ...silentLog, error: (fields: object) => void errors.push(fields) },
    });
    const before = cityHash(city.state);
    const failed = await city.submit(failing(toy('n7'), 'n8'));
    t.match(failed, { type: 'refused', code: 'internal_error', applied: false, context: { incident: /^inc_/ } });
    t.match(errors, [{ actor: toy('n7'), caller: toy('n8'), stack: /a guard that throws/ }]);
    t.equal(cityHash(city.state), before);
    const others = await Promise.all(names.map((name) => doing(city, toy(name), [])));
    t.ok(
      others.every(({ type }) => type === 'applied'),
      'itself included',
    );
  },
);

t.test('[S1] an actor that throws too often is quarantined until the operator releases it', async (t) => {
  const { city, store } = await openToys(['a', 'b']);
  for (const caller of ['u', 'v', 'w']) await city.submit(failing(toy('a'), caller));
  t.same(city.health.quarantined, []);
  await city.submit(failing(toy('a'), 'x'));
  t.same(city.health.quarantined, [toy('a')]);
  t.match(await doing(city, toy('a'), []), { code: 'busy', applied: false });
  t.match(await doing(city, toy('b'), []), { type: 'applied' });
  t.match(store.batches.at(-2)?.commands, [{ type: 'quarantine', actor: toy('a'), on: true }], 'a journaled command');
  t.match(await city.release(toy('a')), { type: 'applied' });
  t.match(await doing(city, toy('a'), []), { type: 'applied' });
  await city.submit(failing(toy('a'), 'y'));
  t.same(city.health.quarantined, [], 'and it begins anew');
  t.match(await city.release(toy('b')), { code: 'not_found' });
});

t.test('[S1] a quarantine outlives a restart', async (t) => {
  const world = await openToys(['a']);
  for (const caller of ['u', 'v', 'w', 'x']) await world.city.submit(failing(toy('a'), caller));
  await world.crash();
  const { city } = await openToys(['a'], { store: world.store });
  t.same(city.health.quarantined, [toy('a')]);
  t.match(await doing(city, toy('a'), []), { code: 'busy' });
});

t.test('[S1] failures further apart than the window do not add up', async (t) => {
  const { city } = await openToys(['a']);
  for (const caller of ['u', 'v', 'w', 'x', 'y', 'z']) {
    await city.submit(failing(toy('a'), caller));
    await city.tick();
    await city.tick();
  }
  t.same(city.health.quarantined, []);
});

t.test('[S1] an essential kind is never quarantined', async (t) => {
  const { city } = await openToys(['a']);
  const hub = actorId('core', 'hub');
  for (let n = 0; n < 20; n++) await city.submit(failing(hub, `caller${n}`));
  t.same(city.health.quarantined, []);
  t.match(await city.submit(order(hub, [])), { type: 'applied' });
});

t.test('[S1] a caller that makes actors throw is refused first, and forgiven later', async (t) => {
  const { city } = await openToys(['a', 'b', 'c', 'd']);
  for (const victim of ['a', 'b', 'c']) await city.submit(failing(toy(victim), 'd'));
  t.match(await city.submit({ ...order(toy('a'), []), caller: toy('d') }), {
    code: 'busy',
    context: { retry_after_seconds: 60 },
  });
  t.match(
    await city.submit({ ...order(toy('d'), []), caller: toy('a') }),
    { type: 'applied' },
    'others may still reach it',
  );
  t.same(heardBy(city, toy('a')), []);
  await city.tick();
  await city.tick();
  t.match(await city.submit({ ...order(toy('a'), []), caller: toy('d') }), { type: 'applied' });
});
