/** What was let in before its token ended, and waits to learn whether its key has an answer, changes nothing when it has waited (TK1). */
import t, { type Test } from 'tap';
import { command } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { Keys } from '../../engine/ports.ts';
import { tokenHash } from '../../gateways/route/auth.ts';
import { MemoryStore, memoryPersistence } from '../../persistence/memory/persistence.ts';
import { startedWorld } from '../gateways/started-gateways.ts';
import { until } from '../until.ts';

/** A city in which the look-up of the key `slow` takes until the test says so. */
async function started(t: Test) {
  const store = new MemoryStore();
  const { keys } = memoryPersistence(store);
  let letGo: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let looked = 0;
  const slow: Keys = {
    find: async (caller, key, now) => {
      if (key === 'slow') {
        looked += 1;
        await gate;
      }
      return keys.find(caller, key, now);
    },
    complete: (row) => keys.complete(row),
  };
  const world = await startedWorld(t, { store, keys: slow });
  const [ada, bo] = [await world.resident('ada', 100), await world.resident('bo', 100)];
  const pay = () => ada.post('/v1/credits/transfer', { to: bo.id, amount: 50 }, { 'Idempotency-Key': 'slow' });
  return { ...world, ada, pay, letGo, isLooking: () => looked > 0 };
}

t.test('[TK1] [WK4] a waiting request is refused once its token has been ended or replaced', async (t) => {
  for (const how of ['ended', 'replaced'] as const) {
    const { city, ada, pay, letGo, isLooking } = await started(t);
    const late = pay();
    await until('the key is looked for', isLooking);
    const next = { type: 'replace_token', token: tokenHash('res_next') } as const;
    const replaced = () => city.submit(command(residentActor(ada.id), next, { caller: 'operator' }));
    if (how === 'ended') t.match(await ada.remove('/v1/me/token'), { status: 200 });
    else t.match(await replaced(), { type: 'applied' });
    letGo();
    t.match(await late, { status: 401, body: { error: 'unauthorized', applied: false } }, how);
    t.equal((await city.view(view('caller', { id: ada.id }))).type, 'shown');
    t.match(await pay(), { status: 401 });
  }
});

t.test('[J4] a waiting request whose token is still valid is carried out', async (t) => {
  const { pay, letGo, isLooking } = await started(t);
  const late = pay();
  await until('the key is looked for', isLooking);
  letGo();
  t.match(await late, { status: 200, body: { balance: 50 } });
  t.match(await pay(), { status: 200, body: { balance: 50 } });
});
