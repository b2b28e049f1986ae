/** What a run or a service call begins with, keeps and hears. Types only. */
import type { ActorId } from '../../../engine/ids.ts';
import type { EndsOf } from '../../effects.ts';
import type { CodePlaceKind } from '../../rules/place/names.ts';

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

/** How a run has ended, for who let it run. */
export type RunShown = {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly duration_ms: number;
  readonly timed_out: boolean;
  readonly oom_killed: boolean;
  readonly truncated: boolean;
};

/** What a call has come to, for who made it: what the code returned, whatever that is, and what it has cost, in credits. */
export type OutputShown = { readonly output: unknown; readonly duration_ms: number };
export type ChargeShown = { readonly charged: number; readonly balance: number };
export type CallShown = OutputShown & ChargeShown;

export type CallInbox = EndsOf<'sandbox'> & {
  readonly 'place.ended': object;
  /** What its place took for it, in millicredits. */
  readonly charged: { readonly amount: number };
};
