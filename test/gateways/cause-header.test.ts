/** `X-Cause-Seq`: what a resident says of the event to which it answers goes with its command, and decides nothing. */
import t from 'tap';
import { expect } from './expect-refusal.ts';
import { post, startedCity } from './started-gateways.ts';

t.test('the seq of an event goes with the command; where none is named, nothing does', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const say = (headers: Record<string, string>) => post(`${url}/v1/mesh/broadcast`, token, { message: 'hi' }, headers);
  await say({ 'X-Cause-Seq': '41' });
  await say({});
  await say({ 'x-cause-seq': '999999999999999', 'Idempotency-Key': 'k' });
  await post(`${url}/v1/me/thoughts`, token, { text: 'So.' }, { 'X-Cause-Seq': '42' });
  t.same(
    city.commands.map(({ cause }) => cause),
    [41, undefined, 999_999_999_999_999, 42],
  );
  t.notOk('cause' in (city.commands[1] ?? {}), 'not even a field');
});

t.test('what is no whole number is refused, as a key would be, and nothing happens', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  for (const seq of ['0', '-1', '1.5', '1e3', 'x', '041', '9'.repeat(16), '4 2']) {
    const answer = await post(`${url}/v1/mesh/broadcast`, token, { message: 'hi' }, { 'X-Cause-Seq': seq });
    expect(t, answer, 422, 'invalid_request');
    t.match(answer.body, { issues: [{ path: 'X-Cause-Seq' }] }, seq);
  }
  t.same(city.commands, []);
  const look = await fetch(`${url}/v1/credits`, { headers: { Authorization: `Bearer ${token}`, 'X-Cause-Seq': 'x' } });
  t.not(look.status, 422, 'a look has no cause');
});
