/** [L4] The grace is a loan: what the dry tick left unpaid is due with the next burn. */
import t from 'tap';
import { view } from '../../actors/views.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { withoutPublicWorks } from '../world.ts';
import { given, type Town } from './given-residents.ts';

const burn = 1_000;
const transfer = (town: Town, to: string, amount: number) => ({ type: 'transfer', to: town.id(to), amount });
const rich = { credits: 100_000, lifespan: 72 };

const owedBy = (town: Town, name: string): number => town.world.city.state.account(town.actor(name)).owed;
const treasury = (town: Town): number => {
  const { state } = town.world.city;
  return balanceAt(state.account('treasury'), state.counters.tick);
};

/** Twelve ticks on credit: what is needed is borrowed just before it is due, and the rest is sent away right after. */
async function borrowing(town: Town, keeps: number, due: (owed: number) => number): Promise<void> {
  for (let tick = 1; tick <= 12; tick++) {
    if (town.state('ada') === 'alive.warned')
      await town.when('bo', transfer(town, 'ada', due(owedBy(town, 'ada')) + 5_000));
    await town.ticks(1);
    const rest = town.balance('ada') - keeps;
    if (rest > 0) await town.when('ada', transfer(town, 'bo', rest));
  }
}

t.test(
  '[L4] [UP4] a resident who lives below one burn and borrows at the last moment pays for every tick',
  async (t) => {
    for (const keeps of [0, 1, 500, 999]) {
      const town = await given({ ada: { credits: 5_000 }, bo: rich }, withoutPublicWorks);
      const before = treasury(town);
      await town.when('ada', transfer(town, 'bo', 5_000 - keeps));
      await borrowing(town, keeps, (owed) => burn + owed);
      t.match(town.state('ada'), /^alive/);
      const paid = treasury(town) - before - 12 * burn;
      t.equal(paid, 12 * burn - owedBy(town, 'ada'), `all but the last loan, keeping ${keeps}`);
      t.ok(owedBy(town, 'ada') <= burn);
      t.same(town.world.city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
    }
  },
);

t.test('[L4] one burn alone is not enough: the warning says what is required, and less is death', async (t) => {
  for (const [gift, state, balance] of [
    [1_000, 'dead', 0],
    [1_599, 'dead', 0],
    [1_600, 'alive.warned', 0],
    [1_601, 'alive.active', 1],
  ] as const) {
    const town = await given({ ada: { credits: 1_400 }, bo: rich });
    await town.ticks(1);
    town.newEvents();
    await town.ticks(1);
    t.match(town.newEvents(), [{ type: 'death.warning', data: { required: 1.6, owed: 0.6, at_tick: 3 } }]);
    await town.when('bo', transfer(town, 'ada', gift));
    await town.ticks(1);
    t.equal(town.state('ada'), state, `given ${gift}`);
    t.equal(town.balance('ada'), balance);
    t.equal(owedBy(town, 'ada'), 0, 'paid, or lost with the debtor');
    t.same(town.world.city.state.totals(), { credits: 0, burn: 0, overdrawn: [] });
  }
});

t.test('[L4] what is owed is paid once: warned anew with nothing left, only the burn is due', async (t) => {
  const town = await given({ ada: { credits: 1_400 }, bo: rich });
  await town.ticks(2);
  await town.when('bo', transfer(town, 'ada', 1_600));
  town.newEvents();
  await town.ticks(1);
  t.match(town.newEvents(), [{ type: 'death.warning', data: { required: 1, owed: 0, at_tick: 4 } }]);
  await town.when('bo', transfer(town, 'ada', 1_000));
  await town.ticks(1);
  t.equal(town.state('ada'), 'alive.warned');
});

t.test(
  '[L4] the means of a warned resident show what it owes; runway and a new room are reckoned with it',
  async (t) => {
    const town = await given({ ada: { credits: 1_400, atHome: true }, bo: rich });
    await town.ticks(2);
    await town.when('bo', transfer(town, 'ada', 3_000));
    const args = { id: town.id('ada') };
    for (const name of ['credits', 'me'] as const) {
      const seen = await town.world.city.view(view(name, args));
      t.match(seen, { value: { balance: 3, burn_per_tick: 1, owed: 0.6, runway_ticks: 2 } }, name);
    }
    const adding = { type: 'add_room', name: 'den', purpose: 'workshop', description: null };
    await town.when('ada', transfer(town, 'bo', 401));
    const short = { code: 'insufficient_credits', context: { required: 2_600, balance: 2_599 } };
    t.match(await town.when('ada', adding), short, 'this tick of the room, what is owed, and the next tick with it');
    await town.when('bo', transfer(town, 'ada', 1));
    t.match(await town.when('ada', adding), { type: 'applied' });
  },
);
