/** `civitas simulate --policy minds`: one hash by one job and by two, and what cannot be asked. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { simulate } from '../../cli/simulate/command.ts';
import type { SimulateOptions } from '../../cli/simulate/plan.ts';
import { civitas } from '../run-civitas.ts';

// A guard against what hangs, not a measure.
t.setTimeout(900_000);

const usual = {
  residents: '3',
  ticks: '3',
  seed: '1',
  policy: 'minds',
  set: ['TICK_SECONDS=60'],
  sweep: [],
  jobs: '1',
};
const ran = (out: string, more: Partial<SimulateOptions> = {}, signal?: AbortSignal) =>
  simulate({ ...usual, ...more, out }, { version: '0', commandLine: [], say: () => {}, ...(signal && { signal }) });

t.test('a grid of minds and policies is the same by one job and by two', async (t) => {
  const folder = t.testdir();
  const grid = { policy: 'minds,worker', sweep: ['MESSAGE_PRICE=0.1,0.2'] };
  const one = await ran(join(folder, 'one'), grid);
  t.match(one, /^[0-9a-f]{64}$/);
  t.match(readFileSync(join(folder, 'one', 'odd.md'), 'utf8'), /Minds act as often as in a city, in virtual time/);
  t.equal(await ran(join(folder, 'two'), { ...grid, jobs: '2' }), one);
});

t.test('of a run with minds nothing is kept: it is not gone on with, and says so', async (t) => {
  const folder = t.testdir();
  const refused = /^--resume: nothing is kept of what minds think, so that a run of --policy minds only begins anew\.$/;
  await t.rejects(ran(join(folder, 'x'), { resume: true }), { message: refused });
  t.same(readdirSync(folder), []);
  const broken = ran(join(folder, 'x'), { ticks: '1000' }, AbortSignal.abort());
  const left = /^Interrupted at tick [0-9]+: nothing is left, since a run with minds cannot be gone on with\.$/;
  await t.rejects(broken, { message: left });
  t.same(readdirSync(folder), []);
});

t.test('a list of policies with an unknown one is refused', async (t) => {
  const { err } = await civitas(['simulate', '--policy', 'minds,baker', '--out', join(t.testdir(), 'x')]);
  t.match(
    err,
    /^--policy minds,baker: there is no such policy\. There are mixed, worker, .*, minds; give one, several with commas, or a file/,
  );
});
