/** What lies in a letter box besides letters, over HTTP. */
import t from 'tap';
import { ask, startedCity } from './started-gateways.ts';

t.test('estates of the dead and requests for funding lie among the letters, in words of the city', async (t) => {
  const { city, url } = await startedCity(t);
  const token = city.live('vera-7', { at_home: true });
  const to = ['to:resident:vera-7'];
  city.record('message.direct', to, { data: { id: 'msg_1', from: 'bo-1', to: 'vera-7', message: 'dear' } });
  city.record('credits.received', to, { data: { reason: 'estate', from: 'bo-1', amount: 12.5 } });
  const pod = { id: 'mill', name: 'Mill', from: 'bo-1', balance: 4, burn_per_tick: 2, runway_ticks: 2 };
  city.record('pod.inherited', to, { data: pod });
  city.record('funding.asked', to, { data: { pod: 'shop', name: 'Shop', from: 'cy-2', share: 2.5, until_tick: 12 } });
  const { body } = await ask(`${url}/v1/me/messages`, { token });
  t.match(body, {
    items: [
      { type: 'funding', from: 'cy-2', pod: 'shop', share: 2.5, until_tick: 12, body: /asks you to pay 2.5 credits/ },
      { type: 'pod', from: 'bo-1', pod: 'mill', burn_per_tick: 2, runway_ticks: 2 },
      { type: 'estate', from: 'bo-1', amount: 12.5, body: 'bo-1 has died and left you 12.5 credits.' },
      { type: 'letter', id: 'msg_1', from: 'bo-1', body: 'dear' },
    ],
    next_cursor: null,
  });
});
