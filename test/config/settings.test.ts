/** Settings: every wrong one is named, and the others are used. */
import t from 'tap';
import { settingLines } from '../../config/print.ts';
import { examine, readConfig } from '../../config/settings.ts';

t.test('every wrong setting is named; defaults take the place of these alone', async (t) => {
  const env = { CITY_PORT: 'abc', SANDBOX: 'bogus', DRAIN_MS: '200', HOST: '' };
  const { config, wrong } = examine(env);
  t.match(wrong, [/^CITY_PORT: /, /^SANDBOX: /]);
  t.match(config, { CITY_PORT: 3000, SANDBOX: 'auto', DRAIN_MS: 200, HOST: '127.0.0.1' });
  t.throws(() => readConfig(env), /Settings that cannot be used:\n {2}CITY_PORT: .*\n {2}SANDBOX: /);
});

t.test('both gateways cannot have one port, unless it is any free one', async (t) => {
  t.throws(() => readConfig({ CITY_PORT: '3002' }), /CITY_PORT, PORTAL_PORT: the same port/);
  t.throws(() => readConfig({ JOB_REVIEW_TICKS: '13' }), /JOB_REVIEW_TICKS: longer than JOB_REVIEW_TICKS_MAX/);
  t.equal(readConfig({ CITY_PORT: '0', PORTAL_PORT: '0' }).CITY_PORT, 0);
});

t.test('an operator’s token given by hand cannot be short, and fits into a header', async (t) => {
  for (const token of ['x'.repeat(23), 'x'.repeat(129), `${'x'.repeat(24)} y`, 'é'.repeat(24)])
    t.match(examine({ ADMIN_TOKEN: token }).wrong, [/^ADMIN_TOKEN: must have 24 to 128 printable/], token);
  for (const length of [24, 128]) t.equal(readConfig({ ADMIN_TOKEN: 'x'.repeat(length) }).ADMIN_TOKEN?.length, length);
});

t.test('a model server needs a model, a model a server, and a key is never shown', async (t) => {
  const server = { INFERENCE_BASE_URL: 'http://127.0.0.1:11434/v1' };
  t.match(examine(server).wrong, [
    /^INFERENCE_BASE_URL: a server without a model: set one or more of INFERENCE_MODEL_SMALL/,
  ]);
  t.match(examine({ INFERENCE_MODEL_LARGE: 'qwen3' }).wrong, [/INFERENCE_MODEL_LARGE: a model without a server/]);
  for (const url of ['ftp://x/v1', 'http://me:secret@x/v1', 'http://x/v1?key=secret', 'x'])
    t.match(
      examine({ INFERENCE_BASE_URL: url, INFERENCE_MODEL_SMALL: 'x' }).wrong[0],
      /^INFERENCE_BASE_URL: not the address/,
    );
  const given = { ...server, INFERENCE_MODEL_SMALL: 'qwen3', INFERENCE_API_KEY: 'sk-secret' };
  t.match(readConfig(given), { INFERENCE_PROMPT_PRICE_SMALL: 10, INFERENCE_COMPLETION_PRICE_LARGE: 1_000 });
  t.notMatch(settingLines(given).join(), /sk-secret/);
});

t.test('minds live here unless ticks are given by hand, or one says otherwise', async (t) => {
  t.match(readConfig({}), { MINDS: 12, MINDS_LIVE_HERE: 1, rules: { MINDS_LIVE_HERE: 1 } });
  t.match(readConfig({ TICK_CRON: 'manual' }), { MINDS: 0, rules: { MINDS_LIVE_HERE: 0 } });
  t.match(readConfig({ TICK_CRON: 'manual', MINDS: '2' }), { MINDS: 2, rules: { MINDS_LIVE_HERE: 1 } });
  t.match(readConfig({ MINDS: '0' }), { MINDS: 0, rules: { MINDS_LIVE_HERE: 0 } });
  t.match(readConfig({ MINDS_LIVE_HERE: '1' }), { MINDS: 0 }, 'programs of the operator live here');
  t.match(readConfig({ MINDS: '0', MINDS_LIVE_HERE: '1' }), { MINDS: 0, rules: { MINDS_LIVE_HERE: 1 } });
  t.match(readConfig({ MINDS_LIVE_HERE: '0' }), { MINDS: 12, rules: { MINDS_LIVE_HERE: 0 } });
});

t.test('founders whom no mind could live are refused, and the answer says what to raise', async (t) => {
  t.throws(
    () => readConfig({ MINDS: '200' }),
    /\n {2}MINDS: more founders than minds may live at once, .* raise that to as many$/,
  );
  t.match(readConfig({ MINDS: '200', MINDS_MAX: '200' }), { MINDS: 200 });
  t.match(readConfig({ MINDS: '60' }), { MINDS: 60, MINDS_MAX: 60 });
  t.match(readConfig({ MINDS_MAX: '5' }), { MINDS: 5 }, 'nobody has asked for more');
});
