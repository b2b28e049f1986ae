/** The doctor asks a city that runs how long its oldest has waited, and says when that is too long. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { checkWaiting } from '../../cli/doctor-waiting.ts';
import { waitingTooLong } from '../../gateways/overview/waiting-too-long.ts';
import { startEmbedded } from '../../persistence/embedded/embedded-postgres.ts';
import { freePort } from '../free-port.ts';
import { operatorToken, startedPortal } from '../gateways/started-gateways.ts';
import { silentLog } from '../world.ts';

const nowhere = join(tmpdir(), 'no-such-folder');

t.test(
  'a running city answers it to the holder of the operator’s token, from the setting or from the folder',
  async (t) => {
    const { url, control } = await startedPortal(t);
    const at = { HOST: '127.0.0.1', PORTAL_PORT: Number(new URL(url).port) };
    t.match(await checkWaiting({ ...at, DATA_DIR: nowhere, ADMIN_TOKEN: operatorToken }), {
      level: 'ok',
      detail: 'nothing waits',
    });
    control.oldestWaitingMs = { service: 12_300, 'connection approval': 7_500_000, 'made up': 400 };
    const folder = await mkdtemp(join(tmpdir(), 'waiting-'));
    await writeFile(join(folder, 'operator.token'), `${operatorToken}\n`);
    t.match(await checkWaiting({ ...at, DATA_DIR: folder, ADMIN_TOKEN: undefined }), {
      level: 'ok',
      detail: 'oldest call of a global service: 12 s, connection request to decide: 2 h, made up: 0 s',
    });
  },
);

t.test('without that token, or with another, it says what to set', async (t) => {
  const { url } = await startedPortal(t);
  const at = { HOST: '127.0.0.1', PORTAL_PORT: Number(new URL(url).port), DATA_DIR: nowhere };
  for (const ADMIN_TOKEN of [undefined, 'adm_of_another'])
    t.match(await checkWaiting({ ...at, ADMIN_TOKEN }), { level: 'warn', advice: /ADMIN_TOKEN or DATA_DIR/ });
});

t.test(
  'where no city listens it says where it looked, and whether one runs in the data folder all the same',
  async (t) => {
    const port = await freePort();
    const at = { HOST: '127.0.0.1', PORTAL_PORT: port, ADMIN_TOKEN: undefined };
    const detail = `no city listens at 127.0.0.1:${port} (HOST, PORTAL_PORT)`;
    t.same(await checkWaiting({ ...at, DATA_DIR: nowhere }), { level: 'ok', name: 'Waiting', detail });
    const folder = await mkdtemp(join(tmpdir(), 'waiting-'));
    await chmod(folder, 0o755);
    t.teardown(() => rm(folder, { recursive: true }));
    const embedded = await startEmbedded({ dataDir: folder, log: silentLog });
    t.teardown(() => embedded.stop());
    t.match(await checkWaiting({ ...at, DATA_DIR: folder }), {
      level: 'warn',
      detail: `${detail}, yet the Postgres in ${folder} (DATA_DIR) runs`,
      advice: /CITY_PORT and PORTAL_PORT to those of the city that runs/,
    });
    await embedded.stop();
    t.match(await checkWaiting({ ...at, DATA_DIR: folder }), { level: 'ok' });
  },
);

t.test('what takes longer than it may is a warning, and what residents may leave undecided is none', async (t) => {
  t.same(waitingTooLong({ service: 330_000, 'connection approval': 9e9, archiving: 900_000, 'made up': 9e9 }), []);
  for (const late of [
    { service: 330_001 },
    { archiving: 900_001 },
    { sandbox: 60_001 },
    { journal: 5_001 },
    { 'core.start': 180_001 },
  ])
    t.same(waitingTooLong({ archive: 1, ...late }), Object.keys(late));
  const { url, control } = await startedPortal(t);
  const at = { HOST: '127.0.0.1', PORTAL_PORT: Number(new URL(url).port), DATA_DIR: nowhere };
  control.oldestWaitingMs = { archiving: 900_001 };
  const asked = { headers: { Authorization: `Bearer ${operatorToken}` } };
  t.match(await (await fetch(`${url}/v1/admin/health`, asked)).json(), { waiting_too_long: ['archiving'] });
  t.match(await checkWaiting({ ...at, ADMIN_TOKEN: operatorToken }), { level: 'warn', advice: /log/ });
});
