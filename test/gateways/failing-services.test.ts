/** The operator learns of a service that keeps failing: by a line of the log now and then, and by the health of the city. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { ServiceFailures } from '../../gateways/services/failing-services.ts';
import { answer } from '../../services/contract.ts';
import { city, path, said } from './parrot-service.ts';

const to = { service: 'parrot', operation: 'say' };

/** A log, and what it was warned of. */
function warned() {
  const lines: { readonly reason?: string }[] = [];
  const quiet = () => undefined;
  return { lines, log: { debug: quiet, info: quiet, error: quiet, warn: (fields: object) => void lines.push(fields) } };
}

t.test('a line at once, then one a minute at most, with how many there were', (t) => {
  const { lines, log } = warned();
  let now = 0;
  const failures = new ServiceFailures({ elapsed: () => now }, log);
  for (let n = 0; n < 100; n++) {
    failures.failed(to, `reason ${n}`);
    if (n % 2 === 0) failures.answered('parrot');
  }
  failures.failed({ ...to, service: 'owl' }, 'asleep');
  now = 60_000;
  failures.failed(to, 'still');
  t.same(lines, [
    { ...to, reason: 'reason 0', failures: 1 },
    { service: 'owl', operation: 'say', reason: 'asleep', failures: 1 },
    { ...to, reason: 'still', failures: 100 },
  ]);
  t.end();
});

t.test('a reason is cut: what a service throws may be as long as its answer', (t) => {
  const { lines, log } = warned();
  const failures = new ServiceFailures({ elapsed: () => 0 }, log);
  for (let n = 0; n < 3; n++) failures.failed(to, 'x'.repeat(100_000));
  t.equal(lines[0]?.reason?.length, 300);
  t.equal(failures.failing['parrot']?.reason.length, 300);
  t.end();
});

t.test('a call that waited for others of its resident until its deadline is no failure of the service', async (t) => {
  const { ada, parrot, calls } = await city(t);
  parrot.says = () => sleep(10_000, undefined, { ref: false }).then(() => answer({}));
  const answers = await Promise.all(['one', 'two', 'three', 'four'].map((text) => ada.post(`${path}/say`, { text })));
  t.same(
    answers.map(({ status }) => status),
    [504, 504, 504, 504],
  );
  t.same(calls.failing, {}, 'two ran for the whole time');
});

t.test('three in a row keep failing, until a call is answered or refused for what it asks', async (t) => {
  const { ada, parrot, calls, pass } = await city(t);
  const say = async (says: typeof parrot.says) => {
    parrot.says = says;
    await ada.post(`${path}/say`, { text: 'one' });
    pass(20_000);
  };
  const throws = () => Promise.reject(new Error('no voice'));
  const reason = 'it could not be reached';
  await say(throws);
  await say(() => sleep(10_000, undefined, { ref: false }).then(() => answer({})));
  t.same(calls.failing, {});
  await say(async () => ({ type: 'refused', code: 'service_failed', reason }));
  t.same(calls.failing, { parrot: { failures: 3, reason, for_ms: 60_000 } });
  await say(async (call) => said(call, call.hold + 1));
  t.match(calls.failing, { parrot: { failures: 4, reason: /another price/ } });
  await say(async () => ({ type: 'refused', code: 'not_found', kind: 'word' }));
  t.same(calls.failing, {}, 'what its caller asked is no failure of it');
  for (let n = 0; n < 3; n++) await say(throws);
  t.match(calls.failing, { parrot: { failures: 3, reason: /no voice/ } });
  await say(async (call) => said(call));
  t.same(calls.failing, {});
});
