/** What the build of the pages leaves on disk. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';

const script = fileURLToPath(new URL('../../tools/build-pages.js', import.meta.url));

t.test('what a build that was stopped has left is taken away by the next, not what is being built', async (t) => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [script]);
  const builds = dirname(stdout.trim());
  await mkdir(builds, { recursive: true });
  const [stopped, fresh] = [await mkdtemp(join(builds, '.new-')), await mkdtemp(join(builds, '.new-'))];
  t.teardown(() => Promise.all([stopped, fresh].map((path) => rm(path, { recursive: true, force: true }))));
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(stopped, hourAgo, hourAgo);
  await run(process.execPath, [script]);
  t.equal(existsSync(stopped), false);
  t.equal(existsSync(fresh), true);
});
