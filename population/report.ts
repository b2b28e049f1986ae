/** The report of a run: plain data for JSON, and the table that a person reads. Latencies in milliseconds. */

import type { ClientStatistics } from '../client/statistics.ts';
import type { Findings } from './checks/findings.ts';

export interface KindReport {
  readonly begun: number;
  readonly done: number;
  readonly refused: number;
  readonly unknown: number;
  readonly exchanges: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** How much the checks examined: a run without findings proves as much as these numbers say. */
export interface Checked {
  /** Acknowledged messages that listeners were expected to have heard, summed over listeners. */
  deliveries: number;
  /** Visits of listeners to places, and whole lives for whispers and letters. */
  visits: number;
  payments: number;
  letters: number;
  balances: number;
  repeats: number;
  /** Events of builders' acts that somebody had to hear, summed over listeners. The report has this name. */
  news: number;
  /** Pools that were added up. */
  pools: number;
  /** Calls whose count was compared with the others of the same pod. */
  counted: number;
  /** Newborns whose account was compared with seed and donation. */
  births: number;
}

/** What is reported of a run besides its statistics and its findings. */
export interface RunFacts {
  readonly run: string;
  readonly seed: number;
  readonly residents: number;
  readonly died: number;
  readonly seconds: number;
  /** Generations after the founders'. */
  readonly generations: number;
  /** Requests that were answered 2xx, a second, while the residents lived (without founding and final checks). */
  readonly donePerSecond: number;
  /** This program's own CPU time. */
  readonly cpuSeconds: number;
  readonly checked: Readonly<Checked>;
  /** How often the builders did each act, acknowledged ones only. */
  readonly works: Readonly<Record<string, number>>;
}

export interface Report extends RunFacts {
  readonly ok: boolean;
  readonly requests: Readonly<Record<string, KindReport>>;
  readonly errors: Readonly<Record<string, number>>;
  readonly events: Readonly<Record<string, number>>;
  readonly connections: {
    readonly made: number;
    readonly dropped: number;
    readonly lost: number;
    readonly resumed: number;
  };
  readonly findings: Readonly<Record<string, number>>;
  readonly examples: readonly string[];
}

export function reportOf(facts: RunFacts, statistics: ClientStatistics, findings: Findings): Report {
  const requests: Record<string, KindReport> = {};
  for (const [name, { latency, ...counts }] of statistics.requests) {
    const at = (percent: number) => (latency.count === 0 ? 0 : latency.percentile(percent) / 1000);
    requests[name] = { ...counts, p50: at(50), p95: at(95), p99: at(99) };
  }
  return {
    ok: findings.total === 0,
    ...facts,
    requests,
    errors: Object.fromEntries(statistics.errors),
    events: Object.fromEntries(statistics.events),
    connections: {
      made: statistics.connected,
      dropped: statistics.droppedOnPurpose,
      lost: statistics.connectionsLost,
      resumed: statistics.resumed,
    },
    checked: { ...facts.checked, repeats: statistics.repeatsCompared },
    findings: Object.fromEntries(findings.counts),
    examples: findings.examples,
  };
}

/** The report as lines of text, at most 100 columns wide but for the examples of findings. */
export function table(report: Report): string {
  const { connections, checked } = report;
  const kinds = Object.entries(report.requests).map(([name, kind]) => [
    name,
    ...[kind.begun, kind.done, kind.refused, kind.unknown, kind.exchanges].map(String),
    ...[kind.p50, kind.p95, kind.p99].map((ms) => ms.toFixed(1)),
  ]);
  const lines = [
    `run ${report.run}, seed ${report.seed}: ${report.residents} residents for ${report.seconds.toFixed(1)} s, ${report.donePerSecond.toFixed(0)} requests/s done, ${report.cpuSeconds.toFixed(1)} s CPU here`,
    '',
    ...columns([['request', 'begun', '2xx', 'refused', 'unknown', 'sent', 'p50 ms', 'p95 ms', 'p99 ms'], ...kinds]),
    '',
    ...counted('errors', report.errors),
    ...counted('events', report.events),
    `connections: ${connections.made} made, ${connections.dropped} dropped on purpose, ${connections.lost} lost, ${connections.resumed} resumed`,
    `checked: ${checked.deliveries} deliveries in ${checked.visits} visits, ${checked.payments} payments, ${checked.letters} letters, ${checked.balances} balances, ${checked.repeats} repeats`,
    ...(Object.keys(report.works).length === 0 ? [] : built(report)),
    ...(report.died > 0 ? [`died: ${report.died} residents (their balances are not checked)`] : []),
    ...(report.ok
      ? ['no findings']
      : [...counted('FINDINGS', report.findings), ...report.examples.map((each) => `  ${each}`)]),
  ];
  return lines.join('\n');
}

function built({ works, checked, generations }: Report): string[] {
  return [
    ...counted('built', works),
    `checked of it: ${checked.news} events owed, ${checked.pools} pools, ${checked.counted} calls counted, ${checked.births} newborns`,
    ...(generations === 0 ? [] : [`generations after the founders': ${generations}`]),
  ];
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, at) => Math.max(cell.length, most[at] ?? 0)), []);
  return rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  );
}

function counted(title: string, counts: Readonly<Record<string, number>>): string[] {
  const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return [`${title}: ${entries.length === 0 ? 'none' : entries.map(([name, count]) => `${name} ${count}`).join(', ')}`];
}
