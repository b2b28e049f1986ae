/** What a run leaves is there whole or not at all; a file of it that grows goes on from where it was cut. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { GrowingFile } from '../../research/runs/growing-file.ts';
import { RunFolder } from '../../research/runs/run-folder.ts';

const anew = { resumes: false };

t.test('it is put into its place when it is whole', async (t) => {
  const place = t.testdir();
  const folder = await RunFolder.open(join(place, 'runs', 'x'), anew);
  t.same(readdirSync(join(place, 'runs')), ['x.partial']);
  writeFileSync(join(folder.partial, 'summary.json'), '{}\n');
  await folder.complete();
  t.same(readdirSync(join(place, 'runs')), ['x']);
  t.same(readdirSync(join(place, 'runs', 'x')), ['summary.json']);
});

t.test('what is given up leaves nothing, nor folders that were made for it, but those of others', async (t) => {
  const place = t.testdir();
  const deep = join(place, 'some', 'runs', 'x');
  await (await RunFolder.open(deep, anew)).discard();
  t.same(readdirSync(place), []);
  const folder = await RunFolder.open(deep, anew);
  writeFileSync(join(place, 'some', 'a file'), '');
  await folder.discard();
  t.same(readdirSync(join(place, 'some')), ['a file']);
});

t.test('what was interrupted is gone on with by who asks for it, and by one process at a time', async (t) => {
  const out = join(t.testdir(), 'x');
  const folder = await RunFolder.open(out, anew);
  writeFileSync(join(folder.partial, 'kept'), '');
  await folder.leave();
  await t.rejects(RunFolder.open(out, anew), { message: /: a run that was interrupted left .*x\.partial\. / });
  const again = await RunFolder.open(out, { resumes: true });
  t.same([folder.isOld, again.isOld], [false, true]);
  t.same(readdirSync(again.partial).sort(), ['kept', 'process']);
  writeFileSync(join(again.partial, 'process'), `${process.ppid}\n`);
  for (const resumes of [true, false])
    await t.rejects(RunFolder.open(out, { resumes }), {
      message:
        / cannot be written: process [0-9]+ writes there \(if that is no run, remove .*process\)\. Name a folder /,
    });
});

t.test('what cannot be opened leaves no folder behind', async (t) => {
  const place = t.testdir();
  const deep = join(place, 'some', 'runs', 'x'.repeat(250));
  await t.rejects(RunFolder.open(deep, anew), { message: / cannot be written: ENAMETOOLONG/ });
  t.same(readdirSync(place), []);
  await t.rejects(RunFolder.open('/proc/nowhere/x', anew), {
    message: /^--out \/proc\/nowhere\/x cannot be written: /,
  });
});

t.test('what cannot be written to its end says so', async (t) => {
  const place = t.testdir();
  const taken = await RunFolder.open(join(place, 'y'), anew);
  mkdirSync(join(place, 'y'));
  writeFileSync(join(place, 'y', 'a file'), '');
  await t.rejects(taken.complete(), { message: /y cannot be written: .*\. Nothing was kept\.$/ });
  await taken.discard();
  t.same(readdirSync(place), ['y']);
  t.same(readdirSync(join(place, 'y')), ['a file']);
});

for (const name of ['events.jsonl.gz', 'ticks.csv'])
  t.test(`${name} goes on from where it was cut, without what was written behind that`, async (t) => {
    const path = join(t.testdir(), name);
    const read = () => (name.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString();
    const lines = Array.from({ length: 4_000 }, (_, n) => `${n} ${'-'.repeat(100)}\n`);
    const first = await GrowingFile.open(path);
    for (const line of lines.slice(0, 2_000)) {
      first.add(line);
      await first.drained();
    }
    const bytes = await first.cut();
    t.equal(read(), lines.slice(0, 2_000).join(''));
    for (const line of lines.slice(0, 1_000)) first.add(line);
    await first.abandon();
    const second = await GrowingFile.open(path, bytes);
    for (const line of lines.slice(2_000)) second.add(line);
    await second.cut();
    t.equal(read(), lines.join(''));
  });

t.test('a file that cannot be written says so', async (t) => {
  const place = t.testdir({ gone: {} });
  const file = await GrowingFile.open(join(place, 'gone', 'ticks.csv'));
  rmSync(join(place, 'gone'), { recursive: true });
  file.add('a line\n');
  await t.rejects(file.cut(), { message: /^ticks\.csv cannot be written: / });
  await file.abandon();
});
