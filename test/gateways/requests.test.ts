/** The order of checks on one request (decisions section 3), and what comes back when each fails. */
import t from 'tap';
import { actorId } from '../../engine/ids.ts';
import { applied } from './fake-city.ts';
import { ask, operatorToken, post, startedCity } from './started.ts';

t.test('a view is answered as JSON, with a request id', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  city.shown.set('me', { type: 'shown', value: { id: 'vera-7', balance: 60 } });
  const answer = await ask(`${url}/v1/me`, { token });
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('content-type'), 'application/json');
  t.match(answer.headers.get('x-request-id'), /^req-/);
  t.same(answer.body, { id: 'vera-7', balance: 60 });
  t.same(city.views.at(-1), { view: 'me', args: { id: 'vera-7' } });
});

t.test('a move becomes an event of the caller, credits millicredits', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  city.outcome = applied('{"to":"city-housing/vera-7"}');
  const answer = await post(`${url}/v1/location/move`, token, { exit_id: 'home', max_toll: 2.5 });
  t.equal(answer.status, 200);
  t.same(answer.body, { to: 'city-housing/vera-7' });
  t.same(city.commands, [
    {
      to: actorId('resident', 'vera-7'),
      event: { type: 'move', exit: 'home', max_toll: 2500 },
      caller: actorId('resident', 'vera-7'),
      reply: { view: 'arrival', args: { resident: 'vera-7', exit: 'home' } },
    },
  ]);
});

t.test('a broadcast is created', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7');
  const answer = await post(`${url}/v1/mesh/broadcast`, token, { message: 'hello' });
  t.equal(answer.status, 201);
  t.same(city.commands[0]?.event, { type: 'broadcast', text: 'hello' });
});
