/**
 * Given code that keeps another store at each call, when somebody calls it again and again, then what is written counts like what is
 * sent: so many bytes in a minute as its requests may have, and no more.
 */
import { randomBytes } from 'node:crypto';
import t from 'tap';
import { contentHash } from '../../engine/ids.ts';
import { gatewayDefaults } from '../../gateways/settings.ts';
import { goTo, service } from '../actors/built-places.ts';
import { move, Town } from '../actors/given-residents.ts';
import { startedWorld } from '../gateways/started-gateways.ts';
import { finished } from '../world.ts';

/** What a body of one request has at most before it counts as another. */
const requestBytes = 65_536;
/** Bytes of the store of a massive pod. */
const storeBytes = 1_048_576;
const calls = 60;

t.test('what code keeps counts among the requests of who calls it', async (t) => {
  const world = await startedWorld(t);
  const ada = await world.resident('Ada', 10_000);
  const town = new Town(world, new Map([['ada', ada.id]]));
  await town.when('ada', move('commons'));
  const place = await service(town, 'ada', { name: 'hall', tier: 'massive', funding: 1_000_000 });
  await goTo(town, 'ada', place);
  world.sandbox.comes = () => {
    const store = JSON.stringify({ noise: randomBytes(storeBytes / 2 - 16).toString('hex') });
    world.sandbox.contents = [store];
    return { ...finished, output: 'null', store: contentHash(store) };
  };
  let kept = 0;
  for (let n = 0; n < calls; n++)
    if ((await ada.post(`/v1/services/${place}/call`, { input: null })).status === 200) kept += storeBytes;
  const most = gatewayDefaults.residentRatePerMinute * requestBytes;
  t.ok(kept > 0);
  t.ok(
    kept <= most,
    `${kept} bytes were written by ${calls} requests of ${gatewayDefaults.residentRatePerMinute}; ${most} may be in a minute`,
  );
});
