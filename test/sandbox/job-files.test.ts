/** Names of files: both sandboxes lay out whatever the gateway takes. The gateway may not import their rule, so the two are compared. */
import t from 'tap';
import { Files } from '../../gateways/schema/code-files.ts';
import { refusal } from '../../sandbox/docker/job-refusal.ts';
import { EmbeddedSandbox } from '../../sandbox/embedded/embedded-sandbox.ts';
import type { Job } from '../../sandbox/interface.ts';
import { limits } from '../../sandbox/limits.ts';
import { impossiblePaths, named, oddPaths, prototypePaths } from '../contract/paths.ts';
import { jobOf, unhurried } from '../contract/sandbox/jobs.ts';

const bodyOf = (path: string): object => Object.fromEntries([[path, '']]);
const isTaken = (path: string): boolean => Files.safeParse(bodyOf(path)).success;
const jobWith = (path: string): Job => jobOf({ 'index.js': '', ...Object.fromEntries([[path, '']]) });

const sandbox = await EmbeddedSandbox.open(unhurried);
t.teardown(() => sandbox.close());

t.test('the gateway takes names that can be laid out, and its issue names those that cannot', async (t) => {
  for (const path of oddPaths) t.ok(isTaken(path), named(path));
  for (const path of [...impossiblePaths, ...prototypePaths]) {
    const { error } = Files.safeParse(bodyOf(path));
    t.match(error?.issues, [{ path: [path], message: /file name/ }], `no ${named(path)}`);
  }
});

t.test('[X1] both sandboxes lay out what the gateway takes, and refuse again what can lead out', async (t) => {
  for (const path of [...oddPaths, ...prototypePaths]) {
    t.equal(refusal(jobWith(path)), undefined, named(path));
    t.match(await sandbox.execute(jobWith(path)), { type: 'finished' }, named(path));
  }
  for (const path of impossiblePaths) {
    t.type(refusal(jobWith(path)), 'string', `no ${named(path)}`);
    t.match(await sandbox.execute(jobWith(path)), { type: 'failed', stdout: '' }, `no ${named(path)}`);
  }
});

t.test('the gateway and the sandboxes agree on names that are put together of odd parts', async (t) => {
  const parts = [
    'a',
    '',
    '.',
    '..',
    ' ',
    '\\',
    '\u0000',
    '\u009f',
    '\ud800',
    '\udfff',
    '灯',
    'package.json',
    '/',
    'd/'.repeat(14),
  ];
  const more = ['x'.repeat(100), '灯'.repeat(43), '__proto__', 'constructor'];
  const all = [...parts, ...more];
  const paths = all.flatMap((one) =>
    all.flatMap((two) => all.flatMap((three) => [one + two + three, `${one}/${two}/${three}`])),
  );
  const wrong = paths.filter((path) => isTaken(path) && refusal(jobWith(path)) !== undefined);
  t.strictSame(wrong, [], `of ${paths.length} names, ${paths.filter(isTaken).length} taken`);
});

t.test('the bounds of the gateway are those of the sandboxes', async (t) => {
  const text = (bytes: number) => Files.safeParse({ 'a.js': 'x'.repeat(bytes) }).success;
  t.ok(text(limits.fileBytesMax));
  t.notOk(text(limits.fileBytesMax + 1));
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.js`, '']));
  t.ok(Files.safeParse(many(limits.filesMax)).success);
  t.notOk(Files.safeParse(many(limits.filesMax + 1)).success);
});
