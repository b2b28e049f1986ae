/**
 * Code at a place. Pods, workshop rooms and containers all keep it, run it and store its data in the same way. Files are content (A3): a
 * manifest `{"index.js": {"hash": ..., "bytes": ...}, ...}` is kept by its hash, like each file that it names. A writer names the manifest
 * that it started from, so that of two concurrent writers one is refused.
 */
import type { Effect, Refusal } from '../../../engine/effect.ts';
import type { Scene } from '../../chart.ts';
import { refusal } from '../../refusals.ts';
import { spawn } from '../../registry.ts';
import { callActor } from '../place/names.ts';
import type { CallInput, Code, Served, WriteCode } from './messages.ts';

export const noCode: Code = { code: null, entry: null, store: null };

/** The file of a service, and the files with which a run may begin: the first that exists. */
export const serviceFile = 'index.js';
const entryFiles = [serviceFile, 'main.py'] as const;

/** The file with which a run of this code begins. */
export const entryOf = (files: { has(name: string): boolean }): string | null =>
  entryFiles.find((name) => files.has(name)) ?? null;

/** Files of a workshop; a storage room allows its house four times as many (CD2). */
export const filesMax = 64;
export const filesMaxWithStorage = 256;

export const runCode = (input: CallInput): Effect => spawn(callActor(input.id), input);

export const refuseTooManyFiles = (most: number): Refusal =>
  refusal('invalid_request', { issues: [{ path: 'files', message: `at most ${most} files in all` }] });

/** Of two concurrent writers, the one whose base is outdated is refused (CD3). */
export const isUpToDate = ({ context, event }: Scene<Code, WriteCode>): boolean => event.base === context.code;

export const hasEntry = ({ context }: Scene<Code, unknown>): boolean => context.entry !== null;

export const takeCode = ({ event }: Scene<unknown, WriteCode>) => ({ code: event.code, entry: event.entry });

/** The new store, if the code changed it. */
export const keepStore = ({ context, event }: Scene<Code, Served>) => ({ store: event.store ?? context.store });

export const refuseStale = (): Refusal => refusal('stale_code');

export const refuseEntry = (): Refusal =>
  refusal('invalid_request', {
    issues: [
      { path: 'id', message: 'there is no code to run yet: write an index.js with POST /v1/workshops/:id/code' },
    ],
  });
