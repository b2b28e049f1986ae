/** Those named with a funding are asked for their part of it: who pays what at once, who says yes or no, and when it is too late. */
import t from 'tap';
import { z } from 'zod';
import { commons } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import type { Message } from '../../engine/effect.ts';
import { letterTo } from '../../gateways/city/letter-box.ts';
import { openWorld } from '../world.ts';
import {
  adding,
  balanced,
  deploying,
  does,
  exitBetween,
  goTo,
  linkFrom,
  opening,
  pod,
  poolOf,
  refuses,
  rich,
  stateOf,
} from './built-places.ts';
import { given, move, Town } from './given-residents.ts';

const people = { ada: rich, bo: rich, cleo: rich, dora: rich };
const shop = 'lamp-shop';

const says = (accept: boolean, max_share: number | null = null): Message => ({
  type: 'contribute',
  pod: shop,
  accept,
  max_share,
});
const yes = says(true);
const no = says(false);

async function opens(town: Town, names: readonly string[], rest: Partial<Message> = {}): Promise<void> {
  const contributors = names.map((name) => town.id(name));
  await does(town, 'ada', opening(town.id('ada'), { contributors, ...rest }));
}

/** A town with Ada's workshop, and the contributors named with it. */
async function opened(names: readonly string[], rest: Partial<Message> = {}): Promise<Town> {
  const town = await given(people);
  await opens(town, names, rest);
  return town;
}

const Shown = z.object({
  value: z.object({
    contributors: z.array(z.object({ resident: z.string(), share: z.number(), status: z.string() })),
  }),
});

/** The contributions as the owner reads them: `bo 2.5 asked`. */
async function record(town: Town, id = shop): Promise<string[]> {
  const { value } = Shown.parse(await town.world.city.view(view('pod', { id, resident: town.id('ada') })));
  const nameOf = (resident: string) => Object.keys(people).find((name) => town.id(name) === resident);
  return value.contributors.map(({ resident, share, status }) => `${nameOf(resident)} ${share} ${status}`);
}

const asksOf = (town: Town) => town.newEvents().filter(({ type }) => type === 'funding.asked');

t.test(
  '[PD6] a funding is divided: the caller pays its part and what is left over, the others are asked',
  async (t) => {
    const town = await given(people);
    await does(town, 'bo', move('home'));
    const before = town.balance('ada');
    town.newEvents();
    await opens(town, ['bo', 'ada', 'cleo', 'bo'], { funding: 10_001 });
    t.same([before - town.balance('ada'), poolOf(town, shop)], [10_000 + 3_335, 3_335]);
    t.same(await record(town), ['bo 3.333 asked', 'cleo 3.333 asked']);
    t.match(asksOf(town), [
      {
        actor: town.id('ada'),
        subject: shop,
        data: { pod: shop, name: 'Lamp Shop', from: town.id('ada'), share: 3.333, until_tick: 12 },
        audience: [`to:${town.actor('bo')}`, `to:${town.actor('cleo')}`],
      },
    ]);
    const [letter] = await town.world.city.letters(town.actor('cleo'), Number.MAX_SAFE_INTEGER, 1);
    t.match(letterTo(town.id('cleo'), must(letter, 'a letter')), {
      type: 'funding',
      pod: shop,
      share: 3.333,
      until_tick: 12,
    });
    balanced(t, town);
  },
);

t.test(
  '[PD7] a contributor who is asked may read the record of the pod, before and after the answer; others may not',
  async (t) => {
    const town = await opened(['bo']);
    const read = (name: string) => town.world.city.view(view('pod', { id: shop, resident: town.id(name) }));
    t.match(await read('bo'), { type: 'shown' });
    await does(town, 'bo', no);
    t.match(await read('bo'), { type: 'shown' });
    t.match(await read('cleo'), { code: 'not_found' });
  },
);

t.test('[PD6] the part of the caller lasts a tick, and it is all that it must have', async (t) => {
  const town = await given({ ...people, ada: { credits: 10_500 } });
  const contributors = [town.id('bo')];
  const asked = (funding: number) => opening(town.id('ada'), { contributors, funding });
  await refuses(t, town, 'ada', asked(998), 'invalid_request', {
    issues: [
      { path: 'funding.initial_credits', message: 'at least one tick of its upkeep: 0.5; your own part is 0.499' },
    ],
  });
  await refuses(t, town, 'ada', asked(1_001), 'insufficient_credits', { required: 10_501, balance: 10_500 });
  await does(town, 'ada', asked(999));
  t.same([town.balance('ada'), poolOf(town, shop), await record(town)], [0, 500, ['bo 0.499 asked']]);
});

t.test('[PD6] nobody is asked where no funding is named, and where the caller named itself alone', async (t) => {
  for (const [names, funding, shown] of [
    [['bo'], null, ['bo 0 named']],
    [['ada', 'ada'], 500, []],
  ] as const) {
    const town = await opened(names, { funding });
    t.same([poolOf(town, shop), await record(town), asksOf(town)], [500, shown, []]);
    await refuses(t, town, 'bo', yes, names[0] === 'bo' ? 'access_denied' : 'not_found');
  }
});

t.test('[PD7] a contributor who agrees pays its share into the pool, from anywhere, once', async (t) => {
  const town = await opened(['bo', 'cleo'], { funding: 9_000 });
  await does(town, 'bo', move('home'));
  const [bo, pool] = [town.balance('bo'), poolOf(town, shop)];
  town.newEvents();
  await does(town, 'bo', yes);
  t.same([bo - town.balance('bo'), poolOf(town, shop) - pool], [3_000, 3_000]);
  t.same(await record(town), ['bo 3 paid', 'cleo 3 asked']);
  t.match(town.newEvents(), [
    {
      type: 'pool.funded',
      actor: town.id('bo'),
      data: { pod: shop, from: town.id('bo'), amount: 3 },
      audience: [`to:${town.actor('ada')}`, `to:${town.actor('bo')}`],
    },
  ]);
  await refuses(t, town, 'bo', yes, 'invalid_state');
  await refuses(t, town, 'bo', no, 'invalid_state');
  balanced(t, town);
});

t.test('[PD7] a contributor who refuses pays nothing, and cannot agree later', async (t) => {
  const town = await opened(['bo']);
  town.newEvents();
  const before = town.balance('bo');
  await does(town, 'bo', no);
  t.match(town.newEvents(), [
    { type: 'funding.declined', data: { from: town.id('bo'), share: 5 }, audience: { length: 2 } },
  ]);
  t.same([town.balance('bo'), await record(town)], [before, ['bo 5 declined']]);
  await refuses(t, town, 'bo', yes, 'invalid_state');
});

t.test('[PD7] only who is asked answers, with what it has, and pays no more than it said', async (t) => {
  const town = await given({ ...people, bo: { credits: 6_000 } });
  await opens(town, ['bo'], { funding: 12_002, collaborators: [town.id('cleo')] });
  await refuses(t, town, 'dora', yes, 'not_found', { kind: 'pod' });
  await refuses(t, town, 'cleo', yes, 'access_denied');
  await refuses(t, town, 'cleo', no, 'access_denied');
  await refuses(t, town, 'bo', yes, 'insufficient_credits', { required: 6_001, balance: 6_000 });
  await does(town, 'ada', { type: 'transfer', to: town.id('bo'), amount: 1 });
  await refuses(t, town, 'bo', yes, 'price_changed', { price: 6_001, max: 5_000 });
  await refuses(t, town, 'bo', says(true, 6_000), 'price_changed', { price: 6_001, max: 6_000 });
  await does(town, 'bo', says(true, 6_001));
  t.equal(town.balance('bo'), 0);
});

t.test(
  '[PD8] a contributor who does not answer for twelve ticks is asked no longer; the dead do not answer',
  async (t) => {
    const town = await given({ ...people, cleo: { ...rich, lifespan: 3 } });
    await opens(town, ['bo', 'cleo', 'dora'], { funding: 40_000 });
    await does(town, 'dora', says(true, 10_000));
    await town.ticks(11);
    t.equal(town.state('cleo'), 'dead');
    t.same(await record(town), ['bo 10 asked', 'cleo 10 asked', 'dora 10 paid']);
    await town.ticks(1);
    t.same(await record(town), ['bo 10 expired', 'cleo 10 expired', 'dora 10 paid']);
    await refuses(t, town, 'bo', says(true, 10_000), 'invalid_state');
    balanced(t, town);
  },
);

t.test('[PD8] the dead may be named, and are asked in vain', async (t) => {
  const town = await given({ ...people, cleo: { ...rich, lifespan: 1 } });
  await town.ticks(1);
  t.equal(town.state('cleo'), 'dead');
  await opens(town, ['cleo']);
  t.same(await record(town), ['cleo 5 asked']);
});

t.test('[PD8] with the place ends what was asked for it', async (t) => {
  const town = await opened(['bo', 'cleo'], { funding: 3_000 });
  await does(town, 'cleo', no);
  await town.ticks(2);
  t.equal(stateOf(town, shop), 'shut_down');
  t.same(await record(town), ['bo 1 expired', 'cleo 1 declined']);
  for (const answer of [yes, no]) await refuses(t, town, 'bo', answer, 'pod_shut_down', { location: shop });
});

t.test('[PD8] a deploy that names nobody leaves open what is asked', async (t) => {
  const town = await opened(['bo', 'cleo']);
  await does(town, 'cleo', yes);
  town.newEvents();
  await does(town, 'ada', deploying(shop));
  t.same(asksOf(town), []);
  t.same(await record(town), ['bo 3.333 asked', 'cleo 3.333 paid']);
  const pool = poolOf(town, shop);
  await does(town, 'bo', yes);
  t.equal(poolOf(town, shop), pool + 3_333);
});

t.test('[PD8] a deploy that names others asks them; those before are asked no longer, and hear nothing', async (t) => {
  const town = await opened(['bo', 'cleo']);
  await does(town, 'cleo', yes);
  await town.ticks(6);
  const [ada, pool] = [town.balance('ada'), poolOf(town, shop)];
  town.newEvents();
  await does(
    town,
    'ada',
    deploying(shop, { funding: 8_001, contributors: ['ada', 'cleo', 'dora'].map((one) => town.id(one)) }),
  );
  t.same([ada - town.balance('ada'), poolOf(town, shop) - pool], [20_000 + 2 * 1_000 + 2_667, 2_667]);
  const [ask, ...more] = asksOf(town);
  t.match(ask, { data: { share: 2.667, until_tick: 18 }, audience: { length: 2 } });
  t.same(more, []);
  t.same(await record(town), ['cleo 2.667 asked', 'dora 2.667 asked']);
  await refuses(t, town, 'bo', yes, 'access_denied');
  await does(town, 'cleo', yes);
  await does(town, 'ada', { type: 'fund', pod: shop, amount: 50_000 });
  await town.ticks(6);
  t.same(await record(town), ['cleo 2.667 paid', 'dora 2.667 asked'], 'the first time limit went with the first asks');
  await town.ticks(6);
  t.same(await record(town), ['cleo 2.667 paid', 'dora 2.667 expired']);
});

t.test('[PD8] a larger tier may be paid for by others, too', async (t) => {
  const town = await opened(['bo']);
  await does(town, 'ada', deploying(shop));
  const larger = { tier: 'small', links: [], contributors: [town.id('cleo')] };
  await does(town, 'ada', deploying(shop, { ...larger, funding: 4_000 }));
  t.same(await record(town), ['cleo 2 asked']);
  await does(town, 'ada', deploying(shop, { ...larger, tier: 'medium', funding: 0 }));
  t.same(await record(town), ['cleo 0 named']);
});

t.test('[PD6] [DE6] a home workshop asks with its deploy, and its owner pays its part', async (t) => {
  const town = await given(people);
  await does(town, 'ada', move('home'));
  await does(town, 'ada', adding('shop', 'workshop'));
  const deploy = (funding: number) => deploying('shop', { name: 'Lamp Shop', funding, contributors: [town.id('bo')] });
  await refuses(t, town, 'ada', deploy(1_998), 'invalid_request', { issues: [{ path: 'funding.initial_credits' }] });
  town.newEvents();
  await does(town, 'ada', deploy(6_000));
  t.match(asksOf(town), [{ actor: town.id('ada'), data: { pod: shop, share: 3 } }]);
  t.same([poolOf(town, shop), await record(town)], [3_000, ['bo 3 asked']]);
  await does(town, 'bo', yes);
  t.equal(poolOf(town, shop), 6_000);
  balanced(t, town);
});

t.test('[PD7] [PD4] a share fills the pool of an orphan, and buys no way', async (t) => {
  const town = await opened(['bo'], { funding: 100_000 });
  await does(town, 'ada', deploying(shop));
  const hub = await pod(town, 'cleo', { name: 'hub', funding: 3_000 });
  await goTo(town, 'ada', shop);
  await does(town, 'ada', { type: 'request_connection', to: hub, ...linkFrom(shop) });
  const request = town.newEvents().findLast(({ type }) => type === 'connection.requested')?.subject;
  await does(town, 'cleo', { type: 'approve_connection', request });
  await does(town, 'ada', { type: 'close_connection', exit: exitBetween(town, commons, shop) });
  await town.ticks(7);
  t.equal(stateOf(town, shop), 'orphaned');
  const pool = poolOf(town, shop);
  await does(town, 'bo', says(true, 50_000));
  t.same([stateOf(town, shop), poolOf(town, shop) - pool], ['orphaned', 50_000]);
  town.newEvents();
  await does(town, 'bo', { type: 'fund', pod: shop, amount: 1_000 });
  t.match(
    town.newEvents().filter(({ type }) => type === 'pool.funded'),
    [
      {
        data: { pod: shop, from: town.id('bo'), amount: 1 },
        audience: [`to:${town.actor('ada')}`, `to:${town.actor('bo')}`],
      },
    ],
  );
  t.equal(stateOf(town, shop), 'orphaned', 'too little for a way');
});

t.test(
  '[J2] what is asked outlives a restart; in a place from before anybody was asked those named are only named',
  async (t) => {
    for (const before of [false, true]) {
      const town = await opened(['bo', 'cleo']);
      await does(town, 'cleo', yes);
      const { store } = town.world;
      await town.world.crash();
      if (before)
        store.batches = store.batches.map((batch) => ({
          ...batch,
          actors: batch.actors.map(({ context: { asked: _, ...context }, ...image }) => ({ ...image, context })),
        }));
      const ids = new Map(Object.keys(people).map((name) => [name, town.id(name)]));
      const again = new Town(await openWorld({ store }), ids);
      if (before) {
        t.same(await record(again), ['bo 0 named', 'cleo 0 named']);
        await refuses(t, again, 'bo', yes, 'access_denied');
        await does(again, 'ada', deploying(shop, { funding: 4_000, contributors: [town.id('bo')] }));
        t.same(await record(again), ['bo 2 asked']);
      } else t.same(await record(again), ['bo 3.333 asked', 'cleo 3.333 paid']);
      await does(again, 'bo', yes);
      await again.ticks(12);
    }
  },
);
