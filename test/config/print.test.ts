/** Settings as they are shown: no secret, each with where it comes from, and names that are none. */
import { spawnSync } from 'node:child_process';
import t from 'tap';
import { settingLines, warningsOf } from '../../config/print.ts';

const line = (env: Record<string, string>, name: string) =>
  settingLines(env).find((each) => each.startsWith(`${name} `)) ?? '';

t.test('a value, in the unit in which it is given, and where it comes from', async (t) => {
  t.match(line({}, 'SHOUT_PRICE'), / 2 credits {2}default$/);
  t.match(line({ SHOUT_PRICE: '2.5' }, 'SHOUT_PRICE'), / 2\.5 credits {2}environment$/);
  t.match(line({ DATA_DIR: '/srv/city' }, 'ADMIN_TOKEN'), / unset {2}kept in \/srv\/city\/operator\.token$/);
  t.match(line({}, 'CADDR_LETTER_DAYS'), / 30 days {2}default$/);
  t.match(line({}, 'MEMORY_RATE_PER_MINUTE'), / 120 calls a minute {2}default$/);
  t.match(line({}, 'INFERENCE_PROMPT_PRICE_SMALL'), / 0\.01 credits for 1,000 tokens {2}default$/);
  t.match(line({}, 'REFOUND'), / 1 {2}default$/);
  t.match(line({ TICK_CRON: 'manual' }, 'MINDS'), / 0 founders {2}default$/);
});

t.test('a value that cannot be used is shown as it was given, with what is wrong with it', async (t) => {
  const env = { CITY_PORT: 'abc', INFERENCE_BASE_URL: 'http://127.0.0.1:1/v1', INFERENCE_MODEL_LARGE: '' };
  t.match(line(env, 'CITY_PORT'), / "abc" {2}environment, and cannot be used: see below$/);
  t.match(line(env, 'cannot be used: CITY_PORT:'), /number/);
  t.match(line(env, 'INFERENCE_BASE_URL'), / "http:\/\/127\.0\.0\.1:1\/v1" {2}environment, and cannot be used/);
  t.match(line({ INFERENCE_MODEL_LARGE: 'x' }, 'INFERENCE_MODEL_SMALL'), / unset {2}default$/, 'which nobody has set');
  const secrets = {
    DATABASE_URL: 'mysql://vera:my-own',
    INFERENCE_BASE_URL: 'ftp://v:my-own@x',
    ADMIN_TOKEN: 'my-own',
  };
  t.notMatch(settingLines(secrets).join(), /my-own/);
});

t.test('the command ends with 1 when one cannot be used', async (t) => {
  const ended = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'cli/civitas.ts', 'config', 'print'], {
      cwd: new URL('../..', import.meta.url),
      env: { PATH: process.env['PATH'], ...env },
    });
  t.equal(ended({}).status, 0);
  t.equal(ended({ CITY_PORT: 'abc' }).status, 1);
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

t.test('a name that looks like a setting and is none is reported, others are not', async (t) => {
  t.match(warningsOf({ CITYPORT: '1' }), [/CITYPORT is no setting.*CITY_PORT/]);
  t.match(warningsOf({ TICK_CORN: '1' }), [/TICK_CORN .*TICK_CRON/]);
  t.match(warningsOf({ 'data-dir': '1' }), [/DATA_DIR/]);
  const usual = { PATH: '', HOME: '', HOSTNAME: '', LOGNAME: '', PGHOST: '', NODE_ENV: '', CITY_PORT: '1', SHELL: '' };
  t.same(warningsOf(usual), []);
});
