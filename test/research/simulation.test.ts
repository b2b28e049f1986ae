/** A simulated city: one seed is one city, whatever the journal does; and what is proved of random exchange comes out of it. */
import { setImmediate as round } from 'node:timers/promises';
import t from 'tap';
import { readConfig } from '../../config/settings.ts';
import type { Appended, Batch, Journal } from '../../engine/ports.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { mixed, only, policies } from '../../population/policies/built-in.ts';
import type { Perception } from '../../population/policies/perception.ts';
import type { Policy } from '../../population/policies/policy.ts';
import { SeededRandom } from '../../population/seeded-random.ts';
import { FigureRecorder } from '../../research/runs/figures.ts';
import { run } from '../../research/runs/run.ts';
import type { Course } from '../../research/simulation/course.ts';
import { Outside } from '../../research/simulation/outside.ts';
import { Simulation } from '../../research/simulation/simulation.ts';
import { heldInImages } from '../actors/built-places.ts';

// A guard against what hangs, not a measure.
t.setTimeout(900_000);

/** Founders who can pay for a shop. */
const configOf = (env: Record<string, string> = {}) => readConfig({ MINDS: '0', NEWBORN_SEED_CREDITS: '100', ...env });
const course = (more: Partial<Course> = {}): Course => ({
  seed: 7,
  residents: 16,
  table: mixed,
  config: configOf(),
  ...more,
});
/** Longer than the life of a founder: everything that lives comes up. */
const ticks = 80;

/** Takes its time with each batch: so many rounds of the event loop as a seed says. */
function delayed(seed: number): (journal: Journal) => Journal {
  const random = new SeededRandom(seed);
  return (journal) => ({
    read: (after) => journal.read(after),
    append: async (batch: Batch): Promise<Appended> => {
      for (let rounds = random.integerBelow(6); rounds > 0; rounds--) await round();
      return journal.append(batch);
    },
  });
}

t.test('[SM1] the same seed is the same city, also behind a slow journal; another seed is another', async (t) => {
  const first = await run({ course: course(), ticks });
  t.match(first.hash, /^[0-9a-f]{64}$/);
  t.ok(first.figures.births > 0 && Object.keys(first.figures.deaths).length > 0, 'births and deaths come up');
  t.ok(first.figures.commands.applied > 500);
  t.same(await run({ course: course(), ticks }), first);
  for (const seed of [1, 2]) t.same(await run({ course: course({ journalOf: delayed(seed) }), ticks }), first);
  const other = await run({ course: course({ seed: 8 }), ticks });
  t.not(other.hash, first.hash);
  t.not(other.state_hash, first.state_hash);
});

/** Of a small run of the city as it is. Whoever changes a rule, an event or a policy writes the new one here, and what changed it there. */
const golden = 'fc77f3029d26b7bdc2c6c3c94b091a831b5eb43bfc8ab1d7ff400d2bd9d509fb';

t.test('[SM1] it is the same city on every Node that the city runs on, and was when this was written', async (t) => {
  const { hash } = await run({ course: course({ residents: 8 }), ticks });
  t.equal(
    hash,
    golden,
    `on Node ${process.version}; a change of rules, events or policies changes it, and nothing else`,
  );
});

t.test('every event is heard, in order and without a gap', async (t) => {
  const seqs: number[] = [];
  const simulation = await Simulation.open(course({ onEvent: ({ seq }) => seqs.push(seq) }));
  for (let tick = 0; tick < 5; tick++) await simulation.tick();
  const { seq } = simulation.client.city.state.counters;
  t.same(
    seqs,
    Array.from({ length: seq }, (_, n) => n + 1),
  );
});

t.test('[SM3] another setting leaves the dice of each resident and tick as they were', async (t) => {
  const thrownWith = async (env: Record<string, string>) => {
    const thrown = new Map<string, number>();
    const throwing: Policy = (seen, dice) => {
      thrown.set(`${seen.id} at ${seen.tick}`, dice.integerBelow(1_000_000_000));
      return policies.allrounder(seen, dice);
    };
    await run({ course: course({ table: only('thrower', throwing), config: configOf(env) }), ticks: 60 });
    return thrown;
  };
  const [usual, dearer] = [await thrownWith({}), await thrownWith({ RESIDENT_UPKEEP: '1.5', MESSAGE_PRICE: '1' })];
  t.not(usual.size, dearer.size, 'other lives were lived');
  const both = [...usual].filter(([when]) => dearer.has(when));
  t.ok(both.length > 100, `${both.length} of ${usual.size} lived in both`);
  t.same(
    both.filter(([when, thrown]) => dearer.get(when) !== thrown),
    [],
  );
});

/** What everybody perceived in so many ticks who lives as an allrounder. */
async function perceived(length: number, env: Record<string, string> = {}): Promise<readonly Perception[]> {
  const all: Perception[] = [];
  const watching: Policy = (seen, dice) => {
    all.push(seen);
    return policies.allrounder(seen, dice);
  };
  await run({ course: course({ table: only('watcher', watching), config: configOf(env) }), ticks: length });
  return all;
}

t.test('[SM2] residents know what is shown to them, and what they were shown before', async (t) => {
  const all = await perceived(60);
  const prices = new Set(all.flatMap(({ exits }) => exits.map(({ price }) => typeof price)));
  t.ok(prices.has('undefined') && prices.has('number'), 'ways that they never went, and prices where they were');
  t.ok(
    all.some(({ shop }) => (shop?.soldThisHour ?? 0) > 0),
    'they hear what they sell',
  );
  t.notOk(all.some(({ jobs, claimed }) => jobs.some(({ id }) => claimed.includes(id))));
  t.same(
    new Set(all.map(({ buildingCost }) => buildingCost)),
    new Set([null]),
    'who can pay for a shop is told nothing',
  );
  const dear = await perceived(14, { DEPLOY_COST_TINY: '200' });
  const told = dear.map(({ buildingCost }) => buildingCost);
  t.ok(told.includes(null) && told.some((cost) => (cost ?? 0) > 200), 'who cannot is told what it costs');
  t.notOk(dear.some(({ shop }) => shop !== null));
});

t.test('random exchange is geometric: with 10 credits for each, of Gini coefficient 11/21', async (t) => {
  const free = { RESIDENT_UPKEEP: '0', PUBLIC_WORKS_OPEN_MAX: '0' };
  const long = { DEFAULT_LIFESPAN_TICKS: '100000', MAX_LIFESPAN_TICKS: '100000' };
  const simulation = await Simulation.open(
    course({
      residents: 200,
      peopleMax: 200,
      table: only('exchange', policies.exchange),
      config: configOf({ ...free, ...long, NEWBORN_SEED_CREDITS: '10' }),
    }),
  );
  const recorder = new FigureRecorder();
  const ginis: number[] = [];
  for (let tick = 1; tick <= 140; tick++) {
    await simulation.tick();
    if (tick > 40) ginis.push(recorder.row(simulation.client).gini ?? 0);
  }
  const { residents, treasury } = recorder.figures(simulation.client).balances;
  t.same([residents, treasury], [2_000_000, -2_000_000], 'nothing is made or lost');
  const mean = ginis.reduce((sum, one) => sum + one, 0) / ginis.length;
  t.ok(Math.abs(mean - 11 / 21) < 0.03, `${mean} beside ${11 / 21}`);
});

t.test('in an outage calls come to nothing, and what was paid for them comes back', async (t) => {
  const called: number[] = [];
  const onEvent = ({ type, json }: { readonly type: string; readonly json: string }) => {
    if (type === 'service.called') called.push(JSON.parse(json).tick);
  };
  const outage = { from: 20, to: 29 };
  const failuresBy = async (tick: number) => {
    while (simulation.client.city.state.counters.tick < tick) await simulation.tick();
    return simulation.client.refusals.get('sandbox_unavailable') ?? 0;
  };
  const simulation = await Simulation.open(course({ onEvent, outage }));
  t.equal(await failuresBy(outage.from), 0);
  const failed = await failuresBy(outage.to + 1);
  t.ok(failed > 0, `${failed} calls came to nothing`);
  t.equal(await failuresBy(40), failed);
  const { city } = simulation.client;
  t.equal(balanceAt(city.state.account('escrow'), city.state.counters.tick), heldInImages(city.state.images.values()));
  await simulation.close();
  const during = called.filter((tick) => tick >= outage.from && tick <= outage.to);
  t.same(during, []);
  t.ok(called.some((tick) => tick < outage.from) && called.some((tick) => tick > outage.to));
});

t.test('a policy names an heir, who gets what it leaves, and vouches for others', async (t) => {
  // Founders die together; who was adopted outlives them.
  const living: Policy = ({ age, present, soulsWait }, dice) => {
    if (soulsWait) return [{ type: 'adopt' }];
    const friend = dice.pick(present);
    if (friend === undefined || age % 2 === 0) return [];
    return [
      { type: 'vouch', for: friend },
      { type: 'bequeath', to: friend },
    ];
  };
  const told: Record<string, unknown>[] = [];
  const table = { births: ['x'], policies: { x: living } };
  const onEvent = ({ json }: { readonly json: string }) => told.push(JSON.parse(json));
  const config = configOf({ DEFAULT_LIFESPAN_TICKS: '12' });
  const simulation = await Simulation.open(course({ table, config, onEvent }));
  for (let tick = 0; tick < 16; tick++) await simulation.tick();
  await simulation.close();
  t.ok(told.filter(({ type }) => type === 'resident.vouched').length > 4);
  const estates = told.filter(({ type, data }) => type === 'credits.received' && Object(data).reason === 'estate');
  t.ok(estates.length > 0, `${estates.length} estates`);
});

t.test('a policy that throws, or returns no acts, ends the run and says whose and when', async (t) => {
  const failing = (policy: unknown) => {
    const table = { births: ['x'], policies: { x: policy as Policy } };
    return run({ course: course({ table }), ticks: 3 });
  };
  const atOne = (seen: Parameters<Policy>[0]) => {
    if (seen.tick === 1) throw new Error('no idea');
    return [];
  };
  await t.rejects(failing(atOne), { message: /^The policy of x-[0-9]+ failed at tick 1: it threw no idea\.$/ });
  const unlooking = Object.assign(() => [], { looks: () => 5 });
  await t.rejects(failing(unlooking), { message: /failed at tick 0: it threw / });
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [() => undefined, /must return an array of acts; what it returned: /],
    [async () => [], /must return an array of acts; what it returned: /],
    [() => [{ type: 'fly' }], /must return an array of acts; acts\[0\.type\]: /],
    [() => [{ type: 'give', to: 'x-1', amount: -1 }], /must return an array of acts; acts\[0\.amount\]: /],
    [() => [{ type: 'give', to: 'x-1', amount: Number.NaN }], /must return an array of acts; acts\[0\.amount\]: /],
  ];
  for (const [policy, message] of wrong) await t.rejects(failing(policy), { message });
});

t.test('what a city had asked of outside before it was opened is open until it is let in', async (t) => {
  const outside = new Outside();
  const start = outside.performers()['core.start'];
  const ended = start.perform('call_1', { soul: 'ada-1' });
  t.notOk(outside.isOpen, 'nobody has said so');
  outside.expectBegun();
  t.ok(outside.isOpen);
  t.ok(await outside.letIn());
  t.notOk(outside.isOpen);
  t.match(await ended, { result: {} });
  outside.expect(1);
  t.ok(outside.isOpen);
});
