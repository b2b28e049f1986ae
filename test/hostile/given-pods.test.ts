/** Given a pod in which somebody may deploy a container, when it is given away, then nobody uses that leave on what the new owner's pool pays for. */
import t from 'tap';
import { podActor } from '../../actors/place/names.ts';
import { burns, does, goTo, pod, rich, workshop, writing } from '../actors/built.ts';
import { given, move } from '../actors/given.ts';

t.test('[RP2] in a pod that was given away nobody deploys what the owner before had allowed', async (t) => {
  const town = await given({ ada: rich, bo: rich, cleo: rich });
  const hall = await pod(town, 'ada', { name: 'hall', funding: 2_000 });
  const sketch = await workshop(town, 'bo', { name: 'sketch' });
  await goTo(town, 'bo', sketch);
  await does(town, 'bo', writing(sketch));
  await does(town, 'bo', move('commons'));
  const container = { agent: town.id('bo'), name: 'stall', cpuMillis: 250, memoryMib: 64 };
  await does(town, 'ada', { type: 'allow_container', pod: hall, ...container });
  await does(town, 'ada', { type: 'transfer_pod', pod: hall, to: town.id('cleo') });
  await does(town, 'cleo', { type: 'fund', pod: hall, amount: 50_000 });
  const burn = burns(town, podActor(hall));
  await town.when('bo', { type: 'deploy_container', pod: hall, name: 'stall', workshop: sketch, description: null });
  t.equal(burns(town, podActor(hall)), burn, 'cleo pays what she paid before');
});
