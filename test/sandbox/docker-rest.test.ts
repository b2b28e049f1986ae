/** [R3] What a service is when nobody calls it: its own process, which stands still, and nothing else. */
import t from 'tap';
import { until } from '../until.ts';
import { call, hasDocker, inCity, jobOf } from './docker-support.ts';
import { processesOf } from './docker-watch.ts';

const place = 'lantern-shop';
const endless = 'setInterval(() => {}, 5)';
/** Each call leaves a child, and a child of a child. */
const leaver = `
  import { spawn } from 'node:child_process';
  let calls = 0;
  const leave = (code) => spawn('node', ['-e', code], { detached: true, stdio: 'ignore' }).unref();
  const parent = ${JSON.stringify(`require('child_process').spawn('node', ['-e', '${endless}'], { stdio: 'ignore' }); ${endless}`)};
  export const handle = async () => {
    leave(parent);
    await new Promise((go) => setTimeout(go, 100));
    return ++calls;
  };`;

/** Nothing lives in the container but the runner and a process for calls that is stopped. */
async function rests(city: string): Promise<boolean> {
  const [runner, ...others] = (await processesOf(city, place)).filter(({ state }) => state !== 'Z');
  return runner !== undefined && others.length === 1 && others[0]?.state === 'T';
}

if (await hasDocker(t)) {
  inCity(t, 'between calls the code stands still', async (t, sandbox, city) => {
    const counting = jobOf('let n = 0; setInterval(() => { n += 1; }, 2); export const handle = () => ++n;', call);
    t.equal((await sandbox.execute(counting)).type, 'finished');
    await until('it stands still', () => rests(city));
    t.equal((await sandbox.execute(counting)).type, 'finished', 'and goes on');
  });

  inCity(
    t,
    'children that a call leaves behind end when it rests; the code itself goes on',
    async (t, sandbox, city) => {
      const job = jobOf(leaver, call);
      for (const output of ['1', '2']) {
        t.match(await sandbox.execute(job), { type: 'finished', output });
        await until('nothing of its children is left', () => rests(city));
      }
    },
  );

  inCity(t, 'a container that fills with what has ended gives way to another', async (t, sandbox, city) => {
    const job = jobOf(leaver, call);
    let calls = 0;
    await until('its variables begin anew', async () => {
      const outcome = await sandbox.execute(job);
      t.equal(outcome.type, 'finished');
      calls += 1;
      await until('rest, or the end', async () => (await rests(city)) || (await processesOf(city, place)).length === 0);
      return calls > 1 && outcome.type === 'finished' && outcome.output === '1';
    });
    t.ok(calls > 8, `${calls} calls`);
  });
}
