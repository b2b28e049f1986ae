/** Policies and their dice: what one perceives -> what it does. Pure. */
import t from 'tap';
import { actsSchema } from '../../population/policies/act.ts';
import { mixed, only, policies, policyOf, tableNamed, tableNames } from '../../population/policies/built-in.ts';
import { diceOf, turnOf } from '../../population/policies/dice.ts';
import type { Perception } from '../../population/policies/perception.ts';
import type { Policy } from '../../population/policies/policy.ts';

/** Somebody who has plenty, at a full hour, and sees nothing. */
const nothing: Perception = {
  tick: 12,
  id: 'vera-1',
  name: 'worker',
  mentor: null,
  place: 'city-commons',
  age: 12,
  left: 60,
  balance: 100,
  endowment: 0,
  burn: 1,
  sinceClaim: Number.POSITIVE_INFINITY,
  jobs: [],
  claimed: [],
  toAccept: [],
  posted: 0,
  exits: [],
  present: [],
  shop: null,
  soulsWait: false,
  buildingCost: null,
  note: null,
  heard: [],
  lastEventOf: new Map(),
};

const acts = (policy: Policy, seen: Partial<Perception>) =>
  policy({ ...nothing, ...seen }, diceOf(1, 'vera-1', 12)).map(({ type, ...of }) => ({ ...of, type }));
const types = (policy: Policy, seen: Partial<Perception>) => acts(policy, seen).map(({ type }) => type);

t.test('whoever works submits what it has claimed, and claims the best paid job, one an hour', async (t) => {
  const jobs = [
    { id: 'a', reward: 2 },
    { id: 'b', reward: 18 },
  ];
  t.match(acts(policies.worker, { age: 1, jobs, claimed: ['c'] }), [
    { type: 'submit', job: 'c' },
    { type: 'claim', job: 'b' },
  ]);
  t.same(acts(policies.worker, { age: 1, jobs, sinceClaim: 3 }), []);
});

t.test('an act answers to what was heard last of its job or its pod, where something was', async (t) => {
  const lastEventOf = new Map([
    ...(['a', 'c', 'd'] as const).map((id, n) => [id, n + 1] as const),
    ['shop', 9] as const,
  ]);
  const jobs = [{ id: 'a', reward: 2 }];
  t.match(acts(policies.worker, { age: 1, jobs, claimed: ['c'], lastEventOf }), [{ cause: 2 }, { cause: 1 }]);
  const shop = { pod: 'shop', price: 1, pool: 1, soldThisHour: 4 };
  const [accepted, funded] = acts(policies.builder, { age: 1, shop, toAccept: ['d'], lastEventOf });
  t.match(
    [accepted, funded],
    [
      { type: 'accept', cause: 3 },
      { type: 'fund', cause: 9 },
    ],
  );
  t.notOk(acts(policies.worker, { age: 1, jobs: [{ id: 'b', reward: 2 }], lastEventOf }).some((act) => 'cause' in act));
  for (const cause of [0, -1, 1.5, '7', null]) t.notOk(actsSchema.safeParse([{ type: 'speak', cause }]).success);
  t.ok(actsSchema.safeParse([{ type: 'speak', cause: 7 }, { type: 'adopt' }]).success);
});

t.test('whoever is short builds nothing and buys nothing, and works', async (t) => {
  const poor = { balance: 10, jobs: [{ id: 'a', reward: 2 }], exits: [shopAt(1)] };
  t.same(types(policies.builder, poor), ['claim']);
});

const shopAt = (price: number | null | undefined, exit = 'exit_1') => ({
  ...{ exit, to: 'pod_1', owner: 'otto-2' },
  ...{ toll: 0, price },
});

t.test(
  'whoever buys goes where it is cheapest, or where it never was; not home, and not where a toll is taken',
  async (t) => {
    const known = [shopAt(3, 'exit_3'), shopAt(2, 'exit_2'), shopAt(null, 'exit_0')];
    t.match(acts(policies.worker, { exits: known }), [{ type: 'speak' }, { type: 'buy', exit: 'exit_2' }]);
    t.match(acts(policies.worker, { exits: [shopAt(undefined)] }), [
      { type: 'speak' },
      { type: 'buy', exit: 'exit_1' },
    ]);
    const closed = [
      { ...shopAt(1), owner: nothing.id },
      { ...shopAt(1), toll: 1 },
    ];
    t.same(types(policies.worker, { exits: closed }), ['speak']);
  },
);

t.test(
  'a builder waits until it can pay what a shop usually costs, or what a refusal named, and follows what it sells',
  async (t) => {
    t.same(types(policies.builder, {}), ['build', 'speak']);
    t.same(types(policies.builder, { balance: 75 }), ['speak']);
    t.same(types(policies.builder, { buildingCost: 90 }), ['speak']);
    t.same(types(policies.builder, { buildingCost: 60 }), ['build', 'speak']);
    const shop = { pod: 'shop', price: 1, pool: 10, soldThisHour: 6 };
    t.match(acts(policies.builder, { shop, posted: 1 }), [{ type: 'price', price: 1.15 }, { type: 'speak' }]);
    t.same(types(policies.builder, { shop: { ...shop, pool: 1 }, posted: 1 }), ['fund', 'price', 'speak']);
    t.same(types(policies.builder, { shop, toAccept: ['a'] }), ['accept', 'hire', 'price', 'speak']);
  },
);

t.test('a mentor adopts when somebody waits and enough is left', async (t) => {
  t.same(types(policies.mentor, { soulsWait: true }), ['adopt']);
  t.same(types(policies.mentor, { soulsWait: true, balance: 42 }), []);
  t.same(types(policies.mentor, { soulsWait: true, endowment: 80 }), [], 'not out of what it may not give');
  t.same(types(policies.mentor, {}), []);
  t.same(types(policies.allrounder, { soulsWait: true, balance: 80, left: 60, buildingCost: 90 }), ['speak']);
});

t.test('whoever exchanges gives, once a tick on average, 1 to 10 credits to somebody who is there', async (t) => {
  const all = Array.from({ length: 2_000 }, (_, tick) =>
    policies.exchange({ ...nothing, present: ['otto-2'] }, diceOf(1, 'vera-1', tick)),
  );
  const gifts = all.flat().map((act) => (act.type === 'give' && act.to === 'otto-2' ? act.amount : Number.NaN));
  t.ok(Math.abs(gifts.length / all.length - 1) < 0.1, `${gifts.length / all.length} a tick`);
  t.same(
    [...new Set(gifts)].sort((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  t.same(acts(policies.exchange, { present: ['otto-2'], balance: 0.5 }), []);
  t.same(acts(policies.exchange, {}), []);
});

t.test('what policies say is acts', async (t) => {
  const rich = {
    soulsWait: true,
    jobs: [{ id: 'a', reward: 2 }],
    exits: [shopAt(1)],
    present: ['otto-2'],
    claimed: ['b'],
  };
  for (const [name, policy] of Object.entries(policies))
    t.ok(actsSchema.safeParse(policy({ ...nothing, ...rich }, diceOf(1, 'vera-1', 1))).success, name);
});

t.test('a table names whose policy a newborn gets', async (t) => {
  t.same(new Set(mixed.births), new Set(['worker', 'builder', 'mentor', 'allrounder', 'idler']));
  t.same(tableNamed('idler'), only('idler', policies.idler));
  t.same(
    tableNames.filter((name) => tableNamed(name) === undefined),
    [],
  );
  t.equal(tableNamed('constructor'), undefined);
});

t.test('[SM3] dice are of seed, resident and tick: side by side they have nothing in common', async (t) => {
  const thrown = (seed: number, resident: string, tick: number) => diceOf(seed, resident, tick).integerBelow(1_000_000);
  t.equal(thrown(1, 'vera-1', 5), thrown(1, 'vera-1', 5));
  const others = [thrown(2, 'vera-1', 5), thrown(1, 'vera-2', 5), thrown(1, 'vera-1', 6), thrown(1, 'vera-15', 0)];
  t.notOk(others.includes(thrown(1, 'vera-1', 5)));
  const many = Array.from({ length: 4_000 }, (_, n) => diceOf(7, `vera-${n}`, 3));
  const mean = many.reduce((sum, dice) => sum + dice.integerBelow(1_000), 0) / many.length;
  t.ok(Math.abs(mean - 499.5) < 25, `the first throws of all have the mean ${mean}`);
  const again = many.reduce((sum, dice) => sum + dice.integerBelow(2), 0) / many.length;
  t.ok(Math.abs(again - 0.5) < 0.04, `the second ones ${again}`);
  t.not(turnOf(1, 'vera-1', 5), turnOf(1, 'vera-1', 6));
});

t.test('whoever is not called after a policy lives by the one of its number', async (t) => {
  t.equal(policyOf(mixed, { id: 'worker-3', name: 'worker' }), policies.worker);
  t.equal(policyOf(mixed, { id: 'vera-1', name: 'Vera' }), policies.worker);
  t.equal(policyOf(mixed, { id: 'ada-2', name: 'Ada' }), policies.mentor);
  t.equal(policyOf(mixed, { id: 'ada-14', name: 'constructor' }), policies.mentor, 'the table begins again');
  t.equal(policyOf(only('exchange', policies.exchange), { id: 'worker-3', name: 'worker' }), policies.exchange);
});
