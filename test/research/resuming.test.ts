/** A run that was interrupted, and gone on with, is the run that was not. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { readConfig } from '../../config/settings.ts';
import { mixed } from '../../population/policies/built-in.ts';
import { run } from '../../research/runs/run.ts';
import { untilOf } from '../../research/runs/until.ts';

// A guard against what hangs, not a measure.
t.setTimeout(300_000);

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

t.test('it ends with the first tick of which a condition holds', async (t) => {
  const ended = await run({ course, ticks, isOver: untilOf('tick >= 100 or deaths > 0 and population < 1000') });
  t.ok(ended.ticks < ticks && Object.keys(ended.figures.deaths).length > 0);
  t.equal((await run({ course, ticks: 5, isOver: untilOf('gini > 2 or tick > 9 and gini < 2') })).ticks, 5);
});
