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
  /** What the place was paid in the end. */
  readonly charged: number;
};

/** How a run has ended, as its caller sees it. */
export type RunShown = {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly duration_ms: number;
  readonly timed_out: boolean;
  readonly oom_killed: boolean;
  readonly truncated: boolean;
};

/** The answer to a call, for its caller: the code's return value, whatever its type, and how long it ran. */
export type OutputShown = { readonly output: unknown; readonly duration_ms: number };
export type ChargeShown = { readonly charged: number; readonly balance: number };
export type CallShown = OutputShown & ChargeShown;

export type CallInbox = EndsOf<'sandbox'> & {
  readonly 'place.ended': object;
  /** What the place was paid for the call, in millicredits. */
  readonly charged: { readonly amount: number };
};
