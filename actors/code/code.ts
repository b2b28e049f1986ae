/**
 * Code that lives at a place: pods, workshop rooms and containers all have it, run it and keep a store for it in the same
 * way. Files are content (A3): a manifest `{"index.js": {"hash": ..., "bytes": ...}, ...}` is kept by its hash, like
 * each file it names. Writers say which manifest they started from, so that of two who write at once one is told.
 */
import { assign, type EventObject, emit, type MachineContext } from 'xstate';
import { type Effect, refusal, spawn } from '../../engine/effect.ts';
import type { ContentHash } from '../../engine/ids.ts';
import type { Allowance } from '../building/tiers.ts';
import { callActor } from '../place/names.ts';

export interface Code {
  /** The manifest, by hash; null while nothing was written. */
  readonly code: ContentHash | null;
  /** The file that a run begins with; `index.js` is also what a service is called in. */
  readonly entry: string | null;
  /** What the code keeps, as JSON object text, by hash (A3). */
  readonly store: ContentHash | null;
}

export const noCode: Code = { code: null, entry: null, store: null };

/** The file that is called as a service, and the files that a run begins with: the first that is there. */
export const serviceFile = 'index.js';
const entryFiles = [serviceFile, 'main.py'] as const;

/** The file that a run of these begins with. */
export const entryOf = (files: { has(name: string): boolean }): string | null =>
  entryFiles.find((name) => files.has(name)) ?? null;

/** Files of a workshop; a storage room allows its house four times as many. */
export const filesMax = 64;
export const filesMaxWithStorage = 256;

export interface WriteCode {
  readonly type: 'write_code';
  readonly by: string;
  /** The manifest that the writer started from. */
  readonly base: ContentHash | null;
  readonly code: ContentHash;
  readonly entry: string | null;
  readonly files: number;
}

/** The code has come to its end and may keep what it changed, and be paid. */
export interface Served {
  readonly type: 'served';
  readonly call: string;
  readonly caller: string;
  /** In escrow, in millicredits. */
  readonly price: number;
  readonly store: ContentHash | null;
}

/** What a call is asked to run. */
export interface CallInput {
  readonly id: string;
  readonly task: 'run' | 'call';
  readonly place: string;
  readonly caller: string;
  readonly price: number;
  readonly code: ContentHash;
  readonly entry: string;
  readonly allowance: Allowance;
  /** JSON text; null for a run. */
  readonly input: string | null;
}

export const runCode = (input: CallInput): Effect => spawn(callActor(input.id), { ...input });

export const refuseTooManyFiles = (most: number): Effect =>
  refusal('invalid_request', { issues: [{ path: 'files', message: `at most ${most} files in all` }] });

/** What is asked of those who write and run code, wherever it lives. */
export const codeGuards = {
  isUpToDate: ({ context, event }: Coding) => asked<WriteCode>(event, 'write_code').base === context.code,
  hasEntry: ({ context }: { readonly context: Code }) => context.entry !== null,
};

/** What becomes of it, for a chart of that context and those events. */
export const codeActions = <Context extends MachineContext & Code, Event extends EventObject>() => ({
  takeCode: assign<Context, Event, undefined, Event, never>(({ event }) => {
    const { code, entry } = asked<WriteCode>(event, 'write_code');
    return { code, entry } as Partial<Context>;
  }),
  keepStore: assign<Context, Event, undefined, Event, never>(({ context, event }) => {
    const { store } = asked<Served>(event, 'served');
    return { store: store ?? context.store } as Partial<Context>;
  }),
  refuseStale: emit<Context, Event, undefined, Event, Effect>(() => refusal('stale_code')),
  refuseEntry: emit<Context, Event, undefined, Event, Effect>(() =>
    refusal('invalid_request', {
      issues: [
        { path: 'id', message: 'there is no code to run yet: write an index.js with POST /v1/workshops/:id/code' },
      ],
    }),
  ),
});

interface Coding {
  readonly context: Code;
  readonly event: { readonly type: string };
}

function asked<Asked extends { readonly type: string }>(event: { readonly type: string }, type: Asked['type']): Asked {
  if (event.type !== type) throw new Error(`${event.type} is not ${type}`);
  return event as Asked;
}
