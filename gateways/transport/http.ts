/**
 * HTTP over uWebSockets. With `socket.ts` the only file that touches its raw objects (G2), which end the process when
 * they are used wrongly. What is kept here:
 *
 * H1  Everything of a request is copied before its handler runs; the raw request is gone after the first `await`.
 * H2  `onAborted` is set first; nothing is written after an end or an abort, and nothing is written twice.
 * H3  Bodies are bounded one by one and all together, those of callers not known apart: who calls is asked before a body
 *    is read on, so that strangers hold little and nobody else's, and one caller a share.
 * H4  A body that is refused is answered at once, then read and thrown away within bounds: closing at once makes the
 *    client's write fail before it reads the answer.
 * H5  A handler that throws is answered 500, never passed on to uWebSockets.
 * H6  More than one Content-Length is refused and closed: what one side takes for a body another may take for a request.
 */
import * as uWS from 'uWebSockets.js';
import { STATUS_CODES } from 'node:http';
import { JournalUnavailable, type Log } from '../../engine/ports.ts';
import type { Refused } from '../../engine/refusal.ts';
import { type ErrorAnswer, errorAnswer } from '../refusal-answers.ts';
import { refused } from '../refusals.ts';
import { empty, type Method } from '../route.ts';
import type { GatewaySettings } from '../settings.ts';
import { type Admission, Arrival, type Discard, type Receiver } from './arrival.ts';
import { BodyPool } from './body.ts';

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

type Headers = readonly (readonly [string, string])[];

/** What of a request a handler needs copied; each costs a call into uWebSockets. */
export interface Wants {
  readonly params: readonly string[];
  readonly query: boolean;
  readonly body: boolean;
  /** How large the body may be. */
  readonly bodyBytesMax: number;
  readonly host: boolean;
  /** Asked before a body that comes in more than one piece is read on; unset, anyone's is. */
  readonly admission?: Admission<Exchange> | undefined;
}

/** What was found out before the body was read on, and needs not be again. */
export interface Admitted {
  /** The resident who calls, or `operator`. */
  readonly id: string;
  /** The requests that it was counted as. */
  readonly counted: number;
}

/** Answers the exchange, now or later. What it throws later it tells the exchange itself (`fail`, H5). */
export type Handler = (exchange: Exchange) => void;

export interface HttpOptions {
  readonly settings: GatewaySettings;
  readonly log: Log;
  readonly requestId: () => string;
}

const noHeaders: Headers = [];
const statusesMax = 600;
export const wantsNothing: Wants = {
  params: [],
  query: false,
  body: false,
  bodyBytesMax: 0,
  host: false,
};

/** One request and its one answer. */
export class Exchange {
  readonly id: string;
  readonly authorization: string;
  readonly query: string;
  /** `Idempotency-Key`; empty when there is none. */
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
  /** The `Host` that it came to, as the caller wrote it; empty unless wanted. */
  readonly host: string;
  /** `undefined` when it is not UTF-8. */
  body: string | undefined = '';
  admitted: Admitted | undefined;
  /** Answered without the body, as its length would be. */
  readonly #isHead: boolean;
  /** Called when the connection goes before the exchange is over. */
  whenGone: (() => void) | undefined;
  readonly #server: HttpServer;
  #res: uWS.HttpResponse | undefined;

  /** Copies what is wanted of the raw request (H1). */
  constructor(server: HttpServer, res: uWS.HttpResponse, req: uWS.HttpRequest, wants: Wants, isHead: boolean) {
    this.#server = server;
    this.#isHead = isHead;
    this.#res = res;
    this.id = server.options.requestId();
    this.authorization = req.getHeader('authorization');
    this.query = wants.query ? req.getQuery() : '';
    this.key = wants.body ? req.getHeader('idempotency-key') : '';
    this.params = wants.params.length === 0 ? empty : paramsOf(req, wants.params);
    this.host = wants.host ? req.getHeader('host') : '';
  }

  /** The caller's network address; empty once it is answered or gone. */
  get address(): string {
    return this.#res === undefined ? '' : Buffer.from(this.#res.getRemoteAddressAsText()).toString();
  }

  /** False once it is answered or its connection is gone. */
  get isOpen(): boolean {
    return this.#res !== undefined;
  }

  /** Answers, unless the caller has gone or has its answer (H2). */
  answer(status: number, body: string | Buffer, headers: Headers = noHeaders, type = 'application/json'): void {
    const res = this.#take(status);
    if (res === undefined) return;
    res.cork(() => {
      if (status !== 200) res.writeStatus(statusLine(status));
      res.writeHeader('Content-Type', type).writeHeader('X-Request-Id', this.id);
      if (headers.length > 0) for (const [name, value] of headers) res.writeHeader(name, value);
      this.#end(res, body, this.#server.isDraining);
    });
  }

  #end(res: uWS.HttpResponse, body: string | Buffer, closes: boolean): void {
    // Closed, for uWebSockets waits for the body and takes no further request here.
    if (this.#isHead) res.endWithoutBody(Buffer.byteLength(body), true);
    else res.end(body, closes);
  }

  /**
   * A refusal from before the look-up of the request's key. An earlier try under that key may have happened, so `busy`
   * does not say that nothing has.
   */
  unsure(refusal: Refused): Refused {
    return this.key !== '' && refusal.code === 'busy' ? { ...refusal, applied: 'unknown' } : refusal;
  }

  refuse(answer: ErrorAnswer): void {
    this.answer(answer.status, answer.body, answer.headers);
  }

  /** Answers 500 for an exception (H5). */
  fail(cause: unknown): void {
    // Only reads reject with it: what a write waits for comes as an outcome.
    if (cause instanceof JournalUnavailable) {
      this.refuse(errorAnswer(this.unsure(refused('busy', { retry_after_seconds: 1 }))));
      return;
    }
    const stack = cause instanceof Error ? cause.stack : String(cause);
    this.#server.options.log.error({ incident: this.id, cause: stack }, 'a request failed');
    this.refuse(errorAnswer(refused('internal_error', { incident: this.id })));
  }

  /**
   * Answers and closes the connection. Not at once: uWebSockets would still serve a request that came in the same piece,
   * and forget to close. While an answer is pending it ends the connection instead (H6).
   */
  refuseAndClose(answer: ErrorAnswer): void {
    setImmediate(() => {
      const res = this.#take(answer.status);
      res?.cork(() => {
        res.writeStatus(statusLine(answer.status));
        res.writeHeader('Content-Type', 'application/json').writeHeader('X-Request-Id', this.id);
        this.#end(res, answer.body, true);
      });
    });
  }

  /**
   * Answers without an end, so that the rest of the body can still be read (H4). uWebSockets forgets a request with its
   * `end`, so the whole answer goes through the status line, the one thing that it writes as it is.
   */
  refuseAndRead(answer: ErrorAnswer): uWS.HttpResponse | undefined {
    const res = this.#take(answer.status);
    const lines = [
      statusLine(answer.status),
      'Content-Type: application/json',
      ...answer.headers.map((header) => header.join(': ')),
      `X-Request-Id: ${this.id}`,
      'Connection: close',
      // uWebSockets ends the status line with a line break of its own: the body's last two bytes.
      `Content-Length: ${Buffer.byteLength(answer.body) + 2}`,
    ];
    res?.cork(() => {
      res.writeStatus(`${lines.join('\r\n')}\r\n\r\n${answer.body}`);
    });
    return res;
  }

  /** The connection has gone (H2). */
  gone(): void {
    this.#take(0);
    this.whenGone?.();
  }

  #take(status: number): uWS.HttpResponse | undefined {
    const res = this.#res;
    if (res === undefined) return undefined;
    this.#res = undefined;
    this.#server.finished(status);
    return res;
  }
}

export class HttpServer implements Receiver<Exchange> {
  readonly options: HttpOptions;
  /** For `socket.ts` only. */
  readonly app = uWS.App();
  /** How many answers of each status were given, by status; 0 stands for callers that went away. */
  readonly answers = new Float64Array(statusesMax);
  /** How many WebSockets are open; `socket.ts` counts them. */
  sockets = 0;
  readonly bodies: BodyPool;
  readonly strangerBodies: BodyPool;
  #listening: uWS.us_listen_socket | undefined;
  #open = 0;
  #whenIdle: (() => void) | undefined;
  isDraining = false;

  constructor(options: HttpOptions) {
    this.options = options;
    this.bodies = new BodyPool(options.settings.bodiesBytesMax, options.settings.callerBodiesBytesMax);
    this.strangerBodies = new BodyPool(options.settings.strangerBodiesBytesMax);
  }

  /** Requests that wait for their answer. */
  get open(): number {
    return this.#open;
  }

  /** A GET has its HEAD: the same answer without the body. */
  on(method: Method, pattern: string, wants: Wants, handler: Handler): void {
    const begin = (res: uWS.HttpResponse, req: uWS.HttpRequest) => this.#begin(res, req, wants, handler, false);
    if (method === 'GET') {
      this.app.get(pattern, begin);
      this.app.head(pattern, (res, req) => this.#begin(res, req, wants, handler, true));
    } else if (method === 'POST') this.app.post(pattern, begin);
    else if (method === 'PUT') this.app.put(pattern, begin);
    else this.app.del(pattern, begin);
  }

  /** Every method that `pattern` has no handler for. */
  otherwise(pattern: string, handler: Handler): void {
    this.app.any(pattern, (res, req) => {
      this.#begin(res, req, wantsNothing, handler, req.getMethod() === 'head');
    });
  }

  /** Listens where no other process does; port 0 is any free one. Resolves with the number. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.app.listen(host, port, uWS.LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
        if (socket === false) {
          reject(
            new Error(`${host}:${port} is in use or not allowed. Stop what listens there, or choose another port.`),
          );
          return;
        }
        this.#listening = socket;
        resolve(uWS.us_socket_local_port(socket));
      });
    });
  }

  /** Takes no new connections; from now on each answer closes its connection (OP13). */
  drain(): void {
    this.isDraining = true;
    if (this.#listening !== undefined) uWS.us_listen_socket_close(this.#listening);
    this.#listening = undefined;
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

  #begin(res: uWS.HttpResponse, req: uWS.HttpRequest, wants: Wants, handler: Handler, isHead: boolean): void {
    this.#open += 1;
    const exchange = new Exchange(this, res, req, wants, isHead);
    res.onAborted(() => exchange.gone());
    const length = req.getHeader('content-length');
    // An empty one hides those behind it: only looked at where a body may come, for it costs a walk over the headers.
    if ((length !== '' || wants.body) && isBadlyFramed(req, length))
      exchange.refuseAndClose(errorAnswer(refused('bad_framing')));
    else if (wants.body) this.#readBody(exchange, res, wants, Number(length), handler);
    else this.#run(exchange, handler);
  }

  #run(exchange: Exchange, handler: Handler): void {
    try {
      handler(exchange);
    } catch (cause) {
      exchange.fail(cause);
    }
  }

  #readBody(exchange: Exchange, res: uWS.HttpResponse, wants: Wants, declared: number, handler: Handler): void {
    const arrival = new Arrival(this, exchange, wants, declared, () => this.#run(exchange, handler));
    // A refused one has given back what it held.
    exchange.whenGone ??= () => arrival.release();
    res.onData((chunk, isLast) => arrival.add(chunk, isLast));
  }

  /** Returns what hears of each further piece (H4). */
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
      // Not at once: the answer is still on its way out of this very turn of the loop.
      if (isLast || read > discardBytesMax) setImmediate(close);
    };
  }
}

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  const line = statusLines.get(status) ?? `${status} ${STATUS_CODES[status] ?? 'Unknown'}`;
  statusLines.set(status, line);
  return line;
}

/** Parameters with their escapes undone; one that cannot be is left as it came and will be unknown. */
function paramsOf(req: uWS.HttpRequest, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name, index) => [name, decoded(req.getParameter(index) ?? '')]));
}

function decoded(raw: string): string {
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** More than one length, or one without a number (H6). `length`: of the first. */
function isBadlyFramed(req: uWS.HttpRequest, length: string): boolean {
  let count = 0;
  req.forEach((name) => {
    if (name === 'content-length') count += 1;
  });
  return count > 1 || (count === 1 && length === '');
}
