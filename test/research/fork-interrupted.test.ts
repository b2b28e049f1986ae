/** A fork that is interrupted or killed as it is made: what is left of it, and of the city. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { fork } from '../../cli/fork/command.ts';
import { startEmbedded } from '../../persistence/embedded/embedded-postgres.ts';
import { keptFolder } from '../persistence/kept-simulation.ts';
import { until } from '../until.ts';
import { silentLog } from '../world.ts';

// A guard against what hangs, not a measure.
t.setTimeout(300_000);

const kept = await keptFolder(t, 3);
const place = t.testdir();
const program = join(import.meta.dirname, '..', '..', 'cli/civitas.js');
const out = join(place, 'some', 'fork');
const of = ['fork', '--data', kept.folder, '--at', `turn:${kept.turns}`, '--out', out];

/** Begins a fork that would take long, and sends it the signal once its own database runs. */
async function signalled(signal: NodeJS.Signals) {
  const forking = spawn(process.execPath, [program, ...of, '--drive', 'policies', '--ticks', '100000']);
  let err = '';
  forking.stderr.on('data', (text) => {
    err += text;
  });
  const ended = new Promise<number | null>((resolve) => forking.once('close', resolve));
  const partial = join(place, 'some', `.fork.partial-${forking.pid}`);
  await until('its database runs', () => existsSync(join(partial, 'postgres', 'postmaster.pid')));
  forking.kill(signal);
  return { code: await ended, err };
}

const runs = (data: string): boolean => existsSync(join(data, 'postgres', 'postmaster.pid'));

t.test('who interrupts it has nothing of it, and no database goes on', async (t) => {
  t.same(await signalled('SIGINT'), { code: 1, err: 'Interrupted: nothing was changed.\n' });
  t.same(readdirSync(place), []);
  t.notOk(runs(kept.folder), 'nor that of the city, which was started for it');
});

t.test('what one that was killed has left is removed by the next for the same place', async (t) => {
  t.equal((await signalled('SIGKILL')).code, null);
  t.match(readdirSync(join(place, 'some')), [/^\.fork\.partial-[0-9]+$/]);
  await fork({}, { data: kept.folder, at: `turn:${kept.turns}`, out, set: [], drive: 'none' });
  t.same(readdirSync(join(place, 'some')), ['fork']);
  // That of the city went on too, and belongs to whoever starts the city next.
  await (await startEmbedded({ dataDir: kept.folder, log: silentLog })).stop();
});
