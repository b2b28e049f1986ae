/** A body of many small values keeps nobody else waiting: it is counted before it is walked, and its errors are answered briefly. */
import t from 'tap';
import { parseJson, valuesIn } from '../../gateways/transport/json.ts';
import { applied } from './fake-city.ts';
import { startedCity } from './started-gateways.ts';

const many = (count: number, text: (n: number) => string) => Array.from({ length: count }, (_, n) => text(n)).join(',');

t.test('values are counted without making them, and not those inside of texts', async (t) => {
  t.equal(valuesIn('{"a":[1,2,{"b":"x,y[{"}]}', 100), 6);
  t.equal(valuesIn('"\\\\\\",,,,"', 100), 1, 'an escaped quote ends no text');
  t.equal(valuesIn('"\\\\",1', 100), 2, 'an escaped backslash does not escape');
  t.equal(valuesIn(`[${many(1_000, () => '1')}]`, 10), 11, 'it stops above the bound');
  t.equal(valuesIn('"never ends,,,', 100), 1);
});

t.test('[OP12] a number beyond all numbers is refused: written again it would be null', async (t) => {
  t.same(parseJson('{"a":[1,-1e400]}', 5), {
    type: 'refused',
    issue: { path: 'a.1', message: 'is too large for a number' },
  });
  t.match(parseJson('{"a":1e300}', 5), { type: 'parsed' });
});

const asking = async (url: string, token: string, body: string) => {
  const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  return { status: answer.status, text: await answer.text() };
};

t.test('more values than may be held are refused before they are walked', async (t) => {
  const { city, url } = await startedCity(t, { residentRatePerMinute: 100_000 });
  const token = city.live('vera-7');
  const body = `{"message":[${many(300_000, () => '{}')}]}`;
  const { status, text } = await asking(`${url}/v1/mesh/broadcast`, token, body);
  t.equal(status, 422);
  t.match(JSON.parse(text), { issues: [{ path: '', message: 'has more than 10000 values' }] });
});

t.test('many values count as several requests, refused or not, and their errors are answered briefly', async (t) => {
  const { city, url } = await startedCity(t, { residentRatePerMinute: 30 });
  const token = city.live('vera-7');
  const body = `{"files":{${many(9_000, (n) => `"/${n}":1`)}}}`;
  const answers = [];
  for (let n = 0; n < 3; n++) answers.push(await asking(`${url}/v1/credits/transfer`, token, body));
  t.same(
    answers.map(({ status }) => status),
    [422, 422, 429],
  );
  t.ok(answers.every(({ text }) => text.length < 16_000));
});

t.test('each 64 KiB of an answer count as one request, and the first as that which asked', async (t) => {
  const { city, url } = await startedCity(t, { residentRatePerMinute: 4 });
  const token = city.live('vera-7');
  city.outcome = applied({ text: 'x'.repeat(2 * 65_536) });
  const transfer = JSON.stringify({ to: 'bo-2', amount: 1 });
  const answers = [];
  for (let n = 0; n < 3; n++) answers.push(await asking(`${url}/v1/credits/transfer`, token, transfer));
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 429],
    'three of four, then one',
  );
});
