/** Requests with an Idempotency-Key: what is looked up, what is answered first, and what a repeat costs (J4). */
import t from 'tap';
import { refused } from '../../gateways/refusals/gateway-refusals.ts';
import { expect } from './expect-refusal.ts';
import { applied } from './fake-city.ts';
import { post, startedCity } from './started-gateways.ts';

t.test('an Idempotency-Key goes with the command; the same request has the same fingerprint', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const send = (key: string, message: string) =>
    post(`${url}/v1/mesh/broadcast`, token, { message }, { 'Idempotency-Key': key });
  await send('k', 'one');
  await send('k', 'one');
  await send('k', 'two');
  const [first, again, other] = city.commands.map(({ key }) => key);
  t.match(first, { key: 'k', keepAnswer: true });
  t.equal(first?.fingerprint, again?.fingerprint);
  t.not(first?.fingerprint, other?.fingerprint);
  expect(t, await send('k'.repeat(65), 'one'), 422, 'invalid_request');
});

t.test('[J4] a known key is answered first, though its caller is now elsewhere and poor', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7', { balance: 0 });
  city.kept.set('k', { ...applied({ id: 'msg_1' }), repeated: true });
  const headers = { 'Idempotency-Key': 'k' };
  const letter = await post(`${url}/v1/me/messages/send`, token, { to: 'bo-1', message: 'hi' }, headers);
  t.match(letter, { status: 201, body: { id: 'msg_1' } });
  t.match(await post(`${url}/v1/mesh/shout`, token, { message: 'hi' }, headers), { status: 201 });
  const another = await post(`${url}/v1/me/messages/send`, token, {}, { 'Idempotency-Key': 'another' });
  expect(t, another, 403, 'location_required');
});

t.test('repeats under a used key count against the limit, and the database is spared those beyond it', async (t) => {
  const { city, url } = await startedCity(t, { residentRatePerMinute: 5 });
  const token = city.live('vera-7');
  city.kept.set('k', { ...applied({ id: 'msg_1' }), repeated: true });
  const known = city.known.bind(city);
  let lookUps = 0;
  city.known = (...asked) => {
    lookUps += 1;
    return known(...asked);
  };
  const repeat = () => post(`${url}/v1/mesh/broadcast`, token, { message: 'hi' }, { 'Idempotency-Key': 'k' });
  for (let n = 0; n < 5; n++) t.match(await repeat(), { status: 201, body: { id: 'msg_1' } });
  for (let n = 0; n < 5; n++) expect(t, await repeat(), 429, 'rate_limited');
  t.equal(lookUps, 5);
});

t.test('[J4] busy before the key could be looked up does not say that nothing has happened', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const send = (key: string) =>
    post(`${url}/v1/mesh/broadcast`, token, { message: 'hi' }, key === '' ? {} : { 'Idempotency-Key': key });
  const away = { status: 503, body: { error: 'busy', applied: 'unknown' } };
  city.isReadable = false;
  t.match(await send('k'), away, 'the caller cannot be seen');
  expect(t, await send(''), 503, 'busy');
  city.isReadable = true;
  city.kept.set('k', refused('busy', { retry_after_seconds: 1 }));
  t.match(await send('k'), away, 'the key cannot be looked up');
  city.outcome = refused('busy', { retry_after_seconds: 1 });
  expect(t, await send('new'), 503, 'busy');
});

t.test('a malformed Idempotency-Key counts against the limit', async (t) => {
  const { city, url } = await startedCity(t, { residentRatePerMinute: 1 });
  const token = city.live('vera-7');
  const send = () => post(`${url}/v1/location/explore`, token, '', { 'Idempotency-Key': 'k'.repeat(65) });
  expect(t, await send(), 422, 'invalid_request');
  expect(t, await send(), 429, 'rate_limited');
});
