/** The doctor says which global services of a running city keep failing. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { checkServices } from '../../cli/doctor-services.ts';
import { operatorToken, startedPortal } from '../gateways/started-gateways.ts';

const DATA_DIR = join(tmpdir(), 'no-such-folder');

t.test('none, or each with how long and why', async (t) => {
  const failing: Record<string, { failures: number; reason: string; for_ms: number }> = {};
  const { url } = await startedPortal(t, {}, { failingServices: () => failing });
  const at = { HOST: '127.0.0.1', PORTAL_PORT: Number(new URL(url).port), DATA_DIR, ADMIN_TOKEN: operatorToken };
  t.match(await checkServices(at), { level: 'ok', detail: 'none keeps failing' });
  failing['guestbook'] = { failures: 7, reason: 'it could not be reached', for_ms: 61_000 };
  t.match(await checkServices(at), {
    level: 'warn',
    detail: 'guestbook: the last 7 calls failed, since 61 s (it could not be reached)',
    advice: /the server of a service/,
  });
  t.match(await checkServices({ ...at, ADMIN_TOKEN: undefined }), { level: 'ok', detail: /a city that runs tells/ });
});
