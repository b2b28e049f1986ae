/**
 * The one connection of a page to what happens, `/ws`. It comes back by itself when it breaks, after growing pauses, and asks for what it
 * has missed by the number of the last event that it heard. What the city does not keep any more is a gap: the page then looks anew.
 *
 * Whoever listens hears each event once, in the order of `seq`.
 */
import { createSignal } from 'solid-js';
import { type CityEvent, type FeedFrame, feedFrame } from './events.ts';

/**
 * How the connection is. `connecting`: for the first time; `gap`: something was missed that cannot be had again, and the page looks
 * anew until it comes to that.
 */
export type FeedState = 'connecting' | 'live' | 'reconnecting' | 'gap';

/** What to hear; without any, everything public. The gateway takes 64 of each. */
export interface Following {
  readonly locations: readonly string[];
  readonly residents: readonly string[];
}

/** A connection that was opened. */
export interface FeedSocket {
  send(text: string): void;
  close(): void;
}

/** What a connection tells: each frame, and with which code it was closed. */
export interface FeedSocketEnds {
  heard(text: string): void;
  lost(code: number): void;
}

export interface FeedOptions {
  /** Opens a connection. */
  readonly connect?: (ends: FeedSocketEnds) => FeedSocket;
  /** From 0 to 1: spreads those that come back at the same moment. */
  readonly chance?: () => number;
  /** The first pause; doubled at each further try. */
  readonly pauseMs?: number;
}

const followedMax = 64;
const pauseMsMax = 15_000;
/** After a close for too many frames: the gateway counts them by the minute. */
const tooFastPauseMs = 60_000;
const closedTooFast = 4429;
/** The session with which it came has ended. */
const closedSession = 4401;
/** A connection of a phone may be dead without anyone having said so: it is asked this often, and has so long to answer. */
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
  /** The gateway listens: nothing can be said before. */
  #isGreeted = false;
  /** The last event that was heard, or from before which nothing is wanted. */
  #seq: number | undefined;
  /** Of numbers before the beginning so many are wanted too. */
  #back = 0;
  /** The newest event of the city when it greeted. */
  #greetedAt = 0;
  /** What came until here is not missed where it is not kept. */
  #needed = 0;
  /** Something was missed since the last look, and whether that look is under way. */
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

  /** A signal: whose page this is, as the gateway sees it by the cookie; null for a stranger's. */
  get visitor(): string | null {
    return this.#visitor[0]();
  }

  /** The number of the newest event that was heard; undefined before the first. */
  get seq(): number | undefined {
    return this.#seq;
  }

  /**
   * Begins, with what happened after `since` (of a map or a list that was looked at before); unset: from now on. `back`: tells also the
   * events of so many numbers before, as far as they are kept; that they are not is no gap.
   */
  start(since?: number, back = 0): void {
    this.#back = back;
    if (since !== undefined) this.#beginAt(since);
    if (this.#socket === undefined && !this.#isClosed) this.#open();
  }

  /** Hears of these from now on, in place of what it heard of before. */
  follow(following: Partial<Following>): void {
    const { locations = [], residents = [] } = following;
    this.#following = { locations: locations.slice(0, followedMax), residents: residents.slice(0, followedMax) };
    if (this.#isGreeted) this.#ask();
  }

  /** Calls `hear` with each event that pages know. Returns what ends that. */
  listen(hear: (event: CityEvent) => void): () => void {
    this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }

  /** Calls `look` when something was missed for good: it looks anew, resolves when it has, and rejects where it is to be asked again. Returns what ends that. */
  onGap(look: () => Promise<unknown> | undefined): () => void {
    this.#gapListeners.add(look);
    return () => this.#gapListeners.delete(look);
  }

  /** Calls `left` when the visitor whose page this was has logged out, or another has logged in. Returns what ends that. */
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
    // One that never says `hello` is as good as lost.
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
    // A backup was restored: its numbers begin again lower down, and what was looked at before is another city's.
    this.#seq = Math.min(since, seq);
    this.#needed = Math.min(this.#needed, seq);
  }

  /** Whose page it is, as the gateway has just said. */
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
    // It cannot be had: nobody asks for it again. After a backup was restored, `to` is what the city has not come to yet.
    this.#seq = Math.max(this.#seq ?? 0, Math.min(to, this.#greetedAt));
    if (to <= this.#needed) return;
    this.#state[1]('gap');
    this.#hasMissed = true;
    if (!this.#isLookingAnew) void this.#lookAnew();
  }

  /** Until whoever listens has looked since the last gap. */
  async #lookAnew(): Promise<void> {
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

  /** Says what is followed; the answer also says that the connection is alive. */
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
