/** What only its representative may do with a pod, and what it may not. */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import {
  at,
  balanced,
  does,
  exitBetween,
  goTo,
  pod,
  podAt,
  priced,
  refuses,
  rich,
  workshop,
  writing,
} from './built-places.ts';
import { given } from './given-residents.ts';

t.test(
  '[RP1] only the representative appoints, transfers, sets access and pricing; not an owner who has appointed another',
  async (t) => {
    const town = await given({ ada: rich, bo: rich, cleo: rich });
    const id = await pod(town, 'ada');
    await does(town, 'ada', { type: 'appoint', pod: id, to: town.id('bo') });
    t.match(podAt(town, id), { owner: town.id('ada'), representative: town.id('bo') });
    const orders = [
      { type: 'appoint', pod: id, to: town.id('cleo') },
      { type: 'transfer_pod', pod: id, to: town.id('cleo') },
      { type: 'set_access', pod: id, access: { type: 'private', allowed: [] } },
      { type: 'set_pricing', pod: id, pricing: priced({ perQuery: 9 }) },
      { type: 'allow_container', pod: id, agent: town.id('cleo'), name: 'x', cpuMillis: 1, memoryMib: 1 },
      { type: 'remove_container', pod: id, name: 'x' },
    ];
    for (const name of ['ada', 'cleo'])
      for (const order of orders)
        await refuses(t, town, name, order, 'not_representative', { representative: town.id('bo') });
    await does(town, 'bo', { type: 'set_access', pod: id, access: { type: 'members', allowed: [town.id('cleo')] } });
    await does(town, 'bo', { type: 'set_pricing', pod: id, pricing: priced({ perQuery: 9 }) });
    t.match(podAt(town, id), { access: { type: 'members' }, pricing: { perQuery: 9 } });
  },
);

t.test('[RP2] a transfer makes the other both owner and representative', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const id = await pod(town, 'ada');
  await does(town, 'ada', { type: 'transfer_pod', pod: id, to: town.id('bo') });
  t.match(podAt(town, id), { owner: town.id('bo'), representative: town.id('bo') });
  t.equal(town.world.city.state.index('owned').count(town.id('bo')), 1);
  t.equal(town.world.city.state.index('represented').count(town.id('ada')), 0);
});

t.test('everybody hears to whom a place was given', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const id = await pod(town, 'ada');
  const [from, owner] = [town.id('ada'), town.id('bo')];
  await does(town, 'ada', { type: 'transfer_pod', pod: id, to: owner });
  await does(town, 'bo', { type: 'transfer_pod', pod: id, to: owner });
  const told = town.newEvents().filter(({ type }) => type === 'pod.owner_changed');
  t.match(told, [{ actor: from, subject: id, data: { id, from, owner, reason: 'gift' } }]);
  t.equal(told.length, 1, 'nor to whom it belongs already');
  t.ok(
    ['public', town.actor('ada'), town.actor('bo')].every((one) => told[0]?.audience.some((who) => who.endsWith(one))),
  );
});

t.test('[RP2] a transfer ends the work of all who worked for the owner before', async (t) => {
  const town = await given({ ada: rich, bo: rich, cleo: rich });
  const id = await pod(town, 'ada', { collaborators: [town.id('cleo')] });
  for (const name of ['ada', 'cleo']) await goTo(town, name, id);
  await does(town, 'ada', { type: 'transfer_pod', pod: id, to: town.id('bo') });
  for (const name of ['ada', 'cleo']) await refuses(t, town, name, writing(id), 'access_denied');
  await goTo(town, 'bo', id);
  await does(town, 'bo', writing(id));
});

t.test('[RP2] nobody who is unknown or dead is appointed, owns, or is allowed a container', async (t) => {
  const town = await given({ ada: rich, bo: { lifespan: 1 } });
  const id = await pod(town, 'ada', { funding: 50_000 });
  await town.ticks(1);
  for (const [who, code] of [
    ['nobody-9', 'not_found'],
    [town.id('bo'), 'resident_dead'],
  ] as const) {
    await refuses(t, town, 'ada', { type: 'appoint', pod: id, to: who }, code);
    await refuses(t, town, 'ada', { type: 'transfer_pod', pod: id, to: who }, code);
    await refuses(
      t,
      town,
      'ada',
      { type: 'allow_container', pod: id, agent: who, name: 'x', cpuMillis: 1, memoryMib: 1 },
      code,
    );
  }
  await refuses(t, town, 'ada', { type: 'appoint', pod: 'nowhere', to: town.id('ada') }, 'not_found', { kind: 'pod' });
});

t.test('[T5] a workshop has no access or pricing to set yet: the refusal names what is possible', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const id = await workshop(town, 'ada');
  await refuses(
    t,
    town,
    'ada',
    { type: 'set_access', pod: id, access: { type: 'private', allowed: [] } },
    'invalid_state',
    {
      state: 'workshop.ready',
      allowed_events: ['appoint', 'contribute', 'deploy', 'fund', 'run_code', 'write_code'],
    },
  );
  await does(town, 'ada', { type: 'appoint', pod: id, to: town.id('bo') });
  await goTo(town, 'bo', id);
  t.equal(town.context('bo').location, id, 'whom it appoints works there too');
});

t.test('owner and representative see all of a pod, everyone sees its pool', async (t) => {
  const town = await given({ ada: rich, bo: rich });
  const id = await pod(town, 'ada', { funding: 10_000 });
  const seen = (name: 'pod' | 'pool', resident: string) => town.world.city.view(view(name, { id, resident }));
  t.match(await seen('pod', town.id('ada')), {
    type: 'shown',
    value: {
      id,
      status: 'deployed',
      tier: 'tiny',
      pool: { balance: 20, burn_per_tick: 1 },
      connections: [{ from: commons, to: id, exit_id: exitBetween(town, commons, id) }],
      connections_count: 1,
      connections_max: 2,
    },
  });
  t.match(await seen('pod', town.id('bo')), { type: 'refused', code: 'not_representative' });
  t.match(await seen('pool', town.id('bo')), { type: 'shown', value: { id, balance: 20 } });
  t.equal(at(town, id).state, 'deployed');
  balanced(t, town);
});
