/** `civitas simulate` as a researcher runs it: what it prints, what it leaves, and what it refuses. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { z } from 'zod';
import { kinds } from '../../actors/index.ts';
import { simulate } from '../../cli/simulate/command.ts';
import type { SimulateOptions } from '../../cli/simulate/plan.ts';
import type { Patience } from '../../cli/simulate/watched-thread.ts';
import { fieldsOf, parseJson } from '../../client/wire.ts';
import { chartsOf } from '../../research/charts/chart.ts';
import { tableNames, tables } from '../../research/runs/tables.ts';
import { civitas } from '../run-civitas.ts';

// A guard against what hangs, not a measure.
t.setTimeout(900_000);

const root = join(import.meta.dirname, '..', '..');

const small = ['simulate', '--residents', '6', '--ticks', '10', '--seed', '7'];
const usual = { residents: '3', ticks: '4', seed: '1', policy: 'mixed', set: [], sweep: [], jobs: '1' };
const json = (folder: string, name: string) => fieldsOf(parseJson(readFileSync(join(folder, name), 'utf8')));

const farthest = /^tick 10 of 10, [0-9]+ acts\/s, 0 s left$/;
const outcome = /^After 10 ticks 6 live \(births 0, deaths 0\)\. To look at: .*x\/report\.html$/;

t.test('it prints how far it is and at last the hash, which is that of the events that it leaves', async (t) => {
  const out = join(t.testdir(), 'runs', 'x');
  const { code, out: said, err } = await civitas([...small, '--out', out, '--set', 'RESIDENT_UPKEEP=2']);
  t.equal(code, 0, err);
  const lines = said.trim().split('\n');
  t.match(lines.slice(-3, -1), [farthest, outcome]);
  const hash = lines.at(-1);
  const documents = [
    'CITATION.cff',
    'manifest.json',
    'odd.md',
    'report.html',
    'ro-crate-metadata.json',
    'summary.json',
  ];
  const data = ['events.jsonl.gz', ...tableNames.flatMap((table) => [`${table}.csv`, `${table}.parquet`])];
  t.same(readdirSync(out).sort(), [...documents, ...data].sort());
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
      { ...usual, ticks: '4', policy: join(folder, file), out: join(folder, out) },
      { version: '0', commandLine: [], say: (line) => said.push(line) },
    );
  t.equal(await ran('mine.ts', 'typed'), await ran('mine.js', 'plain'));
  t.not(fieldsOf(fieldsOf(json(join(folder, 'typed'), 'summary.json')['figures'])['commands'])['applied'], 0);
  t.ok(said.length >= 2, 'each says at least where it ends');
  const { policy: kept } = json(join(folder, 'typed'), 'manifest.json');
  t.equal(fieldsOf(kept)['sha256'], createHash('sha256').update(policy).digest('hex'));
});

/** Only for runs that fail anyway. */
const patience: Patience = { everyMs: 50, looksMax: 20 };

type Refused = readonly (readonly [Partial<SimulateOptions>, RegExp])[];

/** Each is refused with its sentence, and the folder stays as it is. */
async function refuses(t: Test, folder: string, table: Refused): Promise<void> {
  const before = readdirSync(folder).sort();
  for (const [wrong, message] of table) {
    const options = { ...usual, out: join(folder, 'x'), ...wrong };
    const ran = simulate(options, { version: '0', commandLine: [], say: () => {}, patience });
    await t.rejects(ran, { message }, JSON.stringify(wrong));
  }
  t.same(readdirSync(folder).sort(), before);
}

t.test('what cannot be used is refused with a sentence, and nothing is written', async (t) => {
  const folder = t.testdir({ there: { 'a file': '' }, file: '' });
  const of = (name: string) => join(folder, name);
  await refuses(t, folder, [
    [{ residents: '0' }, /^--residents 0: not a whole number from 1 to 100000\.$/],
    [{ residents: 'many' }, /^--residents many: not a whole number/],
    [{ ticks: '1.5' }, /^--ticks 1\.5: not a whole number/],
    [{ seed: '-1' }, /^--seed -1: not a whole number/],
    [{ policy: 'nobody' }, /^--policy nobody: there is no such policy\. There are mixed, worker, .*\.$/],
    [{ policy: of('missing.ts') }, /^--policy .*missing\.ts: there is no such file\.$/],
    [{ until: 'population' }, /^--until population: "population" compares no figure with a number; /],
    [{ until: 'wealth > 3 and tick > 2' }, /^--until wealth > 3 and tick > 2: "wealth > 3" compares no figure /],
    [{ sweep: ['RESIDENT_UPKEEP=1,1'] }, /^--sweep RESIDENT_UPKEEP=1,1: a value is there twice\.$/],
    [{ sweep: ['RESIDENT_UPKEEP=1,dear'] }, /^--sweep RESIDENT_UPKEEP=dear: /],
    [{ sweep: ['RESIDENT_UPKEEP=1'], set: ['RESIDENT_UPKEEP=2'] }, /^--sweep .*: RESIDENT_UPKEEP is given twice\.$/],
    [{ replications: '0' }, /^--replications 0: not a whole number from 1 /],
    [{ jobs: 'all' }, /^--jobs all: not a whole number /],
    [{ set: ['RESIDENT_UPKEEP'] }, /^--set RESIDENT_UPKEEP: give a setting and its value, for example /],
    [
      { set: ['RESIDENT_UPKEP=1'] },
      /^--set RESIDENT_UPKEP=1: there is no setting RESIDENT_UPKEP\. Did you mean RESIDENT_UPKEEP\?$/,
    ],
    [{ set: ['CITY_PORT=1'] }, /^--set CITY_PORT=1: no rule reads CITY_PORT: it changes nothing in a simulation\.$/],
    [{ set: ['RESIDENT_UPKEEP=-1'] }, /^--set RESIDENT_UPKEEP=-1: /],
    [{ set: ['RESIDENT_UPKEEP=dear'] }, /^--set RESIDENT_UPKEEP=dear: /],
    [{ out: of('there') }, /^--out .*there is there already: a run overwrites nothing\. Name another folder\.$/],
    [{ out: join(of('file'), 'x') }, /^--out .*x cannot be written: .*\. Name a folder in which you may write\.$/],
    [{ out: join(of('deep'), 'x'.repeat(250)) }, /^--out .*x cannot be written: ENAMETOOLONG/],
    [{ out: '/proc/nowhere/x' }, /^--out \/proc\/nowhere\/x cannot be written: /],
    [{ out: '' }, /^--out is empty: name a folder\.$/],
    [{ outage: '60' }, /^--outage 60: give its first and its last tick, as 60-70\.$/],
    [{ outage: '70-60' }, /^--outage 70-60: give its first and its last tick, as 60-70\.$/],
    [{ policy: of('there') }, /^--policy .*there: it cannot be read: EISDIR/],
  ]);
});

const uselessPolicies = {
  'throws.js': 'export default () => { throw new Error("no idea"); };',
  'nothing.js': 'export default () => {};',
  'none.js': 'export const mine = () => [];',
  'broken.ts': 'export default (',
  'clock.js': 'export default () => { Date.now(); return []; };',
  'kept-clock.js': 'const { now } = Date; export default () => { now(); return []; };',
  'today.js': 'export default () => [{ type: "speak", text: new Date().toISOString() }];',
  'random.js': 'export default () => (Math.random() < 0.5 ? [] : []);',
  'looks.js': 'export default Object.assign(() => [], { looks: () => [performance.now()] });',
  'never.js': 'export default ({ tick }) => { while (tick === 2); return []; };',
  'later.js':
    'export default ({ tick }) => { if (tick === 2) Promise.resolve().then(() => { for (;;); }); return []; };',
  'chain.js': 'const spin = () => Promise.resolve().then(spin); export default () => { spin(); return []; };',
  'unloading.js': 'for (;;);',
  'exits.js': 'export default () => process.exit(3);',
  'hrtime.js': 'export default () => { process.hrtime.bigint(); return []; };',
  'lines.js': 'export default () => { throw new Error("no\\nidea"); };',
  'textless.js': 'export default () => { throw { toString() { throw 1; } }; };',
  'late-throw.js': 'export default () => [{ get type() { throw new Error("late"); } }];',
  'late-loop.js': 'export default () => [{ get type() { for (;;); } }];',
  'many.js': 'export default () => Array.from({ length: 1_001 }, () => ({ type: "adopt" }));',
  'rich.js': 'export default () => [{ type: "hire", reward: 1e300 }];',
};

t.test('a policy that says nothing of use, never ends, or asks the clock or chance, ends the run', async (t) => {
  const folder = t.testdir(uselessPolicies);
  const of = (name: string) => join(folder, name);
  await refuses(t, folder, [
    [{ policy: of('none.js') }, /^--policy .*none\.js: it exports no default function/],
    [{ policy: of('broken.ts') }, /^--policy .*broken\.ts: it cannot be run: .+[^.]\.$/],
    [{ policy: of('throws.js') }, /^The policy of throws-[0-9]+ failed at tick 0: it threw no idea\.$/],
    [{ policy: of('nothing.js') }, /^The policy of nothing-[0-9]+ failed at tick 0: it must return an array of acts/],
    [{ policy: of('clock.js') }, /^The policy of clock-[0-9]+ failed at tick 0: it asked Date\.now\(\), which .*\.$/],
    [{ policy: of('kept-clock.js') }, / failed at tick 0: it asked Date\.now\(\), which /],
    [{ policy: of('today.js') }, / failed at tick 0: it asked new Date\(\), which /],
    [{ policy: of('random.js') }, / failed at tick 0: it asked Math\.random\(\), which .* dice /],
    [{ policy: of('looks.js') }, / failed at tick 0: it asked performance\.now\(\), which /],
    [{ policy: of('never.js') }, /^The policy of never-[0-9]+ failed at tick 2: it has not answered for 1 s\.$/],
    [{ policy: of('later.js') }, /^The policy of later-[0-9]+ failed at tick 2: it has not answered for 1 s\.$/],
    [{ policy: of('chain.js') }, /^The policy of chain-[0-9]+ failed at tick 0: it has not answered for 1 s\.$/],
    [{ policy: of('unloading.js') }, /^--policy .*unloading\.js failed at tick 0: it has not answered for 1 s\.$/],
    [{ policy: of('hrtime.js') }, / failed at tick 0: it asked process\.hrtime\.bigint\(\), which /],
    [{ policy: of('lines.js') }, / failed at tick 0: it threw no idea\.$/],
    [{ policy: of('textless.js') }, /^The policy of textless-[0-9]+ failed at tick 0: it threw what has no text\.$/],
    [{ policy: of('late-throw.js') }, /^The policy of late-throw-[0-9]+ failed at tick 0: it threw late\.$/],
    [{ policy: of('late-loop.js') }, /^The policy of .* failed at tick 0: it has not answered for 1 s\.$/],
    [{ policy: of('many.js') }, / it must return an array of acts; what it returned: Too big: .*1000 /],
    [{ policy: of('rich.js') }, / it must return an array of acts; acts\[0\.reward\]: Too big: /],
    // tap's own hook on the end of a process asks the clock.
    [{ policy: of('exits.js') }, /^The policy of exits-[0-9]+ failed at tick 0: it (ended the run, with 3\.$|asked )/],
  ]);
});

t.test('the command line ends with 1 and the sentence', async (t) => {
  const out = join(t.testdir(), 'x');
  const { code, err } = await civitas([...small, '--policy', 'nobody', '--out', out]);
  t.equal(code, 1);
  t.match(err, /^--policy nobody: there is no such policy\. .*\n$/);
  t.notOk(existsSync(out));
});

const Crate = z.object({
  '@graph': z.array(z.looseObject({ '@id': z.string(), '@type': z.unknown(), sha256: z.string().optional() })),
});
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

t.test(
  'beside the data it leaves what a reader needs: a report, the model in words, where it comes from',
  async (t) => {
    const out = join(t.testdir(), 'x');
    const more = { ...usual, runCode: true, outage: '2-3', out };
    const hash = await simulate(more, { version: '0.0.1', commandLine: ['simulate'], say: () => {} });
    const read = (name: string) => readFileSync(join(out, name), 'utf8');
    const report = read('report.html');
    t.notMatch(report, /<script|<link|<img|href=|src=|@import|url\(/, 'it needs nothing of elsewhere');
    t.equal(report.split('<svg ').length - 1, 5);
    const line = `hash ${hash.slice(0, 16)}, city 0.0.1, policy mixed, residents 3, ticks 4, seed 1, code runs, outage ticks 2 to 3`;
    t.equal(report.split(`${line}<`).length - 1, 5);
    const odd = read('odd.md');
    for (const id of chartsOf(kinds).keys()) t.match(odd, `| ${id} |`);
    t.match(odd, /^## 1\. Purpose and patterns\n\n\*To be written by you\.\*$/m);
    t.match(odd, /^\| `RESIDENT_UPKEEP` \| 1 credits \| default \|$/m);
    for (const table of tableNames)
      for (const column of Object.keys(tables[table])) t.match(odd, `\n| \`${table}\` | \`${column}\` | `);
    t.match(report, 'prefers-color-scheme:dark', 'it is read in the dark as well');
    t.match(report, '<meta name="viewport" content="width=device-width', 'and on a small screen');
    t.match(read('CITATION.cff'), `value: sha256:${hash}`);
    const { '@graph': graph } = Crate.parse(parseJson(read('ro-crate-metadata.json')));
    const files = graph.filter((entity) => entity['@type'] === 'File');
    t.same(
      files.map((file) => file['@id']).sort(),
      readdirSync(out)
        .filter((name) => !name.startsWith('ro-'))
        .sort(),
    );
    for (const file of files) t.equal(file.sha256, sha256(readFileSync(join(out, file['@id']))), file['@id']);
    const action = graph.find((entity) => entity['@type'] === 'CreateAction');
    t.match(action, { instrument: { '@id': '#civitas' }, object: { '@id': 'manifest.json' } });
    const made = files.map((file) => ({ '@id': file['@id'] })).filter(({ '@id': id }) => id !== 'manifest.json');
    t.same(action?.['result'], made, 'what it was begun with is no result');
    const described = new Set(graph.map((entity) => entity['@id']));
    for (const [, id = ''] of read('ro-crate-metadata.json').matchAll(/\{\s*"@id": "([^"]+)"\s*\}/g))
      if (!id.startsWith('https://w3id.org/ro/crate/')) t.ok(described.has(id), id);
  },
);

/** Interrupts its own process once: when a file is there. */
const interrupting = (file: string) => `import { existsSync, rmSync } from 'node:fs';
const file = ${JSON.stringify(file)};
export default ({ tick, present }, dice) => {
  if (tick === 4 && existsSync(file)) {
    rmSync(file);
    process.kill(process.pid, 'SIGINT');
  }
  const to = dice.pick(present);
  return to === undefined ? [] : [{ type: 'give', to, amount: 1 + dice.integerBelow(3) }];
};`;

t.test('who interrupts a run can go on with it, and it becomes the same run', async (t) => {
  const folder = t.testdir({ 'stop.js': '' });
  const flag = join(folder, 'flag');
  writeFileSync(join(folder, 'stop.js'), interrupting(flag));
  const args = [...small, '--policy', join(folder, 'stop.js'), '--out'];
  const whole = await civitas([...args, join(folder, 'whole')]);
  t.equal(whole.code, 0, whole.err);
  writeFileSync(flag, '');
  const stopped = await civitas([...args, join(folder, 'x')]);
  t.equal(stopped.code, 1);
  t.match(stopped.err, /^Interrupted at tick [0-9]+: --resume goes on from there \(.*x\)\.\n$/);
  t.same(readdirSync(folder).sort(), ['stop.js', 'whole', 'x.partial']);
  const again = await civitas([...args, join(folder, 'x')]);
  t.match(
    again.err,
    /^--out .*x: a run that was interrupted left .*x\.partial\. Remove it, or go on with --resume\.\n$/,
  );
  const other = await civitas([...args, join(folder, 'x'), '--resume', '--seed', '8']);
  t.match(
    other.err,
    /^--out .*x: what was interrupted there was begun with other options, or by another version\. Give those, or remove .*x\.partial\.\n$/,
  );
  const manifest = join(folder, 'x.partial', 'manifest.json');
  const begun = readFileSync(manifest, 'utf8');
  for (const name of ['version', 'code']) {
    writeFileSync(manifest, begun.replace(new RegExp(`"${name}": "[^"]+"`), `"${name}": "0.0.1"`));
    const earlier = await civitas([...args, join(folder, 'x'), '--resume']);
    t.match(
      earlier.err,
      /^--out .*x: what was interrupted there was begun with other options, or by another version\./,
    );
  }
  writeFileSync(manifest, begun);
  const resumed = await civitas([...args, join(folder, 'x'), '--resume']);
  t.equal(resumed.out.trim().split('\n').at(-1), whole.out.trim().split('\n').at(-1));
  t.same(readdirSync(join(folder, 'x')), readdirSync(join(folder, 'whole')));
  for (const name of ['summary.json', 'ticks.csv', 'report.html'])
    t.equal(readFileSync(join(folder, 'x', name), 'utf8'), readFileSync(join(folder, 'whole', name), 'utf8'));
  const done = await civitas([...args, join(folder, 'x'), '--resume']);
  t.match(done.out, /x is whole already\.\n[0-9a-f]{64}\n$/);
});

t.test('a grid of runs is the same by one job and by four; what fails in it is a row with its reason', async (t) => {
  const folder = t.testdir({
    'frail.js': `export default ({ tick, burn }) => { if (burn > 1.5 && tick === 1) throw new Error('too dear'); return []; };`,
  });
  const grid = { ...usual, sweep: ['RESIDENT_UPKEEP=1,2'], replications: '2', set: ['MESSAGE_PRICE=0.2'] };
  const ran = (out: string, more: Partial<SimulateOptions>) =>
    simulate({ ...grid, ...more, out: join(folder, out) }, { version: '0', commandLine: [], say: () => {} });
  t.equal(await ran('one', {}), await ran('four', { jobs: '4' }));
  const runs = readFileSync(join(folder, 'one', 'runs.csv'), 'utf8');
  t.equal(readFileSync(join(folder, 'four', 'runs.csv'), 'utf8'), runs);
  const [head, ...rows] = runs.trim().split('\n');
  t.match(head, /^run,RESIDENT_UPKEEP,seed,state,why,hash,ticks,population,/);
  t.match(rows[3], /^"RESIDENT_UPKEEP=2,seed=2",2,2,whole,,[0-9a-f]{64},4,3,/);
  const failing = ran('frail', { policy: join(folder, 'frail.js') });
  await t.rejects(failing, { message: /^2 of 4 runs failed, the first of them RESIDENT_UPKEEP=2,seed=1: The policy / });
  t.match(
    readFileSync(join(folder, 'frail', 'runs.csv'), 'utf8'),
    /\n"RESIDENT_UPKEEP=2,seed=1",2,1,failed,The policy of /,
  );
  t.same(readdirSync(join(folder, 'frail', 'runs')), ['RESIDENT_UPKEEP=1,seed=1', 'RESIDENT_UPKEEP=1,seed=2']);
  const report = readFileSync(join(folder, 'one', 'report.html'), 'utf8');
  t.equal(report.split('<svg ').length - 1, 15);
  t.match(report, /<text [^>]*>[\d.]+ \([\d.]+ to [\d.]+\)<\/text>/, 'means and intervals stand there in numbers');
  t.match(report, 'Credits that residents hold at the end: mean', 'amounts are credits');
  t.match(
    readFileSync(join(folder, 'one', 'odd.md'), 'utf8'),
    '| `RESIDENT_UPKEEP` | 1 credits, 2 credits | --sweep |',
  );
  const swept =
    /runs 4, seeds 1 to 2, RESIDENT_UPKEEP 1 credits, 2 credits \(--sweep\), MESSAGE_PRICE 0\.2 credits \(--set\)</;
  t.match(report, swept);
  const { cells } = json(join(folder, 'one'), 'summary.json');
  t.match(cells, [
    { settings: { RESIDENT_UPKEEP: '1' }, failed: 0, difference: null },
    { settings: { RESIDENT_UPKEEP: '2' }, difference: { residents_millicredits: { n: 2, mean: Number } } },
  ]);
});

t.test(
  'a full disk is no end of a grid: it is said, and gone on with',
  { skip: !existsSync('/dev/full') },
  async (t) => {
    const folder = t.testdir();
    const ran = (out: string, more: Partial<SimulateOptions> = {}) =>
      simulate({ ...usual, ...more, out: join(folder, out) }, { version: '0', commandLine: [], say: () => {} });
    /** Where nothing can be written any more. */
    const full = (...path: readonly string[]) => {
      mkdirSync(join(folder, ...path), { recursive: true });
      symlinkSync('/dev/full', join(folder, ...path, 'ticks.parquet'));
      return () => rmSync(join(folder, ...path, 'ticks.parquet'));
    };
    full('one.partial');
    await t.rejects(ran('one', { resume: true }), {
      message: /^--out .*one: it cannot be written: ENOSPC: .*\. Nothing was kept\.$/,
    });
    t.same(readdirSync(folder), []);
    const emptied = full('grid.partial', 'runs', 'seed=2.partial');
    await t.rejects(ran('grid', { replications: '2', resume: true }), {
      message: /grid: it cannot be written: ENOSPC: .*\. Once that is mended, --resume goes on from there\.$/,
    });
    t.same(readdirSync(join(folder, 'grid.partial', 'runs')), ['seed=1']);
    t.throws(emptied, { code: 'ENOENT' }, 'what of it was not whole is gone');
    const gone = await ran('grid', { replications: '2', resume: true });
    t.equal(gone, await ran('whole', { replications: '2' }));
  },
);

t.test('of a run that was killed as it began nothing is gone on with, which is said', async (t) => {
  const folder = t.testdir({ 'x.partial': { 'manifest.json': '{' } });
  await refuses(t, folder, [[{ resume: true }, /^--out .*x: what was interrupted there was begun .*x\.partial\.$/]]);
});
