/**
 * Runs the economies that docs/economy.md speaks of, ten lives long each, and writes their figures and the curve of what is in
 * circulation: `npm run economy`. The same code gives the same files.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { curveOf } from './curve.ts';
import { type Course, runEconomy } from './economy.ts';
import { median, policyNames, type SpanRow, sum } from './records.ts';
import { verdictOn } from './verdict.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'economy');

interface Case {
  readonly name: string;
  /** How its curve is called; unset: it has none. */
  readonly curve?: string;
  readonly course: Omit<Course, 'spans'>;
}

const large = { seed: 1, founders: 24, peopleMax: 48 };
const without = { PUBLIC_WORKS_OPEN_MAX: '0' };
const cases: readonly Case[] = [
  { name: 'Before: no public works', curve: 'before', course: { ...large, env: without } },
  {
    name: 'Numbers alone: a donation of 10',
    course: { ...large, env: { ...without, MENTOR_DONATION: '10' } },
  },
  {
    name: 'Numbers alone: building for half',
    course: { ...large, env: { ...without, DEPLOY_COST_TINY: '10', CONNECTION_PRICE: '1', POD_UPKEEP_TINY: '0.5' } },
  },
  {
    name: 'Numbers alone: a seed of 100, a donation of 10',
    curve: 'a seed of 100',
    course: { ...large, env: { ...without, NEWBORN_SEED_CREDITS: '100', MENTOR_DONATION: '10' } },
  },
  { name: 'Public works that pay 12', course: { ...large, env: { PUBLIC_WORK_REWARD: '12' } } },
  {
    name: 'Public works while less than 60 credits a head are in circulation',
    course: { ...large, env: { PUBLIC_WORKS_SUPPLY_PER_RESIDENT: '60' } },
  },
  { name: 'Public works as they are by default', curve: 'public works', course: large },
  { name: 'The same, another seed', course: { ...large, seed: 2 } },
  { name: 'The same, 12 founders and room for 24', course: { seed: 3, founders: 12, peopleMax: 24 } },
];

const shown = (value: number | null, digits = 2): string => (value === null ? '-' : value.toFixed(digits));
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const columns = [
  ...['life', 'people', 'generation', 'births', 'deaths: natural', 'of debt'],
  ...policyNames.map((policy) => `${policy}'s span`),
  ...[...policyNames, 'pools', 'escrow'].map((name) => `${name} holds`),
  ...['a head', 'Gini', 'shops', 'calls', 'price', 'public rewards', 'other rewards'],
];

function rowOf(row: SpanRow): string {
  const { supply, ...classes } = row.held;
  const shares = Object.values(classes).map((held) => (supply > 0 ? `${Math.round((100 * held) / supply)} %` : '-'));
  return line([
    ...[row.span, row.population, row.generation, row.births].map(String),
    ...[row.deaths['natural'] ?? 0, row.deaths['credit'] ?? 0].map(String),
    ...policyNames.map((policy) => shown(median(row.lives[policy]))),
    ...shares,
    ...[row.population === 0 ? '-' : shown(supply / row.population, 0), shown(row.gini), String(row.shops)],
    ...[String(row.calls), shown(row.price), shown(row.publicRewards, 0), shown(row.rewards, 0)],
  ]);
}

function section(name: string, rows: readonly SpanRow[]): string {
  const table = [line(columns), line(columns.map(() => '---')), ...rows.map(rowOf)];
  return `## ${name}\n\n${table.join('\n')}\n`;
}

function summaryOf(name: string, rows: readonly SpanRow[]): string {
  const { workerLife, jobsAnHour, birthsPerDeath, largestShare, isLivable } = verdictOn(rows);
  const lives = policyNames.map((policy) => shown(median(rows.slice(-3).flatMap((row) => row.lives[policy]))));
  const births = sum(rows.map((row) => row.births));
  return line([
    ...[
      name,
      isLivable ? 'yes' : 'no',
      shown(workerLife),
      shown(jobsAnHour),
      shown(birthsPerDeath),
      shown(largestShare),
    ],
    ...[lives.join(' / '), String(rows.at(-1)?.population ?? 0), String(births)],
  ]);
}

const head = `# Simulated economies

Written by \`npm run economy\`; what it means stands in [economy.md](../economy.md). A life is 72 ticks. A span is how much of it those
lived who died then (median). Shares are of all that is not the treasury's; what is in circulation is told in credits a head.
`;

const summaryColumns = [
  ...['economy', 'livable', "workers' span", 'their jobs an hour', 'births per death', 'largest share'],
  ...[`spans: ${policyNames.join(' / ')}`, 'people at the end', 'births in all'],
];

const summaries: string[] = [];
const sections: string[] = [];
const curves: Parameters<typeof curveOf>[0][number][] = [];
for (const { name, curve, course } of cases) {
  const found = await runEconomy({ ...course, spans: 10 });
  if (found.violations.length > 0) throw new Error(`${name}: ${found.violations[0]}`);
  summaries.push(summaryOf(name, found.rows));
  sections.push(section(name, found.rows));
  if (curve !== undefined) curves.push({ name: curve, ticks: found.curve });
  process.stdout.write(`${summaries.at(-1)}\n`);
}
const summary = [line(summaryColumns), line(summaryColumns.map(() => '---')), ...summaries].join('\n');
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'figures.md'),
  `${head}\nThe last three lives of each:\n\n${summary}\n\n${sections.join('\n')}`,
);
writeFileSync(join(folder, 'circulation.svg'), curveOf(curves));
