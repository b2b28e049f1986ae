/** The table as text, and the line that says on what machine it was made. */
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { scale, scratchFolder } from './settings.ts';
import { type Row, rounded } from './table-row.ts';

/** A row with the load average of the minute before it. */
export interface Measured extends Row {
  readonly load: string;
}

const columns = ['figure', 'ours', 'comparator', 'ratio', 'to reach', 'reached', 'load before'] as const;
const tmpfsMagic = 0x01021994;

export function loadNow(): string {
  return (loadavg()[0] ?? 0).toFixed(2);
}

export function tableOf(rows: readonly Measured[]): string {
  const cells = rows.map((row) => [
    row.figure,
    row.ours,
    row.comparator,
    row.ratio === undefined ? '-' : rounded(row.ratio),
    row.reach,
    row.reached === undefined ? '-' : row.reached ? 'yes' : 'no',
    row.load,
  ]);
  const widths = columns.map((name, i) => Math.max(name.length, ...cells.map((line) => (line[i] ?? '').length)));
  const line = (texts: readonly string[]) => `| ${texts.map((text, i) => text.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(columns), rule, ...cells.map(line)].join('\n');
}

export function detailsOf(rows: readonly Row[]): string {
  const detailed = rows.filter((row) => row.details.length > 0);
  return detailed.map((row) => [row.figure, ...row.details.map((line) => `    ${line}`)].join('\n')).join('\n');
}

export async function machineLine(): Promise<string> {
  const [cpu] = cpus();
  const { type } = await statfs(scratchFolder);
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const disk = type === tmpfsMagic ? 'data in memory (tmpfs): commits cost no disk' : 'data on disk';
  const size = scale === 1 ? '' : `, BENCH_SCALE ${scale}: no figure to rely on`;
  return `${availableParallelism()} cores (${cpu?.model.trim() ?? 'unknown'}), ${gigabytes} GB, Linux ${kernel()}, node ${process.version}, ${disk}${size}`;
}

function kernel(): string {
  try {
    return readFileSync('/proc/sys/kernel/osrelease', 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
