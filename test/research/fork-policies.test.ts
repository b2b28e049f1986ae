/** Forks that policies drive: the same for the same seed, and those that cannot be. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { diff } from '../../cli/diff.ts';
import { type ForkOptions, fork } from '../../cli/fork/command.ts';
import { reportOf } from '../../cli/fork/report.ts';
import { stateAt, withHistory, withPastFolder } from '../../cli/past-folder.ts';
import { verify } from '../../cli/verify.ts';
import { fieldsOf, parseJson } from '../../client/wire.ts';
import { stateHash } from '../../research/runs/state-hash.ts';
import { keptFolder } from '../persistence/kept-simulation.ts';

t.setTimeout(600_000);

const kept = await keptFolder(t, 14);
/** In the middle of a batch, with wake-ups of a tick that are not heard yet. */
const amid = ([...kept.hashes.keys()][11] ?? 0) - 3;
const place = t.testdir();

const forked = (name: string, more: Partial<ForkOptions> = {}) =>
  fork({}, { data: kept.folder, at: `turn:${amid}`, out: join(place, name), set: [], drive: 'policies', ...more });

const aboutOf = (name: string) => fieldsOf(parseJson(readFileSync(join(place, name, 'fork.json'), 'utf8')));

t.test('[FK2] the same fork, seed and policies are the same city, another seed another one', async (t) => {
  const one = await forked('one', { ticks: '6', seed: '3' });
  const other = await forked('other', { ticks: '6', seed: '3' });
  t.same(other, one);
  t.same(await diff({}, join(place, 'one'), join(place, 'other')), ['Nothing differs.']);
  const reseeded = await forked('reseeded', { ticks: '6', seed: '4' });
  t.not(reseeded.stateHash, one.stateHash);
  t.ok((one.driven?.applied ?? 0) > 30, `${one.driven?.applied} acts`);
});

t.test('residents that lived there go on, for so many ticks, and the folder holds what they did', async (t) => {
  const [folder, about] = [join(place, 'one'), aboutOf('one')];
  t.match(about, { drive: 'policies', policy: 'mixed', seed: 3, ticks: 6, acts: { applied: Number } });
  t.same((await verify({}, folder)).damages, []);
  const last = { type: 'turn', turn: Number(about['turn']) } as const;
  await withPastFolder({}, folder, (city) =>
    withHistory(city, async (history) => {
      const before = (await stateAt(city, history, { type: 'turn', turn: amid })).state.counters;
      const { state } = await stateAt(city, history, last);
      t.equal(stateHash(state), about['state_hash']);
      t.equal(state.counters.completedTick, before.tick + 6);
      const acting = new Set<string>();
      for await (const { commands } of history.read(0, Number.MAX_SAFE_INTEGER))
        for (const command of commands) if (command.turn > amid && command.type === 'event') acting.add(command.caller);
      t.ok([...acting].filter((caller) => caller.startsWith('resident:')).length > 6, [...acting].join(' '));
    }),
  );
  t.match(reportOf(await forked('once', { ticks: '1', policy: 'idler' }), 'once')[2], /^policies: \d+ acts; refused: /);
});

t.test('a fork that goes on from a fork has its visitors and its dice', async (t) => {
  const about = aboutOf('one');
  const at = `turn:${Number(about['turn'])}`;
  const again = await forked('again', {
    data: join(place, 'one'),
    at,
    ticks: '2',
    seed: '3',
    set: ['MESSAGE_PRICE=2'],
  });
  t.same(again.interventions, [Number(about['turn']) + 1]);
  t.ok((again.driven?.applied ?? 0) > 0);
  t.notOk(again.driven?.refused['already_exists'], 'whoever is registered is not registered again');
});

const mine = `import type { Policy } from '../../population/policies/policy.ts';
const mine: Policy = ({ present }, dice) => [
  { type: 'speak', text: 'I came out of a file.' },
  { type: 'give', to: dice.pick(present) ?? 'nobody', amount: 0.5 },
];
export default mine;
`;

t.test('[FK2] a policy may come from a file, and lives whoever is there', async (t) => {
  const folder = t.testdir({ 'mine.ts': mine });
  const policy = join(folder, 'mine.ts');
  const one = await forked('mine', { ticks: '2', seed: '3', policy });
  const other = await forked('mine too', { ticks: '2', seed: '3', policy });
  t.same(other, one);
  t.match(aboutOf('mine'), { policy, policy_sha256: createHash('sha256').update(mine).digest('hex') });
  const words = await withPastFolder({}, join(place, 'mine'), (city) =>
    withHistory(city, async (history) => {
      let said = 0;
      for await (const { commands } of history.read(0, Number.MAX_SAFE_INTEGER))
        for (const command of commands)
          if (command.type === 'event' && command.event['text'] === 'I came out of a file.') said += 1;
      return said;
    }),
  );
  t.ok(words > 10, `${words} said so`);
});

t.test('a policy out of a file that fails a fork leaves nothing of it', async (t) => {
  const folder = t.testdir({
    'throws.js': 'export default () => { throw new Error("no idea"); };',
    'clock.js': 'export default () => (Date.now() > 0 ? [] : []);',
    'never.js': 'export default () => { for (;;); };',
    'none.js': 'export const policy = () => [];',
  });
  const before = readdirSync(place).sort();
  const patience = { everyMs: 50, looksMax: 20 };
  for (const [name, why] of [
    ['throws.js', /^The policy of [a-z]+-[0-9]+ failed at tick [0-9]+: it threw no idea\.$/],
    ['clock.js', /^The policy of [a-z]+-[0-9]+ failed at tick [0-9]+: it asked Date\.now\(\), which /],
    ['never.js', /^The policy of [a-z]+-[0-9]+ failed at tick [0-9]+: it has not answered for 1 s\.$/],
    ['none.js', /^--policy .*none\.js: it exports no default function/],
  ] as const)
    await t.rejects(forked('failing', { policy: join(folder, name), patience }), { message: why }, name);
  t.same(readdirSync(place).sort(), before);
});

t.test('what cannot be driven so leaves nothing', async (t) => {
  const before = readdirSync(place).sort();
  const refusals: readonly (readonly [Partial<ForkOptions>, RegExp])[] = [
    [{ policy: 'saint' }, /^--policy saint: there is no such policy\. There are mixed, worker, .* or a file /],
    [{ policy: 'worker,minds' }, /^--policy worker,minds: minds drive no fork, since /],
    [{ policy: './mine.ts' }, /^--policy \.\/mine\.ts: there is no such file\.$/],
    [{ ticks: '0' }, /^--ticks 0: not a whole number from 1 to 1000000\.$/],
    [{ seed: '-1' }, /^--seed -1: not a whole number from 0 to /],
    [{ drive: 'recorded', ticks: '3' }, /^--ticks 3: it is for --drive policies\.$/],
    [{ drive: 'fate' }, /^--drive fate: there are none, recorded, policies\.$/],
  ];
  for (const [more, why] of refusals) await t.rejects(forked('none', more), { message: why }, why.source);
  t.same(readdirSync(place).sort(), before);
});
