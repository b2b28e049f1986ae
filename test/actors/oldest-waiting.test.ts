/** The operator's figures: which actors wait for somebody, and for how long. */
import t from 'tap';
import { openWorld } from '../world.ts';
import { asking, does, goTo, pod, rich } from './built-places.ts';
import { given } from './given-residents.ts';

t.test('the operator sees how long the oldest request has waited for a decision, also after a restart', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const adas = await pod(town, 'ada', { name: 'adas', tier: 'small', funding: 100_000 });
  const bos = await pod(town, 'bo', { name: 'bos', tier: 'small', funding: 100_000 });
  await goTo(town, 'ada', adas);
  town.newEvents();
  const { city, clock, store } = town.world;
  const ages: (number | undefined)[] = [];
  const note = (of = city) => ages.push(of.health.oldestWaitingMs['connection approval']);
  note();
  for (const wait of [5_000, 2_000, 1_000]) {
    await does(town, 'ada', asking(adas, bos));
    clock.ms += wait;
  }
  note();
  const [oldest = ''] = town.newEvents().map(({ subject }) => subject);
  await does(town, 'bo', { type: 'reject_connection', request: String(oldest) });
  note();
  await town.world.crash();
  const next = await openWorld({ store, clock });
  note(next.city);
  t.same(ages, [undefined, 8_000, 3_000, 3_000]);
});
