/**
 * Given two callers who have all jobs of the sandbox between them, and as many more that wait, when one of their jobs ends, then it is
 * somebody else's turn: a job waits five seconds, and one of theirs may take ten.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import t from 'tap';
import { type JobSlot, JobSlots } from '../../sandbox/job-slots.ts';

t.test('two callers who run all that they may do not keep all others waiting', async (t) => {
  const slots = new JobSlots(8);
  const taken = async (place: string, caller: string): Promise<JobSlot> => {
    const slot = await slots.take(place, caller);
    if (slot === 'too long') throw new Error(`${caller} waited in vain`);
    return slot;
  };
  const begun: string[] = [];
  const running: JobSlot[] = [];
  for (const caller of ['mal', 'eve']) {
    for (let n = 0; n < 4; n++) running.push(await taken(`${caller} ${n}`, caller));
    for (let n = 4; n < 8; n++)
      void taken(`${caller} ${n}`, caller).then((slot) => {
        begun.push(caller);
        running.push(slot);
      });
  }
  void taken('shop', 'ada').then((slot) => {
    begun.push('ada');
    running.push(slot);
  });
  running.shift()?.release();
  await letOthersRun();
  await letOthersRun();
  t.same(begun, ['ada']);
  while (running.length > 0 || begun.length < 9) {
    running.shift()?.release();
    await letOthersRun();
  }
});
