/** What visitors give, against the end of whom they give it to. */
import t from 'tap';
import { command } from '../../actors/registry.ts';
import { visitorActor } from '../../actors/rules/place/names.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { visitorIn } from '../actors/visitors-and-souls.ts';
import { runRace } from './run-race.ts';

const wallet = 50_000;
const gifts = [1_000, 2_000, 4_000];

t.test("[VI1] funding against the resident's death", async (t) => {
  await runRace(t, {
    name: 'who has died is given nothing, and what is given while it lives is its own',
    people: { ada: { credits: 50_000, lifespan: 3 }, bo: { credits: 9_000, lifespan: 100 } },
    build: async (town) => {
      const { city } = town.world;
      const visitor = await visitorIn(city);
      const self = visitorActor(visitor);
      await city.submit(command(self, { type: 'grant', amount: wallet }, { caller: 'operator' }));
      return { self, ada: town.id('ada'), bo: town.id('bo') };
    },
    wishes: ({ self, ada, bo }) => [
      ...gifts.map((amount) => ({ by: 'ada', from: self, event: { type: 'fund', resident: ada, amount } })),
      ...gifts.map((amount) => ({ by: 'bo', from: self, event: { type: 'fund', resident: bo, amount } })),
    ],
    ticks: [0, 6],
    losers: ['resident_dead'],
    judge: (end, { self }) => {
      const { town } = end;
      const { state } = town.world.city;
      let given = 0;
      for (const name of ['ada', 'bo']) {
        const granted = end.grantedOf('fund', name).map(({ wish }) => Number(wish.event['amount']));
        given += granted.reduce((sum, amount) => sum + amount, 0);
        const gifts = end.eventsOf('credits.transferred').filter(({ subject }) => subject === town.id(name));
        end.expect(
          gifts.length === granted.length,
          `${name} hears of ${gifts.length} gifts, ${granted.length} granted`,
        );
        end.paid(name, -granted.reduce((sum, amount) => sum + amount, 0));
        const dies = end.events.findIndex(({ type, subject }) => type === 'resident.died' && subject === town.id(name));
        const late = end.events.some((one, at) => dies >= 0 && at > dies && gifts.includes(one));
        end.expect(!late, `${name} is given nothing when it is dead`);
      }
      const left = balanceAt(state.account(self), state.counters.tick);
      end.expect(left === wallet - given, `${left} is left in the wallet, not ${wallet - given}`);
    },
  });
});
