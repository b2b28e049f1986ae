/** `civitas start` as a person meets it: what it prints and logs, and what is said when it cannot start. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import t from 'tap';
import { fieldsOf, numberOf, parseJson } from '../../client/wire.ts';
import { CityProcess } from '../crash/city.ts';

const shell = promisify(execFile);
// A guard against what hangs, not a measure.
t.setTimeout(600_000);
/** Ticks that a founder without income lives: its credits, and the tick of grace. */
const founderTicks = 62;

// One city that is met for the first time: each test goes on where the one before has ended.
// On a busy machine it takes longer than usual to end in order.
const city = await CityProcess.of(t, { LOG_LEVEL: 'info', SANDBOX: 'embedded', DRAIN_MS: '60000' });
await city.start();
await said(city, 'curl');

t.test('it says what runs the code of residents', async (t) => {
  t.match(city.output, /^ {2}Sandbox +embedded$/m);
});

t.test('it says where the city is seen', async (t) => {
  t.match(city.output, `Portal Gateway  ${city.portalUrl}  (the city as it happens: open it in a browser)`);
});

t.test('[OP6] a port in use: by whom, and which variable moves it', async (t) => {
  const other = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;
  const cases: [Record<string, string>, RegExp][] = [
    [{ CITY_PORT: String(city.cityPort) }, /in use by another civitas\. .*CITY_PORT/],
    [{ PORTAL_PORT: String(city.portalPort) }, /in use by another civitas\. .*PORTAL_PORT/],
    [{ CITY_PORT: String(taken) }, /in use by something else\. .*CITY_PORT/],
    [{ HOST: '192.0.2.1' }, /cannot be listened on .*HOST/],
  ];
  for (const [settings, message] of cases) {
    const second = await CityProcess.of(t, { ...settings, SANDBOX: 'embedded' });
    second.launch();
    t.equal((await second.end()).code, 1);
    const [line = ''] = second.output.match(/^.*could not start.*$/m) ?? [];
    t.match(line, message);
    t.match(line, /^the city could not start: /, 'in plain text');
  }
  other.close();
});

t.test('founders who earn nothing live as long as the README says', async (t) => {
  const token = readFileSync(join(city.folder, 'founders', 'vera.token'), 'utf8').trim();
  await city.operate('POST', '/v1/admin/tick', { count: 59 });
  t.equal((await city.ask('GET', '/v1/me', { token })).status, 200);
  await city.operate('POST', '/v1/admin/tick', { count: founderTicks - 59 });
  t.equal((await city.ask('GET', '/v1/me', { token })).status, 410);
});

t.test('at SIGTERM it answers callers who wait for code, and says last that it has closed in order', async (t) => {
  const { token } = await city.found('Patient');
  const post = (path: string, body: object) => city.ask('POST', path, { token, body });
  t.equal((await post('/v1/house/rooms', { name: 'lab', purpose: 'workshop' })).status, 201);
  t.equal((await post('/v1/workshops/lab/code', { files: { 'index.js': 'for (;;);' } })).status, 200);
  const calm = await actorsOf(city);
  const run = post('/v1/workshops/lab/run', {});
  while ((await actorsOf(city)) === calm) await sleep(10);
  city.signal('SIGTERM');
  t.match(await run, { status: 503, body: { error: 'busy', applied: 'unknown' } });
  t.equal((await city.end()).code, 0);
  const last = fieldsOf(parseJson(city.output.trimEnd().split('\n').at(-1) ?? ''));
  t.match(last, { msg: 'the city has closed in order', tick: founderTicks, turn: Number });
});

t.test('without a founder alive it says so, and how to found a resident: that works as printed', async (t) => {
  city.output = '';
  await city.start();
  await said(city, 'curl');
  t.match(city.output, /^ {2}Founders +none is alive/m);
  const printed = city.output.split('\n').find((line) => line.includes('curl')) ?? '';
  const { stdout } = await shell('bash', ['-c', printed]);
  t.match(parseJson(stdout), { token: /^res_/ });
});

t.test('a data folder that cannot be made is an error at once', async (t) => {
  const city = await CityProcess.of(t, { DATA_DIR: '/proc/nothing', SANDBOX: 'off' });
  city.launch();
  t.equal((await city.end()).code, 1);
  t.match(city.output, /\/proc\/nothing cannot be made.*Set DATA_DIR/);
});

/** How many there are: a run has one of its own. */
async function actorsOf(city: CityProcess): Promise<number> {
  return numberOf((await city.operate('GET', '/v1/admin/health')).body['actors']);
}

async function said(city: CityProcess, text: string): Promise<void> {
  while (!city.output.includes(text)) await sleep(10);
}
