/** The doctor reports the minds of a running city, and those that a city with these settings would have. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { checkMinds } from '../../cli/doctor-minds.ts';
import type { MindsAbout } from '../../gateways/minds-status.ts';
import { ask } from '../crash/http-exchange.ts';
import { operatorToken, startedPortal } from '../gateways/started-gateways.ts';

const DATA_DIR = join(tmpdir(), 'no-such-folder');
const would = { HOST: '127.0.0.1', PORTAL_PORT: 1, DATA_DIR, ADMIN_TOKEN: operatorToken, MINDS: 3, MINDS_MAX: 12 };

t.test('of a city that runs: how many are lived, how many wait, and how often their process was started', async (t) => {
  let minds: MindsAbout | null = null;
  const { url } = await startedPortal(
    t,
    {},
    {
      minds: {
        get about() {
          return minds;
        },
        standing: () => null,
      },
    },
  );
  const at = { ...would, PORTAL_PORT: Number(new URL(url).port) };
  t.match(await checkMinds(at), { level: 'ok', detail: 'none live in the city that runs (MINDS)' });
  minds = { is_running: true, starts: 1, living: 3, idle: 0, waiting: 2 };
  t.match(await checkMinds(at), {
    level: 'ok',
    detail: '3 residents are lived, 2 wait for a mind; their process was started once',
  });
  const metrics = await ask(at.PORTAL_PORT, 'GET', '/metrics');
  t.match(metrics.text, /^civitas_minds_living\{.*\} 3$/m);
  t.match(metrics.text, /^civitas_minds_waiting\{.*\} 2$/m);
  t.match(metrics.text, /^civitas_minds_starts\{.*\} 1$/m);
  minds = { ...minds, idle: 2 };
  t.match(await checkMinds(at), {
    level: 'warn',
    detail: /; 2 of those minds do nothing$/,
    advice: /a mind does nothing/,
  });
  t.match((await ask(at.PORTAL_PORT, 'GET', '/metrics')).text, /^civitas_minds_idle\{.*\} 2$/m);
  minds = { ...minds, starts: 9 };
  t.match(await checkMinds(at), { level: 'warn', advice: /the process of the minds has ended/ });
  minds = { ...minds, is_running: false };
  t.match(await checkMinds(at), { level: 'warn', detail: /does not run now$/ });
});

t.test('of one that does not: what its settings mean', async (t) => {
  t.match(await checkMinds(would), { level: 'ok', detail: /minds for 3 founders, and for at most 12 residents/ });
  t.match(await checkMinds({ ...would, MINDS: 0 }), { level: 'ok', detail: /none would live/ });
});
