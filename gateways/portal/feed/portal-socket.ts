/** One socket on the Portal's feed: its visitor, what it follows, and how far it has come. */

import type { Socket } from '../../transport/socket.ts';
import type { Visitor } from '../../visitors/sessions.ts';
import type { Subscription } from './followers.ts';
import type { CatchUp } from './portal-catch-up.ts';

export interface PortalSocket {
  readonly socket: Socket;
  /** Null for a stranger. */
  visitor: Visitor | null;
  subscription: Subscription;
  groups: ReadonlySet<string>;
  /** How many look-ups of its visitor were begun: only the newest counts, whichever is answered last. */
  identifications: number;
  /** Once it is live, it has been sent every event above this number that it hears. */
  after: number;
  phase:
    | { readonly type: 'joining' }
    /** After `hello`, while a `resume` may come. */
    | { readonly type: 'holding'; readonly timer: NodeJS.Timeout }
    | { readonly type: 'catching up'; readonly catchUp: CatchUp }
    | { readonly type: 'live' };
}
