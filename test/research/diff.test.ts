/** Two runs of `civitas simulate`, compared. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { diff } from '../../cli/diff.ts';
import { simulate } from '../../cli/simulate/command.ts';
import type { SimulateOptions } from '../../cli/simulate/plan.ts';

// A guard against what hangs, not a measure.
t.setTimeout(300_000);

const folder = t.testdir();
const ran = async (out: string, more: Partial<SimulateOptions> = {}) => {
  const usual = { residents: '4', ticks: '6', seed: '1', policy: 'mixed', set: [], sweep: [], jobs: '1' };
  const options = { ...usual, out: join(folder, out), ...more };
  await simulate(options, { version: '0', commandLine: [out], say: () => {} });
  return options.out;
};

t.test('runs of one seed and settings do not part, others do, and it is told where and why', async (t) => {
  const [one, again] = [await ran('one'), await ran('again')];
  t.same(await diff({}, one, again), ['Nothing differs.']);
  const idle = await ran('idle', { policy: 'idler' });
  const lines = await diff({}, one, idle);
  t.match(lines[0], /^They part at event \d+\.$/);
  t.match(lines[1], new RegExp(`^${one}: \\{"v":1,`));
  t.match(lines[2], new RegExp(`^${idle}: `));
  t.ok(lines.includes('why: their manifests differ in policy.name'), lines.join('\n'));
  t.match(lines.at(-1), /^tick 6: .*applied \d+\|\d+/);
  t.match(
    (await diff({}, one, await ran('other', { seed: '2' }))).join('\n'),
    /^why: their manifests differ in seed$/m,
  );
  const dearer = await diff({}, one, await ran('dearer', { set: ['MESSAGE_PRICE=0.5'] }));
  t.equal(dearer[0], 'No event differs, figures do.');
  t.equal(dearer[1], 'why: their manifests differ in settings.MESSAGE_PRICE.value, settings.MESSAGE_PRICE.origin');
  t.match(dearer[2], /^tick \d: .*residents_millicredits \d+\|\d+/);
  rmSync(join(again, 'ticks.csv'));
  await t.rejects(diff({}, one, again), /again is no whole run: /);
  await t.rejects(diff({}, one, join(folder, 'nowhere')), /^There is no city in .*nowhere\. /);
});
