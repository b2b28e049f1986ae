/**
 * Given a real city with minds: whoever is lived is lived again when their process is killed, and when the city is; whom a visitor has
 * taken over is not; no token is seen where it does not belong [HM1] [HM4] [HM5] [MD2].
 */
import { readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { foundingBody } from '../../client/founding-request.ts';
import { fieldsOf, textOf } from '../../client/wire.ts';
import { until } from '../until.ts';
import { CityProcess } from './city.ts';
import { ask } from './http-exchange.ts';
import { childrenOf, signalProcess } from './processes.ts';

t.setTimeout(900_000);

const settings = { MINDS: '1', TICK_CRON: 'manual', LOG_LEVEL: 'trace', SANDBOX: 'off' };
const soul = foundingBody({ name: 'Wren' });

const argumentsOf = (pid: number): string => fileOf(pid, 'cmdline');

function fileOf(pid: number, name: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** The process of the minds; 0 when there is none now. */
const mindsOf = (city: CityProcess): number =>
  childrenOf(city.pid).find((pid) => argumentsOf(pid).includes('--hosted')) ?? 0;

async function visitorLine(city: CityProcess) {
  const { body } = await city.operate('GET', '/v1/admin/health');
  return fieldsOf(body['minds']);
}

const areLived = (city: CityProcess, count: number) =>
  until(`${count} are lived`, async () => (await visitorLine(city).catch(() => ({ living: -1 })))['living'] === count);

/** A resident born of a soul that its visitor has left to the city. */
interface Left {
  readonly soul: string;
  readonly visitor: string;
}

async function leftToCity(t: Test, city: CityProcess): Promise<Left> {
  const account = await ask(city.portalPort, 'POST', '/v1/visitors/register', {
    body: { handle: 'grace', password: 'a ladder of rope' },
  });
  const visitor = textOf(account.body['token']);
  const { body } = await ask(city.portalPort, 'POST', '/v1/souls', { token: visitor, body: soul });
  t.match(body, { lived_by: 'city' });
  const left = { soul: textOf(body['id']), visitor };
  const mentor = await city.found('Mentor', 500);
  // A mind may be faster.
  await city.ask('POST', '/v1/threshold/adopt', { token: mentor.token, body: {} });
  await until('it is born', async () => {
    const { body } = await ask(city.portalPort, 'GET', `/v1/souls/${left.soul}`, { token: visitor });
    return body['status'] === 'born';
  });
  return left;
}

t.test('[HM4] [HM5] [MD2] minds under kill -9, and a visitor who takes one over', async (t) => {
  const city = await CityProcess.of(t, settings);
  await city.start();
  await areLived(city, 1);
  const { soul, visitor } = await leftToCity(t, city);
  await areLived(city, 2);

  t.comment('the process is killed');
  signalProcess(mindsOf(city), 'SIGKILL');
  await until('the process is started again', async () => (await visitorLine(city))['starts'] === 2);
  await areLived(city, 2);

  t.comment('the city is killed, and its minds do not outlive it');
  const orphan = mindsOf(city);
  await city.kill();
  await until('they have ended', async () => !argumentsOf(orphan).includes('--hosted'));
  await city.start();
  await areLived(city, 2);

  t.comment('the visitor takes over, and no restart gives it back');
  const taken = await ask(city.portalPort, 'POST', `/v1/souls/${soul}/token`, { token: visitor });
  await areLived(city, 1);
  signalProcess(mindsOf(city), 'SIGKILL');
  await until('the process is started again', async () => (await visitorLine(city))['starts'] === 2);
  await areLived(city, 1);
  await city.kill();
  await city.start();
  await areLived(city, 1);
  const own = textOf(taken.body['token']);
  t.match(await city.ask('GET', '/v1/me', { token: own }), { status: 200, body: { id: taken.body['resident'] } });
  t.match(await visitorLine(city), { waiting: 0 });
  await city.kill();
});

t.test('[HM1] no token where it does not belong, and an end in order', async (t) => {
  const city = await CityProcess.of(t, settings);
  await city.start();
  await leftToCity(t, city);
  await areLived(city, 2);
  const pid = mindsOf(city);
  for (const file of ['cmdline', 'environ'] as const) t.notMatch(fileOf(pid, file), /(res|adm)_[\w-]{20}/, file);
  city.signal('SIGTERM');
  t.equal((await city.end()).code, 0);
  t.notMatch(city.output, /(res|adm)_[\w-]{20}/);
  t.match(city.output, /the city has closed in order/);
  await until('they have ended', async () => !argumentsOf(pid).includes('--hosted'));
});
