/** Containers nested in a pod: allowed by its representative, deployed by their agent, paid by its pool, gone with it. */
import t from 'tap';
import { innerPlace, jobActor, podActor } from '../../actors/rules/place/names.ts';
import type { Message } from '../../engine/effect.ts';
import {
  asking,
  at,
  balanced,
  burns,
  calling,
  code,
  deploying,
  does,
  goTo,
  newest,
  opening,
  pod,
  poolOf,
  refuses,
  rich,
  workshop,
  writing,
} from './built-places.ts';
import { given, move, type Town } from './given-residents.ts';
import { posting, quarantineJob } from './job-requests.ts';

const allow = (town: Town, pod: string, rest: Partial<Message> = {}): Message => ({
  type: 'allow_container',
  pod,
  agent: town.id('bo'),
  name: 'stall',
  cpuMillis: 100,
  memoryMib: 64,
  ...rest,
});
const start = (pod: string, rest: Partial<Message> = {}): Message => ({
  type: 'deploy_container',
  pod,
  name: 'stall',
  workshop: 'sketch',
  description: null,
  ...rest,
});

/** ada's pod, and bo's workshop with code to put into it. */
async function market() {
  const town = await given({ ada: rich, bo: rich, cleo: rich });
  const hall = await pod(town, 'ada', { name: 'hall', funding: 50_000 });
  const sketch = await workshop(town, 'bo', { name: 'sketch', funding: 50_000 });
  await goTo(town, 'bo', sketch);
  await does(town, 'bo', writing(sketch));
  await does(town, 'bo', move('commons'));
  return { town, hall, stall: innerPlace(hall, 'stall') };
}

t.test('[CN1] allowed, deployed by whom it was allowed to, and a place to enter from the pod', async (t) => {
  const { town, hall, stall } = await market();
  const burn = burns(town, podActor(hall));
  await does(town, 'ada', allow(town, hall));
  t.match(at(town, stall), { state: 'allowed', context: { agent: town.id('bo'), cpuMillis: 100 } });
  t.equal(burns(town, podActor(hall)), burn, 'what is only allowed costs nothing');
  await goTo(town, 'cleo', hall);
  await refuses(t, town, 'cleo', move(stall), 'exit_not_found');
  town.newEvents();
  await does(town, 'bo', start(hall));
  t.match(at(town, stall), { state: 'running', context: { code, entry: 'index.js' } });
  t.equal(burns(town, podActor(hall)), burn + 400, '4 for each core');
  t.match(town.newEvents(), [{ type: 'container.started', actor: town.id('bo'), subject: stall }]);
  await does(town, 'cleo', move(stall));
  t.equal(town.context('cleo').location, stall);
  await refuses(t, town, 'cleo', opening(town.id('cleo')), 'tier_capacity_exceeded', { max: 0, current: 0 });
  await refuses(t, town, 'cleo', asking(stall, hall), 'tier_capacity_exceeded', { max: 0, current: 0 });
  const outcome = await town.world.city.submit({
    to: town.actor('cleo'),
    caller: town.actor('cleo'),
    event: calling(stall),
    awaits: true,
  });
  t.match(JSON.parse('json' in outcome ? outcome.json : '{}'), { charged: 0 });
  await does(town, 'cleo', move(hall));
  t.equal(town.context('cleo').location, hall);
  balanced(t, town);
});

t.test(
  '[CN1] who may not: strangers allow, others deploy, unknown names, code that is not there or not theirs',
  async (t) => {
    const { town, hall } = await market();
    await refuses(t, town, 'bo', allow(town, hall), 'not_representative', { representative: town.id('ada') });
    await refuses(t, town, 'bo', start(hall), 'not_found', { kind: 'container' });
    await refuses(t, town, 'ada', { type: 'remove_container', pod: hall, name: 'stall' }, 'not_found', {
      kind: 'container',
    });
    await does(town, 'ada', allow(town, hall));
    await refuses(t, town, 'ada', allow(town, hall), 'already_exists');
    await refuses(t, town, 'cleo', start(hall), 'access_denied');
    await refuses(t, town, 'bo', start(hall, { workshop: 'nothing' }), 'not_found', { kind: 'workshop' });
    const cleos = await workshop(town, 'cleo', { name: 'cleos', collaborators: [town.id('bo')] });
    await refuses(t, town, 'bo', start(hall, { workshop: cleos }), 'not_found', { kind: 'workshop' });
    await goTo(town, 'cleo', cleos);
    await does(town, 'cleo', writing(cleos));
    await refuses(t, town, 'bo', start(hall, { workshop: cleos }), 'access_denied');
    await refuses(t, town, 'bo', { type: 'remove_container', pod: hall, name: 'stall' }, 'not_representative');
  },
);

t.test('[UP5] each tick that a container has begun is paid once, each time that it is deployed', async (t) => {
  const { town, hall } = await market();
  const paid = async (containers: number, deeds: () => Promise<unknown>) => {
    const before = poolOf(town, hall);
    await deeds();
    await town.ticks(1);
    t.equal(before - poolOf(town, hall) - 1_000, containers * 400);
  };
  const deploy = () => does(town, 'ada', allow(town, hall)).then(() => does(town, 'bo', start(hall)));
  const remove = () => does(town, 'ada', { type: 'remove_container', pod: hall, name: 'stall' });
  await paid(1, () => deploy().then(remove));
  await paid(2, () => deploy().then(remove).then(deploy).then(remove));
  await paid(2, deploy); // The tick that was begun, and the one that begins, in which it is still there.
  await paid(1, async () => {});
  await paid(0, remove);
  await paid(0, () => does(town, 'ada', allow(town, hall)));
  balanced(t, town);
});

t.test('[UP5] a container begins when its pool can pay this tick of it and the next one', async (t) => {
  const { town } = await market();
  const hut = await pod(town, 'ada', { name: 'hut', funding: 1_000 });
  await does(town, 'ada', allow(town, hut, { cpuMillis: 126 }));
  const short = { required: 2_008, balance: 2_000, pool: hut };
  await refuses(t, town, 'bo', start(hut), 'insufficient_credits', short);
  t.equal(at(town, innerPlace(hut, 'stall')).state, 'allowed');
  await does(town, 'bo', { type: 'fund', pod: hut, amount: 8 });
  await does(town, 'bo', start(hut));
  t.equal(poolOf(town, hut), 1_504);
  await town.ticks(1);
  t.equal(at(town, innerPlace(hut, 'stall')).state, 'stopped', 'its pod has nothing left');
  balanced(t, town);
});

t.test('[CN2] what the tier has left bounds what runs; a larger tier makes room', async (t) => {
  const { town, hall } = await market();
  await does(town, 'ada', allow(town, hall, { name: 'one', cpuMillis: 200, memoryMib: 200 }));
  await does(town, 'ada', allow(town, hall, { name: 'two', cpuMillis: 51, memoryMib: 56 }));
  await does(town, 'ada', allow(town, hall, { name: 'three', cpuMillis: 50, memoryMib: 57 }));
  await does(town, 'bo', start(hall, { name: 'one' }));
  const left = { available: { cpu: '50m', memory: '56Mi' } };
  await refuses(t, town, 'bo', start(hall, { name: 'two' }), 'insufficient_resources', left);
  await refuses(t, town, 'bo', start(hall, { name: 'three' }), 'insufficient_resources', left);
  await does(town, 'ada', deploying(hall, { links: [], tier: 'small', funding: 0 }));
  await does(town, 'bo', start(hall, { name: 'two' }));
  await does(town, 'bo', start(hall, { name: 'three' }));
  t.equal(burns(town, podActor(hall)), 2_000 + 800 + 204 + 200, 'rounded up to a millicredit for each');
  balanced(t, town);
});

t.test('removed: its upkeep ends, it is a ruin, whoever is inside may leave; its name may be used again', async (t) => {
  const { town, hall, stall } = await market();
  await does(town, 'ada', allow(town, hall));
  await does(town, 'bo', start(hall));
  await goTo(town, 'cleo', hall);
  await does(town, 'cleo', move(stall));
  await goTo(town, 'ada', hall);
  town.newEvents();
  await does(town, 'ada', { type: 'remove_container', pod: hall, name: 'stall' });
  t.equal(at(town, stall).state, 'stopped');
  t.equal(burns(town, podActor(hall)), 1_000);
  await refuses(t, town, 'ada', { type: 'remove_container', pod: hall, name: 'stall' }, 'invalid_state', {
    allowed_events: [],
  });
  t.match(town.newEvents(), [{ type: 'container.stopped', subject: stall }]);
  t.ok(town.world.sandbox.asked.some(({ effect, input }) => effect === 'sandbox.remove' && input['place'] === stall));
  await refuses(t, town, 'ada', move(stall), 'exit_not_found');
  await refuses(t, town, 'cleo', calling(stall), 'pod_shut_down', { location: stall });
  await refuses(t, town, 'cleo', move(hall), 'exit_not_found');
  await does(town, 'cleo', move('commons'));
  await does(town, 'ada', allow(town, hall, { agent: town.id('cleo'), cpuMillis: 30 }));
  t.match(at(town, stall), { state: 'allowed', context: { agent: town.id('cleo'), cpuMillis: 30, code: null } });
  await refuses(t, town, 'bo', start(hall), 'access_denied');
});

t.test('its deployer and the representative of the pod that pays hear of it', async (t) => {
  const { town, hall } = await market();
  await does(town, 'ada', allow(town, hall));
  town.newEvents();
  await does(town, 'bo', start(hall));
  await does(town, 'ada', { type: 'remove_container', pod: hall, name: 'stall' });
  t.match(
    town.newEvents().map(({ type, audience }) => [type, audience]),
    ['container.started', 'container.stopped'].map((type) => [
      type,
      [`to:${town.actor('bo')}`, `to:${town.actor('ada')}`],
    ]),
  );
});

t.test('residents in a removed container are led out when its name is used again', async (t) => {
  const { town, hall, stall } = await market();
  await does(town, 'ada', allow(town, hall));
  await does(town, 'bo', start(hall));
  await goTo(town, 'cleo', hall);
  await does(town, 'cleo', move(stall));
  await does(town, 'ada', { type: 'remove_container', pod: hall, name: 'stall' });
  t.equal(town.context('cleo').location, stall);
  await does(town, 'ada', allow(town, hall));
  t.equal(town.context('cleo').location, hall);
});

t.test('[CN3] containers stop with their pod, in the same tick', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const hall = await pod(town, 'ada', { name: 'hall', funding: 1_000 });
  const sketch = await workshop(town, 'bo', { name: 'sketch', funding: 50_000 });
  await goTo(town, 'bo', sketch);
  await does(town, 'bo', writing(sketch));
  await does(town, 'ada', allow(town, hall));
  await does(town, 'ada', allow(town, hall, { name: 'idle' }));
  await does(town, 'bo', start(hall));
  await does(town, 'bo', move('commons'));
  await goTo(town, 'bo', hall);
  await does(town, 'bo', move(innerPlace(hall, 'stall')));
  // 2 credits in the pool, 1.4 each tick.
  await town.ticks(1);
  t.equal(at(town, hall).state, 'deployed');
  await town.ticks(1);
  t.same(
    [hall, innerPlace(hall, 'stall'), innerPlace(hall, 'idle')].map((id) => at(town, id).state),
    ['shut_down', 'stopped', 'stopped'],
  );
  t.equal(burns(town, podActor(hall)), 0);
  await does(town, 'bo', move('home'));
  balanced(t, town);
});

t.test(
  '[MV5] a resident who leaves a container is in its pod already: no access list and no toll applies',
  async (t) => {
    const { town, hall, stall } = await market();
    await does(town, 'ada', allow(town, hall));
    await does(town, 'bo', start(hall));
    await goTo(town, 'cleo', hall);
    await does(town, 'cleo', move(stall));
    const before = town.balance('cleo');
    for (const type of ['members', 'gated']) {
      await does(town, 'ada', { type: 'set_access', pod: hall, access: { type, allowed: [] } });
      await does(town, 'cleo', move(hall));
      await does(town, 'cleo', move(stall));
    }
    t.same([town.context('cleo').location, town.balance('cleo')], [stall, before]);
  },
);

t.test('[CN2] a pod has at most 64 containers', async (t) => {
  const { town, hall } = await market();
  for (let n = 0; n < 64; n++) await town.when('ada', allow(town, hall, { name: `c${n}` }));
  await refuses(t, town, 'ada', allow(town, hall, { name: 'c64' }), 'tier_capacity_exceeded', { max: 64, current: 64 });
});

t.test('[JB7] [S1] a name is allowed again when the jobs of the container before are over', async (t) => {
  const { town, hall, stall } = await market();
  await does(town, 'ada', allow(town, hall));
  await does(town, 'bo', start(hall));
  await goTo(town, 'cleo', hall);
  await does(town, 'cleo', move(stall));
  const cleo = town.balance('cleo');
  await does(town, 'cleo', posting());
  const job = newest(town, 'job.posted');
  await quarantineJob(town, job);
  await does(town, 'ada', { type: 'remove_container', pod: hall, name: 'stall' });
  await refuses(t, town, 'ada', allow(town, hall), 'busy');
  await town.world.city.release(jobActor(job));
  await town.ticks(1);
  t.match(town.world.city.state.images.get(jobActor(job)), { state: 'cancelled' });
  t.equal(town.balance('cleo'), cleo - 1_000);
  await does(town, 'ada', allow(town, hall));
});
