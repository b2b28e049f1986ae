/** Two runs of `civitas simulate`, compared. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { diff } from '../../cli/diff.ts';
import { simulate } from '../../cli/simulate/command.ts';
import type { SimulateOptions } from '../../cli/simulate/plan.ts';

// A guard against what hangs, not a measure.
t.setTimeout(900_000);

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
  t.ok(lines.includes('why: their manifests differ in policy.name (mixed | idler)'), lines.join('\n'));
  t.ok(lines.includes(`figures that differ, of ${one} | of ${idle}:`));
  t.match(lines.at(-1), /^tick 6: .*applied \d+\|\d+/);
  t.match(
    (await diff({}, one, await ran('other', { seed: '2' }))).join('\n'),
    /^why: their manifests differ in seed \(\d+ \| 2\)$/m,
  );
  const dearer = await diff({}, one, await ran('dearer', { set: ['MESSAGE_PRICE=0.5'] }));
  t.equal(dearer[0], 'No event differs, figures do.');
  t.equal(dearer[1], 'why: their manifests differ in settings.MESSAGE_PRICE.value (0.1 credits | 0.5 credits)');
  t.match(dearer[3], /^tick \d: .*residents_millicredits \d+\|\d+/);
  rmSync(join(again, 'ticks.csv'));
  await t.rejects(diff({}, one, again), /again is no whole run: /);
  await t.rejects(diff({}, one, join(folder, 'nowhere')), /^There is no city in .*nowhere\. /);
});

/** A folder as by somebody else's hand. */
function left(name: string, data: string, ticks = 'tick,population\n1,2\n', manifest = '{}'): string {
  const out = join(folder, name);
  mkdirSync(out);
  const event = `{"audience":["all"],"event":{"seq":1,"tick":1,"type":"x","data":${data}}}`;
  writeFileSync(join(out, 'events.jsonl.gz'), gzipSync(`${event}\n`));
  writeFileSync(join(out, 'ticks.csv'), ticks);
  writeFileSync(join(out, 'manifest.json'), manifest);
  return out;
}

t.test('what a run of others says does not steer the terminal, nor forge lines of the report', async (t) => {
  const plain = left('plain', '{}');
  const evil = left(
    'evil',
    '{"\\u001b]0;title\\u0007\\nThey are the same.":1,"text":"\u009b31m\u202e"}',
    'tick,\u001b[31mred\n1,\u001b]8;;http://evil\u0007\n',
    '{"\\u001b[2J":1}',
  );
  for (const lines of [await diff({}, plain, evil), await diff({}, evil, plain)]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    t.notMatch(lines.join(''), /[\u0000-\u001f\u007f-\u009f\u202e]/);
    t.match(lines.join('\n'), '\\u001b]0;title\\u0007\\u000aThey are the same.', 'they are written out');
  }
});

t.test('a field of whatever name is a difference', async (t) => {
  const [plain] = await diff({}, join(folder, 'plain'), left('proto', '{"__proto__":{}}'));
  t.equal(plain, 'They part at event 1.');
});

t.test('a run of somebody who means harm: values nested so deep that nothing could write them', async (t) => {
  const one = join(folder, 'one');
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const hostile = join(folder, 'hostile');
  mkdirSync(hostile);
  for (const name of ['ticks.csv', 'manifest.json']) copyFileSync(join(one, name), join(hostile, name));
  const line = `{"audience":[],"event":{"seq":1,"data":${deep}}}`;
  writeFileSync(join(hostile, 'events.jsonl.gz'), gzipSync(`${line}\n`));
  const said = /events\.jsonl\.gz: it has values nested deeper than 200\.$/;
  await t.rejects(diff({}, hostile, hostile), said);
  copyFileSync(join(one, 'events.jsonl.gz'), join(hostile, 'events.jsonl.gz'));
  writeFileSync(join(hostile, 'ticks.csv'), 'tick,a\n1,2\n');
  writeFileSync(join(hostile, 'manifest.json'), deep);
  await t.rejects(diff({}, one, hostile), /manifest\.json: it has values nested deeper than 200\.$/);
  writeFileSync(join(hostile, 'manifest.json'), '{"a":"[[[[\\"{{{","b":[{"c":1}]}'.replace('[[[[', '['.repeat(500)));
  t.ok((await diff({}, one, hostile)).length > 0, 'brackets in a text are no depth');
});
