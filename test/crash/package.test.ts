/**
 * Given the package that `npm run package` makes, when it is installed in an empty folder, then it is small, and a city starts from it
 * alone.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { CityProcess } from './city.ts';
import { installPackage, root, runtimePackages, sizeOf } from './install-package.ts';

const run = promisify(execFile);
// A guard against what hangs, not a measure.
t.setTimeout(900_000);
const mebibyte = 2 ** 20;
/** Postgres, which has 60 of them, what draws the pictures of pages, which has 4, and everything else. */
const installedMebibytesMax = 94;
const checkoutMebibytesMax = 180;

const folder = await mkdtemp(join(tmpdir(), 'civitas-package-'));
t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
const command = await installPackage(folder);
const inFolder = { cwd: folder, env: { PATH: process.env.PATH ?? '', HOME: folder } };

t.test('a checkout without development dependencies, and the package, take no more room than they may', async (t) => {
  const sizes = await Promise.all(runtimePackages().map((path) => sizeOf(join(root, path))));
  const checkout = sizes.reduce((sum, bytes) => sum + bytes, 0) / mebibyte;
  const installed = (await sizeOf(join(folder, 'node_modules'))) / mebibyte;
  t.ok(checkout > 1 && checkout <= checkoutMebibytesMax, `${checkout.toFixed(1)} MiB in a checkout`);
  t.ok(installed > checkout && installed <= installedMebibytesMax, `${installed.toFixed(1)} MiB installed`);
});

t.test('nothing of the sources is in it, and the licences of what is', async (t) => {
  const at = (name: string) => existsSync(join(folder, 'node_modules', 'civitas', name));
  for (const name of ['main.ts', 'cli/civitas.ts', 'tsconfig.json', 'test', 'tools/build.js'])
    t.equal(at(name), false, name);
  for (const name of ['LICENSE', 'dist/release/LICENSES.txt']) t.equal(at(name), true, name);
});

t.test('every command is in it', async (t) => {
  for (const args of [
    ['mind', '--help'],
    ['residents', '--help'],
    ['prune', '--help'],
    ['config', 'print'],
    ['load-addon'],
  ])
    await t.resolves(run(command, args, inFolder), args.join(' '));
  const refused = await run(command, ['prune', '--before', 'never'], inFolder).catch((cause) => cause);
  t.match(refused, { code: 1, stderr: /date/ });
});

t.test('a city starts from it, and lives', async (t) => {
  const settings = { SANDBOX: 'embedded', DRAIN_MS: '60000', LOG_LEVEL: 'info' };
  const city = await CityProcess.of(t, settings, undefined, { cwd: folder, args: [command, 'start'] });
  await city.start();
  for (const path of ['/SKILL.md', '/docs', '/openapi.json', '/metrics'])
    t.equal((await city.ask('GET', path)).status, 200, path);
  t.ok((await (await fetch(`${city.url}/docs/reference.js`)).text()).length > mebibyte, 'the API reference');
  const page = await (await fetch(city.portalUrl)).text();
  const asset = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'none';
  t.equal((await fetch(new URL(asset, city.portalUrl))).status, 200, asset);
  const account = { method: 'POST', body: JSON.stringify({ handle: 'grace', password: 'a ladder of rope' }) };
  t.equal((await fetch(`${city.portalUrl}/v1/visitors/register`, account)).status, 201, 'passwords are hashed');
  await runsCode(t, city);
  city.signal('SIGTERM');
  t.equal((await city.end()).code, 0);
});

async function runsCode(t: Test, city: CityProcess): Promise<void> {
  const { token } = await city.found('Ada');
  const post = (path: string, body: object) => city.ask('POST', path, { token, body });
  t.equal((await post('/v1/house/rooms', { name: 'lab', purpose: 'workshop' })).status, 201);
  t.equal((await post('/v1/workshops/lab/code', { files: { 'index.js': 'console.log(6 * 7);' } })).status, 200);
  t.match(await post('/v1/workshops/lab/run', {}), { status: 200, body: { stdout: '42\n' } });
}
