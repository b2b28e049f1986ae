/**
 * An answer of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), as fast as its reader takes them. One
 * of the files that touch the raw objects of uWebSockets (G2, H2, `http.ts`).
 */
import type * as uWS from 'uWebSockets.js';

/** A line that readers ignore. uWebSockets sends what it has kept back only with the next write. */
const comment = ':\n\n';

/** Characters that may wait for the end of the turn of the event loop. */
const togetherMax = 16 * 1024;

/** Milliseconds of silence within which a comment is sent: proxies end idle connections. */
const silenceMsMax = 15_000;

export class EventStream {
  #res: uWS.HttpResponse | undefined;
  readonly #finished: (isWhole: boolean) => void;
  readonly #speaking: NodeJS.Timeout;
  /** Events of this turn of the event loop, sent together: a write into a socket costs more than all else. */
  #unsent = '';
  /** Since the silence was last looked for: looking twice costs less than a timer that each event sets anew. */
  #isSilent = true;
  #hasRoom = true;
  #drained: (() => void) | undefined;
  #close: (closed: 'closed') => void = () => undefined;
  /** Resolves when the reader has gone, or the stream was ended. */
  readonly closed: Promise<'closed'>;

  /** Its headers are written; calls `finished` at its end. */
  constructor(res: uWS.HttpResponse, finished: (isWhole: boolean) => void) {
    this.#res = res;
    this.#finished = finished;
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
    this.#speaking = setInterval(() => {
      // Not to a reader that takes nothing: each write would give it another ten seconds before uWebSockets ends the connection.
      if (this.#isSilent && this.#hasRoom) this.#say(comment);
      this.#isSilent = true;
    }, silenceMsMax / 2);
    res.onWritable(() => {
      this.#hasRoom = true;
      this.#say(comment);
      if (this.#hasRoom) this.#wake();
      return true;
    });
  }

  /** Sends the headers before there is an event: its reader knows that it is open. */
  begin(): void {
    this.#say(comment);
  }

  /**
   * Sends an event, with the others of this turn of the event loop; resolves when there is room for more. False when the reader has gone.
   */
  write(data: string): boolean | Promise<boolean> {
    this.#isSilent = false;
    if (this.#unsent === '') setImmediate(this.#send);
    this.#unsent += eventOf(data);
    if (this.#unsent.length >= togetherMax) this.#send();
    return this.#hasRoom || this.#res === undefined ? this.#res !== undefined : this.#room();
  }

  /** Sends what is in the format already, at once; resolves when there is room for more. False when the reader has gone. */
  pass(formed: string): boolean | Promise<boolean> {
    this.#isSilent = false;
    this.#say(formed);
    return this.#hasRoom || this.#res === undefined ? this.#res !== undefined : this.#room();
  }

  async #room(): Promise<boolean> {
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
    return this.#res !== undefined;
  }

  /** Sends these events as the last ones; does not wait for room. */
  end(last: readonly string[] = []): void {
    const res = this.#take();
    if (res === undefined) return;
    res.cork(() => {
      if (this.#unsent !== '') res.write(this.#unsent);
      for (const data of last) res.write(eventOf(data));
      // The connection is kept open even when the city closes: to close it, uWebSockets would write a header into the body.
      res.end();
    });
    this.#finished(true);
    this.#wake();
  }

  /** The connection has gone (H2). */
  gone(): void {
    if (this.#take() === undefined) return;
    this.#finished(false);
    this.#wake();
  }

  readonly #send = (): void => {
    if (this.#unsent !== '') this.#say(this.#unsent);
    this.#unsent = '';
  };

  #say(text: string): void {
    const res = this.#res;
    res?.cork(() => {
      this.#hasRoom = res.write(text);
    });
  }

  #take(): uWS.HttpResponse | undefined {
    const res = this.#res;
    this.#res = undefined;
    clearInterval(this.#speaking);
    this.#close('closed');
    return res;
  }

  #wake(): void {
    const drained = this.#drained;
    this.#drained = undefined;
    drained?.();
  }
}

const lineBreak = /\r\n|\r|\n/;

/** In the format every kind of line break ends a line: data with one in it continues in another field. */
function eventOf(data: string): string {
  if (!lineBreak.test(data)) return `data: ${data}\n\n`;
  const lines = data.split(lineBreak).map((line) => `data: ${line}\n`);
  return `${lines.join('')}\n`;
}
