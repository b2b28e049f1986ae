/**
 * The HTTP server, over uWebSockets. This file, `exchange.ts`, `unread.ts`, `event-stream.ts`, `first-requests.ts`, `socket.ts` and
 * `upgrade.ts` alone touch its raw objects (G2), whose wrong use ends the process. What is kept here, besides the promises of each
 * request (`exchange.ts`):
 *
 * H3  Bodies are bounded one by one and all together, those of unknown callers separately: the caller is checked before a body
 *    is read to its end, so that strangers use little, and none of the others' room, and one caller a quota.
 * H4  A refused body is answered at once, then read and discarded within bounds: closing at once makes the
 *    client's write fail before it reads the answer.
 * H5  When a handler throws, the answer is 500; the exception never reaches uWebSockets.
 * H6  A request with more than one Content-Length or Host, or with any Transfer-Encoding but one `chunked`, is refused and its connection
 *    closed: one side may take for a body what another takes for a request.
 */
import type * as uWS from 'uWebSockets.js';
import type { Log } from '../../engine/ports.ts';
import { type ErrorAnswer, errorAnswer } from '../refusals/error-answers.ts';
import { refused } from '../refusals/gateway-refusals.ts';
import type { Method } from '../route/route.ts';
import type { GatewaySettings } from '../settings.ts';
import { addon } from './addon.ts';
import { Arrival, type Discard, type Receiver } from './arrival.ts';
import { BodyPool } from './body.ts';
import { Exchange, type ExchangeServer, type Headers, statusLine } from './exchange.ts';
import { FirstRequests } from './first-requests.ts';
import { readHeaders } from './headers.ts';
import { UnreadAnswers } from './unread.ts';
import { type Wants, wantsNothing } from './wants.ts';
import { WorkQueue } from './work-queue.ts';

/** Missing in the published types, there in every binary. */
declare module 'uWebSockets.js' {
  export const LIBUS_LISTEN_EXCLUSIVE_PORT: number;
  interface TemplatedApp {
    listen(
      host: string,
      port: number,
      options: number,
      cb: (socket: uWS.us_listen_socket | false) => void,
    ): TemplatedApp;
  }
}

/** Answers the exchange, now or later. Of later exceptions it informs the exchange itself (`fail`, H5). */
export type Handler = (exchange: Exchange) => void;

export interface HttpOptions {
  readonly settings: GatewaySettings;
  readonly log: Log;
  readonly requestId: () => string;
  readonly answerHeaders: Headers;
}

const statusesMax = 600;

export class HttpServer implements Receiver<Exchange>, ExchangeServer {
  readonly options: HttpOptions;
  /** For `socket.ts` only. */
  readonly app = addon.App();
  /** For `socket.ts` only. */
  readonly answers = new Float64Array(statusesMax);
  /** How many WebSockets are open; `socket.ts` counts them. */
  sockets = 0;
  readonly bodies: BodyPool;
  readonly strangerBodies: BodyPool;
  readonly unread: UnreadAnswers;
  /** For `socket.ts`, which has requests of its own. */
  readonly firstRequests: FirstRequests;
  readonly #listening: uWS.us_listen_socket[] = [];
  /** Large bodies that have come. Each is held by a pool of bodies, which bounds them. */
  readonly #work = new WorkQueue();
  #open = 0;
  #whenIdle: (() => void) | undefined;
  isDraining = false;

  constructor(options: HttpOptions) {
    this.options = options;
    this.bodies = new BodyPool(options.settings.bodiesBytesMax, options.settings.callerBodiesBytesMax);
    this.strangerBodies = new BodyPool(options.settings.strangerBodiesBytesMax);
    this.unread = new UnreadAnswers(options.settings.unreadAnswersBytesMax);
    this.firstRequests = new FirstRequests(options.settings, (res) => this.#refuseSilent(res));
    // Not an array's filter: called at each connection that opens or closes.
    this.app.filter((res, change) => (change > 0 ? this.firstRequests.watch(res) : undefined));
  }

  /** Requests that wait for their answer. */
  get open(): number {
    return this.#open;
  }

  /** A GET has a HEAD with the same answer without the body, unless `hasHead` is false. */
  on(method: Method, pattern: string, wants: Wants<Exchange>, handler: Handler, hasHead = true): void {
    const begin = (res: uWS.HttpResponse, req: uWS.HttpRequest) => this.#begin(res, req, wants, handler, false);
    if (method === 'GET') {
      this.app.get(pattern, begin);
      if (hasHead) this.app.head(pattern, (res, req) => this.#begin(res, req, wants, handler, true));
    } else if (method === 'POST') this.app.post(pattern, begin);
    else if (method === 'PUT') this.app.put(pattern, begin);
    else this.app.del(pattern, begin);
  }

  /** Every method that `pattern` has no handler for. */
  otherwise(pattern: string, handler: Handler, wants: Wants<Exchange> = wantsNothing): void {
    this.app.any(pattern, (res, req) => {
      this.#begin(res, req, wants, handler, req.getMethod() === 'head');
    });
  }

  /** Listens where no other process does, possibly at several ports; port 0 is any free one. Resolves with the port. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.app.listen(host, port, addon.LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
        if (socket === false) {
          reject(
            new Error(`${host}:${port} is in use or not allowed. Stop what listens there, or choose another port.`),
          );
          return;
        }
        this.#listening.push(socket);
        resolve(addon.us_socket_local_port(socket));
      });
    });
  }

  /** Takes no new connections; from now on each answer closes its connection (OP13). */
  drain(): void {
    this.isDraining = true;
    for (const socket of this.#listening.splice(0)) addon.us_listen_socket_close(socket);
  }

  /** Resolves when every request has its answer. */
  async idle(): Promise<void> {
    if (this.#open === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenIdle = resolve;
    });
  }

  /** Ends every connection. */
  end(): void {
    this.app.close();
  }

  /** Counts the end of an exchange. */
  finished(status: number): void {
    this.#open -= 1;
    this.answers[status] = (this.answers[status] ?? 0) + 1;
    if (this.#open === 0) this.#whenIdle?.();
  }

  #begin(res: uWS.HttpResponse, req: uWS.HttpRequest, wants: Wants<Exchange>, handler: Handler, isHead: boolean): void {
    this.firstRequests.begun(res);
    this.#open += 1;
    const headers = readHeaders(req);
    const exchange = new Exchange(this, res, req, headers, wants, isHead);
    // (H2)
    res.onAborted(() => exchange.gone());
    if (headers.isBadlyFramed) exchange.refuseAndClose(errorAnswer(refused('bad_framing')));
    else if (wants.body) this.#readBody(exchange, res, wants, Number(headers.length), handler);
    else this.#run(exchange, handler);
  }

  /** For a connection on which no request has come. */
  #refuseSilent(res: uWS.HttpResponse): void {
    const { requestId, answerHeaders } = this.options;
    const { status, body } = errorAnswer(refused('no_request'));
    this.answers[status] = (this.answers[status] ?? 0) + 1;
    res.cork(() => {
      res.writeStatus(statusLine(status));
      res.writeHeader('Content-Type', 'application/json').writeHeader('X-Request-Id', requestId());
      for (const [name, value] of answerHeaders) res.writeHeader(name, value);
      res.end(body, true);
    });
  }

  #run(exchange: Exchange, handler: Handler): void {
    try {
      handler(exchange);
    } catch (cause) {
      exchange.fail(cause);
    }
  }

  #readBody(
    exchange: Exchange,
    res: uWS.HttpResponse,
    wants: Wants<Exchange>,
    declared: number,
    handler: Handler,
  ): void {
    const arrival = new Arrival(this, exchange, wants, declared, () => this.#run(exchange, handler));
    // A refused body has released what it held.
    exchange.whenGone ??= () => arrival.release();
    res.onData((chunk, isLast) => arrival.add(chunk, isLast));
  }

  enqueue(work: () => void): void {
    this.#work.add(work);
  }

  /** Returns the function that gets each further piece (H4). */
  discard(exchange: Exchange, answer: ErrorAnswer): Discard {
    const { discardBytesMax, discardMsMax } = this.options.settings;
    let res = exchange.refuseAndRead(answer);
    let read = 0;
    const close = () => {
      clearTimeout(timer);
      const open = res;
      res = undefined;
      open?.close();
    };
    const timer = setTimeout(close, discardMsMax);
    exchange.whenGone = () => {
      clearTimeout(timer);
      res = undefined;
    };
    return (bytes, isLast) => {
      read += bytes;
      // Not at once: the answer is still being written in this very turn of the loop.
      if (isLast || read > discardBytesMax) setImmediate(close);
    };
  }
}
