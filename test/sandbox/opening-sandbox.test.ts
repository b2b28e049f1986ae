/** [OP8] A sandbox that opens late, or never: the city is up, and each job has one answer. */
import { setTimeout as pause } from 'node:timers/promises';
import t from 'tap';
import type { Outcome, Sandbox } from '../../sandbox/interface.ts';
import { OpeningSandbox } from '../../sandbox/opening-sandbox.ts';
import { jobOf } from '../contract/sandbox/jobs.ts';

const options = { retryMs: 20, waitMs: 60 };
const entries = [{ file: 'index.js', language: 'JavaScript' }];
const ran: Outcome = { type: 'lost', reason: 'the opened one was asked' };

// Nothing that a sandbox waits for keeps a process alive: a city does that itself, here this.
const alive = setInterval(() => {}, 1_000);
t.teardown(() => clearInterval(alive));

/** A sandbox that opens at the `opensAt`th attempt, once `let in`; what it was asked, and what was warned of. */
function late(opensAt: number) {
  const seen: string[] = [];
  const warned: string[] = [];
  let attempts = 0;
  let letIn = () => {};
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  const opened: Sandbox = {
    about: () => Promise.resolve({ sandbox: 'docker', entries, cannot: [] }),
    prepare: async (place) => void seen.push(`prepare ${place}`),
    execute: async ({ place }) => {
      seen.push(`execute ${place}`);
      return ran;
    },
    remove: async (place) => void seen.push(`remove ${place}`),
    reconcile: async (lives) => void seen.push(`reconcile ${lives('lives')} ${lives('gone')}`),
    close: async () => void seen.push('close'),
  };
  const open = async () => {
    attempts += 1;
    if (attempts < opensAt) throw new Error('no engine');
    await held;
    return opened;
  };
  const sandbox = new OpeningSandbox(open, { warn: (_context, message) => warned.push(message) }, options);
  return { sandbox, seen, warned, letIn, attempts: () => attempts };
}

t.test('it is opened again and again until that works, and one is warned once', async (t) => {
  const { sandbox, letIn, warned, attempts } = late(4);
  t.match(await sandbox.about(), { entries: [], cannot: [/Docker does not answer/] });
  letIn();
  while (attempts() < 4) await pause(5);
  await pause(5);
  t.match(await sandbox.about(), { entries, cannot: [] });
  t.equal(warned.length, 1);
  t.same(await sandbox.execute(jobOf('')), ran);
  await sandbox.close();
});

t.test('a job waits for it a while, then is lost: nothing is charged', async (t) => {
  const { sandbox, seen, letIn } = late(1);
  const begun = performance.now();
  t.match(await sandbox.execute(jobOf('')), { type: 'lost', reason: /does not answer/ });
  t.ok(performance.now() - begun >= options.waitMs - 5);
  t.same(seen, []);
  const waits = sandbox.execute(jobOf(''));
  letIn();
  t.same(await waits, ran, 'one that waits is done once it is open');
  await sandbox.close();
});

t.test('a reconciliation that was asked for meanwhile is done once it is open', async (t) => {
  const { sandbox, seen, letIn } = late(1);
  await sandbox.reconcile((place) => place === 'lives');
  t.same(seen, []);
  letIn();
  await pause(10);
  t.same(seen, ['reconcile true false']);
  await sandbox.close();
});

t.test('closed while it opens: what opens after that is closed, and nothing is tried again', async (t) => {
  const opening = late(1);
  await opening.sandbox.close();
  opening.letIn();
  await pause(10);
  t.same(opening.seen, ['close']);
  const failing = late(Number.POSITIVE_INFINITY);
  await pause(5);
  await failing.sandbox.close();
  const attempts = failing.attempts();
  await pause(3 * options.retryMs);
  t.equal(failing.attempts(), attempts);
});
