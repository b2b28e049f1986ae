/**
 * Reads one resident's event stream over WebSocket, through connection losses: reconnects, resumes from the last `seq` received, and
 * passes on every event once and in order.
 *
 * ST1  `seq` strictly rises on a connection and across resumes; an event that breaks this is a finding and is not passed on.
 * ST2  Events between `hello` and `resumed` are held back until `resumed`: live events that the city had sent before it read our `resume`
 *      may come before the replay, and again in it. A connection that breaks before `resumed` counts for nothing.
 * ST3  A city that greets with an older `seq` than it had sent has lost what it published.
 */
import { WebSocket } from 'ws';
import type { AnswerOf } from '../gateways/answers/answer-type.ts';
import type { CityFrame } from '../gateways/answers/city-frames.ts';
import { read, says } from './answers.ts';
import { type CityEvent, eventOf } from './events.ts';
import type { ClientFindings } from './findings.ts';
import type { ClientStatistics } from './statistics.ts';
import { numberOf, parseJson, textOf } from './wire.ts';

type State =
  | { readonly type: 'down' }
  | { readonly type: 'opening'; readonly socket: WebSocket }
  | { readonly type: 'resuming'; readonly socket: WebSocket; readonly hello: number; readonly kept: CityEvent[] }
  | { readonly type: 'live'; readonly socket: WebSocket }
  | { readonly type: 'ended'; readonly refused: boolean };

export interface StreamOptions {
  readonly url: string;
  readonly token: string;
  readonly name: string;
  readonly statistics: ClientStatistics;
  readonly findings: ClientFindings;
  readonly onEvent: (event: CityEvent) => void;
}

const greetingMsMax = 15_000;
const backOffMinMs = 50;
const backOffMaxMs = 1_000;

export class EventStreamReader {
  readonly #options: StreamOptions;
  #state: State = { type: 'down' };
  /** The last `seq` received, or known to hold nothing for us; null before the first greeting. */
  #last: number | null = null;
  #backOffMs = backOffMinMs;
  #timer: NodeJS.Timeout | undefined;
  #waiting: (() => void)[] = [];

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#connect();
  }

  get last(): number {
    return this.#last ?? 0;
  }

  /** True when the city does not know the resident (any more). */
  get refused(): boolean {
    return this.#state.type === 'ended' && this.#state.refused;
  }

  /** Resolves when the stream is live (again), or has ended. */
  live(): Promise<void> {
    if (this.#state.type === 'live' || this.#state.type === 'ended') return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Breaks the connection without a close frame, as a failing network would. The stream reconnects after `pauseMs`. */
  drop(pauseMs: number): void {
    const state = this.#state;
    if (state.type !== 'live') return;
    this.#options.statistics.droppedOnPurpose++;
    this.#down(pauseMs);
    state.socket.terminate();
  }

  /** `refused`: the city closed the stream for good. */
  end(refused = false): void {
    const state = this.#state;
    this.#state = { type: 'ended', refused };
    clearTimeout(this.#timer);
    if ('socket' in state) state.socket.terminate();
    this.#wake();
  }

  #connect(): void {
    const { url, token } = this.#options;
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      skipUTF8Validation: true,
      handshakeTimeout: greetingMsMax,
    });
    this.#state = { type: 'opening', socket };
    this.#timer = setTimeout(() => socket.terminate(), greetingMsMax);
    socket.on('message', (data) => {
      if (this.#holds(socket)) this.#read(socket, parseJson(String(data)));
    });
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      if (response.statusCode === 401 || response.statusCode === 410) this.end(true);
      socket.terminate();
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      if (!this.#holds(socket)) return;
      this.#options.statistics.countError(`ws ${code}`);
      if (code === 4401 || code === 4410) this.end(true);
      else {
        if (this.#state.type !== 'opening') this.#options.statistics.connectionsLost++;
        this.#down(this.#backOffMs);
        this.#backOffMs = Math.min(this.#backOffMs * 2, backOffMaxMs);
      }
    });
  }

  #holds(socket: WebSocket): boolean {
    return 'socket' in this.#state && this.#state.socket === socket;
  }

  #down(pauseMs: number): void {
    clearTimeout(this.#timer);
    this.#state = { type: 'down' };
    this.#timer = setTimeout(() => this.#connect(), pauseMs);
  }

  #read(socket: WebSocket, came: unknown): void {
    const state = this.#state;
    const frame = read<AnswerOf<typeof CityFrame>>(came);
    const seq = numberOf(frame.seq);
    // Types of the city's own frames are one word; types of events have a dot.
    if (textOf(frame.type).includes('.')) {
      if (state.type === 'resuming') state.kept.push(eventOf(came));
      else if (state.type === 'live') this.#hear(eventOf(came));
    } else if (says(frame.type, 'hello') && state.type === 'opening') this.#greeted(socket, seq);
    else if (says(frame.type, 'resumed') && state.type === 'resuming')
      this.#resumed(state.kept, state.hello, seq, socket);
    else if (says(frame.type, 'gap')) {
      this.#options.findings.add('gap', () => `${this.#options.name}: ${JSON.stringify(frame)}`);
    }
  }

  #greeted(socket: WebSocket, seq: number): void {
    const last = this.#last;
    if (last === null) {
      this.#last = seq;
      this.#goLive(socket);
      return;
    }
    if (seq < last)
      this.#options.findings.add(
        'city_went_back',
        () => `${this.#options.name} had heard ${last}, the city greets with ${seq}`,
      );
    this.#state = { type: 'resuming', socket, hello: seq, kept: [] };
    socket.send(JSON.stringify({ type: 'resume', since: last }));
  }

  #resumed(kept: readonly CityEvent[], hello: number, seq: number, socket: WebSocket): void {
    const last = this.last;
    const fall = kept.findIndex((event, at) => at > 0 && event.seq <= (kept[at - 1]?.seq ?? 0));
    const early = fall > 0 && (kept[0]?.seq ?? 0) > hello ? kept.slice(0, fall) : [];
    const replay = kept.slice(early.length);
    const replayed = new Set(replay.map((event) => event.seq));
    const rest = early.filter((event) => !replayed.has(event.seq));
    const merged = rest.length === 0 ? replay : [...replay, ...rest].sort((a, b) => a.seq - b.seq);
    this.#options.statistics.resumed++;
    for (const event of merged) this.#hear(event);
    if (seq < last)
      this.#options.findings.add(
        'city_went_back',
        () => `${this.#options.name} resumed from ${last}, the city ends at ${seq}`,
      );
    this.#last = Math.max(this.last, seq);
    this.#goLive(socket);
  }

  #hear(event: CityEvent): void {
    const last = this.last;
    if (!(event.seq > last)) {
      this.#options.findings.add(
        'seq_back',
        () => `${this.#options.name} got seq ${event.seq} (${event.type}) after ${last}`,
      );
      return;
    }
    this.#last = event.seq;
    this.#options.statistics.countEvent(event.type);
    this.#options.onEvent(event);
  }

  #goLive(socket: WebSocket): void {
    clearTimeout(this.#timer);
    this.#state = { type: 'live', socket };
    this.#backOffMs = backOffMinMs;
    this.#options.statistics.connected++;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
