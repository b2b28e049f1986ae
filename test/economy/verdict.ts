/** What an economy that can be lived in promises, and whether a run of it kept that over its last spans. */
import { median, type SpanRow, sum } from './records.ts';

export interface Verdict {
  /** Median life of workers who died, as a share of a whole one; null when none did. */
  readonly workerLife: number | null;
  /** Jobs that they were paid for in each hour that they lived. */
  readonly jobsAnHour: number | null;
  readonly birthsPerDeath: number | null;
  /** Of all that is not the treasury's, the most that one class held at the end of a span: a policy, pools or escrow. */
  readonly largestShare: number | null;
  readonly isLivable: boolean;
}

/** Spans that a run has for getting there. */
const lastSpans = 3;

export const workerLifeMin = 0.6;
/** A job an hour, less the ticks in which one waits for the next. */
export const jobsAnHourMin = 0.75;
export const birthsPerDeathMin = 0.9;
export const largestShareMax = 0.8;

export function verdictOn(rows: readonly SpanRow[]): Verdict {
  const last = rows.slice(-lastSpans);
  const workerLife = median(last.flatMap(({ lives }) => lives.worker));
  const hours = sum(last.map((row) => row.workerHours));
  const jobsAnHour = hours === 0 ? null : sum(last.map((row) => row.workerJobs)) / hours;
  const deaths = sum(last.flatMap((row) => Object.values(row.deaths)));
  const birthsPerDeath = deaths === 0 ? null : sum(last.map(({ births }) => births)) / deaths;
  const shares = last.filter(({ held }) => held.supply > 0).map(largestShareIn);
  const largestShare = shares.length === 0 ? null : Math.max(...shares);
  const isLivable =
    (workerLife ?? 0) >= workerLifeMin &&
    (jobsAnHour ?? 0) >= jobsAnHourMin &&
    (birthsPerDeath ?? 0) >= birthsPerDeathMin &&
    (largestShare ?? 1) <= largestShareMax;
  return { workerLife, jobsAnHour, birthsPerDeath, largestShare, isLivable };
}

function largestShareIn({ held: { supply, ...classes } }: SpanRow): number {
  return Math.max(...Object.values(classes)) / supply;
}
