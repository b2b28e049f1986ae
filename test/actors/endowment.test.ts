/** The endowment of a newborn is for its own life: what it cannot give to others, and what it can pay for. */
import t from 'tap';
import { podActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import type { Message } from '../../engine/effect.ts';
import { contentHash } from '../../engine/ids.ts';
import { finished } from '../world.ts';
import {
  adding,
  balanced,
  calling,
  deploying,
  does,
  exitBetween,
  goTo,
  holds,
  opening,
  pod,
  podAt,
  priced,
  refuses,
  rich,
  service,
  workshop,
  writing,
} from './built-places.ts';
import { given, move, say, Town } from './given-residents.ts';
import { adopting, soulOf, visitorIn } from './visitors-and-souls.ts';

/** Credits of a newborn: 60 from the treasury and 25 from its mentor. */
const endowed = 85_000;

/** Ada, Bo, and Wren, who was born of a soul and stands at the Commons. */
async function withWren(env: Readonly<Record<string, string>> = {}): Promise<Town> {
  const town = await given({ ada: rich, bo: rich }, { env });
  const { city } = town.world;
  await soulOf(city, await visitorIn(city));
  await does(town, 'ada', adopting);
  const wren = town.newEvents().find(({ type }) => type === 'resident.born')?.actor ?? '';
  const ids = { ada: town.id('ada'), bo: town.id('bo'), wren };
  const all = new Town(town.world, new Map(Object.entries(ids)));
  await does(all, 'wren', move('commons'));
  return all;
}

const gives = (town: Town, amount: number, to = 'bo'): Message => ({ type: 'transfer', to: town.id(to), amount });
const posting = (reward: number): Message => ({
  type: 'post_job',
  title: 'Stand there',
  description: contentHash('Just stand there.'),
  reward,
});
const kept = (endowment: number, balance: number) => ({ endowment, balance, until_tick: 62 });

t.test('[EN1] each tick frees a share of the gift, and of the seed no more than upkeep has taken', async (t) => {
  const town = await withWren();
  await refuses(t, town, 'wren', gives(town, 1), 'endowment_kept', kept(endowed, endowed));
  await town.ticks(3);
  await refuses(t, town, 'wren', gives(town, 1_126), 'endowment_kept', kept(59_000 + 21_875, 82_000));
  await does(town, 'wren', gives(town, 1_125));
  await refuses(t, town, 'wren', gives(town, 85_000), 'insufficient_credits');
  t.match(await town.world.city.view(view('credits', { id: town.id('wren') })), {
    value: { balance: 80.875, endowment: 80.875, endowment_until: 62 },
  });
  await does(town, 'bo', gives(town, 9_000, 'wren'));
  await does(town, 'wren', gives(town, 9_000));
  await town.ticks(21);
  await refuses(t, town, 'wren', gives(town, 21_876), 'endowment_kept');
  await does(town, 'wren', gives(town, 21_875));
  await town.ticks(38);
  t.match(await town.world.city.view(view('credits', { id: town.id('wren') })), {
    value: { endowment: 0, endowment_until: null },
  });
  t.equal(town.balance('wren'), 0, 'all that it gave was what its mentor gave');
  balanced(t, town);
});

t.test('[EN1] no way out to others: gift, reward, donation, pool, price, toll', async (t) => {
  const town = await withWren();
  const { city } = town.world;
  await soulOf(city, await visitorIn(city, 'two'));
  const shop = await service(town, 'bo', { pricing: priced({ perQuery: 80_000, split: { [town.id('bo')]: 1 } }) });
  const refused = (event: Message) => refuses(t, town, 'wren', event, 'endowment_kept', kept(endowed, endowed));
  await refused(gives(town, 80_000));
  await refused(posting(80_000));
  await refused({ type: 'adopt', donation: 80_000 });
  await refused(adopting);
  await refused({ type: 'fund', pod: shop, amount: 80_000 });
  const gate = exitBetween(town, town.context('wren').location, shop);
  await does(town, 'bo', { type: 'set_access', pod: shop, access: { type: 'gated', allowed: [] } });
  await refused(move(gate));
  await does(town, 'bo', { type: 'set_access', pod: shop, access: { type: 'public', allowed: [] } });
  await goTo(town, 'wren', shop);
  await refused(calling(shop, { max_price: 80_000 }));
  t.equal(town.balance('wren'), endowed);
});

t.test('[EN1] no way out by a deploy into the pool of another: of its workshop, or of a larger tier', async (t) => {
  const town = await withWren();
  const shed = await workshop(town, 'bo', { representative: town.id('wren') });
  const refused = (event: Message) => refuses(t, town, 'wren', event, 'endowment_kept', kept(endowed, endowed));
  await refused(deploying(shed, { funding: 60_000 }));
  const shop = await pod(town, 'bo', { name: 'Shop' });
  await does(town, 'bo', { type: 'appoint', pod: shop, to: town.id('wren') });
  const larger = deploying(shop, { tier: 'small', links: [], funding: 10_000 });
  await refused(larger);
  t.equal(town.balance('wren'), endowed);
  await does(town, 'bo', gives(town, 100_000, 'wren'));
  await does(town, 'wren', larger);
  balanced(t, town);
});

t.test('[EN1] what it has spent is not shown as kept', async (t) => {
  const town = await withWren();
  await pod(town, 'wren', { funding: 15_000 });
  const left = town.balance('wren');
  t.ok(left < endowed);
  await refuses(t, town, 'wren', gives(town, 1), 'endowment_kept', kept(left, left));
});

t.test('[EN1] one’s own pod is no way out either: its service pays whom its prices name', async (t) => {
  const town = await withWren();
  await does(town, 'bo', gives(town, 100_000, 'wren'));
  const own = await service(town, 'wren', { pricing: priced({ perQuery: 80_000, split: { [town.id('bo')]: 1 } }) });
  await goTo(town, 'wren', own);
  await does(town, 'wren', { type: 'fund', pod: own, amount: 20_000 });
  await refuses(t, town, 'wren', calling(own, { max_price: 80_000 }), 'endowment_kept');
});

t.test('[EN1] for its own life it is free: words, upkeep, rooms, workshops, pods and their pools', async (t) => {
  const town = await withWren();
  await does(town, 'wren', say('Hello.'));
  const own = await pod(town, 'wren', { funding: 2_000 });
  await does(town, 'wren', { type: 'fund', pod: own, amount: 5_000 });
  await does(town, 'wren', move('home'));
  await does(town, 'wren', adding('den', 'workshop'));
  await does(town, 'wren', writing('den'));
  await town.ticks(1);
  t.equal(town.state('wren'), 'alive.active');
  await does(town, 'wren', opening(town.id('wren'), { name: 'Second', funding: 1_000 }));
  const free = await service(town, 'bo');
  await does(town, 'wren', move('commons'));
  await goTo(town, 'wren', free);
  await does(town, 'wren', calling(free));
  balanced(t, town);
});

t.test('[EN1] founders have no endowment, and nobody has one where the setting says so', async (t) => {
  const town = await withWren({ ENDOWMENT_TICKS: '0' });
  await does(town, 'wren', gives(town, endowed));
  const other = await given({ ada: {}, bo: {} });
  await does(other, 'ada', gives(other, 60_000));
  t.equal(other.balance('bo'), 120_000);
});

t.test('[EN2] a resident who dies before leaves its heir what was free, but no pod, and no later refund', async (t) => {
  const town = await withWren();
  await does(town, 'bo', gives(town, 100_000, 'wren'));
  const shop = await service(town, 'ada', { pricing: priced({ perQuery: 3_000 }), funding: 90_000 });
  const own = await pod(town, 'wren');
  await goTo(town, 'wren', shop);
  await does(town, 'wren', { type: 'bequeath', heir: town.id('bo') });
  let fail = (_: typeof finished) => {};
  town.world.sandbox.comes = () =>
    new Promise((resolve) => {
      fail = resolve;
    });
  void town.when('wren', calling(shop));
  await does(town, 'wren', { type: 'shut_down' });
  const [before, had] = [town.balance('bo'), town.balance('wren')];
  await town.ticks(1);
  t.match([town.state('wren'), town.context('wren')], ['dead', { heir: town.id('bo'), estateTo: null }]);
  const free = had - 1_000 - 60_000 - Math.ceil((25_000 * 23) / 24);
  t.ok(free > 0);
  t.equal(town.balance('bo'), before - 1_000 + free, 'but for its own upkeep');
  fail({ ...finished, outcome: 'lost' });
  await town.ticks(1);
  t.equal(town.balance('bo'), before - 2_000 + free);
  t.match(podAt(town, own), { owner: null });
  t.ok(holds(town, podActor(own)) > 0, 'it lives on its pool');
  balanced(t, town);
});

t.test('[EN2] a resident who dies later leaves all, as anybody does', async (t) => {
  const town = await withWren();
  await does(town, 'wren', { type: 'bequeath', heir: town.id('bo') });
  await town.ticks(62);
  await does(town, 'wren', { type: 'shut_down' });
  const before = town.balance('bo');
  await town.ticks(1);
  t.equal(town.context('wren').estateTo, town.id('bo'));
  t.equal(town.balance('bo'), before - 1_000 + endowed - 63_000);
  balanced(t, town);
});

t.test('[EN1] [PD7] a share of the funding of another is given; to say no takes nothing', async (t) => {
  const town = await withWren();
  await does(town, 'ada', opening(town.id('ada'), { contributors: [town.id('wren')] }));
  const says = (accept: boolean): Message => ({ type: 'contribute', pod: 'lamp-shop', accept, max_share: null });
  await refuses(t, town, 'wren', says(true), 'endowment_kept', kept(endowed, endowed));
  await does(town, 'wren', says(false));
});
