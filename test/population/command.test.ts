/** `civitas residents` as a person runs it: exit code, table, report. */
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { fieldsOf, parseJson } from '../../client/wire.ts';
import { civitas } from '../run-civitas.ts';
import { FakeCityServer } from './fake-city-server.ts';

t.test('residents live for a second: a table, a report, exit code 0', async (t) => {
  const city = new FakeCityServer();
  await city.start();
  const file = join(t.testdir(), 'report.json');
  const where = ['--city', city.origin, '--portal', city.origin, '--operator-token', 'adm_x', '--report', file];
  const { code, out, err } = await civitas(['residents', '--count', '4', '--duration', '1', '--rate', '300', ...where]);
  await city.kill();
  t.equal(code, 0, out + err);
  t.match(out, /broadcast +\d+ /);
  t.match(out, /no findings/);
  t.equal(err, '', 'no progress line without a terminal');
  const report = fieldsOf(parseJson(readFileSync(file, 'utf8')));
  t.match(report, { ok: true, died: 0, works: { souls: Number } });
  const { residents, checked } = report;
  t.equal(residents, 4 + Number(fieldsOf(checked)['births']), 'the founders, and those who were born of souls');
});

t.test('a fault is reported, also when quiet, and the exit code is 1', async (t) => {
  const city = new FakeCityServer('leak');
  await city.start();
  const where = ['--city', city.origin, '--portal', city.origin, '--operator-token', 'adm_x', '--quiet'];
  const { code, out, err } = await civitas(['residents', '--count', '4', '--duration', '1', '--rate', '300', ...where]);
  await city.kill();
  t.equal(code, 1);
  t.equal(out, '');
  t.match(err, /overheard/);
});

t.test('a wrong option is an error before any request to a city', async (t) => {
  const { code, err } = await civitas(['residents', '--mix', 'sing=1']);
  t.equal(code, 1);
  t.match(err, /no act is called "sing"/);
});

t.test('more builders than residents are refused', async (t) => {
  const { code, err } = await civitas(['residents', '--builders', '9', '--count', '3']);
  t.equal(code, 1);
  t.match(err, /--builders 9 .*--count 3/);
});

t.test('more visitors than one run may bring are refused', async (t) => {
  const { code, err } = await civitas(['residents', '--visitors', '11']);
  t.equal(code, 1);
  t.match(err, /--visitors 11 .*10 at most/);
});

t.test('a city that closes its sockets at once is asked again, until it answers', async (t) => {
  const city = new FakeCityServer();
  await city.start();
  let closed = 0;
  const door = createServer((caller) => {
    caller.on('error', () => caller.destroy());
    if (closed++ === 0) return caller.end();
    const inside = connect(Number(new URL(city.origin).port), '127.0.0.1');
    inside.on('error', () => caller.destroy());
    return inside.pipe(caller).pipe(inside);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as AddressInfo;
  const where = ['--city', `http://127.0.0.1:${port}`, '--portal', city.origin, '--operator-token', 'adm_x'];
  const { code, out, err } = await civitas(['residents', '--count', '1', '--duration', '1', '--rate', '20', ...where]);
  await city.kill();
  door.close();
  t.equal(code, 0, out + err);
});
