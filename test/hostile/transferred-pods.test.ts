/**
 * Given a pod in which somebody may deploy a container, when it is given away, then nobody uses that leave on what the new owner's pool
 * pays for.
 */
import t from 'tap';
import { podActor } from '../../actors/rules/place/names.ts';
import { burns, does, goTo, pod, rich, stateOf, workshop, writing } from '../actors/built-places.ts';
import { given, move } from '../actors/given-residents.ts';

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

t.test('[RP2] nor what an owner who has died had allowed, and its heir may allow it again', async (t) => {
  const town = await given({ ada: { credits: 900_000, lifespan: 3 }, bo: rich, cleo: rich });
  const hall = await pod(town, 'ada', { name: 'hall', funding: 90_000 });
  const stall = { agent: town.id('bo'), name: 'stall', cpuMillis: 250, memoryMib: 64 };
  await does(town, 'ada', { type: 'allow_container', pod: hall, ...stall });
  await does(town, 'ada', { type: 'bequeath', heir: town.id('cleo') });
  const state = () => stateOf(town, `${hall}/stall`);
  t.equal(state(), 'allowed');
  await town.ticks(3);
  t.equal(town.state('ada'), 'dead');
  t.equal(state(), 'stopped');
  await does(town, 'cleo', { type: 'allow_container', pod: hall, ...stall });
  t.equal(state(), 'allowed');
});
