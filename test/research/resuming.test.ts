/** A run that was interrupted, and gone on with, is the run that was not. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { z } from 'zod';
import { readConfig } from '../../config/settings.ts';
import type { Act } from '../../population/policies/act.ts';
import { mixed } from '../../population/policies/built-in.ts';
import type { Perception } from '../../population/policies/perception.ts';
import { run } from '../../research/runs/run.ts';
import { untilOf } from '../../research/runs/until-condition.ts';
import { Simulation } from '../../research/simulation/simulation.ts';

// A guard against what hangs, not a measure.
t.setTimeout(900_000);

const config = readConfig({ MINDS: '0', NEWBORN_SEED_CREDITS: '100' });
const course = { seed: 7, residents: 16, table: mixed, config };
/** Longer than the life of a founder. */
const ticks = 80;

function folderOf(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'civitas-run-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** What each of its files has in it. */
const readIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder).map((name) => {
      const bytes = readFileSync(join(folder, name));
      return [name, (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')];
    }),
  );

t.test('of what policies lived through nothing is kept, only what came of it', async (t) => {
  const simulation = await Simulation.open(course);
  await simulation.tick();
  await simulation.tick();
  const { store, counted } = simulation.lived;
  t.ok(counted.applied > 0);
  t.ok((store?.actors?.size ?? 0) >= 2 * course.residents);
  t.same([store?.events?.length, store?.letters?.size, store?.followings?.size], [0, 0, 0]);
  await simulation.close();
});

t.test('[SM4] interrupted twice it leaves the same, to the byte', async (t) => {
  const [whole, torn] = [folderOf(t), folderOf(t)];
  const summary = await run({ course, ticks, folder: whole });
  for (const stop of [1, 53]) {
    const interrupted = new AbortController();
    const onTick = (tick: number) => void (tick === stop && interrupted.abort());
    const broken = run({ course, ticks, folder: torn, onTick, signal: interrupted.signal });
    await t.rejects(broken, { name: 'AbortError' });
  }
  t.same(await run({ course, ticks, folder: torn }), summary);
  const [resumed, never] = [readIn(torn), readIn(whole)];
  t.same(Object.keys(resumed), Object.keys(never));
  t.equal(Object.keys(never).length, 15, 'events, and seven tables twice');
  for (const [name, content] of Object.entries(never)) t.ok(resumed[name] === content, name);
});

/** Says all that it remembers; one has a shop whose code counts, the others give away what a shop costs and are told that. */
function remembering(said: Set<string>) {
  const code =
    "export const handle = () => { store.set('n', (store.get('n') ?? 0) + 1); return { n: store.get('n') }; };";
  const policy = ({ age, id, name, present, exits, buildingCost }: Perception): readonly Act[] => {
    const isSeller = (of: string | null) => of?.startsWith('seller') === true;
    const exit = exits.find(({ owner }) => isSeller(owner));
    const text = `${buildingCost} ${JSON.stringify(exit?.answer)}`;
    said.add(text);
    const acts: Act[] = [{ type: 'speak', text }];
    if (name === 'seller') return age === 0 ? [...acts, { type: 'build', price: 0, code }] : acts;
    if (age === 1) acts.push({ type: 'give', to: present.find(isSeller) ?? id, amount: 70 });
    if (age === 2) acts.push({ type: 'build', price: 0 });
    return exit === undefined ? acts : [...acts, { type: 'buy', exit: exit.exit, priceMax: 0 }];
  };
  return { births: ['seller', 'buyer', 'buyer'], policies: { seller: policy, buyer: policy } };
}

t.test('[SM4] who goes on remembers what it was told a shop costs, and what code answered', async (t) => {
  const said = new Set<string>();
  const remembered = { seed: 7, residents: 3, table: remembering(said), config, runsCode: true };
  const whole = await run({ course: remembered, ticks: 8, folder: folderOf(t) });
  t.ok(
    [...said].some((text) => /^[0-9.]+ \{"n":[0-9]+\}$/.test(text)),
    [...said].join(', '),
  );
  const folder = folderOf(t);
  const interrupted = new AbortController();
  const onTick = (tick: number) => void (tick === 5 && interrupted.abort());
  const broken = run({ course: remembered, ticks: 8, folder, onTick, signal: interrupted.signal });
  await t.rejects(broken, { name: 'AbortError' });
  t.same(await run({ course: remembered, ticks: 8, folder }), whole);
});

t.test('it ends with the first tick of which a condition holds', async (t) => {
  const ended = await run({ course, ticks, isOver: untilOf('tick >= 100 or deaths > 0 and population < 1000') });
  t.ok(ended.ticks < ticks && Object.keys(ended.figures.deaths).length > 0);
  t.equal((await run({ course, ticks: 5, isOver: untilOf('gini > 2 or tick > 9 and gini < 2') })).ticks, 5);
});

t.test('what a version kept whose runs had another shape is not gone on with, and stays', async (t) => {
  const folder = folderOf(t);
  const interrupted = new AbortController();
  const onTick = (tick: number) => void (tick === 2 && interrupted.abort());
  await t.rejects(run({ course, ticks: 4, folder, onTick, signal: interrupted.signal }), { name: 'AbortError' });
  const path = join(folder, 'kept');
  const { format, ...kept } = z.looseObject({ format: z.int() }).parse(deserialize(readFileSync(path)));
  const said = /^.* was kept by another version, whose runs this one cannot go on with\. Remove it\.$/;
  for (const earlier of [kept, { ...kept, format: format - 1 }]) {
    writeFileSync(path, serialize(earlier));
    const before = readIn(folder);
    await t.rejects(run({ course, ticks: 4, folder }), said);
    t.same(readIn(folder), before);
  }
});
