/** Settings as they are shown: no secret, each with where it comes from, and names that are none. */
import t from 'tap';
import { settingLines, warningsOf } from '../../cli/config-print.ts';

const line = (env: Record<string, string>, name: string) =>
  settingLines(env).find((each) => each.startsWith(`${name} `)) ?? '';

t.test('a value, in the unit in which it is given, and where it comes from', async (t) => {
  t.match(line({}, 'SHOUT_PRICE'), / 2 {2}default$/);
  t.match(line({ SHOUT_PRICE: '2.5' }, 'SHOUT_PRICE'), / 2\.5 {2}environment$/);
  t.match(line({ DATA_DIR: '/srv/city' }, 'ADMIN_TOKEN'), / unset {2}kept in \/srv\/city\/operator\.token$/);
  t.match(line({ CITY_PORT: 'abc' }, 'cannot be used, shown with its default: CITY_PORT:'), /number/);
});

t.test('secrets are masked', async (t) => {
  const env = {
    ADMIN_TOKEN: 'adm_a-token-of-my-own-making',
    CITY_SEED: 'my-own-seed',
    DATABASE_URL: 'postgres://vera:my-own-password@db:5432/city?password=my-own-too',
  };
  const shown = settingLines(env).join('\n');
  t.notMatch(shown, /my-own/);
  t.match(shown, /postgres:\/\/vera:\*+@db:5432\/city/);
});

t.test('a name that looks like a setting and is none is told, others are not', async (t) => {
  t.match(warningsOf({ CITYPORT: '1' }), [/CITYPORT is no setting.*CITY_PORT/]);
  t.match(warningsOf({ TICK_CORN: '1' }), [/TICK_CORN .*TICK_CRON/]);
  t.match(warningsOf({ 'data-dir': '1' }), [/DATA_DIR/]);
  const usual = { PATH: '', HOME: '', HOSTNAME: '', LOGNAME: '', PGHOST: '', NODE_ENV: '', CITY_PORT: '1', SHELL: '' };
  t.same(warningsOf(usual), []);
});
