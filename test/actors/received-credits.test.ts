/** A resident hears of credits that it receives, wherever it is: tolls of a house, shares of a pod, refunds. */
import t from 'tap';
import { commons } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { finished } from '../world.ts';
import {
  adding,
  asking,
  balanced,
  calling,
  does,
  exitBetween,
  goTo,
  newest,
  pod,
  priced,
  refuses,
  rich,
  service,
} from './built-places.ts';
import { given, move, type Town } from './given-residents.ts';

const gated = { type: 'gated', allowed: [] };
const approve = (request: string) => ({ type: 'approve_connection', request });
const through = (exit: string, max_toll: number | null = null) => ({ type: 'move', exit, max_toll });

const receipts = (town: Town) =>
  town
    .newEvents()
    .filter(({ type }) => type === 'credits.received')
    .map(({ subject, data, audience, location, actor }) => ({ subject, data, audience, location, actor }));

const receipt = (town: Town, name: string, data: object) => ({
  subject: town.id(name),
  data,
  audience: [`to:${town.actor(name)}`],
  location: null,
  actor: null,
});

/** A gated way from the Commons into ada's house, where bo is invited and cleo is not. */
async function gatedHouse() {
  const town = await given({ ada: rich, bo: rich, cleo: rich });
  await does(town, 'ada', move('home'));
  await does(town, 'ada', adding('den', 'meeting'));
  await does(town, 'ada', { type: 'invite', name: 'den', residents: [town.id('bo')] });
  await does(town, 'bo', asking(commons, town.home('ada'), { access: gated }));
  await does(town, 'ada', approve(newest(town, 'connection.requested')));
  await does(town, 'ada', move('commons'));
  town.newEvents();
  return { town, exit: exitBetween(town, commons, town.home('ada')) };
}

t.test('[TO2] a gated way into a house takes its toll, for the owner, who hears of it elsewhere', async (t) => {
  const { town, exit } = await gatedHouse();
  const [ada, bo] = [town.balance('ada'), town.balance('bo')];
  await refuses(t, town, 'cleo', through(exit), 'not_invited');
  await refuses(t, town, 'bo', through(exit, 999), 'price_changed', { price: 1_000, max: 999 });
  const shown = await town.world.city.view(view('exits', { resident: town.id('bo'), limit: 20, cursor: null }));
  t.match(JSON.stringify(shown), new RegExp(`"id":"${exit}"[^}]*"toll":1[,}]`));
  await does(town, 'bo', through(exit));
  t.same([town.balance('ada'), town.balance('bo')], [ada + 1_000, bo - 1_000]);
  t.equal(town.context('bo').location, town.home('ada'));
  const data = { reason: 'toll', from: town.id('bo'), place: town.home('ada'), amount: 1 };
  t.same(receipts(town), [receipt(town, 'ada', data)]);
  await does(town, 'bo', through(exit));
  await does(town, 'ada', through(exit));
  t.same([town.balance('ada'), town.balance('bo')], [ada + 1_000, bo - 1_000], 'out again, and the owner, for nothing');
  t.same(receipts(town), []);
  balanced(t, town);
});

t.test('a resident who cannot pay the toll of a house is not let in', async (t) => {
  const { town, exit } = await gatedHouse();
  await does(town, 'bo', { type: 'transfer', to: town.id('cleo'), amount: town.balance('bo') - 999 });
  await refuses(t, town, 'bo', through(exit), 'insufficient_credits', { required: 1_000, balance: 999 });
});

t.test('[TO2] a way into the Commons cannot be gated: nobody owns it', async (t) => {
  const town = await given({ ada: rich });
  await does(town, 'ada', move('home'));
  const issues = [{ path: 'access.type', message: 'the way into the Commons cannot be gated: nobody owns it' }];
  const home = town.home('ada');
  await refuses(t, town, 'ada', asking(home, commons, { access: gated }), 'invalid_request', { issues });
  await does(town, 'ada', asking(home, commons));
  const exit = exitBetween(town, home, commons);
  const update = { type: 'update_connection', exit, entrance: null, way_back: null, visibility: null };
  await refuses(t, town, 'ada', { ...update, access: gated }, 'invalid_request', { issues });
  await does(town, 'ada', { ...update, access: { type: 'private', allowed: [] } });
  const mill = await pod(await atCommons(town), 'ada', { name: 'mill' });
  await goTo(town, 'ada', mill);
  await refuses(t, town, 'ada', asking(mill, commons, { access: gated }), 'invalid_request', { issues });
});

async function atCommons(town: Town): Promise<Town> {
  await does(town, 'ada', move('commons'));
  return town;
}

t.test(
  '[PA4] sharers are notified of their shares of tolls and calls, once for each payment; not of nothing',
  async (t) => {
    const town = await given({ ada: rich, bo: rich, cleo: rich, dora: rich });
    const split = { [town.id('bo')]: 0.25, [town.id('cleo')]: 0.0001 };
    const mill = await service(town, 'ada', {
      name: 'mill',
      pricing: priced({ perEntry: 2_000, perQuery: 500, split }),
    });
    await does(town, 'ada', { type: 'set_access', pod: mill, access: gated });
    await does(town, 'bo', move('home'));
    town.newEvents();
    await goTo(town, 'dora', mill);
    t.same(receipts(town), [receipt(town, 'bo', { reason: 'share', from: mill, amount: 0.5 })], 'elsewhere');
    town.world.sandbox.comes = () => ({ ...finished, output: '1' });
    await does(town, 'dora', calling(mill));
    t.same(receipts(town), [receipt(town, 'bo', { reason: 'share', from: mill, amount: 0.125 })]);
    balanced(t, town);
  },
);

t.test('the payer is notified of refunded fees and prices, or its heir where it has died', async (t) => {
  const town = await given({ ada: rich, bo: rich, cleo: { ...rich, lifespan: 4 } });
  const mill = await service(town, 'ada', { name: 'mill', tier: 'small', pricing: priced({ perQuery: 500 }) });
  await does(town, 'bo', asking(commons, mill));
  town.newEvents();
  await does(town, 'ada', { type: 'reject_connection', request: newest(town, 'connection.requested') });
  const fee = { reason: 'refund', from: null, place: mill, amount: 6 };
  t.same(receipts(town), [receipt(town, 'bo', fee)]);
  await goTo(town, 'bo', mill);
  town.world.sandbox.comes = () => ({ ...finished, outcome: 'failed' });
  await does(town, 'bo', calling(mill));
  t.same(receipts(town), [receipt(town, 'bo', { ...fee, amount: 0.5 })]);
  await does(town, 'cleo', { type: 'bequeath', heir: town.id('bo') });
  await does(town, 'cleo', asking(commons, mill));
  await town.ticks(4);
  t.equal(town.state('cleo'), 'dead');
  const { place: _, ...nowhere } = fee;
  t.same(
    receipts(town).filter(({ data }) => data['reason'] === 'refund'),
    [receipt(town, 'bo', nowhere)],
    'not where the dead wanted to go',
  );
  balanced(t, town);
});
