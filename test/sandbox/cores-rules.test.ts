/** What the keeper of core containers decides by: how a program has ended, when it may be started again, what is done first. */
import t from 'tap';
import { endOf, nothingHeard } from '../../sandbox/docker/cores/program-end.ts';
import { Meter } from '../../sandbox/docker/cores/relay.ts';
import { RestartBackoff } from '../../sandbox/docker/cores/restart-backoff.ts';
import { SerialQueues } from '../../sandbox/docker/cores/serial-queues.ts';
import { coreProfile, sidecarProfile } from '../../sandbox/docker/seccomp.ts';

t.test('[CK3] how a program has ended', async (t) => {
  const ended = (ExitCode: number, OOMKilled = false, heard = {}) =>
    endOf({ ExitCode, OOMKilled }, { ...nothingHeard, ...heard }).how;
  t.equal(ended(0), 'finished');
  t.equal(ended(0, true), 'finished', 'though a child of it ran out of memory');
  for (const code of [1, 2, 126, 127, 134, 139, 159]) t.equal(ended(code), 'crashed', String(code));
  for (const code of [137, 143]) t.equal(ended(code), 'interrupted', String(code));
  t.equal(ended(137, true), 'crashed');
  t.equal(ended(137, false, { ranOut: true }), 'crashed', 'which its event may report first');
  t.equal(ended(137, true, { wasKilled: true }), 'interrupted', 'ended by somebody after a child of it ran out');
  t.equal(ended(143, true), 'interrupted');
  t.equal(ended(255), 'interrupted', 'lost with the engine');
  t.equal(ended(255, false, { hasDied: true }), 'crashed', 'seen to end so');
  t.match(endOf({ ExitCode: 3, OOMKilled: false }, nothingHeard), { reason: 'ended with code 3' });
});

t.test('what does not last is started ever later, and at once again when it has lasted', async (t) => {
  const backoff = new RestartBackoff();
  t.equal(backoff.waitMs('ada', 0), 0);
  const waits = [];
  let now = 0;
  for (let run = 0; run < 9; run++) {
    backoff.started('ada', now);
    waits.push(backoff.waitMs('ada', now));
    now += backoff.waitMs('ada', now);
  }
  t.strictSame(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  t.equal(backoff.waitMs('bob', now), 0, 'each by itself');
  backoff.started('ada', now + 61_000);
  t.equal(backoff.waitMs('ada', now + 61_000), 1_000, 'it had lasted');
  backoff.forget('ada');
  t.equal(backoff.waitMs('ada', now + 61_000), 0);
});

t.test('[CK1] of one name one thing at a time, in order, whatever becomes of it', async (t) => {
  const queues = new SerialQueues();
  const seen: string[] = [];
  let letGo = () => {};
  const first = queues.run('ada', async () => {
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
    seen.push('first');
    throw new Error('boom');
  });
  const second = queues.run('ada', async () => seen.push('second'));
  await queues.run('bob', async () => seen.push('bob'));
  letGo();
  await t.rejects(first, /boom/);
  await second;
  t.strictSame(seen, ['bob', 'first', 'second']);
});

t.test('[CF3] who says more than its rate waits until that is made up for', async (t) => {
  const meter = new Meter(1_000, 500, 0);
  t.equal(meter.take(500, 0), 0, 'a burst is free');
  t.equal(meter.take(100, 0), 100);
  t.equal(meter.take(0, 50), 50);
  t.equal(meter.take(0, 100), 0);
  t.equal(meter.take(501, 1e9), 1, 'what is not used does not add up beyond a burst');
});

t.test('[X4] a core container may connect and not listen, its sidecar both, neither but by TCP', async (t) => {
  const rulesOf = async (profile: Promise<string>): Promise<readonly { names: string[]; args?: object[] }[]> =>
    JSON.parse(await profile).syscalls;
  const [core, sidecar] = [await rulesOf(coreProfile), await rulesOf(sidecarProfile)];
  const listening = ['bind', 'listen', 'accept', 'accept4'];
  t.strictSame(
    core.flatMap(({ names }) => names).filter((name) => listening.includes(name)),
    [],
  );
  t.strictSame(
    sidecar
      .flatMap(({ names }) => names)
      .filter((name) => listening.includes(name))
      .sort(),
    listening.sort(),
  );
  for (const rules of [core, sidecar]) {
    const sockets = rules.filter(({ names }) => names.includes('socket'));
    t.equal(sockets.length, 5, 'one for Unix, two for each of IPv4 and IPv6');
    t.ok(sockets.every(({ args = [] }) => args.length === 3 || args.length === 1));
    t.ok(core.flatMap(({ names }) => names).includes('connect'));
  }
});
