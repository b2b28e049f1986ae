/** Given a machine that lacks one thing, the doctor names it and says what to do; given this machine, it finds nothing that fails. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createListener } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { checkFiles, checkPort, doctor, looked } from '../../cli/doctor.ts';
import { checkCores } from '../../cli/doctor-core-containers.ts';
import { checkDisk } from '../../cli/doctor-data-folder.ts';
import type { Finding } from '../../cli/doctor-finding.ts';
import { checkDatabase, checkEmbedded } from '../../cli/doctor-postgres.ts';
import { checkSandbox } from '../../cli/doctor-sandbox.ts';
import { examine } from '../../config/settings.ts';
import { bareEnv, civitas } from '../run-civitas.ts';

/** It fails or warns, names the thing, and gives advice that a person can follow. */
function assertAdvises(t: Test, finding: Finding, level: Finding['level'], advice: RegExp): void {
  t.equal(finding.level, level, `${finding.name}: ${finding.detail}`);
  t.match(finding.level === 'ok' ? '' : finding.advice, advice);
}

async function listening(body: string): Promise<{ port: number; close: () => void }> {
  const server = createServer((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

/** A socket behind which something says 200, as DOCKER_HOST names it. */
async function engineOf(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  const server = createServer((_, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(join(folder, 'd.sock'), resolve));
  t.teardown(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  return `unix://${join(folder, 'd.sock')}`;
}

/** Accepts connections and ends them at once. */
async function closing(): Promise<{ port: number; close: () => void }> {
  const server = createListener((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

const checks = [
  'Settings',
  'Node',
  'HTTP server',
  'Postgres',
  'Sandbox',
  'Core containers',
  'Inference',
  'City API',
  'Portal Gateway',
  'Clock',
  'Waiting',
  'Global services',
  'Data folder',
  'Open files',
];

t.test('Postgres: no package for a platform, no server behind DATABASE_URL', async (t) => {
  assertAdvises(t, await checkEmbedded('plan9-mips'), 'fail', /DATABASE_URL/);
  const finding = await checkDatabase('postgres://vera:secret@127.0.0.1:1/city');
  assertAdvises(t, finding, 'fail', /unset it/);
  t.notMatch(finding.detail, /secret/);
});

t.test('the sandbox: what is absent is a warning, what is chosen is not', async (t) => {
  assertAdvises(t, await checkSandbox('auto', 'unix:///nowhere/docker.sock'), 'warn', /install Docker/);
  assertAdvises(t, await checkSandbox('docker', 'unix:///nowhere/docker.sock'), 'warn', /Start the Docker daemon/);
  assertAdvises(t, await checkSandbox('off', undefined), 'warn', /Unset SANDBOX/);
  const embedded = await checkSandbox('embedded', undefined);
  t.equal(embedded.level, 'ok');
  t.match(embedded.detail, /a city started now/, 'it does not speak for one that runs already');
});

t.test('core containers: none where there can be none, and why; else how many and how large', async (t) => {
  const config = examine({}).config;
  const nowhere = 'unix:///nowhere/docker.sock';
  for (const SANDBOX of ['off', 'embedded'] as const)
    t.match(await checkCores({ ...config, SANDBOX }, nowhere), { level: 'ok', detail: /none: SANDBOX is/ });
  t.match(await checkCores(config, nowhere, 'darwin'), { level: 'ok', detail: /need Linux/ });
  t.match(await checkCores({ ...config, CORES_MAX: 0 }, nowhere, 'linux'), { detail: /CORES_MAX is 0/ });
  t.match(await checkCores(config, nowhere, 'linux'), { level: 'ok', detail: /Docker does not answer/ });
  const docker = await engineOf(t);
  t.match(await checkCores(config, docker, 'linux'), { level: 'ok', detail: /^at most 16, each with 416 MiB/ });
  const long = { ...config, DATA_DIR: `/${'x'.repeat(90)}` };
  assertAdvises(t, await checkCores(long, docker, 'linux'), 'warn', /DATA_DIR to a shorter path/);
});

t.test('ports: free, held by a city, held by something else', async (t) => {
  const city = await listening('{"status":"up"}');
  const other = await listening('hello');
  t.equal((await checkPort('City API', '127.0.0.1', city.port, 'CITY_PORT')).level, 'ok');
  const finding = await checkPort('City API', '127.0.0.1', other.port, 'CITY_PORT');
  assertAdvises(t, finding, 'fail', /CITY_PORT/);
  t.match(finding.detail, /something else listens/);
  assertAdvises(t, await checkPort('City API', '192.0.2.1', 3000, 'CITY_PORT'), 'fail', /HOST/);
  city.close();
  other.close();
  t.equal((await checkPort('City API', '127.0.0.1', other.port, 'CITY_PORT')).level, 'ok');
});

t.test('the data folder: one that does not exist yet, one that cannot be written', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  t.not((await checkDisk(join(folder, 'not', 'yet'))).level, 'fail');
  const file = join(folder, 'file');
  await writeFile(file, '');
  for (const place of ['/proc/nothing', '/proc', file]) {
    const finding = await checkDisk(place);
    assertAdvises(t, finding, 'fail', /DATA_DIR to a folder of your own/);
    t.match(finding.detail, /cannot be written/, place);
  }
  t.same(await readdir(folder), ['file'], 'it leaves nothing behind');
  await rm(folder, { recursive: true });
});

t.test('open files are counted', async (t) => {
  t.not((await checkFiles()).level, 'fail');
});

t.test('a check that throws, or never ends, is a finding', async (t) => {
  const thrown = await looked('Anything', () => Promise.reject(new Error('no such thing')));
  assertAdvises(t, thrown, 'fail', /report it/);
  t.match(thrown.detail, /no such thing/);
  const late = await looked('Anything', () => new Promise(() => {}), 10);
  assertAdvises(t, late, 'fail', /report it/);
});

t.test('a port whose holder closes every connection: each check is printed, and what to do', async (t) => {
  const holder = await closing();
  const env = bareEnv({ CITY_PORT: String(holder.port), PORTAL_PORT: '0', DATA_DIR: tmpdir() });
  const { code, out } = await civitas(['doctor'], env);
  holder.close();
  t.equal(code, 1, out);
  for (const name of checks) t.match(out, new RegExp(`^(ok|warn|fail) +${name} `, 'm'));
  t.match(out, new RegExp(`City API +127\\.0\\.0\\.1:${holder.port}: something else listens here\\n.*set CITY_PORT`));
});

t.test('all settings that `start` would refuse are named in the same words, and the rest is checked', async (t) => {
  const lines: string[] = [];
  const env = { SANDBOX: 'bogus', CITY_PORT: 'abc', PORTAL_PORT: '0', DATA_DIR: tmpdir() };
  t.notOk(await doctor(env, (line) => lines.push(line)));
  const out = lines.join('\n');
  t.match(out, /^fail +Settings .*CITY_PORT: .*number/m);
  t.match(out, /^fail +Settings .*SANDBOX: .*docker/m);
  for (const name of checks) t.match(out, new RegExp(`^(ok|warn|fail) +${name} `, 'm'));
});

t.test('this machine: a line for each thing, and nothing fails', async (t) => {
  const lines: string[] = [];
  const [one, two] = await Promise.all([listening(''), listening('')]);
  one.close();
  two.close();
  const env = { CITY_PORT: String(one.port), PORTAL_PORT: String(two.port), DATA_DIR: tmpdir() };
  t.ok(await doctor(env, (line) => lines.push(line)), lines.join('\n'));
  t.ok(lines.length >= checks.length);
});
