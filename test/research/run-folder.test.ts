/** What a run leaves is there whole or not at all. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { RunFolder } from '../../research/runs/run-folder.ts';

t.test('it is put into its place when it is whole', async (t) => {
  const place = t.testdir();
  const folder = await RunFolder.open(join(place, 'runs', 'x'));
  const lines = Array.from({ length: 2_000 }, (_, n) => `${n} ${'-'.repeat(100)}\n`);
  for (const line of lines) {
    folder.addEvent(line);
    await folder.drained();
  }
  t.match(readdirSync(join(place, 'runs')), [/^\.x\.partial-[0-9]+$/]);
  await folder.complete({ 'summary.json': '{}\n' });
  t.same(readdirSync(join(place, 'runs')), ['x']);
  t.same(readdirSync(join(place, 'runs', 'x')).sort(), ['events.jsonl.gz', 'summary.json']);
  t.equal(gunzipSync(readFileSync(join(place, 'runs', 'x', 'events.jsonl.gz'))).toString(), lines.join(''));
});

t.test('what is given up leaves nothing, nor folders that were made for it, but those of others', async (t) => {
  const place = t.testdir();
  const deep = join(place, 'some', 'runs', 'x');
  await (await RunFolder.open(deep)).discard();
  t.same(readdirSync(place), []);
  const folder = await RunFolder.open(deep);
  writeFileSync(join(place, 'some', 'a file'), '');
  await folder.discard();
  t.same(readdirSync(join(place, 'some')), ['a file']);
});

t.test('what cannot be written to its end says so', async (t) => {
  const place = t.testdir();
  const gone = await RunFolder.open(join(place, 'x'));
  for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true });
  await t.rejects(gone.complete({ 'summary.json': '{}' }), {
    message: /x cannot be written: .*\. Nothing was kept\.$/,
  });
  await gone.discard();
  const taken = await RunFolder.open(join(place, 'y'));
  mkdirSync(join(place, 'y'));
  writeFileSync(join(place, 'y', 'a file'), '');
  await t.rejects(taken.complete({}), { message: /y cannot be written: / });
  await taken.discard();
  t.same(readdirSync(place), ['y']);
  t.same(readdirSync(join(place, 'y')), ['a file']);
});
