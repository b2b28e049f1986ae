/** The answer where it is not known whether something happened: it names no time that nobody has waited. */
import t from 'tap';
import type { Refused } from '../../engine/refusal.ts';
import { errorAnswer } from '../../gateways/refusals/error-answers.ts';
import { refused } from '../../gateways/refusals/gateway-refusals.ts';
import { applied } from './fake-city.ts';
import { ask, cheapPasswords, operatorToken, post, startedCity, startedPortal } from './started-gateways.ts';

const busy = refused('busy', { retry_after_seconds: 1 });

const messageOf = (refusal: Refused): string => {
  const { body } = errorAnswer({ ...refusal, applied: 'unknown' });
  const { message, applied } = JSON.parse(body) as { message: string; applied: unknown };
  t.equal(applied, 'unknown');
  return message;
};

t.test('[OP2] the database does not answer', async (t) => {
  t.match(messageOf(busy), /database does not answer.*same Idempotency-Key/);
  t.notMatch(messageOf(busy), /in time/, 'a look-up may fail at once');
});

t.test('[OP2] a request under this key still runs: that is what is said', async (t) => {
  t.match(messageOf(refused('request_in_progress')), /is still running.*same key/);
  t.notMatch(messageOf(refused('request_in_progress')), /database/);
});

const unsure = { error: 'internal_error', applied: 'unknown', message: /it may have happened/ };

t.test('[OP2] a turn was applied and cannot be shown: nobody is told that nothing has happened', async (t) => {
  const { city, url } = await startedPortal(t, cheapPasswords);
  // What the engine answers where the view of a reply failed.
  city.outcome = applied({});
  const station = { name: 'Library', place: 'Main Street', location: 'city-commons' };
  t.match(await post(`${url}/v1/portals/register`, operatorToken, station), { status: 500, body: unsure });
  city.shown.set('visitor_capacity', { type: 'shown', value: { visitors: 0 } });
  const visitor = { handle: 'hannah', password: 'a long password' };
  t.match(await post(`${url}/v1/visitors/register`, '', visitor), { status: 500, body: unsure });
});

t.test('[OP2] nor where the answer is the reply as it is', async (t) => {
  const { city, url } = await startedCity(t);
  city.outcome = applied({});
  t.match(await post(`${url}/v1/mesh/broadcast`, city.live('vera-7'), { message: 'hello' }), {
    status: 500,
    body: unsure,
  });
});

t.test('[OP2] a look that fails has changed nothing', async (t) => {
  const { city, url } = await startedPortal(t);
  city.view = () => Promise.reject(new Error('broken'));
  const looked = await ask(`${url}/v1/portals/library-1/activity`);
  t.match(looked, { status: 500, body: { error: 'internal_error', applied: false } });
});
