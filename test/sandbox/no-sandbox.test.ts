import t from 'tap';
import type { Sandbox } from '../../sandbox/interface.ts';
import { OffSandbox } from '../../sandbox/no-sandbox.ts';
import { jobOf } from '../contract/sandbox/jobs.ts';

t.test('a sandbox that is switched off runs nothing, and says so', async (t) => {
  const sandbox: Sandbox = new OffSandbox();
  t.strictSame(await sandbox.execute(jobOf(`console.log('ran')`)), {
    type: 'lost',
    reason: 'the sandbox is switched off',
  });
  t.strictSame(await sandbox.about(), { sandbox: 'off', entries: [], cannot: ['It runs no code.'] });
});

t.test('a sandbox that is switched off has nothing to keep', async (t) => {
  const sandbox: Sandbox = new OffSandbox();
  const { place, resources } = jobOf('');
  await sandbox.prepare(place, resources);
  await sandbox.remove(place);
  await sandbox.reconcile(() => false);
  await sandbox.close();
  t.equal((await sandbox.execute(jobOf(''))).type, 'lost');
});
