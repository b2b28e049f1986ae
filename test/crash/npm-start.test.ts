/** `npm start` is the city: a signal to npm reaches the city, and no process is left behind (OP13). */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';

t.test('[OP13] SIGTERM to npm ends the city in order', async (t) => {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    DATA_DIR: t.testdir(),
    CITY_PORT: '0',
    PORTAL_PORT: '0',
    SANDBOX: 'off',
    TICK_CRON: 'manual',
  };
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => npm.kill('SIGKILL'));
  let said = '';
  const ended = new Promise<void>((resolve) => npm.stdout.once('close', resolve));
  await new Promise<void>((resolve) => {
    npm.stdout.on('data', (text: Buffer) => {
      said += text.toString();
      if (said.includes('City API  ')) resolve();
    });
  });
  npm.kill('SIGTERM');
  // The pipe closes with the last process that holds it: the city, if it had stayed behind.
  await ended;
  t.match(said, /the city has closed in order/);
});
