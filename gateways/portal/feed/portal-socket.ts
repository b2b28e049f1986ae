/** One socket on the Portal's feed: whose it is, what it follows, and how far it is. */

import type { Socket } from '../../transport/socket.ts';
import type { Visitor } from '../../visitors/sessions.ts';
import type { CatchUp } from './catch-up.ts';
import type { Subscription } from './followers.ts';

export interface PortalSocket {
  readonly socket: Socket;
  /** Null for a stranger. */
  visitor: Visitor | null;
  subscription: Subscription;
  groups: ReadonlySet<string>;
  /** How often it was asked whose it is: the newest answer counts, whatever answer is the last to come. */
  identifications: number;
  /** Once it is live, every event above this that it hears has been told. */
  after: number;
  phase:
    | { readonly type: 'joining' }
    /** After `hello`: a `resume` may come. */
    | { readonly type: 'holding'; readonly timer: NodeJS.Timeout }
    | { readonly type: 'catching up'; readonly catchUp: CatchUp }
    | { readonly type: 'live' };
}
