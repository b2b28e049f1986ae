/** What a run or a service call begins with, keeps and hears. Types only. */
import type { ActorId, ContentHash } from '../../engine/ids.ts';
import type { CodePlaceKind } from '../place/names.ts';

/** What a sandbox found out, as the city keeps it; texts are bounded by the sandbox. */
export type SandboxResult = {
  readonly outcome: 'finished' | 'timed_out' | 'out_of_memory' | 'failed' | 'lost';
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly durationMs: number;
  /** What `handle` returned, as JSON text. */
  readonly output: string | null;
  readonly reason: string | null;
  /** The new store, when the code changed it. */
  readonly store: ContentHash | null;
};

export type CallContext = {
  readonly id: string;
  readonly task: 'run' | 'call';
  readonly place: string;
  readonly placeActor: ActorId<CodePlaceKind>;
  readonly caller: string;
  /** In escrow while it runs, in millicredits (L5). */
  readonly price: number;
  /** What its place took in the end. */
  readonly charged: number;
};

export type CallInbox = {
  readonly 'sandbox.done': { readonly result: SandboxResult };
  readonly 'sandbox.failed': object;
  readonly 'sandbox.lost': object;
  readonly 'place.ended': object;
  /** What its place took for it, in millicredits. */
  readonly charged: { readonly amount: number };
};
