/** Visitors: how one comes to the city, what its wallet is given, whom it gives it to, and who hears of it. */
import t from 'tap';
import { command } from '../../actors/registry.ts';
import { commons, locationActor, visitorActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { Outcome } from '../../engine/command.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { openWorld } from '../world.ts';
import { applied, given, refusal, type Town } from './given-residents.ts';

const registered = (town: Town, login: string, handle = 'ada'): Promise<Outcome> =>
  town.world.city.submit(
    command(
      locationActor(commons),
      { type: 'register_visitor', handle, login },
      { caller: 'city', reply: view('visitor_of_login', { login }) },
    ),
  );

const granted = (town: Town, visitor: string, amount: number): Promise<Outcome> =>
  town.world.city.submit(command(visitorActor(visitor), { type: 'grant', amount }, { caller: 'operator' }));

const funds = (town: Town, visitor: string, resident: string, amount: number): Promise<Outcome> => {
  const self = visitorActor(visitor);
  return town.world.city.submit(command(self, { type: 'fund', resident, amount }, { caller: self }));
};

function wallet({ world: { city } }: Town, visitor: string): number {
  return balanceAt(city.state.account(visitorActor(visitor)), city.state.counters.tick);
}

t.test('[VI1] a visitor is numbered with the residents, and registered once for a login', async (t) => {
  const town = await given({ bo: {} });
  const first = await registered(town, 'one');
  t.match(first, applied);
  t.same(JSON.parse('json' in first ? first.json : '{}'), {
    id: 'vis-2',
    handle: 'ada',
    balance: 0,
    registered_at: '2030-01-01T00:00:00.000Z',
  });
  t.match(await registered(town, 'one', 'eve'), refusal('already_exists', { id: 'vis-2' }));
  t.match(await registered(town, 'two'), applied, 'whose handle it is, is for the gateway to say');
  t.match(await town.world.city.view(view('visitor_of_login', { login: 'two' })), { value: { id: 'vis-3' } });
  t.match(await town.world.city.view(view('visitor_of_login', { login: 'three' })), { code: 'not_found' });
  t.match(await town.world.city.view(view('visitor', { id: 'vis-1' })), { code: 'not_found' });
  const house = locationActor(town.home('bo'));
  const atHouse = { type: 'register_visitor', handle: 'ada', login: 'four' } as const;
  t.match(await town.world.city.submit(command(house, atHouse, { caller: 'city' })), { code: 'invalid_state' });
});

t.test('[VI4] the city has so many visitors', async (t) => {
  const town = await given({}, { env: { VISITORS_MAX: '2' } });
  for (const login of ['one', 'two']) t.match(await registered(town, login), applied);
  const full = refusal('tier_capacity_exceeded', { max: 2, current: 2, of: 'visitors' });
  t.match(await registered(town, 'three'), full);
  t.match(await registered(town, 'two'), refusal('already_exists'), 'a second registration is refused');
  t.match(await town.world.city.view(view('visitor_capacity', {})), full);
});

t.test('[VI1] the operator fills the wallet out of the treasury, and the visitor is notified', async (t) => {
  const town = await given({});
  await registered(town, 'one');
  town.newEvents();
  t.match(await granted(town, 'vis-1', 5_000), applied);
  t.equal(wallet(town, 'vis-1'), 5_000);
  t.match(town.newEvents(), [
    {
      type: 'credits.received',
      category: 'infrastructure',
      subject: 'vis-1',
      data: { reason: 'grant', from: null, amount: 5 },
      audience: ['to:visitor:vis-1'],
    },
  ]);
  t.match(await town.world.city.letters(visitorActor('vis-1'), 1_000, 10), [{ type: 'credits.received' }]);
  t.match(await granted(town, 'vis-9', 5_000), refusal('not_found'));
  t.same(town.world.city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
});

t.test('[VI2] a visitor funds whoever lives, with what it has; both hear, nobody else', async (t) => {
  const town = await given({ bo: { credits: 10_000, lifespan: 3 } });
  await registered(town, 'one');
  await granted(town, 'vis-2', 3_000);
  town.newEvents();
  const bo = town.id('bo');
  t.match(await funds(town, 'vis-2', bo, 3_001), refusal('insufficient_credits', { required: 3_001, balance: 3_000 }));
  t.match(await funds(town, 'vis-2', bo, 2_000), applied);
  t.equal(town.balance('bo'), 12_000);
  t.equal(wallet(town, 'vis-2'), 1_000);
  t.match(town.newEvents(), [
    {
      type: 'credits.transferred',
      category: 'visitor',
      location: null,
      actor: 'vis-2',
      subject: bo,
      data: { from: 'vis-2', to: bo, amount: 2 },
      audience: ['to:visitor:vis-2', `to:resident:${bo}`],
    },
  ]);
  const newest = await town.world.city.letters(visitorActor('vis-2'), 1_000, 1);
  t.match(newest, [{ type: 'credits.transferred' }]);
  await town.ticks(2);
  t.equal(town.state('bo'), 'dying.legacy');
  t.match(await funds(town, 'vis-2', bo, 500), applied, 'the dying can be given');
  await town.ticks(1);
  t.match(await funds(town, 'vis-2', bo, 500), { type: 'refused', code: 'resident_dead', context: { resident: bo } });
  t.equal(wallet(town, 'vis-2'), 500, 'nothing was taken');
  t.match(await funds(town, 'vis-2', 'nobody-9', 500), refusal('not_found'));
  t.same(town.world.city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
});

t.test('[J2] a visitor is found by its login after a restart', async (t) => {
  const town = await given({});
  await registered(town, 'one');
  await granted(town, 'vis-1', 5_000);
  await town.world.crash();
  const { city } = await openWorld({ store: town.world.store });
  t.match(await city.view(view('visitor_of_login', { login: 'one' })), {
    value: { id: 'vis-1', balance: 5 },
  });
});
