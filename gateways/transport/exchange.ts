/**
 * One request and its one answer, over the raw objects of uWebSockets (G2). What is kept here:
 *
 * H1  Everything of a request is copied before its handler runs; the raw request is gone after the first `await`.
 * H2  Nothing is written after an end or an abort, and nothing twice; `http.ts` sets `onAborted` before anything else.
 *
 * Some promises of `http.ts` are kept here, by `refuseAndRead` (H4), `fail` (H5) and `refuseAndClose` (H6).
 */

import type * as uWS from 'uWebSockets.js';
import { STATUS_CODES } from 'node:http';
import type { Log } from '../../engine/ports.ts';
import type { Refused } from '../../engine/refusal.ts';
import type { ErrorAnswer } from '../refusals/error-answers.ts';
import { empty } from '../route/route.ts';
import type { BrowserHeaders } from '../visitors/cookie.ts';
import { EventStream } from './event-stream.ts';
import { answerToException, unsureOf } from './exchange-failures.ts';
import { browserHeaders, clientAddress } from './forwarded.ts';
import type { RequestHeaders } from './headers.ts';
import { decoded } from './path-parameters.ts';
import { UnreadAnswer, type UnreadAnswers } from './unread.ts';
import type { Admitted, Wants } from './wants.ts';

export type Headers = readonly (readonly [string, string])[];

const noHeaders: Headers = [];
const noBrowser: BrowserHeaders = { cookie: '', origin: '', host: '', isSecure: false };

/** What an exchange needs of its server. */
export interface ExchangeServer {
  readonly options: {
    readonly log: Log;
    readonly requestId: () => string;
    readonly settings: { readonly trustedProxies: number };
    /** Headers of every answer that is not a page. */
    readonly answerHeaders: Headers;
  };
  /** Each answer closes its connection. */
  readonly isDraining: boolean;
  /** Answers that are read slower than they were written. */
  readonly unread: UnreadAnswers;
  /** Counts the end of an exchange. */
  finished(status: number): void;
}

/** One request and its one answer. */
export class Exchange {
  readonly id: string;
  readonly authorization: string;
  readonly query: string;
  /** `Idempotency-Key`; empty when there is none. */
  readonly key: string;
  /** `X-Cause-Seq`; empty when there is none. */
  readonly cause: string;
  readonly params: Readonly<Record<string, string>>;
  /** The `Host` to which it came, as the caller wrote it. */
  readonly host: string;
  /** `Accept-Encoding`. */
  readonly encodings: string;
  /** `Accept`. */
  readonly types: string;
  /** `If-None-Match`: tags of answers that the caller has. */
  readonly knownTags: string;
  readonly browser: BrowserHeaders;
  /** Those of `Wants.headers` that came, by name in lower case. */
  readonly named: Readonly<Record<string, string>>;
  /** `undefined` when it is not UTF-8. */
  body: string | undefined = '';
  /** The body, if it is not text. */
  bytes: Buffer | undefined;
  admitted: Admitted | undefined;
  /** True once the city was asked for more than a look: where that throws, nobody can say that nothing has happened (OP2). */
  mayHaveHappened = false;
  /** A HEAD: answered without the body, with its length. */
  readonly #isHead: boolean;
  #hasGone = false;
  #goneController: AbortController | undefined;
  /** Called when the connection closes before the exchange is over. */
  whenGone: (() => void) | undefined;
  readonly #server: ExchangeServer;
  /** The address from trusted proxies; unset without them. */
  readonly #forwardedFor: string | undefined;
  #res: uWS.HttpResponse | undefined;
  #stream: EventStream | undefined;
  #unread: UnreadAnswer | undefined;

  /** Copies the wanted parts of the raw request (H1). */
  constructor(
    server: ExchangeServer,
    res: uWS.HttpResponse,
    req: uWS.HttpRequest,
    headers: RequestHeaders,
    wants: Wants,
    isHead: boolean,
  ) {
    this.#server = server;
    this.#isHead = isHead;
    this.#res = res;
    this.id = server.options.requestId();
    this.authorization = headers.authorization;
    this.query = wants.query ? req.getQuery() : '';
    this.key = wants.body ? headers.key : '';
    this.cause = wants.body ? headers.cause : '';
    this.params = wants.params.length === 0 ? empty : paramsOf(req, wants.params);
    this.host = headers.host;
    this.encodings = headers.encodings;
    this.types = headers.types;
    this.knownTags = headers.knownTags;
    const { trustedProxies } = server.options.settings;
    this.browser = wants.browser === true ? browserHeaders(req, trustedProxies) : noBrowser;
    this.named = wants.headers === undefined ? empty : namedHeaders(req, wants.headers);
    this.#forwardedFor = trustedProxies === 0 ? undefined : clientAddress(addressOf(res), req, trustedProxies);
  }

  /** The caller's network address; empty once it is answered or gone. */
  get address(): string {
    return this.#res === undefined ? '' : (this.#forwardedFor ?? addressOf(this.#res));
  }

  /** Bytes or characters of the body. */
  get bodyLength(): number {
    return this.bytes?.length ?? this.body?.length ?? 0;
  }

  /** False once it is answered or its connection is gone. */
  get isOpen(): boolean {
    return this.#res !== undefined;
  }

  /** Answers, unless the caller has disconnected or has its answer (H2). */
  answer(status: number, body: string | Buffer, headers: Headers = noHeaders, type = 'application/json'): void {
    this.#write(status, body, type, this.#server.options.answerHeaders, headers);
  }

  /** Answers with a page, which has all its headers itself. */
  show(status: number, body: string | Buffer, headers: Headers, type: string): void {
    this.#write(status, body, type, noHeaders, headers);
  }

  #write(status: number, body: string | Buffer, type: string, all: Headers, headers: Headers): void {
    const res = this.#take(status);
    if (res === undefined) return;
    res.cork(() => {
      if (status !== 200) res.writeStatus(statusLine(status));
      res.writeHeader('Content-Type', type).writeHeader('X-Request-Id', this.id);
      // A header of the answer's own stands in place of that of every answer.
      if (all.length > 0)
        for (const [name, value] of all)
          if (headers.length === 0 || !headers.some(([own]) => own === name)) res.writeHeader(name, value);
      if (headers.length > 0) for (const [name, value] of headers) res.writeHeader(name, value);
      this.#end(res, body, this.#server.isDraining);
    });
  }

  #end(res: uWS.HttpResponse, body: string | Buffer, closes: boolean): void {
    // Closed, because uWebSockets waits for the body and accepts no further request here.
    if (this.#isHead) res.endWithoutBody(Buffer.byteLength(body), true);
    else if (closes) res.end(body, true);
    else if (!res.tryEnd(body, Buffer.byteLength(body))[1]) {
      this.#unread = new UnreadAnswer(res, typeof body === 'string' ? Buffer.from(body) : body, this.#server.unread);
      this.#server.unread.add(this.#unread);
    }
  }

  /**
   * A refusal from before the look-up of the request's key. An earlier attempt under that key may have happened, so `busy` does not say
   * that nothing has.
   */
  unsure(refusal: Refused): Refused {
    return unsureOf(this, refusal);
  }

  refuse(answer: ErrorAnswer): void {
    this.answer(answer.status, answer.body, answer.headers);
  }

  /** Answers 500 for an exception (H5). */
  fail(cause: unknown): void {
    this.refuse(answerToException(this, cause, this.#server.options.log));
  }

  /**
   * Answers and closes the connection. Not at once: uWebSockets would still serve a request that came in the same piece, and forget to
   * close. While an answer is pending it ends the connection instead (H6).
   */
  refuseAndClose(answer: ErrorAnswer): void {
    setImmediate(() => {
      const res = this.#take(answer.status);
      res?.cork(() => {
        res.writeStatus(statusLine(answer.status));
        res.writeHeader('Content-Type', 'application/json').writeHeader('X-Request-Id', this.id);
        for (const [name, value] of this.#server.options.answerHeaders) res.writeHeader(name, value);
        this.#end(res, answer.body, true);
      });
    });
  }

  /**
   * Answers without an end, so that the rest of the body can still be read (H4). uWebSockets drops a request with its `end`, so the whole
   * answer is written through the status line, the one thing that it writes unchanged.
   */
  refuseAndRead(answer: ErrorAnswer): uWS.HttpResponse | undefined {
    const res = this.#take(answer.status);
    const lines = [
      statusLine(answer.status),
      'Content-Type: application/json',
      ...[...this.#server.options.answerHeaders, ...answer.headers].map((header) => header.join(': ')),
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

  /** Answers with server-sent events, each as it comes; undefined when the caller has disconnected or has its answer (H2). */
  stream(): EventStream | undefined {
    const res = this.#res;
    if (res === undefined) return undefined;
    this.#res = undefined;
    res.cork(() => {
      res.writeHeader('Content-Type', 'text/event-stream; charset=utf-8').writeHeader('X-Request-Id', this.id);
      res.writeHeader('Cache-Control', 'no-store');
    });
    const finished = (isWhole: boolean) => this.#server.finished(isWhole ? 200 : 0);
    this.#stream = new EventStream(res, finished);
    return this.#stream;
  }

  /** The connection closed before the exchange was over. */
  get hasGone(): boolean {
    return this.#hasGone;
  }

  /** Aborted when the connection closes. Created when it is first used: few use it, and it costs as much as the rest of a short call. */
  goneSignal(): AbortSignal {
    if (this.#goneController === undefined) {
      this.#goneController = new AbortController();
      if (this.#hasGone) this.#goneController.abort();
    }
    return this.#goneController.signal;
  }

  /** The connection has closed (H2). */
  gone(): void {
    this.#hasGone = true;
    this.#take(0);
    if (this.#unread !== undefined) {
      this.#unread.gone();
      this.#server.unread.remove(this.#unread);
    }
    this.#stream?.gone();
    this.whenGone?.();
    this.#goneController?.abort();
  }

  #take(status: number): uWS.HttpResponse | undefined {
    const res = this.#res;
    if (res === undefined) return undefined;
    this.#res = undefined;
    this.#server.finished(status);
    return res;
  }
}

/** The part of an exchange that the checks and routes use, whatever transport it came by. */
export type Served = Pick<
  Exchange,
  | ('authorization' | 'address' | 'browser' | 'key' | 'cause' | 'params' | 'query')
  | 'knownTags'
  | ('body' | 'bytes' | 'bodyLength' | 'admitted' | 'mayHaveHappened')
  | ('answer' | 'refuse' | 'fail' | 'unsure')
  | ('hasGone' | 'goneSignal' | 'stream')
>;

export const addressOf = (res: uWS.HttpResponse): string => Buffer.from(res.getRemoteAddressAsText()).toString();

const statusLines = new Map<number, string>();

export function statusLine(status: number): string {
  const line = statusLines.get(status) ?? `${status} ${STATUS_CODES[status] ?? 'Unknown'}`;
  statusLines.set(status, line);
  return line;
}

const namedHeaders = (req: uWS.HttpRequest, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, req.getHeader(name)]).filter(([, value]) => value !== ''));

function paramsOf(req: uWS.HttpRequest, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name, index) => [name, decoded(req.getParameter(index) ?? '')]));
}
