/**
 * The Portal's feed at `/ws`: what happens where strangers may walk, for anyone; for a visitor also what is addressed to it.
 *
 * PF2  A socket hears an event once, whatever it follows, and in the order of `seq`.
 * PF4  A `resume` is answered from the newest events in memory; what is older is announced as a gap.
 * PF5  Sockets are bounded, all of them and those of one network, and so is what each may follow.
 * PF6  A visitor's socket is closed with the session with which it came.
 * PF7  However many sockets resume at once, others are served between the slices of what they missed.
 * PF8  A socket that comes before the city is open is closed as busy: the number after which it would hear is not known yet.
 */
import { z } from 'zod';
import type { City, FeedItem } from '../../../engine/city-interface.ts';
import type { FeedEvent } from '../../../engine/command.ts';
import { parsePlaceId, parseResidentId } from '../../../engine/ids.ts';
import type { Log } from '../../../engine/ports.ts';
import { type Refused, refused } from '../../../engine/refusal.ts';
import { Event, StrangersEvent } from '../../answers/events.ts';
import { PortalFrame } from '../../answers/portal-frames.ts';
import { publishEvent } from '../../diagnostics.ts';
import { networkOf } from '../../limits/refused-tokens.ts';
import { SocketQuota } from '../../limits/socket-quota.ts';
import { AuthFrame, ResumeFrame } from '../../schema/received-frames.ts';
import type { GatewaySettings } from '../../settings.ts';
import { closeCodes } from '../../transport/close-codes.ts';
import { refuseFrame, sendFrame } from '../../transport/send-frame.ts';
import type { Socket, SocketHandlers, SocketServer } from '../../transport/socket.ts';
import { WorkQueue } from '../../transport/work-queue.ts';
import type { Sessions, Visitor } from '../../visitors/sessions.ts';
import { Followers, groupsOf, heardAs, type Subscription } from './followers.ts';
import { NewestEvents } from './newest-events.ts';
import { CatchUp, type Span } from './portal-catch-up.ts';
import type { PortalSocket } from './portal-socket.ts';
import { type SeenEvent, seenEvent } from './seen-event.ts';
import { SessionSockets } from './session-sockets.ts';
import { visitorOf } from './visitor-of.ts';

export interface PortalFeedOptions {
  readonly city: City;
  readonly sockets: SocketServer;
  readonly settings: GatewaySettings;
  readonly log: Log;
  readonly sessions: Pick<Sessions, 'visitor' | 'isCurrent' | 'onEnd'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const followedMax = 64;
const Names = (parse: (raw: string) => string | undefined) =>
  z
    .array(z.string().refine((name) => parse(name) !== undefined))
    .max(followedMax)
    .default([]);

export const ReceivedFrame = z.discriminatedUnion('type', [
  AuthFrame,
  ResumeFrame,
  z
    .object({ type: z.literal('subscribe'), locations: Names(parsePlaceId), residents: Names(parseResidentId) })
    .meta({ id: 'Subscribe', description: 'What is to be followed from now on, in place of what was before' }),
]);
type Frame = z.infer<typeof ReceivedFrame>;

const help =
  'Send {"type":"subscribe","locations":[...],"residents":[...]} with at most 64 of each, {"type":"resume","since":<seq>}, or {"type":"auth","token":"vis_..."}.';

const notYet = refused('busy', { retry_after_seconds: 1 });

const everything: Subscription = { locations: [], residents: [] };

export class PortalFeed implements SocketHandlers {
  readonly #options: PortalFeedOptions;
  readonly #portalSockets = new Map<Socket, PortalSocket>();
  readonly #bySession: SessionSockets;
  readonly #followers: Followers;
  readonly #newest: NewestEvents;
  readonly #quota: SocketQuota;
  /** Slices of catching up: one for each socket at most. */
  readonly #work = new WorkQueue();
  readonly #unsubscribe: () => void;
  /** Until then a socket cannot be given the number after which it hears (PF8). */
  #isOpen = false;
  /** The number of the last event handed out, or of the newest when the city opened. */
  #seq = 0;

  constructor(options: PortalFeedOptions) {
    const { settings, sockets, city, sessions, now } = options;
    this.#options = options;
    this.#followers = new Followers(sockets);
    this.#newest = new NewestEvents(settings.publicEventsKept);
    this.#quota = new SocketQuota(settings.portalSocketsMax, settings.portalSocketsPerNetworkMax);
    this.#bySession = new SessionSockets(now);
    sessions.onEnd((session) => this.#bySession.end(session));
    sockets.place('/ws', this, (socket) => this.#quota.hasRoom(networkOf(socket.address)));
    this.#unsubscribe = city.subscribe((items) => this.#hear(items));
  }

  close(): void {
    this.#unsubscribe();
    this.#options.sockets.close();
  }

  opened(socket: Socket): void {
    if (this.#isOpen) this.#join(socket);
    else endRefused(socket, notYet);
  }

  #join(socket: Socket): void {
    this.#quota.take(networkOf(socket.address));
    const portalSocket: PortalSocket = {
      socket,
      visitor: null,
      subscription: everything,
      groups: new Set(groupsOf(everything, null)),
      identifications: 0,
      after: this.#seq,
      phase: { type: 'joining' },
    };
    this.#portalSockets.set(socket, portalSocket);
    this.#identify(portalSocket, undefined);
  }

  frame(socket: Socket, text: string): void {
    const portalSocket = this.#portalSockets.get(socket);
    if (portalSocket === undefined) return;
    const frame = frameOf(text);
    if (frame === undefined) refuseFrame(socket, 'invalid_request', help);
    else if (frame.type === 'auth') this.#authenticate(portalSocket, frame.token);
    else if (frame.type === 'subscribe') this.#subscribe(portalSocket, frame);
    else this.#resume(portalSocket, frame.since);
  }

  drained(socket: Socket): void {
    const phase = this.#portalSockets.get(socket)?.phase;
    if (phase?.type === 'catching up') phase.catchUp.drained();
  }

  closed(socket: Socket): void {
    const portalSocket = this.#portalSockets.get(socket);
    if (portalSocket === undefined) return;
    this.#quota.release(networkOf(socket.address));
    this.#pause(portalSocket);
    if (portalSocket.visitor !== null) this.#bySession.remove(socket, portalSocket.visitor);
    this.#portalSockets.delete(socket);
  }

  /** A stranger's socket becomes a visitor's, once. */
  #authenticate(portalSocket: PortalSocket, token: string): void {
    if (portalSocket.visitor === null) this.#identify(portalSocket, token);
    else refuseFrame(portalSocket.socket, 'invalid_state', 'This socket is a visitor’s already.');
  }

  /**
   * Finds the visitor by this token, or else by the headers of the upgrade. Only the newest look-up counts, also when an older one is
   * answered later.
   */
  #identify(portalSocket: PortalSocket, token: string | undefined): void {
    const { socket } = portalSocket;
    const { sessions, settings, log } = this.#options;
    portalSocket.identifications += 1;
    const number = portalSocket.identifications;
    visitorOf({ sessions, portalOrigin: settings.portalOrigin }, socket, token)
      .then((visitor) => {
        if (!this.#portalSockets.has(socket) || number !== portalSocket.identifications) return;
        if (visitor?.type === 'refused') endRefused(socket, visitor);
        // The session has ended at this very moment (PF6).
        else if (visitor !== null && !sessions.isCurrent(visitor)) this.#identify(portalSocket, token);
        else this.#greet(portalSocket, visitor);
      })
      .catch((cause: unknown) => {
        log.error({ cause: String(cause) }, 'a socket could not join the feed of the Portal');
        socket.end(closeCodes.failed, 'the feed failed; connect again');
      });
  }

  #greet(portalSocket: PortalSocket, visitor: Visitor | null): void {
    const { socket, subscription } = portalSocket;
    this.#pause(portalSocket);
    portalSocket.visitor = visitor;
    if (visitor !== null) this.#bySession.add(socket, visitor);
    this.#regroup(portalSocket, subscription);
    const seq = this.#seq;
    portalSocket.after = seq;
    sendFrame(socket, PortalFrame, { type: 'hello', v: 1, seq, visitor: visitor?.id ?? null });
    const begin = () => this.#catchUp(portalSocket, seq, { after: seq, until: seq }, () => {});
    portalSocket.phase = { type: 'holding', timer: setTimeout(begin, this.#options.settings.socketHoldMs) };
  }

  #subscribe(portalSocket: PortalSocket, { locations, residents }: Subscription): void {
    const { socket, phase } = portalSocket;
    const isLive = phase.type === 'live';
    if (isLive) this.#followers.leave(socket, [...portalSocket.groups]);
    this.#regroup(portalSocket, { locations: [...new Set(locations)], residents: [...new Set(residents)] });
    if (isLive) this.#followers.join(socket, [...portalSocket.groups]);
    sendFrame(socket, PortalFrame, { type: 'subscribed', ...portalSocket.subscription, seq: this.#seq });
  }

  #regroup(portalSocket: PortalSocket, subscription: Subscription): void {
    portalSocket.subscription = subscription;
    portalSocket.groups = new Set(groupsOf(subscription, portalSocket.visitor?.id ?? null));
  }

  #resume(portalSocket: PortalSocket, since: number): void {
    const { socket, phase, after } = portalSocket;
    if (phase.type === 'joining') {
      refuseFrame(socket, 'invalid_state', 'Wait for {"type":"hello"}.');
    } else if (phase.type === 'catching up') {
      refuseFrame(socket, 'invalid_state', 'A resume is under way; wait for {"type":"resumed"}.');
    } else {
      const sent = { after, until: phase.type === 'live' ? this.#seq : after };
      this.#pause(portalSocket);
      // A backup was restored: those numbers will be given out again.
      if (since > this.#seq) sendFrame(socket, PortalFrame, { type: 'gap', from: this.#seq + 1, to: since });
      portalSocket.after = Math.min(after, since);
      this.#catchUp(portalSocket, since, sent, () =>
        sendFrame(socket, PortalFrame, { type: 'resumed', seq: this.#seq }),
      );
    }
  }

  /** Sends what was missed after `since` and is not in `sent`; `finish` announces the end, then the socket is live. */
  #catchUp(portalSocket: PortalSocket, since: number, sent: Span, finish: () => void): void {
    const { socket } = portalSocket;
    const catchUp = new CatchUp({
      ...{ socket, newest: this.#newest, work: this.#work, since, sent },
      heard: (event) => heardAs(event, portalSocket.groups),
      slowMsMax: this.#options.settings.socketSlowMsMax,
      tooSlow: () => endSlow(socket),
      done: () => {
        finish();
        portalSocket.phase = { type: 'live' };
        this.#followers.join(socket, [...portalSocket.groups]);
      },
    });
    portalSocket.phase = { type: 'catching up', catchUp };
    catchUp.run();
  }

  /** Sends nothing more on the socket for now. */
  #pause({ socket, groups, phase }: PortalSocket): void {
    if (phase.type === 'holding') clearTimeout(phase.timer);
    if (phase.type === 'catching up') phase.catchUp.stop();
    if (phase.type === 'live') this.#followers.leave(socket, [...groups]);
  }

  /** Each event is held to its schema here, where it is encoded: it is sent from now on, and from the newest events (PF4). */
  #publish(event: FeedEvent, seen: SeenEvent): void {
    const { city } = this.#options;
    if (seen.visitors.length > 0) publishEvent(city, event, Event);
    publishEvent(city, event, StrangersEvent, () => seen.public);
  }

  #open(seq: number): void {
    this.#isOpen = true;
    this.#seq = seq;
    this.#newest.begin(seq);
  }

  #hear(items: readonly FeedItem[]): void {
    for (const item of items) {
      if (item.type === 'opened') this.#open(item.seq);
      if (item.type !== 'event') continue;
      this.#seq = item.event.seq;
      const seen = seenEvent(item.event);
      if (seen === undefined) continue;
      this.#publish(item.event, seen);
      this.#newest.add(seen);
      if (this.#options.sockets.count > 0) this.#followers.publish(seen);
    }
  }
}

function frameOf(text: string): Frame | undefined {
  try {
    const parsed = ReceivedFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const endSlow = (socket: Socket) =>
  socket.end(closeCodes.tooSlow, 'too slow a reader; connect and resume from your last seq');

function endRefused(socket: Socket, refusal: Refused): void {
  if (refusal.code === 'unauthorized') socket.end(closeCodes.unauthorized, 'no valid token');
  else if (refusal.code === 'rate_limited') socket.end(closeCodes.tooFast, 'too many wrong tokens; wait a minute');
  else socket.end(closeCodes.tooSlow, 'the city is busy; try again');
}
