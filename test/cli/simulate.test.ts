/** `civitas simulate` as a researcher runs it: what it prints, what it leaves, and what it refuses. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { type SimulateOptions, simulate } from '../../cli/simulate/command.ts';
import { fieldsOf, parseJson } from '../../client/wire.ts';

const root = join(import.meta.dirname, '..', '..');

function civitas(
  args: readonly string[],
): Promise<{ readonly code: unknown; readonly out: string; readonly err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'cli/civitas.js'), ...args], { timeout: 300_000 }, (error, out, err) => {
      resolve({ code: error?.code ?? 0, out, err });
    });
  });
}

const small = ['simulate', '--residents', '6', '--ticks', '10', '--seed', '7'];
const json = (folder: string, name: string) => fieldsOf(parseJson(readFileSync(join(folder, name), 'utf8')));

t.test('it prints how far it is and at last the hash, which is that of the events that it leaves', async (t) => {
  const out = join(t.testdir(), 'runs', 'x');
  const { code, out: said, err } = await civitas([...small, '--out', out, '--set', 'RESIDENT_UPKEEP=2']);
  t.equal(code, 0, err);
  const lines = said.trim().split('\n');
  t.match(lines.at(-2), /^tick 10 of 10, [0-9]+ acts\/s, 0 s left$/);
  const hash = lines.at(-1);
  t.same(readdirSync(out).sort(), ['events.jsonl.gz', 'manifest.json', 'summary.json', 'ticks.csv']);
  t.same(readdirSync(join(out, '..')), ['x'], 'nothing is left beside it');
  const events = gunzipSync(readFileSync(join(out, 'events.jsonl.gz')));
  t.equal(createHash('sha256').update(events).digest('hex'), hash);
  t.match(json(out, 'summary.json'), {
    hash,
    seed: 7,
    ticks: 10,
    state_hash: /^[0-9a-f]{64}$/,
    figures: { population: 6 },
  });
  const manifest = json(out, 'manifest.json');
  t.match(manifest, {
    seed: 7,
    residents: 6,
    ticks: 10,
    policy: { name: 'mixed', sha256: null },
    node: process.version,
  });
  t.match(fieldsOf(manifest['charts']), { resident: String, job: String });
  t.match(fieldsOf(manifest['settings']), {
    RESIDENT_UPKEEP: { value: '2 credits', origin: '--set' },
    MESSAGE_PRICE: { value: '0.1 credits', origin: 'default' },
  });
  const rows = readFileSync(join(out, 'ticks.csv'), 'utf8').trim().split('\n');
  t.equal(rows.length, 11);
  t.match(rows[0], /^tick,population,births,deaths,residents_millicredits,/);
  t.match(rows[1], /^1,6,0,0,[0-9]+,[0-9]+,0,[0-9]+,-[0-9]+,/);
});

const policy = `import type { Policy } from '${root}/population/policies/policy.ts';
const mine: Policy = ({ age }) => (age % 2 === 0 ? [{ type: 'speak', text: 'Hello.' }] : []);
export default mine;
`;

t.test('a policy may come from a file; one file is one run, and its hash is kept', async (t) => {
  const folder = t.testdir({ 'mine.ts': policy, 'mine.js': policy.replace(/^import.*\n/, '').replace(': Policy', '') });
  const said: string[] = [];
  const ran = (file: string, out: string) =>
    simulate(
      { residents: '3', ticks: '4', seed: '1', policy: join(folder, file), set: [], out: join(folder, out) },
      { version: '0', commandLine: [], say: (line) => said.push(line) },
    );
  const [typed, plain] = [await ran('mine.ts', 'typed'), await ran('mine.js', 'plain')];
  t.equal(typed.hash, plain.hash);
  t.match(typed.figures.commands.applied, Number);
  t.equal(said.length, 2);
  const { policy: kept } = json(join(folder, 'typed'), 'manifest.json');
  t.equal(fieldsOf(kept)['sha256'], createHash('sha256').update(policy).digest('hex'));
});

t.test('what cannot be used is refused with a sentence, and nothing is written', async (t) => {
  const folder = t.testdir({
    there: { 'a file': '' },
    file: '',
    'throws.js': 'export default () => { throw new Error("no idea"); };',
    'nothing.js': 'export default () => {};',
    'none.js': 'export const mine = () => [];',
    'broken.ts': 'export default (',
  });
  const of = (name: string) => join(folder, name);
  const before = readdirSync(folder).sort();
  const usual: SimulateOptions = { residents: '3', ticks: '4', seed: '1', policy: 'mixed', set: [], out: of('x') };
  const table: readonly (readonly [Partial<SimulateOptions>, RegExp])[] = [
    [{ residents: '0' }, /^--residents 0: not a whole number from 1 to 100000\.$/],
    [{ residents: 'many' }, /^--residents many: not a whole number/],
    [{ ticks: '1.5' }, /^--ticks 1\.5: not a whole number/],
    [{ seed: '-1' }, /^--seed -1: not a whole number/],
    [{ policy: 'nobody' }, /^--policy nobody: there is no such policy\. There are mixed, worker, .*\.$/],
    [{ policy: of('missing.ts') }, /^--policy .*missing\.ts: there is no such file\.$/],
    [{ policy: of('none.js') }, /^--policy .*none\.js: it exports no default function/],
    [{ policy: of('broken.ts') }, /^--policy .*broken\.ts: it cannot be run: /],
    [{ policy: of('throws.js') }, /^The policy of throws-[0-9]+ failed at tick 0: it threw no idea\.$/],
    [{ policy: of('nothing.js') }, /^The policy of nothing-[0-9]+ failed at tick 0: it must return an array of acts/],
    [{ set: ['RESIDENT_UPKEEP'] }, /^--set RESIDENT_UPKEEP: give a setting and its value, for example /],
    [
      { set: ['RESIDENT_UPKEP=1'] },
      /^--set RESIDENT_UPKEP=1: there is no setting RESIDENT_UPKEP\. Did you mean RESIDENT_UPKEEP\?$/,
    ],
    [{ set: ['CITY_PORT=1'] }, /^--set CITY_PORT=1: no rule reads CITY_PORT: it changes nothing in a simulation\.$/],
    [{ set: ['RESIDENT_UPKEEP=-1'] }, /^--set RESIDENT_UPKEEP=-1: /],
    [{ set: ['RESIDENT_UPKEEP=dear'] }, /^--set RESIDENT_UPKEEP=dear: /],
    [{ out: of('there') }, /^--out .*there is there already: a run overwrites nothing\. Name another folder\.$/],
    [{ out: join(of('file'), 'x') }, /^--out .*x cannot be written: .*\.$/],
  ];
  for (const [wrong, message] of table) {
    const ran = simulate({ ...usual, ...wrong }, { version: '0', commandLine: [], say: () => {} });
    await t.rejects(ran, { message }, JSON.stringify(wrong));
  }
  t.same(readdirSync(folder).sort(), before);
});

t.test('the command line ends with 1 and the sentence', async (t) => {
  const out = join(t.testdir(), 'x');
  const { code, err } = await civitas([...small, '--policy', 'nobody', '--out', out]);
  t.equal(code, 1);
  t.match(err, /^--policy nobody: there is no such policy\. .*\n$/);
  t.notOk(existsSync(out));
});

t.test('who interrupts a run finds nothing left of it', async (t) => {
  const folder = t.testdir();
  writeFileSync(
    join(folder, 'stop.js'),
    'export default ({ tick }) => { if (tick === 2) process.kill(process.pid, "SIGINT"); return []; };',
  );
  const { code, err } = await civitas([
    ...small,
    '--ticks',
    '100000',
    '--policy',
    join(folder, 'stop.js'),
    '--out',
    join(folder, 'x'),
  ]);
  t.equal(code, 1);
  t.equal(err, 'Interrupted: nothing was kept.\n');
  t.same(readdirSync(folder), ['stop.js']);
});
