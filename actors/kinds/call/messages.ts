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

export type CallInbox = EndsOf<'sandbox'> & {
  readonly 'place.ended': object;
  /** What its place took for it, in millicredits. */
  readonly charged: { readonly amount: number };
};
