/** The answer where it is not known whether something happened: it names no time that nobody has waited. */
import t from 'tap';
import type { Refused } from '../../engine/refusal.ts';
import { errorAnswer } from '../../gateways/refusals/error-answers.ts';
import { refused } from '../../gateways/refusals/gateway-refusals.ts';

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
