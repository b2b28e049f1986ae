/** [X1, X2] Whatever a program does, it has one outcome in time, it is the right one, and the next job finds all in order. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { limits } from '../../sandbox/limits.ts';
import { bombs, escapes, exits, type Program } from './docker-programs.ts';
import { call, inCity, jobOf, run, serves, stdoutOf, withDocker } from './docker-support.ts';

/** Milliseconds that a program has, and that it may take in all. */
const runMsMax = 2_500;
const tookMsMax = runMsMax + limits.graceMsMax;
const passwd = readFileSync('/etc/passwd', 'utf8');

function attack(name: string, program: Program): void {
  inCity(
    t,
    name,
    async (t, sandbox) => {
      const begun = performance.now();
      const outcome = await sandbox.execute(jobOf(program.code, program.task === 'call' ? call : run));
      const tookMs = Math.round(performance.now() - begun);
      t.ok(program.ends.includes(outcome.type), `${tookMs} ms: ${JSON.stringify(outcome).slice(0, 300)}`);
      t.ok(tookMs <= tookMsMax, 'in time');
      if (program.prints !== undefined) t.match(stdoutOf(outcome), program.prints);
      if ('stdout' in outcome) t.ok(Buffer.byteLength(outcome.stdout) <= limits.streamBytesMax);
      t.equal(readFileSync('/etc/passwd', 'utf8'), passwd, 'the host is as it was');
      await serves(t, sandbox, name);
    },
    { runMsMax },
  );
}

await withDocker(t, () => {
  for (const programs of [bombs, escapes, exits])
    for (const [name, program] of Object.entries(programs)) attack(name, program);
});
