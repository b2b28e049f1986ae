/** Minds that live in a simulation: the programs of minds/, on its clock, with its dice. */
import crypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import timers, { setImmediate as round } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { fieldsOf, parseJson, textOf } from '../../client/wire.ts';
import { readConfig } from '../../config/settings.ts';
import { must } from '../../engine/assert.ts';
import type { FeedEvent } from '../../engine/command.ts';
import type { Appended, Batch, Journal } from '../../engine/ports.ts';
import { tableNamed } from '../../population/policies/built-in.ts';
import { type Dice, SeededRandom } from '../../population/seeded-random.ts';
import { mindsIn } from '../../research/minds/simulated-minds.ts';
import { tickDice } from '../../research/minds/tick-dice.ts';
import { run } from '../../research/runs/run.ts';
import type { Course } from '../../research/simulation/course.ts';
import { Simulation } from '../../research/simulation/simulation.ts';

// A guard against what hangs, not a measure.
t.setTimeout(900_000);

/** Ticks of one minute: a fifth of the acts of a usual one. */
const config = (env: Record<string, string> = {}) => readConfig({ MINDS: '0', TICK_SECONDS: '60', ...env });
const course = (policy: string, more: Partial<Course> = {}): Course => ({
  ...{ seed: 7, residents: 4, table: must(tableNamed(policy), policy), config: config(), minds: mindsIn },
  ...more,
});

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

t.test('[SM6] the same seed is the same city, also behind a slow journal; another seed is another', async (t) => {
  const ticks = 6;
  const first = await run({ course: course('minds'), ticks });
  t.ok(first.figures.commands.applied > 100, `${first.figures.commands.applied} acts`);
  t.ok(first.figures.births > 0, 'minds bring up others');
  t.same(await run({ course: course('minds'), ticks }), first);
  t.same(await run({ course: course('minds', { journalOf: delayed(1) }), ticks }), first);
  t.not((await run({ course: course('minds', { seed: 8 }), ticks })).hash, first.hash);
});

t.test('[SM5] the code that minds write and call runs, and the same seed is the same city', async (t) => {
  const lived = async (journalOf: Course['journalOf']) => {
    const hash = createHash('sha256');
    let calls = 0;
    const onEvent = ({ type, json }: FeedEvent) => {
      hash.update(json);
      if (type === 'service.called') calls += 1;
    };
    const rich = config({ NEWBORN_SEED_CREDITS: '200' });
    const more = { onEvent, config: rich, runsCode: true, ...(journalOf && { journalOf }) };
    const simulation = await Simulation.open(course('minds', more));
    for (let tick = 0; tick < 6; tick++) await simulation.tick();
    await simulation.close();
    return { calls, hash: hash.digest('hex') };
  };
  const first = await lived(undefined);
  t.ok(first.calls > 0, `${first.calls} calls`);
  t.same(await lived(delayed(1)), first);
});

/** The types of the events that each resident told in so many ticks. */
async function toldIn(policy: string, ticks: number): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const told = new Map<string, Set<string>>();
  const onEvent = ({ type, json }: FeedEvent) => {
    const actor = textOf(fieldsOf(parseJson(json))['actor']);
    told.set(actor, (told.get(actor) ?? new Set()).add(type));
  };
  const simulation = await Simulation.open(course(policy, { onEvent }));
  for (let tick = 0; tick < ticks; tick++) await simulation.tick();
  await simulation.close();
  return told;
}

t.test('minds speak, walk, work for pay and bring up others, who live by minds too', async (t) => {
  const told = await toldIn('minds', 14);
  const types = new Set([...told.values()].flatMap((own) => [...own]));
  for (const type of ['message.broadcast', 'resident.departed', 'job.claimed', 'job.submitted', 'resident.thought'])
    t.ok(types.has(type), type);
  const spoken = [...told].filter(([, own]) => own.has('message.broadcast')).map(([id]) => id);
  t.ok(spoken.length > 4, `more speak than were founded: ${spoken}`);
});

t.test('a table may name minds beside policies: each lives in its way', async (t) => {
  const table = must(tableNamed('minds,worker,mentor'), 'a table');
  t.same(table.births, ['mind', 'worker', 'mentor']);
  t.equal(tableNamed('minds,nobody'), undefined);
  const told = await toldIn('minds,worker,mentor', 14);
  const of = (name: string) => [...told].filter(([id]) => id.startsWith(name)).flatMap(([, own]) => [...own]);
  t.ok(of('worker-').includes('job.claimed'));
  t.notOk(of('worker-').includes('resident.thought'), 'a policy notes no thoughts');
  t.ok(of('mind-').includes('resident.thought'), 'a mind does');
});

const root = join(import.meta.dirname, '..', '..');

/** A line of a stack in this project, but for its tests. */
const isOurs = (line: string): boolean => line.includes(`${root}/`) && !/\/(node_modules|test)\//.test(line);

/** What of this project asks meanwhile for the time of day or for chance, by itself or by a library. */
function watched(t: Test): ReadonlySet<string> {
  const asked = new Set<string>();
  const note = (what: string) => {
    const from = (new Error().stack ?? '').split('\n').find(isOurs);
    if (from !== undefined) asked.add(`${what}${from.replace(/^ +/, ' ')}`);
  };
  const watch = (owner: object, name: string) => {
    const before: unknown = Reflect.get(owner, name);
    if (typeof before !== 'function') throw new Error(`${name} is no function`);
    const watching = new Proxy(before, {
      apply(target, self, args: readonly unknown[]) {
        note(name);
        return Reflect.apply(target, self, args);
      },
    });
    const had = must(Object.getOwnPropertyDescriptor(owner, name) ?? { configurable: true, value: before }, name);
    Object.defineProperty(owner, name, { configurable: true, writable: true, value: watching });
    t.teardown(() => Object.defineProperty(owner, name, had));
  };
  watch(Math, 'random');
  watch(Date, 'now');
  watch(performance, 'now');
  watch(process, 'hrtime');
  for (const name of ['randomUUID', 'randomBytes', 'randomInt']) watch(crypto, name);
  for (const name of ['setTimeout', 'setInterval']) watch(globalThis, name);
  watch(timers, 'setTimeout');
  syncBuiltinESMExports();
  t.teardown(syncBuiltinESMExports);
  const RealDate = Date;
  globalThis.Date = new Proxy(Date, {
    construct(target, given: readonly unknown[], as) {
      if (given.length === 0) note('new Date()');
      return Reflect.construct(target, given, as);
    },
  });
  t.teardown(() => {
    globalThis.Date = RealDate;
  });
  return asked;
}

t.test('[SM6] nothing in it reads the time of day, waits for it, or draws its own chance', async (t) => {
  const simulation = await Simulation.open(course('minds,worker'));
  const asked = watched(t);
  for (let tick = 0; tick < 14; tick++) await simulation.tick();
  await simulation.close();
  t.ok(simulation.client.applied > 200);
  t.same([...asked], []);
});

t.test('[SM3] a mind throws the dice of its resident and tick', (t) => {
  let tick = 1;
  const thrown = (dice: Dice) => [dice.integerBelow(1_000_000), dice.integerBelow(1_000_000)];
  const dice = tickDice(7, 'mind-1', () => tick);
  const first = thrown(dice);
  dice.integerBelow(6);
  tick = 2;
  const second = thrown(dice);
  t.not(second[0], first[0]);
  t.same(second, thrown(tickDice(7, 'mind-1', () => 2)), 'whatever it threw before');
  t.not(thrown(tickDice(7, 'mind-2', () => 2))[0], second[0]);
  t.end();
});

t.test('a defect of a mind ends the run, and says whose and when', async (t) => {
  const minds: Course['minds'] = (ground) => {
    let asked = 0;
    return mindsIn({
      ...ground,
      get seed() {
        // Asked once when they are made, then for the dice of each.
        if (++asked > 1) throw new Error('no dice');
        return ground.seed;
      },
    });
  };
  await t.rejects(run({ course: course('minds', { minds }), ticks: 1 }), {
    message: /^The policy of [a-z-]+-[0-9]+ failed at tick 0: it threw no dice\.$/,
  });
});
