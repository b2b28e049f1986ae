/** Given a service, when calls of it come and go, then what they held goes with collections of the young. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';

const program = fileURLToPath(new URL('calls-kept.ts', import.meta.url));

t.test('what calls asked and were answered goes with them', async (t) => {
  // Without what tap puts before each program.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import=tsx', program], { env });
  t.match(stdout, /^-?\d+\n$/);
  // 1.7 MB where calls stand in a `Set`, 90 KB where what is answered begins with a spread.
  t.ok(Number(stdout) < 30_000, `${stdout.trim()} bytes of 640 calls`);
});
