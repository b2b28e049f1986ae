/** [SM5] Code of residents in a simulation: the same seed runs it alike, and a market of code trades as the same in plain objects does. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { z } from 'zod';
import { simulate } from '../../cli/simulate/command.ts';
import { fieldsOf, parseJson } from '../../client/wire.ts';
import { readConfig } from '../../config/settings.ts';
import { diceOf, turnOf } from '../../population/policies/dice.ts';
import type { Policy } from '../../population/policies/policy.ts';
import { run } from '../../research/runs/run.ts';
import type { Course } from '../../research/simulation/course.ts';
import { Simulation } from '../../research/simulation/simulation.ts';
import {
  type Book,
  efficiencyOf,
  emptyBook,
  firstTrader,
  market,
  opensTick,
  quoted,
  quoteOf,
  trader,
  traderOf,
} from './double-auction.ts';

// A guard against what hangs, not a measure.
t.setTimeout(600_000);

const traders = 12;
const ticks = 12;
const ids = Array.from({ length: traders }, (_, n) => `trader-${n + firstTrader}`);
const silent = () => {};

const course = (seed: number, isConstrained: boolean, heard: (book: Book) => void = silent): Course => ({
  seed,
  residents: traders + 1,
  table: {
    births: ['market', ...ids.map(() => 'trader')],
    policies: { market, trader: trader(isConstrained, heard) },
  },
  config: readConfig({ MINDS: '0', NEWBORN_SEED_CREDITS: '1000' }),
  runsCode: true,
});

/** The longest book that anybody was answered. */
async function inThePod(seed: number, isConstrained: boolean): Promise<Book> {
  let longest = emptyBook;
  const simulation = await Simulation.open(
    course(seed, isConstrained, (book) => {
      if (book.trades.length > longest.trades.length) longest = book;
    }),
  );
  try {
    for (let tick = 0; tick < ticks; tick++) await simulation.tick();
  } finally {
    await simulation.close();
  }
  return longest;
}

/** The same traders with the same dice, in the same order, and no city. */
function inPlainObjects(seed: number, isConstrained: boolean, end = ticks - 1): Book {
  let book = emptyBook;
  for (let tick = opensTick; tick < end; tick++) {
    const order = ids.map((id) => ({ id, turn: turnOf(seed, id, tick) })).sort((a, b) => a.turn - b.turn);
    for (const { id } of order) book = quoted(book, quoteOf(traderOf(id), isConstrained, diceOf(seed, id, tick)), id);
  }
  return book;
}

t.test('[SM5] trade for trade a double auction in a pod is the same as in plain objects', async (t) => {
  for (const isConstrained of [true, false]) {
    const book = await inThePod(1, isConstrained);
    t.ok(book.trades.length >= 3, `${book.trades.length} trades`);
    t.same(book.trades, inPlainObjects(1, isConstrained).trades);
  }
});

t.test('traders who may not lose come near to full efficiency, whatever they think; who may do not', (t) => {
  const mean = (isConstrained: boolean) => {
    const seeds = Array.from({ length: 200 }, (_, n) => n + 1);
    const each = seeds.map((seed) => efficiencyOf(inPlainObjects(seed, isConstrained, 100).trades, ids));
    return each.reduce((sum, share) => sum + share, 0) / seeds.length;
  };
  const [constrained, unconstrained] = [mean(true), mean(false)];
  t.comment(`efficiency ${constrained.toFixed(3)} and ${unconstrained.toFixed(3)}`);
  t.ok(constrained > 0.95 && constrained <= 1, String(constrained));
  t.ok(unconstrained < 0.8, String(unconstrained));
  t.end();
});

t.test('[SM5] the same seed is the same city, code and all; without code it is another', async (t) => {
  const first = await run({ course: course(3, true), ticks: 8 });
  t.same(await run({ course: course(3, true), ticks: 8 }), first);
  const idle = await run({ course: { ...course(3, true), runsCode: false }, ticks: 8 });
  t.not(idle.state_hash, first.state_hash, 'the pod keeps nothing where its code does not run');
});

/** What code that asks the time and chance answers in three ticks. */
async function answersOf(seed: number): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  const code = 'export const handle = () => ({ now: Date.now(), chance: Math.random() });';
  const asker: Policy = ({ shop, exits, name }) => {
    const [exit] = exits;
    if (exit?.answer !== undefined) answers.push(exit.answer);
    if (name === 'teller') return shop === null ? [{ type: 'build', price: 0, code }] : [];
    return exit === undefined ? [] : [{ type: 'buy', exit: exit.exit, priceMax: 0 }];
  };
  const table = { births: ['teller', 'asker'], policies: { teller: asker, asker } };
  const config = readConfig({ MINDS: '0', NEWBORN_SEED_CREDITS: '1000' });
  const simulation = await Simulation.open({ seed, residents: 2, table, config, runsCode: true });
  for (let tick = 0; tick < 5; tick++) await simulation.tick();
  await simulation.close();
  return answers.slice(0, 3);
}

t.test('[SM5] code is told the time of the tick, and chance of the seed and the call', async (t) => {
  const answers = await answersOf(3);
  const read = z
    .array(z.object({ now: z.int(), chance: z.number() }))
    .length(3)
    .parse(answers);
  const [first = 0] = read.map(({ now }) => now);
  t.equal((first - Date.UTC(2030, 0, 1)) % 300_000, 0, 'the beginning of a tick');
  t.same(
    read.map(({ now }) => now - first),
    [0, 300_000, 600_000],
  );
  t.equal(new Set(read.map(({ chance }) => chance)).size, 3, 'each call has its own');
  t.same(await answersOf(3), answers);
  const other = z.array(z.object({ now: z.int(), chance: z.number() })).parse(await answersOf(4));
  t.notOk(
    other.some(({ chance }) => read.some((one) => one.chance === chance)),
    'another seed has another',
  );
});

t.test('with --run-code code runs, and what the run leaves says so', async (t) => {
  const folder = t.testdir();
  const policy = join(folder, 'counting.js');
  writeFileSync(
    policy,
    `const code = "export const handle = () => { store.set('n', (store.get('n') ?? 0) + 1); return store.get('n'); };";
export default ({ shop, exits }) => {
  if (shop === null && exits.length === 0) return [{ type: 'build', price: 0, code }];
  const way = exits.find(({ exit }) => exit !== shop?.exit);
  return way === undefined ? [] : [{ type: 'buy', exit: way.exit, priceMax: 1, input: { answered: way.answer ?? null } }];
};
`,
  );
  const ran = async (name: string, runCode: boolean) => {
    const out = join(folder, name);
    const options = { residents: '3', ticks: '4', seed: '1', set: ['NEWBORN_SEED_CREDITS=1000'], sweep: [], jobs: '1' };
    const program = { version: '0.0.1', commandLine: ['simulate'], say: () => {} };
    const hash = await simulate({ ...options, policy, runCode, out }, program);
    const read = (file: string) => readFileSync(join(out, file), 'utf8');
    return {
      hash,
      state: fieldsOf(parseJson(read('summary.json')))['state_hash'],
      manifest: fieldsOf(parseJson(read('manifest.json'))),
      odd: read('odd.md'),
      calls: read('meetings.csv'),
    };
  };
  const [run, again, idle] = [await ran('run', true), await ran('again', true), await ran('idle', false)];
  t.match(run.calls, 'service.called');
  t.equal(run.hash, again.hash);
  t.not(run.state, idle.state, 'it keeps something');
  t.equal(run.manifest['runs_code'], true);
  t.equal(idle.manifest['runs_code'], false);
  t.match(run.odd, /Code of residents runs when it is called/);
  t.notMatch(idle.odd, /Code of residents runs/);
});
