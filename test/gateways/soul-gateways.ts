/** Both gateways of a small city in which Ada lives, for visitors who write souls. */
import type { Test } from 'tap';
import { foundingBody } from '../../client/founding-request.ts';
import { startCityApi } from '../../gateways/city/start-city-api.ts';
import type { Minds } from '../../gateways/minds-status.ts';
import { startPortal } from '../../gateways/portal/start-portal.ts';
import { urlFor } from '../../gateways/route/address.ts';
import { MemoryChronicleRows } from '../../persistence/memory/chronicle-rows.ts';
import { MemoryCredentials } from '../../persistence/memory/credentials.ts';
import { MemoryTickRows } from '../../persistence/memory/tick-rows.ts';
import { found, openWorld } from '../world.ts';
import { type Answer, ask, cheapPasswords, FakeControl, operatorToken, optionsOf } from './started-gateways.ts';

export const wren: object = foundingBody({ name: 'Wren' });

/** A request of somebody whose token it knows. */
type Send = (method: string, path: string, body?: object, key?: string) => Promise<Answer>;

/** Ada is rich and lives long. `minds`: unset where none live. */
export async function startedWithAda(t: Test, minds?: Minds) {
  const world = await openWorld({ env: minds === undefined ? {} : { MINDS: '3' } });
  const options = optionsOf(world.city, cheapPasswords, []);
  const chronicle = new MemoryChronicleRows(world.store);
  const city = await startCityApi({ ...options, portalPort: () => 0 });
  const portal = await startPortal({
    ...options,
    control: new FakeControl(),
    manualTicks: true,
    failingServices: () => ({}),
    ...(minds && { minds }),
    credentials: new MemoryCredentials(),
    tickRows: new MemoryTickRows(),
    chronicle,
    // The host name of a request goes before the address that the gateway listens at.
    cityUrl: urlFor(undefined, 'listens.example', city.port),
  });
  t.teardown(() => Promise.all([city.close(), portal.close()]));
  const sends =
    (port: number, token: string): Send =>
    (method, path, body, key) =>
      ask(`http://127.0.0.1:${port}${path}`, {
        method,
        token,
        headers: key === undefined ? {} : { 'Idempotency-Key': key },
        ...(body && { body: JSON.stringify(body) }),
      });
  const visitor = async (handle: string): Promise<Send> => {
    const account = { handle, password: `password of ${handle}` };
    const { body } = await sends(portal.port, '')('POST', '/v1/visitors/register', account);
    return sends(portal.port, String(body['token']));
  };
  await found(world.city, 'Ada', 1_000_000, 288);
  return {
    ...world,
    chronicle,
    cityPort: city.port,
    visitor,
    resident: (token: string) => sends(city.port, token),
    onPortal: (token: string) => sends(portal.port, token),
    ada: sends(city.port, 'token of Ada'),
    operator: sends(portal.port, operatorToken),
    anybody: sends(portal.port, ''),
  };
}
