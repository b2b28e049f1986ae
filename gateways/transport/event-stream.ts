/**
 * An answer of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), as fast as its reader takes them.
 * With `exchange.ts`, `http.ts` and `socket.ts` the only files that touch the raw objects of uWebSockets (G2, H2).
 */
import type * as uWS from 'uWebSockets.js';

export class EventStream {
  #res: uWS.HttpResponse | undefined;
  readonly #finished: (isWhole: boolean) => void;
  readonly #closes: () => boolean;
  #drained: (() => void) | undefined;

  /** Its headers are written; `finished` hears of its end, `closes` says whether that ends the connection. */
  constructor(res: uWS.HttpResponse, finished: (isWhole: boolean) => void, closes: () => boolean) {
    this.#res = res;
    this.#finished = finished;
    this.#closes = closes;
    res.onWritable(() => {
      this.#wake();
      return true;
    });
  }

  /** Sends an event; resolves when there is room for the next. False when nobody reads any more. */
  async write(data: string): Promise<boolean> {
    const lines = data.split('\n').map((line) => `data: ${line}\n`);
    const res = this.#res;
    let hasRoom = true;
    res?.cork(() => {
      hasRoom = res.write(`${lines.join('')}\n`);
    });
    if (!hasRoom) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    }
    return this.#res !== undefined;
  }

  /** Nothing follows. */
  end(): void {
    const res = this.#take();
    if (res === undefined) return;
    res.cork(() => {
      res.end(undefined, this.#closes());
    });
    this.#finished(true);
  }

  /** The connection has gone (H2). */
  gone(): void {
    if (this.#take() === undefined) return;
    this.#finished(false);
    this.#wake();
  }

  #take(): uWS.HttpResponse | undefined {
    const res = this.#res;
    this.#res = undefined;
    return res;
  }

  #wake(): void {
    const drained = this.#drained;
    this.#drained = undefined;
    drained?.();
  }
}
