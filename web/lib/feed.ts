/**
 * The one connection of a page to the feed, `/ws`. It reconnects by itself, after growing delays, and asks for what it has missed by the
 * number of the last event that it heard. Events that the city does not keep any more are a gap: the page then fetches its data again.
 *
 * Listeners hear each event once, in the order of `seq`.
 */
import { createSignal } from 'solid-js';
import { type CityEvent, type FeedFrame, feedFrame } from './events.ts';

/**
 * The state of the connection. `connecting`: for the first time; `gap`: events were missed that cannot be sent again, until the page has
 * fetched its data again.
 */
export type FeedState = 'connecting' | 'live' | 'reconnecting' | 'gap';

/** What to follow; with neither field, everything public. The gateway accepts 64 of each. */
export interface Following {
  readonly locations: readonly string[];
  readonly residents: readonly string[];
}

/** A connection that was opened. */
export interface FeedSocket {
  send(text: string): void;
  close(): void;
}

/** Callbacks of a connection: for each frame, and with the code of its close. */
export interface FeedSocketEnds {
  heard(text: string): void;
  lost(code: number): void;
}

export interface FeedOptions {
  /** Opens a connection. */
  readonly connect?: (ends: FeedSocketEnds) => FeedSocket;
  /** From 0 to 1: spreads clients that reconnect at the same moment. */
  readonly chance?: () => number;
  /** The first delay; doubled at each further attempt. */
  readonly pauseMs?: number;
}

const followedMax = 64;
const pauseMsMax = 15_000;
/** After a close for too many frames: the gateway counts them by the minute. */
const tooFastPauseMs = 60_000;
const closedTooFast = 4429;
/** The session with which the socket came has ended. */
const closedSession = 4401;
/** A phone's connection may be dead without a close: a request is sent this often, and has this long to be answered. */
const askEveryMs = 25_000;
const answerMsMax = 10_000;

const nothing: Following = { locations: [], residents: [] };

export class Feed {
  readonly #connect: (ends: FeedSocketEnds) => FeedSocket;
  readonly #chance: () => number;
  readonly #pauseMs: number;
  readonly #listeners = new Set<(event: CityEvent) => void>();
  readonly #gapListeners = new Set<() => Promise<unknown> | undefined>();
  readonly #leftListeners = new Set<() => void>();
  readonly #state = createSignal<FeedState>('connecting');
  readonly #visitor = createSignal<string | null>(null);
  #following: Following = nothing;
  #socket: FeedSocket | undefined;
  /** The gateway has sent `hello`: nothing can be sent before. */
  #isGreeted = false;
  /** The number of the last event that was heard, or the one after which events are wanted. */
  #seq: number | undefined;
  /** How many numbers before the beginning are wanted too. */
  #back = 0;
  /** The city's newest event at `hello`. */
  #greetedAt = 0;
  /** Events up to this number are no gap when they are not kept any more. */
  #needed = 0;
  /** Events were missed since the last fetch; and whether that fetch is under way. */
  #hasMissed = false;
  #isLookingAnew = false;
  #tries = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #asking: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor({ connect = ownSocket, chance = Math.random, pauseMs = 500 }: FeedOptions = {}) {
    this.#connect = connect;
    this.#chance = chance;
    this.#pauseMs = pauseMs;
  }

  /** A signal. */
  get state(): FeedState {
    return this.#state[0]();
  }

  /** A signal: the visitor of this page, as the gateway sees it by the cookie; null for a stranger. */
  get visitor(): string | null {
    return this.#visitor[0]();
  }

  /** The number of the newest event that was heard; undefined before the first. */
  get seq(): number | undefined {
    return this.#seq;
  }

  /**
   * Begins with the events after `since` (the `seq` of a map or a list that was fetched before); unset: from now on. `back`: also sends the
   * events of this many numbers before that, as far as they are kept; missing ones are no gap.
   */
  start(since?: number, back = 0): void {
    this.#back = back;
    if (since !== undefined) this.#beginAt(since);
    if (this.#socket === undefined && !this.#isClosed) this.#open();
  }

  /** Follows these from now on, in place of the former ones. */
  follow(following: Partial<Following>): void {
    const { locations = [], residents = [] } = following;
    this.#following = { locations: locations.slice(0, followedMax), residents: residents.slice(0, followedMax) };
    if (this.#isGreeted) this.#ask();
  }

  /** Calls `hear` with each event that pages know. Returns the function that ends this. */
  listen(hear: (event: CityEvent) => void): () => void {
    this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }

  /**
   * Calls `look` after a gap. It fetches again, resolves when it has, and rejects when it is to be called again. Returns the function that
   * ends this.
   */
  onGap(look: () => Promise<unknown> | undefined): () => void {
    this.#gapListeners.add(look);
    return () => this.#gapListeners.delete(look);
  }

  /** Calls `left` when the visitor of this page has logged out, or another has logged in. Returns the function that ends this. */
  onLeft(left: () => void): () => void {
    this.#leftListeners.add(left);
    return () => this.#leftListeners.delete(left);
  }

  /** Ends it for good. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#pause);
    this.#drop();
  }

  #beginAt(since: number): number {
    this.#needed = since;
    this.#seq = Math.max(0, since - this.#back);
    return this.#seq;
  }

  #drop(): void {
    clearTimeout(this.#asking);
    this.#isGreeted = false;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #open(): void {
    clearTimeout(this.#pause);
    const socket = this.#connect({
      heard: (text) => {
        const frame = this.#socket === socket ? feedFrame(text) : undefined;
        if (frame !== undefined) this.#hear(frame);
      },
      lost: (code) => {
        if (this.#socket === socket) this.#lost(code);
      },
    });
    this.#socket = socket;
    // A connection that never says `hello` counts as lost.
    this.#expectAnswer();
  }

  #hear(frame: FeedFrame): void {
    if (frame.type === 'hello') this.#greeted(frame.seq, frame.visitor);
    else if (frame.type === 'subscribed') this.#askLater();
    else if (frame.type === 'resumed') this.#isLive();
    else if (frame.type === 'gap') this.#missed(frame.to);
    else if (frame.type === 'event') this.#tell(frame.seq, frame.event);
  }

  #greeted(seq: number, visitor: string | null): void {
    this.#isGreeted = true;
    this.#isOf(visitor);
    this.#ask();
    this.#greetedAt = seq;
    const since = this.#seq ?? this.#beginAt(seq);
    if (since === seq) this.#isLive();
    else this.#send({ type: 'resume', since });
    // A backup was restored: numbers begin again lower, and the data that was fetched before is outdated.
    this.#seq = Math.min(since, seq);
    this.#needed = Math.min(this.#needed, seq);
  }

  /** The visitor of the page, as the gateway has just said. */
  #isOf(visitor: string | null): void {
    const before = this.visitor;
    this.#visitor[1](visitor);
    if (before !== null && before !== visitor) for (const left of this.#leftListeners) left();
  }

  #isLive(): void {
    this.#tries = 0;
    this.#state[1](this.#isLookingAnew ? 'gap' : 'live');
  }

  #tell(seq: number, event: CityEvent | undefined): void {
    if (this.#seq !== undefined && seq <= this.#seq) return;
    this.#seq = seq;
    if (event !== undefined) for (const hear of this.#listeners) hear(event);
  }

  #missed(to: number): void {
    // It cannot be sent again, so it is not asked for. After a backup was restored, `to` is a number that the city has not reached yet.
    this.#seq = Math.max(this.#seq ?? 0, Math.min(to, this.#greetedAt));
    if (to <= this.#needed) return;
    this.#state[1]('gap');
    this.#hasMissed = true;
    if (!this.#isLookingAnew) void this.#fetchAnew();
  }

  /** Repeats until all listeners have fetched since the last gap. */
  async #fetchAnew(): Promise<void> {
    this.#isLookingAnew = true;
    for (let tries = 0; this.#hasMissed && !this.#isClosed; tries++) {
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, this.#msBefore(tries)));
      this.#hasMissed = false;
      const looks = await Promise.allSettled([...this.#gapListeners].map((look) => look()));
      if (looks.some(({ status }) => status === 'rejected')) this.#hasMissed = true;
    }
    this.#isLookingAnew = false;
    if (this.state === 'gap') this.#state[1]('live');
  }

  #msBefore(tries: number): number {
    return Math.min(pauseMsMax, this.#pauseMs * 2 ** tries) * (0.5 + this.#chance());
  }

  #lost(code: number): void {
    this.#drop();
    this.#state[1](this.state === 'connecting' ? 'connecting' : 'reconnecting');
    this.#pause = setTimeout(() => this.#open(), code === closedTooFast ? tooFastPauseMs : this.#msBefore(this.#tries));
    this.#tries += 1;
    if (code === closedSession) this.#isOf(null);
  }

  /** Sends what is followed; the answer also shows that the connection is alive. */
  #ask(): void {
    this.#send({ type: 'subscribe', ...this.#following });
    this.#expectAnswer();
  }

  #expectAnswer(): void {
    clearTimeout(this.#asking);
    this.#asking = setTimeout(() => this.#lost(0), answerMsMax);
  }

  #askLater(): void {
    clearTimeout(this.#asking);
    this.#asking = setTimeout(() => this.#ask(), askEveryMs);
  }

  #send(frame: object): void {
    this.#socket?.send(JSON.stringify(frame));
  }
}

function ownSocket({ heard, lost }: FeedSocketEnds): FeedSocket {
  const { protocol, host } = window.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`);
  socket.addEventListener('message', ({ data }) => heard(String(data)));
  socket.addEventListener('close', ({ code }) => lost(code));
  return socket;
}
