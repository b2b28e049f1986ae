/** Who listens on the feed, and what each hears: data for `city-feed.ts` and `city-catch-up.ts`. */
import type { FeedEvent } from '../../../engine/command.ts';
import type { ActorId } from '../../../engine/ids.ts';
import { closeCodes } from '../../transport/close-codes.ts';
import type { FeedSocket } from './feed-sockets.ts';
import type { Waiting } from './waiting-events.ts';

/** A resident with sockets here. */
export interface Follower {
  readonly actor: ActorId;
  /** The topic that it follows; `undefined` until the city has answered. */
  topic: string | null | undefined;
  readonly listeners: Set<Listener>;
  isDead: boolean;
}

/** One authenticated socket. */
export interface Listener {
  readonly socket: FeedSocket;
  readonly follower: Follower;
  /** Events above it are sent live on this socket, those up to it by `resume` (F3). */
  from: number;
  phase: Phase;
}

type Phase =
  /** `hello` is about to be sent. */
  | { readonly type: 'joining' }
  /** After `hello`, while a `resume` may come. */
  | { readonly type: 'holding'; readonly waiting: Waiting; readonly timer: NodeJS.Timeout }
  | { readonly type: 'catching up'; readonly waiting: Waiting }
  | { readonly type: 'live' };

/** Every topic that a follower's sockets are subscribed to. */
export function topicsOf({ actor, topic }: Follower): readonly string[] {
  const own = ['all', `to:${actor}`];
  return topic === null || topic === undefined ? own : [...own, topic];
}

export function hears({ actor, topic }: Follower, { audience }: FeedEvent): boolean {
  return audience.some((entry) => entry === 'all' || entry === topic || entry === `to:${actor}`);
}

export function endDead(socket: FeedSocket): void {
  socket.end(closeCodes.residentDead, 'the resident is dead');
}

export function endSlow(socket: FeedSocket): void {
  socket.end(closeCodes.tooSlow, 'too slow a reader; connect and resume from your last seq');
}
