/** Ending one's life needs a word of confirmation: nobody dies of a request that it sent to see what it does. */
import t from 'tap';
import { startedWorld } from './started-gateways.ts';

const path = '/v1/me/shutdown';

t.test('[DY2] without {confirm: true} nothing happens, and the answer says what it would do', async (t) => {
  const { resident, city } = await startedWorld(t);
  const ada = await resident('ada');
  for (const body of [
    '',
    {},
    { confirm: false },
    { confirm: 'true' },
    { confirm: 1 },
    { confirm: true, really: true },
  ]) {
    const answer = await ada.post(path, body);
    t.match(answer, { status: 422, body: { error: 'invalid_request', applied: false } }, JSON.stringify(body));
  }
  const { body } = await ada.post(path);
  const wording = /ends your life at the next tick, and there is no way back\. Send \{"confirm": true\}/;
  t.match(body, { message: wording, issues: [{ path: 'confirm', message: wording }] });
  await city.tick();
  t.match(await ada.get('/v1/me'), { status: 200, body: { status: 'alive', state: 'alive.active' } });
});

t.test('with it the resident is dying, and dead at the next tick', async (t) => {
  const { resident, city } = await startedWorld(t);
  const ada = await resident('ada');
  t.match(await ada.post(path, { confirm: true }), { status: 200, body: { state: 'dying.legacy' } });
  await city.tick();
  t.match(await ada.get('/v1/me'), { status: 410, body: { error: 'resident_dead', cause: 'voluntary' } });
});
