/** A running city prunes its history by the clock, one prune at a time, whatever becomes of one. */
import t from 'tap';
import { pruneRegularly } from '../../host/pruning.ts';
import { until } from '../until.ts';

const eachSecond = '* * * * * *';

t.test('a prune that failed is tried again, and none begins while one is under way', async (t) => {
  const infos: object[] = [];
  const warnings: object[] = [];
  let begun = 0;
  let finish = () => {};
  const prune = () => {
    begun += 1;
    if (begun === 1) return Promise.reject(new Error('the database is away'));
    return new Promise<string>((resolve) => {
      finish = () => resolve('removed 3 events');
    });
  };
  const log = { info: (fields: object) => infos.push(fields), warn: (fields: object) => warnings.push(fields) };
  const stop = pruneRegularly({ when: eachSecond, prune, log });
  await until('the second prune', () => begun === 2);
  t.match(warnings, [{ cause: /the database is away/ }]);
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  t.equal(begun, 2, 'the second is still under way');
  finish();
  await until('what it said', () => infos.length === 1);
  t.same(infos, [{ said: 'removed 3 events' }]);
  await stop();
});

t.test('the end of the city ends a prune, which is no failure', async (t) => {
  let begun = false;
  const stop = pruneRegularly({
    when: eachSecond,
    prune: (signal) =>
      new Promise((_, reject) => {
        begun = true;
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    log: { info: () => t.fail('nothing was pruned'), warn: (fields) => t.fail(JSON.stringify(fields)) },
  });
  await until('a prune', () => begun);
  await stop();
});
