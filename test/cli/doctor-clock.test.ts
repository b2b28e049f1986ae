/** The doctor says that the clock of a running city stands, and how it goes on. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { checkClock } from '../../cli/doctor-clock.ts';
import { operatorToken, post, startedPortal } from '../gateways/started-gateways.ts';

const DATA_DIR = join(tmpdir(), 'no-such-folder');
const portOf = (url: string) => Number(new URL(url).port);

t.test('a clock that goes by itself, and one that is paused', async (t) => {
  const { url, control } = await startedPortal(t, {}, { manualTicks: false });
  const at = { HOST: '127.0.0.1', PORTAL_PORT: portOf(url), DATA_DIR, ADMIN_TOKEN: operatorToken };
  t.match(await checkClock(at), { level: 'ok', name: 'Clock', detail: /tick 0; it advances by itself/ });
  await post(`${url}/v1/admin/speed`, operatorToken, { speed: 2.5 });
  t.match(await checkClock(at), { level: 'ok', detail: /advances by itself, 2.5 times as fast as TICK_CRON says/ });
  control.pause();
  t.match(await checkClock(at), {
    level: 'warn',
    detail: /paused at tick 0/,
    advice: /POST \/v1\/admin\/resume.*dashboard/,
  });
  t.match(await checkClock({ ...at, ADMIN_TOKEN: undefined }), { level: 'ok', detail: /a city that runs tells/ });
});

t.test('one that only the operator moves is not paused', async (t) => {
  const { url } = await startedPortal(t, {}, { manualTicks: true });
  const at = { HOST: '127.0.0.1', PORTAL_PORT: portOf(url), DATA_DIR, ADMIN_TOKEN: operatorToken };
  t.match(await checkClock(at), { level: 'ok', detail: /by hand/ });
});
