/**
 * Given somebody at one address who opens accounts and writes as many souls as each may, when somebody else at another address writes
 * one, then there is room for it.
 */
import t from 'tap';
import { inParallel } from '../../client/parallel.ts';
import { ask } from '../crash/http-exchange.ts';
import { startedPortalWorld } from '../gateways/started-gateways.ts';

const password = 'a ladder of rope';
const fields = { first_memory: 'a', aesthetic: 'b', personality: 'c', goals: 'd', alignment: 'e', quirks: 'f' };
/** Of one address 20 are let in a minute: five minutes of it, at once. */
const minutes = 5;
const settings = { trustedProxies: 1, anonymousWritesPerMinute: 20 * minutes };

t.test('[SO1] one address does not take the whole queue of souls', async (t) => {
  const world = await startedPortalWorld(t, settings);
  const port = Number(new URL(world.url).port);
  const visitor = async (handle: string, address: string) => {
    const headers = { 'x-forwarded-for': address };
    const { body } = await ask(port, 'POST', '/v1/visitors/register', { body: { handle, password }, headers });
    const authorization = `Bearer ${String(body['token'])}`;
    return (name: string) =>
      ask(port, 'POST', '/v1/souls', { body: { name, ...fields }, headers: { ...headers, authorization } });
  };
  await inParallel(
    4,
    Array.from({ length: 20 * minutes }, (_, n) => n),
    async (n) => {
      const write = await visitor(`many-${n}`, '203.0.113.1');
      for (let soul = 0; soul < 10; soul++) await write(`Soul ${n} ${soul}`);
    },
  );
  const write = await visitor('ada-lovelace', '198.51.100.1');
  t.match(await write('Wren'), { status: 201 });
});
