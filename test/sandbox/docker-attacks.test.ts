/** [X1, X2] Whatever a program does, it has one outcome in time, it is the right one, and the next job finds all in order. */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { limits } from '../../sandbox/limits.ts';
import { sampled } from '../crash/size.ts';
import { bombs, escapes, exits, type Program } from './docker-programs.ts';
import { call, hasDocker, inCity, jobOf, run, serves, stdoutOf } from './docker-support.ts';

/** Milliseconds: of a program that its deadline may end; of one that ends by itself, however slow the machine is. */
const deadlineMs = 1_500;
const patienceMs = 45_000;
const passwd = readFileSync('/etc/passwd', 'utf8');

function attack(name: string, program: Program): void {
  inCity(t, name, async (t, sandbox) => {
    const runMsMax = program.ends.includes('timed_out') ? deadlineMs : patienceMs;
    const outcome = await sandbox.execute(jobOf(program.code, program.task === 'call' ? call : run, { runMsMax }));
    t.ok(program.ends.includes(outcome.type), JSON.stringify(outcome).slice(0, 300));
    if (program.prints !== undefined) t.match(stdoutOf(outcome), program.prints);
    if ('stdout' in outcome) t.ok(Buffer.byteLength(outcome.stdout) <= limits.streamBytesMax);
    t.equal(readFileSync('/etc/passwd', 'utf8'), passwd, 'the host is as it was');
    await serves(t, sandbox, name);
  });
}

if (await hasDocker(t)) {
  for (const programs of [bombs, escapes, exits])
    for (const [name, program] of sampled(programs)) attack(name, program);
}
