/**
 * Connections on which no request has come whole yet. uWebSockets takes headers with a control character, a space before the colon or
 * no colon for such of which more will come, and would close the connection after some 10 s without a word; it has no
 * way to look at what has come. So whoever connects and has not asked in time is told so, and closed. What is kept here:
 *
 * H7  A raw connection is given up in the call that ends it or that begins a request from its address, before anything else is done:
 *    from then on uWebSockets tells somebody else of its end. A request does not say of which connection it is, so
 *    it frees all of its address; those are closed by uWebSockets, as they were.
 */
import type * as uWS from 'uWebSockets.js';
import { addressOf } from './exchange.ts';

interface Bounds {
  readonly firstRequestMsMax: number;
  readonly firstRequestsMax: number;
}

interface Connection {
  readonly res: uWS.HttpResponse;
  /** How often it was looked at. Not a time: after a stall of this process what was sent meanwhile is read before the next look. */
  looks: number;
}

/** Looks at a connection, spread evenly over the time that it has: it has a quarter more at most, and a stall of this process costs it one look. */
const looksMax = 4;

export class FirstRequests {
  readonly #bounds: Bounds;
  readonly #refuse: (res: uWS.HttpResponse) => void;
  /** Address -> its connections, never none. */
  readonly #waiting = new Map<string, Set<Connection>>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `refuse` answers and closes. */
  constructor(bounds: Bounds, refuse: (res: uWS.HttpResponse) => void) {
    this.#bounds = bounds;
    this.#refuse = refuse;
  }

  /** Somebody has connected. Above the bound nobody is told anything. */
  watch(res: uWS.HttpResponse): void {
    const address = addressOf(res);
    if (address === '' || this.#count >= this.#bounds.firstRequestsMax) return;
    const connection = { res, looks: 0 };
    const others = this.#waiting.get(address);
    if (others === undefined) this.#waiting.set(address, new Set([connection]));
    else others.add(connection);
    this.#count += 1;
    res.onAborted(() => this.#remove(address, connection));
    this.#timer ??= setInterval(() => this.#look(), this.#bounds.firstRequestMsMax / looksMax).unref();
  }

  /** A request has come whole (H7). */
  begun(res: uWS.HttpResponse): void {
    if (this.#count === 0) return;
    const address = addressOf(res);
    // That of a connection which is just breaking cannot be told any more.
    const addresses = address === '' ? [...this.#waiting.keys()] : [address];
    for (const each of addresses) {
      this.#count -= this.#waiting.get(each)?.size ?? 0;
      this.#waiting.delete(each);
    }
  }

  #look(): void {
    for (const [address, connections] of this.#waiting)
      for (const connection of connections) {
        connection.looks += 1;
        if (connection.looks <= looksMax) continue;
        this.#remove(address, connection);
        this.#refuse(connection.res);
      }
    if (this.#count > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #remove(address: string, connection: Connection): void {
    const connections = this.#waiting.get(address);
    if (connections?.delete(connection) !== true) return;
    this.#count -= 1;
    if (connections.size === 0) this.#waiting.delete(address);
  }
}
