/**
 * Catching up: sends one socket the events that it missed, from the event table, then those that came meanwhile, as fast as the socket
 * reads and no faster (WK3). Keeps promises of `city-feed.ts` (F3, F4, F7).
 */
import type { City } from '../../../engine/city-interface.ts';
import { CityFrame } from '../../answers/city-frames.ts';
import { Event } from '../../answers/events.ts';
import { publishEvent } from '../../diagnostics.ts';
import type { GatewaySettings } from '../../settings.ts';
import { sendFrame } from '../../transport/send-frame.ts';
import { FairQueue } from './fair-queue.ts';
import type { FeedSocket } from './feed-sockets.ts';
import { endSlow, type Listener } from './listener.ts';
import { Waiting } from './waiting-events.ts';

const roundsMax = 20;

/** The number after which a socket catches up, and whether its client asked for it. */
export interface Resume {
  readonly since: number;
  readonly isAsked: boolean;
}

export class CatchUp {
  readonly #city: City;
  readonly #settings: GatewaySettings;
  /** The last event that the feed has handed out. */
  readonly #latest: () => number;
  readonly #queue: FairQueue;
  /** Callbacks of sockets without room, to be called when there is room again or the socket is gone. */
  readonly #stalled = new Map<FeedSocket, () => void>();

  constructor(city: City, settings: GatewaySettings, latest: () => number) {
    this.#city = city;
    this.#settings = settings;
    this.#latest = latest;
    this.#queue = new FairQueue(settings.resumeLookUpsMax);
  }

  /** The socket has room, or is gone. */
  wake(socket: FeedSocket): void {
    this.#stalled.get(socket)?.();
  }

  /**
   * Sends what was missed after `since`, announces `resumed` when the client asked, and sends what has come to wait. Calls `goLive`
   * synchronously when nothing waits any more, so that no event can come between. Ends the socket on failure.
   */
  async run(listener: Listener, first: Waiting, resume: Resume, goLive: () => void): Promise<void> {
    const { socket } = listener;
    let waiting = first;
    // Events up to `from` were never sent on this socket. Those above were sent live, or wait.
    let until = listener.from;
    const since = this.#known(socket, resume.since, until);
    let sent = since;
    let isAnnounced = !resume.isAsked;
    listener.from = Math.min(listener.from, since);
    for (let round = 0; round < roundsMax; round++) {
      await this.#sendPages(listener, sent, until);
      sent = Math.max(sent, until, waiting.from);
      if (waiting.isWhole && !isAnnounced) {
        sendFrame(socket, CityFrame, { type: 'resumed', seq: sent });
        isAnnounced = true;
      }
      while (!waiting.isEmpty && socket.isOpen) sent = Math.max(sent, await this.#sendWaiting(socket, waiting));
      if (!socket.isOpen) return;
      if (waiting.isWhole) {
        goLive();
        return;
      }
      // Too many events came meanwhile (F4). They are looked up too, while new ones wait.
      until = this.#latest();
      waiting = new Waiting(until, this.#settings.resumeWaitingEventsMax);
      listener.phase = { type: 'catching up', waiting };
    }
    endSlow(socket);
  }

  /**
   * Where the catching up begins. A client that has heard numbers which this city has not given out, because a backup was restored, is sent
   * a gap: those numbers will be given out again.
   */
  #known(socket: FeedSocket, since: number, until: number): number {
    const newest = Math.max(until, this.#latest());
    if (since <= newest) return since;
    sendFrame(socket, CityFrame, { type: 'gap', from: newest + 1, to: since });
    return until;
  }

  /** Sends the missed events with `after < seq <= until`, in look-ups between which others have their turn (F7). */
  async #sendPages({ socket, follower: { actor } }: Listener, after: number, until: number): Promise<void> {
    const { resumePageEvents: limit, resumeEventsMax: reach } = this.#settings;
    let at = after;
    while (at < until) {
      const back = { after: at, until, limit, reach };
      const found = await this.#queue.take(
        actor,
        () => socket.isOpen,
        () => this.#city.missed(actor, back),
      );
      if (found === undefined) return;
      if (found.gap !== null) sendFrame(socket, CityFrame, { type: 'gap', ...found.gap });
      for (const event of found.events) {
        publishEvent(this.#city, event, Event);
        if (socket.send(event.json) === 'full') await this.#room(socket);
      }
      at = found.through;
    }
  }

  /** Sends the waiting events, and those that come to wait meanwhile; resolves with the number of the last. */
  async #sendWaiting(socket: FeedSocket, waiting: Waiting): Promise<number> {
    let sent = 0;
    for (let event = waiting.take(); event !== undefined && socket.isOpen; event = waiting.take()) {
      sent = event.seq;
      if (socket.send(event.json) === 'full') await this.#room(socket);
    }
    return sent;
  }

  /** Resolves when the socket has drained, is gone, or has had its time and is ended. */
  #room(socket: FeedSocket): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => endSlow(socket), this.#settings.socketSlowMsMax);
      this.#stalled.set(socket, () => {
        clearTimeout(timer);
        this.#stalled.delete(socket);
        resolve();
      });
    });
  }
}
