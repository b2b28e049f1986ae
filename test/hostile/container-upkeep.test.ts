/**
 * Given a container that is removed before each tick and deployed again after it, when its service was called meanwhile, then its pod has
 * paid for it.
 */
import t from 'tap';
import { innerPlace } from '../../actors/rules/place/names.ts';
import { calling, does, goTo, pod, poolOf, rich, workshop, writing } from '../actors/built-places.ts';
import { given, move } from '../actors/given-residents.ts';
import { asks } from '../actors/pod-with-service.ts';

t.test('[CN3] cores that were used in a tick are paid, also when they are given back before its end', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const hall = await pod(town, 'ada', { name: 'hall', funding: 50_000 });
  const sketch = await workshop(town, 'ada', { name: 'sketch', funding: 50_000 });
  await goTo(town, 'ada', sketch);
  await does(town, 'ada', writing(sketch));
  await does(town, 'ada', move('commons'));
  await goTo(town, 'bo', hall);
  const stall = innerPlace(hall, 'stall');
  const perTick = 1_000;
  const [before, ticks] = [poolOf(town, hall), 5];
  for (let n = 0; n < ticks; n++) {
    const container = { agent: town.id('ada'), name: 'stall', cpuMillis: 250, memoryMib: 64 };
    await does(town, 'ada', { type: 'allow_container', pod: hall, ...container });
    await does(town, 'ada', {
      type: 'deploy_container',
      pod: hall,
      name: 'stall',
      workshop: sketch,
      description: null,
    });
    await does(town, 'bo', move(stall));
    t.match(await asks(town, 'bo', calling(stall)), { type: 'applied' });
    await does(town, 'bo', move(hall));
    await does(town, 'ada', { type: 'remove_container', pod: hall, name: 'stall' });
    await town.ticks(1);
  }
  const upkeep = ticks * 1_000;
  t.ok(
    before - poolOf(town, hall) >= upkeep + ticks * perTick,
    `paid ${before - poolOf(town, hall) - upkeep} for five ticks of a quarter of a core`,
  );
});
