/** Milliseconds of several ways to do a thing, measured alternately. */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { median, rounded } from './table-row.ts';

/** One way to do a thing. */
export interface Contender {
  readonly act: () => Promise<void>;
  readonly ms: number[];
}

export const contender = (act: () => Promise<void>): Contender => ({ act, ms: [] });

export async function time({ act, ms }: Contender): Promise<void> {
  const startedAt = performance.now();
  await act();
  ms.push(performance.now() - startedAt);
}

/** Each in turn, `times` times, with a pause before each: what one leaves to be done is not the next one's burden. */
export async function alternateTimes(contenders: readonly Contender[], times: number, pauseMs: number): Promise<void> {
  for (let n = 0; n < times; n++)
    for (const one of contenders) {
      await pause(pauseMs);
      await time(one);
    }
}

export const p50 = ({ ms }: Contender): number => median(ms);

/** `p50 1.2 ms, p95 3.4 ms of 100`. */
export function spread({ ms }: Contender): string {
  const sorted = [...ms].sort((a, b) => a - b);
  const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
  return `p50 ${rounded(median(ms))} ms, p95 ${rounded(p95)} ms of ${ms.length}`;
}
