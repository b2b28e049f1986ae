/** The letters of a resident over HTTP, page by page. */
import t from 'tap';
import { expect } from './expect-refusal.ts';
import { ask, startedCity } from './started-gateways.ts';

t.test('letters: those written to the caller, newest first, in pages', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7', { at_home: true });
  for (let i = 1; i <= 7; i++) {
    const [from, to] = i % 3 === 0 ? ['vera-7', 'bo-1'] : ['bo-1', 'vera-7'];
    city.record('message.direct', [`to:resident:${from}`, `to:resident:${to}`], {
      data: { id: `msg_${i}`, from, to, message: `letter ${i}` },
    });
  }
  const first = await ask(`${url}/v1/me/messages?limit=3`, { token });
  t.match(first.body, { items: [{ id: 'msg_7', from: 'bo-1', body: 'letter 7' }, { id: 'msg_5' }, { id: 'msg_4' }] });
  const rest = await ask(`${url}/v1/me/messages?limit=3&cursor=${first.body['next_cursor']}`, { token });
  t.match(rest.body, { items: [{ id: 'msg_2' }, { id: 'msg_1' }], next_cursor: null });
  city.change('vera-7', { at_home: false });
  expect(t, await ask(`${url}/v1/me/messages`, { token }), 403, 'location_required');
});

t.test('letters: one page costs a bounded look-up, however many the caller has sent', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7', { at_home: true });
  for (let i = 0; i <= 1500; i++) {
    const [from, to] = i === 0 ? ['bo-1', 'vera-7'] : ['vera-7', 'bo-1'];
    const data = { id: `msg_${i}`, from, to, message: 'hi' };
    city.record('message.direct', [`to:resident:${from}`, `to:resident:${to}`], { data });
  }
  const first = await ask(`${url}/v1/me/messages?limit=1`, { token });
  t.match(first, { status: 200, body: { items: [], next_cursor: String } });
  t.same(city.lookedUp, [200, 200, 200, 200, 200]);
  const rest = await ask(`${url}/v1/me/messages?limit=1&cursor=${first.body['next_cursor']}`, { token });
  t.match(rest.body, { items: [{ id: 'msg_0' }], next_cursor: null });
});
