/**
 * How large the rows are. `BENCH_SCALE` (1 unless given) multiplies populations and durations: the figures to report are
 * taken at 1, a smaller one tells only whether the rows still run. `BENCH_DIR` is where data folders are made.
 */
import { availableParallelism, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

export const scale = Number(process.env['BENCH_SCALE'] ?? '1');
if (!(scale > 0 && scale <= 10)) throw new Error('BENCH_SCALE must be above 0 and at most 10');

export const scratchFolder = process.env['BENCH_DIR'] ?? tmpdir();

/** Residents, lives: `full` at scale 1. */
export const population = (full: number): number => Math.max(20, Math.round(full * scale));

/** How often something is done that takes long, or is waited for: `full` at scale 1. */
export const samples = (full: number): number => Math.max(5, Math.round(full * scale));

/** Whole seconds of one measurement; wrk and pgbench take no less than one. */
export const seconds = (full: number): number => Math.max(1, Math.round(full * scale));

/** How often each side is measured; the medians are compared. */
export const rounds = (full: number): number => Math.max(1, Math.round(full * Math.min(1, scale * 2)));

/** What the city runs with in `npm start`. */
export const serverFlags: readonly string[] = ['--max-semi-space-size=64'];

/** One core is the server's; generators may have the others, at most four. */
export const generatorThreads = Math.min(4, Math.max(1, availableParallelism() - 1));
