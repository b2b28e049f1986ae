/** What residents want in a race, and the requests that come of it. */
import type { Outcome } from '../../engine/command.ts';
import type { Message } from '../../engine/effect.ts';
import type { ActorId } from '../../engine/ids.ts';

/** Something that a resident wants. */
export interface Wish {
  readonly by: string;
  /** Who says it, where that is not the resident itself: nobody pays for it then. */
  readonly from?: ActorId;
  readonly event: Message;
  /** Millicredits that it takes from `by` when it is granted. */
  readonly cost?: number;
  /** True: under a key, false: without one; as the seed says when absent. */
  readonly keyed?: boolean;
  /** Its answer comes with the end of an outside effect. */
  readonly awaits?: boolean;
}

/** A wish with the name under which the journal knows it. Repeats under a key share it; any other repeat is a request of its own. */
export interface Request {
  readonly wish: Wish;
  readonly tag: number;
  readonly key: string | undefined;
  readonly heard: Outcome[];
  /** True while one of its submissions may have happened and nobody knows. */
  isUnclear: boolean;
}
