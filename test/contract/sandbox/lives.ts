/** Places side by side, and their end (X3). */
import { call, endedOf, jobOf, type Promises, resources, run, stillWorks } from './jobs.ts';

export const lives: Promises = {
  'places work side by side, and nothing is mixed up': async (t, sandbox) => {
    const code = `
      export async function handle(input, caller) {
        await new Promise((go) => setTimeout(go, 5));
        store.set('last', input);
        console.log(input, caller);
        return [input, caller];
      }`;
    const work = async (place: string): Promise<void> => {
      for (let n = 0; n < 3; n++) {
        const outcome = await sandbox.execute(jobOf(code, call(`${place} ${n}`, place), { place, version: 'same' }));
        t.match(outcome, { type: 'finished', stdout: `${place} ${n} ${place}\n` });
        t.strictSame(endedOf(t, outcome), {
          exitCode: 0,
          output: JSON.stringify([`${place} ${n}`, place]),
          store: JSON.stringify({ last: `${place} ${n}` }),
        });
      }
    };
    await Promise.all(['one', 'two', 'three', 'four', 'city-housing/ada-1/studio'].map(work));
  },

  '[X3] remove ends what runs of a place, and of no other': async (t, sandbox) => {
    const slow = `console.log('slow'); await new Promise((go) => setTimeout(go, 1_500)); console.log('done');`;
    const mine = sandbox.execute(jobOf(slow, run, { place: 'mine' }));
    const other = sandbox.execute(jobOf(slow, run, { place: 'other' }));
    await sandbox.remove('mine');
    t.equal((await mine).type, 'lost');
    t.match(await other, { type: 'finished', stdout: 'slow\ndone\n' });
    await sandbox.remove('mine');
    await sandbox.remove('never-seen');
    await stillWorks(t, sandbox, 'mine');
  },

  '[X3] reconcile ends what belongs to places that are not': async (t, sandbox) => {
    await stillWorks(t, sandbox, 'idle');
    const slow = `await new Promise((go) => setTimeout(go, 1_500)); console.log('done');`;
    const dead = sandbox.execute(jobOf(slow, run, { place: 'dead' }));
    const alive = sandbox.execute(jobOf(slow, run, { place: 'alive' }));
    await sandbox.reconcile((place) => place === 'alive');
    t.equal((await dead).type, 'lost');
    t.match(await alive, { type: 'finished', stdout: 'done\n' });
    await stillWorks(t, sandbox, 'dead');
  },

  '[X3] close ends everything, once and for all': async (t, sandbox) => {
    const outcomes = ['one', 'two', 'three'].map((place) => sandbox.execute(jobOf('for (;;) {}', run, { place })));
    await Promise.all([sandbox.close(), sandbox.close()]);
    for (const outcome of await Promise.all(outcomes)) t.match(outcome, { type: 'lost', reason: /./ });
    t.equal((await sandbox.execute(jobOf('1'))).type, 'lost');
    await sandbox.prepare('one', resources);
    await sandbox.remove('one');
    await sandbox.reconcile(() => false);
  },
};
