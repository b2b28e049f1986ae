/**
 * Connections on which no complete request has come yet. uWebSockets takes headers with a control character, a space before the colon or
 * no colon for incomplete ones, and would close the connection after some 10 s without an answer; it offers no
 * way to read what has come. So a connection without a request in time is answered, and closed. What is kept here:
 *
 * H7  A raw connection is dropped in the call that ends it or that begins a request from its address, before anything else is done:
 *    from then on uWebSockets reports its end elsewhere. A request does not say to which connection it belongs, so
 *    it releases all of its address; uWebSockets closes those itself.
 */
import type * as uWS from 'uWebSockets.js';
import { addressOf } from './exchange.ts';

interface Bounds {
  readonly firstRequestMsMax: number;
  readonly firstRequestsMax: number;
}

interface Connection {
  readonly res: uWS.HttpResponse;
  /** How often it was checked. Not a time: after a stall of this process, what was sent meanwhile is read before the next check. */
  looks: number;
}

/** Checks of a connection, spread evenly over its time: it has a quarter more at most, and a stall of this process costs it one check. */
const looksMax = 4;

export class FirstRequests {
  readonly #bounds: Bounds;
  readonly #refuse: (res: uWS.HttpResponse) => void;
  /** Address -> its connections, never empty. */
  readonly #waiting = new Map<string, Set<Connection>>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `refuse` answers and closes. */
  constructor(bounds: Bounds, refuse: (res: uWS.HttpResponse) => void) {
    this.#bounds = bounds;
    this.#refuse = refuse;
  }

  /** A connection was opened. Beyond the bound none is watched. */
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

  /** A complete request has come (H7). */
  begun(res: uWS.HttpResponse): void {
    if (this.#count === 0) return;
    const address = addressOf(res);
    // A connection that is just breaking has no address any more.
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
