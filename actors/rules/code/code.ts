/**
 * Code that lives at a place: pods, workshop rooms and containers all have it, run it and keep a store for it in the same
 * way. Files are content (A3): a manifest `{"index.js": {"hash": ..., "bytes": ...}, ...}` is kept by its hash, like
 * each file it names. Writers say which manifest they started from, so that of two who write at once one is told.
 */
import type { Effect, Refusal } from '../../../engine/effect.ts';
import type { Scene } from '../../chart.ts';
import { refusal } from '../../refusals.ts';
import { spawn } from '../../registry.ts';
import { callActor } from '../place/names.ts';
import type { CallInput, Code, Served, WriteCode } from './messages.ts';

export const noCode: Code = { code: null, entry: null, store: null };

/** The file that is called as a service, and the files that a run begins with: the first that is there. */
export const serviceFile = 'index.js';
const entryFiles = [serviceFile, 'main.py'] as const;

/** The file that a run of these begins with. */
export const entryOf = (files: { has(name: string): boolean }): string | null =>
  entryFiles.find((name) => files.has(name)) ?? null;

/** Files of a workshop; a storage room allows its house four times as many (CD2). */
export const filesMax = 64;
export const filesMaxWithStorage = 256;

export const runCode = (input: CallInput): Effect => spawn(callActor(input.id), input);

export const refuseTooManyFiles = (most: number): Refusal =>
  refusal('invalid_request', { issues: [{ path: 'files', message: `at most ${most} files in all` }] });

/** Of two who write at once, the one who started from what is no longer there is told (CD3). */
export const isUpToDate = ({ context, event }: Scene<Code, WriteCode>): boolean => event.base === context.code;

export const hasEntry = ({ context }: Scene<Code, unknown>): boolean => context.entry !== null;

export const takeCode = ({ event }: Scene<unknown, WriteCode>) => ({ code: event.code, entry: event.entry });

/** What the code changed of its store, if it changed it. */
export const keepStore = ({ context, event }: Scene<Code, Served>) => ({ store: event.store ?? context.store });

export const refuseStale = (): Refusal => refusal('stale_code');

export const refuseEntry = (): Refusal =>
  refusal('invalid_request', {
    issues: [
      { path: 'id', message: 'there is no code to run yet: write an index.js with POST /v1/workshops/:id/code' },
    ],
  });
