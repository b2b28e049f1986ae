/** Settings: what is wrong is told, all of it, and what is not stands. */
import t from 'tap';
import { examine, readConfig } from '../config.ts';

t.test('every wrong setting is named; defaults take the place of these alone', async (t) => {
  const env = { CITY_PORT: 'abc', SANDBOX: 'bogus', DRAIN_MS: '200', HOST: '' };
  const { config, wrong } = examine(env);
  t.match(wrong, [/^CITY_PORT: /, /^SANDBOX: /]);
  t.match(config, { CITY_PORT: 3000, SANDBOX: 'auto', DRAIN_MS: 200, HOST: '127.0.0.1' });
  t.throws(() => readConfig(env), /Settings that cannot be used:\n {2}CITY_PORT: .*\n {2}SANDBOX: /);
});

t.test('both gateways cannot have one port, unless it is any free one', async (t) => {
  t.throws(() => readConfig({ CITY_PORT: '3002' }), /CITY_PORT, PORTAL_PORT: the same port/);
  t.equal(readConfig({ CITY_PORT: '0', PORTAL_PORT: '0' }).CITY_PORT, 0);
});

t.test('an operator’s token given by hand cannot be short, and fits into a header', async (t) => {
  for (const token of ['x'.repeat(23), 'x'.repeat(129), `${'x'.repeat(24)} y`, 'é'.repeat(24)])
    t.match(examine({ ADMIN_TOKEN: token }).wrong, [/^ADMIN_TOKEN: must have 24 to 128 printable/], token);
  for (const length of [24, 128]) t.equal(readConfig({ ADMIN_TOKEN: 'x'.repeat(length) }).ADMIN_TOKEN?.length, length);
});
