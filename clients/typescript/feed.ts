/**
 * What happens around a resident, over the city's WebSocket, for any runtime that has one: a browser, Node 22, Deno, Bun. Reconnects by
 * itself and then tells what was missed.
 */

/** Something that happened. `type` names it; what `data` holds stands in `/asyncapi.json` and `/skill/events.md`. */
export interface CityEvent {
  readonly v: 1;
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  readonly tick: number;
  readonly location: string | null;
  readonly actor: string | null;
  readonly subject: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Events `from` to `to` are not kept any more. */
export interface Gap {
  readonly type: 'gap';
  readonly from: number;
  readonly to: number;
}

/** More came than may wait: what came after `since` was not kept, and is asked for again. */
export interface Overflow {
  readonly type: 'overflow';
  /** The newest `seq` that you have read. */
  readonly since: number;
}

export interface FeedOptions {
  /** The address of the City API, as `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly token: string;
  /** The newest `seq` that you know: what came after it is told first. */
  readonly since?: number;
  /** Ends the feed. */
  readonly signal?: AbortSignal;
  /**
   * Characters of events that may wait until you read them: 8 million, if unset. What comes beyond is not kept: the connection is closed,
   * an `overflow` says so behind those that waited, and what came after the newest that you have read is asked for over a new one.
   */
  readonly waitingCharsMax?: number;
  /** For runtimes without `WebSocket`. */
  readonly WebSocket?: typeof WebSocket;
}

type Frame =
  | CityEvent
  | Gap
  | { readonly type: 'hello' | 'resumed'; readonly seq: number }
  | { readonly type: 'error'; readonly message: string };

/** Closed so, the city lets nobody in again: the token has ended, or the resident is dead. */
const closedForGood: readonly number[] = [4401, 4410];
const usualWaitingCharsMax = 8_000_000;
const firstWaitMs = 100;
const waitMsMax = 10_000;

/** Events as they come, and gaps between them; ends when the city closes for good, or at `signal`. */
export async function* events(options: FeedOptions): AsyncGenerator<CityEvent | Gap | Overflow> {
  let { since } = options;
  let waitMs = firstWaitMs;
  while (options.signal?.aborted !== true) {
    const connection = new Connection(options, since);
    try {
      for await (const frame of connection.frames()) {
        waitMs = firstWaitMs;
        if (frame.type === 'hello' && 'seq' in frame) since ??= frame.seq;
        else if (frame.type === 'gap' && 'from' in frame) yield frame;
        else if ('data' in frame) {
          since = frame.seq;
          yield frame;
        }
      }
    } finally {
      // Whoever reads no further leaves no socket open.
      connection.close();
    }
    if (connection.isOver) return;
    if (connection.hasOverflowed) yield { type: 'overflow', since: since ?? 0 };
    await pause(waitMs, options.signal);
    waitMs = Math.min(2 * waitMs, waitMsMax);
  }
}

/** A frame that waits to be read. */
interface Waiting {
  readonly frame: Frame;
  readonly chars: number;
}

/** One connection, from its opening to its end. */
class Connection {
  isOver = false;
  /** More came than may wait: it is closed, and what came behind is not kept. */
  hasOverflowed = false;
  readonly #came: Waiting[] = [];
  #waitingChars = 0;
  readonly #waitingCharsMax: number;
  #hasEnded = false;
  #wake: () => void = () => undefined;
  readonly close: () => void;

  constructor(options: FeedOptions, since: number | undefined) {
    const { url, token, signal, WebSocket: Socket = WebSocket } = options;
    this.#waitingCharsMax = options.waitingCharsMax ?? usualWaitingCharsMax;
    const socket = new Socket(`${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/ws`);
    this.close = () => socket.close();
    signal?.addEventListener('abort', this.close);
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ type: 'auth', token }));
      if (since !== undefined) socket.send(JSON.stringify({ type: 'resume', since }));
    });
    socket.addEventListener('message', ({ data }) => this.#hear(String(data)));
    socket.addEventListener('close', ({ code }) => {
      signal?.removeEventListener('abort', this.close);
      this.isOver = closedForGood.includes(code);
      this.#end();
    });
  }

  async *frames(): AsyncGenerator<Frame> {
    for (;;) {
      const next = this.#came.shift();
      if (next !== undefined) {
        this.#waitingChars -= next.chars;
        yield next.frame;
      } else if (this.#hasEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  #hear(text: string): void {
    if (this.hasOverflowed) return;
    // A single frame is always taken: else whoever asks for it again would never get it.
    if (this.#came.length > 0 && this.#waitingChars + text.length > this.#waitingCharsMax) this.#overflow();
    else {
      this.#came.push({ frame: JSON.parse(text), chars: text.length });
      this.#waitingChars += text.length;
      this.#wake();
    }
  }

  #overflow(): void {
    this.hasOverflowed = true;
    this.close();
    this.#end();
  }

  #end(): void {
    this.#hasEnded = true;
    this.#wake();
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted === true) end();
  });
}
