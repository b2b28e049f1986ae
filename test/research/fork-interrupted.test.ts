/** A fork that is interrupted or killed as it is made: what is left of it, and of the city. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { diff } from '../../cli/diff.ts';
import { type ForkOptions, fork, forkLines } from '../../cli/fork/command.ts';
import { startEmbedded } from '../../persistence/embedded/embedded-postgres.ts';
import { keptFolder } from '../persistence/kept-simulation.ts';
import { until } from '../until.ts';
import { silentLog } from '../world.ts';

// A guard against what hangs, not a measure.
t.setTimeout(900_000);

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

/** All of the built-in policies; it leaves a file as soon as it has lived for some ticks. */
const marked = (marker: string, policies: string) => `
import { writeFileSync } from 'node:fs';
import { adopt, build, enjoy, hire, work } from '${policies}/everyday.ts';
import { all, looking } from '${policies}/policy.ts';

const count = looking(
  () => [],
  ({ age, note }) => {
    if (age === 4) writeFileSync('${marker}', '');
    return [{ type: 'note', text: String(Number(note) + 1) }, ...(Number(note) % 3 === 2 ? [{ type: 'speak', text: note }] : [])];
  },
);
export default all(adopt, build, hire, work, enjoy, count);
`;

t.test(
  '[FK2] a fork whose policies were interrupted goes on, and becomes the fork that it would have been',
  async (t) => {
    const folder = t.testdir();
    const [marker, policy] = [join(folder, 'marker'), join(folder, 'marked.ts')];
    writeFileSync(policy, marked(marker, join(import.meta.dirname, '..', '..', 'population', 'policies')));
    const of = (name: string, more: Partial<ForkOptions> = {}): ForkOptions => ({
      ...{ data: kept.folder, at: `turn:${kept.turns}`, out: join(folder, name), set: ['MESSAGE_PRICE=0.2'] },
      ...{ drive: 'policies', policy, ticks: '40', seed: '5', ...more },
    });
    const whole = await fork({}, of('whole'));
    rmSync(marker);
    const interrupted = new AbortController();
    const ended = fork({}, of('gone-on', { signal: interrupted.signal }));
    await Promise.race([until('it lives', () => existsSync(marker)), ended]);
    interrupted.abort();
    await t.rejects(ended, /^Interrupted after \d+ of 40 ticks: --resume goes on from there \(.*gone-on\)\.$/);
    const left = ['gone-on.partial', 'marked.ts', 'marker', 'whole'];
    t.same(readdirSync(folder), left);
    await t.rejects(fork({}, of('gone-on')), /^--out .*: a fork that was interrupted left .*\. Remove it, or go on/);
    const goOn = (more: Partial<ForkOptions> = {}) => fork({}, of('gone-on', { resume: true, ...more }));
    for (const other of [{ seed: '6' }, { ticks: '41' }, { at: 'tick:2' }, { set: [] }, { policy: 'mixed' }])
      await t.rejects(goOn(other), /^--out .*: what was interrupted there was begun with other options/);
    await t.rejects(goOn({ signal: AbortSignal.abort() }), /^Interrupted after \d+ of 40 ticks/, 'twice');
    t.same(readdirSync(folder), left);
    t.same(await goOn(), whole);
    t.same(await diff({}, join(folder, 'whole'), join(folder, 'gone-on')), ['Nothing differs.']);
    t.same(readdirSync(folder), ['gone-on', 'marked.ts', 'marker', 'whole']);
    t.same(readdirSync(join(folder, 'gone-on')), readdirSync(join(folder, 'whole')), 'nothing else is left in it');
    t.same(await forkLines({}, of('gone-on', { resume: true })), [`${join(folder, 'gone-on')} is whole already.`]);
    await t.rejects(fork({}, of('other', { resume: true, drive: 'none' })), /^--/);
  },
);
