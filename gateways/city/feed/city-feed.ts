/**
 * The City API's WebSocket feed: who listens, what each hears, and how a client that was away catches
 * up. Delivery is uWebSockets' own publish wherever an audience allows it; this file only keeps who follows which topics.
 *
 * F1  A socket hears an event once, however many entries of the audience name it.
 * F2  A socket's topics change in turn order with the events.
 * F3  Events after `hello` are sent live, once; `resume` sends only those before it. So nothing is lost or doubled
 *    between the two. The live feed waits a moment after `hello`, so that a resume that comes at once keeps the order too.
 * F4  Live events that wait while missed ones are sent are bounded; beyond the bound they are looked up instead.
 * F5  A resident hears of its own death, then the socket is closed.
 * F6  A socket with a token at the upgrade takes no place of those without one (`unauthenticated-sockets.ts`).
 * F7  A resume reads a bounded number of events, in look-ups of which a resident has one at a time, so that others do not wait for it.
 * F8  Sockets are closed when the token with which they came is replaced or ended; and when it is missed, so that whoever has it shows it.
 */
import { view } from '../../../actors/views.ts';
import type { City, FeedItem } from '../../../engine/city-interface.ts';
import type { FeedEvent } from '../../../engine/command.ts';
import { type ActorId, actorId, nameOf } from '../../../engine/ids.ts';
import { JournalUnavailable, type Log } from '../../../engine/ports.ts';
import type { Refused } from '../../../engine/refusal.ts';
import { CityFrame } from '../../answers/city-frames.ts';
import { Event } from '../../answers/events.ts';
import { publishEvent } from '../../diagnostics.ts';
import { type Authenticator, bearerToken } from '../../route/auth.ts';
import { tokenIn } from '../../route/token-ends.ts';
import type { GatewaySettings } from '../../settings.ts';
import { closeCodes } from '../../transport/close-codes.ts';
import { refuseFrame, sendFrame } from '../../transport/send-frame.ts';
import { CatchUp } from './city-catch-up.ts';
import type { FeedHandlers, FeedSocket, FeedSockets } from './feed-sockets.ts';
import { endDead, type Follower, hears, type Listener, topicsOf } from './listener.ts';
import { frameOf, help } from './received-frame.ts';
import { UnauthenticatedSockets } from './unauthenticated-sockets.ts';
import { Waiting } from './waiting-events.ts';

export interface FeedOptions {
  readonly city: City;
  readonly authenticator: Authenticator;
  readonly sockets: FeedSockets;
  readonly settings: GatewaySettings;
  readonly log: Log;
}

/** With which code and reason sockets are closed when something becomes of the token (F8). */
const closedWhen = {
  replaced: { code: closeCodes.unauthorized, reason: 'the token has been replaced' },
  ended: { code: closeCodes.unauthorized, reason: 'you have ended the token' },
  missed: {
    code: closeCodes.tooSlow,
    reason: 'your mentor says that your token is lost; connect with it again, and it is kept',
  },
} as const;

export class CityFeed implements FeedHandlers {
  readonly #options: FeedOptions;
  readonly #followers = new Map<ActorId, Follower>();
  readonly #listeners = new Map<FeedSocket, Listener>();
  readonly #unauthenticated: UnauthenticatedSockets;
  /** By socket, the `since` of a `resume` that came before `hello`. */
  readonly #early = new Map<FeedSocket, number>();
  /** Listeners that are neither joining nor live. */
  readonly #waiting = new Set<Listener>();
  readonly #missed: CatchUp;
  readonly #unsubscribe: () => void;
  /** The number of the last event handed out. */
  #seq = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#unauthenticated = new UnauthenticatedSockets(options.settings);
    this.#missed = new CatchUp(options.city, options.settings, () => this.#seq);
    options.sockets.place('/ws', this, (socket) => this.#unauthenticated.admits(socket));
    this.#unsubscribe = options.city.subscribe((items) => this.#hear(items));
  }

  close(): void {
    this.#unsubscribe();
    this.#options.sockets.close();
  }

  opened(socket: FeedSocket): void {
    this.#unauthenticated.enter(socket);
    const { authorization } = socket;
    if (authorization === '') return;
    this.#admit(socket, bearerToken(authorization) ?? '');
  }

  frame(socket: FeedSocket, text: string): void {
    const frame = frameOf(text);
    if (frame === undefined) refuseFrame(socket, 'invalid_request', help);
    else if (frame.type === 'resume') this.#resume(socket, frame.since);
    else this.#authenticate(socket, frame.token);
  }

  drained(socket: FeedSocket): void {
    this.#missed.wake(socket);
  }

  closed(socket: FeedSocket): void {
    this.#unauthenticated.leave(socket);
    this.#early.delete(socket);
    this.#missed.wake(socket);
    const listener = this.#listeners.get(socket);
    if (listener === undefined) return;
    this.#listeners.delete(socket);
    this.#leavePhase(listener);
    const { follower } = listener;
    follower.listeners.delete(listener);
    if (follower.listeners.size === 0) this.#followers.delete(follower.actor);
  }

  /** A socket that came without a token may show one in its first frame only. */
  #authenticate(socket: FeedSocket, token: string): void {
    if (!this.#unauthenticated.shows(socket)) return;
    this.#admit(socket, token);
  }

  /** Joins the socket once its token is known to be a living resident's. */
  #admit(socket: FeedSocket, token: string): void {
    const { authenticator } = this.#options;
    authenticator
      .resident(token, socket.address)
      .then((resident) => {
        if (!this.#unauthenticated.has(socket)) return undefined;
        if (resident.type === 'refused') return endRefused(socket, resident);
        // The token was replaced or ended at this very moment (F8).
        if (!authenticator.isCurrent(token, resident.id)) return this.#admit(socket, token);
        return this.#join(socket, resident.actor);
      })
      .catch((cause: unknown) => {
        this.#options.log.error({ cause: String(cause) }, 'a socket could not join the feed');
        endFailed(socket, cause, 'the feed failed; connect again');
      });
  }

  async #join(socket: FeedSocket, actor: ActorId): Promise<void> {
    const { settings, city } = this.#options;
    const follower = this.#follower(actor);
    if (follower.listeners.size >= settings.socketsPerResidentMax) {
      socket.end(closeCodes.tooFast, `at most ${settings.socketsPerResidentMax} sockets for a resident`);
      return;
    }
    const listener: Listener = { socket, follower, from: 0, phase: { type: 'joining' } };
    this.#unauthenticated.leave(socket);
    this.#listeners.set(socket, listener);
    follower.listeners.add(listener);
    const viewed = await city.view(view('following', { id: nameOf(actor) }));
    if (!socket.isOpen) return;
    if (viewed.type === 'refused') return endRefused(socket, viewed);
    const following = viewed.value;
    // A topic from the feed is newer than the one of the view (F2).
    if (follower.topic === undefined) follower.topic = following.topic;
    listener.from = Math.max(following.seq, this.#seq);
    sendFrame(socket, CityFrame, { type: 'hello', v: 1, seq: listener.from, resident: nameOf(actor) });
    if (follower.isDead) return endDead(socket);
    this.#hold(listener);
  }

  #follower(actor: ActorId): Follower {
    const known = this.#followers.get(actor);
    if (known !== undefined) return known;
    const follower: Follower = { actor, topic: undefined, listeners: new Set(), isDead: false };
    this.#followers.set(actor, follower);
    return follower;
  }

  /** Lets live events wait for a moment in which a `resume` may come, unless it has come already (F3). */
  #hold(listener: Listener): void {
    const since = this.#early.get(listener.socket);
    if (since !== undefined) {
      this.#catchUp(listener, this.#newWaiting(listener.from), since, true);
      return;
    }
    const timer = setTimeout(() => this.#release(listener), this.#options.settings.socketHoldMs);
    listener.phase = { type: 'holding', waiting: this.#newWaiting(listener.from), timer };
    this.#waiting.add(listener);
  }

  #release(listener: Listener): void {
    if (listener.phase.type === 'holding') this.#catchUp(listener, listener.phase.waiting, listener.from, false);
  }

  #resume(socket: FeedSocket, since: number): void {
    const listener = this.#listeners.get(socket);
    const phase = listener?.phase;
    if (listener === undefined || phase?.type === 'joining') {
      this.#early.set(socket, since);
    } else if (phase?.type === 'holding') {
      this.#catchUp(listener, phase.waiting, since, true);
    } else if (phase?.type === 'live') {
      this.#leaveTopics(listener);
      this.#catchUp(listener, this.#newWaiting(this.#seq), since, true);
    } else {
      refuseFrame(socket, 'invalid_state', 'A resume is under way; wait for {"type":"resumed"}.');
    }
  }

  #newWaiting(from: number): Waiting {
    return new Waiting(from, this.#options.settings.resumeWaitingEventsMax);
  }

  /** Sends what was missed after `since`, then goes live; ends the socket on failure. */
  #catchUp(listener: Listener, waiting: Waiting, since: number, isAsked: boolean): void {
    this.#leavePhase(listener);
    listener.phase = { type: 'catching up', waiting };
    this.#waiting.add(listener);
    this.#missed
      .run(listener, waiting, { since, isAsked }, () => this.#goLive(listener))
      .catch((cause: unknown) => {
        this.#options.log.error({ cause: String(cause) }, 'missed events could not be read');
        endFailed(listener.socket, cause, 'missed events could not be read; connect and resume again');
      });
  }

  /** Joins the topics. Nothing waits any more, and no event can come between. */
  #goLive(listener: Listener): void {
    const { socket, follower } = listener;
    this.#leavePhase(listener);
    listener.phase = { type: 'live' };
    if (follower.isDead) endDead(socket);
    else for (const topic of topicsOf(follower)) socket.follow(topic);
  }

  #leaveTopics(listener: Listener): void {
    for (const topic of topicsOf(listener.follower)) listener.socket.unfollow(topic);
  }

  #leavePhase(listener: Listener): void {
    if (listener.phase.type === 'holding') clearTimeout(listener.phase.timer);
    this.#waiting.delete(listener);
  }

  #hear(items: readonly FeedItem[]): void {
    for (const item of items) {
      if (item.type === 'following') this.#follow(item.actor, item.topic);
      else if (item.type === 'event') this.#tell(item.event);
    }
  }

  /** The topics of a socket change in turn order with the events (F2). */
  #follow(actor: ActorId, topic: string | null): void {
    const follower = this.#followers.get(actor);
    if (follower === undefined || follower.topic === topic) return;
    const before = follower.topic;
    follower.topic = topic;
    for (const { socket, phase } of follower.listeners) {
      if (phase.type !== 'live') continue;
      if (before !== null && before !== undefined) socket.unfollow(before);
      if (topic !== null) socket.follow(topic);
    }
  }

  #tell(event: FeedEvent): void {
    this.#seq = event.seq;
    for (const listener of this.#waiting) {
      if (listener.phase.type === 'joining' || listener.phase.type === 'live') continue;
      if (hears(listener.follower, event)) listener.phase.waiting.add(event);
    }
    if (this.#options.sockets.count > 0) this.#publish(event);
    const concerned = tokenIn(event);
    if (concerned === undefined) return;
    const { resident, becomes } = concerned;
    if (becomes === 'dead') this.#died(resident);
    else this.#shut(resident, closedWhen[becomes]);
  }

  /** A socket follows one place at most, so only `to:` entries may name a resident who has heard the event at a place already (F1). */
  #publish(event: FeedEvent): void {
    const { sockets, city } = this.#options;
    const { audience, json } = event;
    publishEvent(city, event, Event);
    for (const entry of audience.includes('all') ? ['all'] : audience) {
      if (audience.length > 1 && this.#hearsByAnother(entry, audience)) continue;
      sockets.publish(entry, json);
    }
  }

  /** True when the residents of `entry` hear the event by another entry, or do not listen here. */
  #hearsByAnother(entry: string, audience: readonly string[]): boolean {
    if (entry === 'public') return true;
    if (!entry.startsWith('to:')) return false;
    const topic = this.#followers.get(entry.slice('to:'.length) as ActorId)?.topic;
    return topic === undefined || (topic !== null && audience.includes(topic));
  }

  /** Closes the sockets that came with the old token (F8). */
  #shut(id: string, { code, reason }: { readonly code: number; readonly reason: string }): void {
    const listeners = this.#followers.get(actorId('resident', id))?.listeners ?? [];
    for (const { socket } of [...listeners]) socket.end(code, reason);
  }

  /** A resident hears of its own death before its sockets are closed (F5). */
  #died(id: string): void {
    const follower = this.#followers.get(actorId('resident', id));
    if (follower === undefined) return;
    follower.isDead = true;
    for (const listener of [...follower.listeners]) {
      if (listener.phase.type === 'live') endDead(listener.socket);
      else this.#release(listener);
    }
  }
}

/** While the database is away the client is to come back later; any other cause is a defect. */
function endFailed(socket: FeedSocket, cause: unknown, reason: string): void {
  socket.end(cause instanceof JournalUnavailable ? closeCodes.tooSlow : closeCodes.failed, reason);
}

function endRefused(socket: FeedSocket, refusal: Refused): void {
  if (refusal.code === 'resident_dead') endDead(socket);
  else if (refusal.code === 'unauthorized') socket.end(closeCodes.unauthorized, 'no valid token');
  else if (refusal.code === 'rate_limited') socket.end(closeCodes.tooFast, 'too many wrong tokens; wait a minute');
  else socket.end(closeCodes.tooSlow, 'the city is busy; try again');
}
