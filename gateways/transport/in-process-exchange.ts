/** One request and its one answer, between a program in this process and the routes of a gateway: no socket, no timer. */
import type { Log } from '../../engine/ports.ts';
import type { Refused } from '../../engine/refusal.ts';
import type { ErrorAnswer } from '../refusals/error-answers.ts';
import type { BrowserHeaders } from '../visitors/cookie.ts';
import type { Headers, Served } from './exchange.ts';
import { answerToException, unsureOf } from './exchange-failures.ts';

export interface InProcessRequest {
  readonly id: string;
  readonly authorization: string;
  readonly query: string;
  /** `Idempotency-Key`; empty when there is none. */
  readonly key: string;
  /** `X-Cause-Seq`; empty when there is none. */
  readonly cause: string;
  readonly params: Readonly<Record<string, string>>;
  /** JSON text; empty when there is none. */
  readonly body: string;
  /** Who asks through this program, if it is not the program itself. */
  readonly from?: Pick<Served, 'address' | 'hasGone' | 'goneSignal'>;
}

export interface InProcessAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
  /** Set where the answer is no JSON: its media type, and its bytes if it is no text. */
  readonly other?: { readonly type: string; readonly bytes: Buffer | undefined };
}

const noBrowser: BrowserHeaders = { cookie: '', origin: '', host: '', isSecure: false };
const noHeaders: Headers = [];
const json = 'application/json';

export class InProcessExchange implements Served {
  readonly id: string;
  readonly authorization: string;
  readonly query: string;
  readonly key: string;
  readonly cause: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes = undefined;
  readonly knownTags = '';
  readonly browser = noBrowser;
  admitted: Served['admitted'];
  mayHaveHappened = false;
  readonly #from: InProcessRequest['from'];
  readonly #log: Log;
  readonly #answered: (answer: InProcessAnswer) => void;

  /** `answered` is called once, with the answer. */
  constructor(request: InProcessRequest, log: Log, answered: (answer: InProcessAnswer) => void) {
    const { id, authorization, query, key, cause, params, body, from } = request;
    this.id = id;
    this.authorization = authorization;
    this.query = query;
    this.key = key;
    this.cause = cause;
    this.params = params;
    this.body = body;
    this.#from = from;
    this.#log = log;
    this.#answered = answered;
  }

  get bodyLength(): number {
    return this.body.length;
  }

  /** No network has an address such as that of the program itself. */
  get address(): string {
    return this.#from?.address ?? 'in process';
  }

  /** The program itself is never gone. */
  get hasGone(): boolean {
    return this.#from?.hasGone ?? false;
  }

  answer(status: number, body: string | Buffer, headers: Headers = noHeaders, type = json): void {
    if (type === json) this.#answered({ status, body: body.toString(), headers });
    else if (typeof body === 'string') this.#answered({ status, body, headers, other: { type, bytes: undefined } });
    else this.#answered({ status, body: '', headers, other: { type, bytes: body } });
  }

  refuse({ status, body, headers }: ErrorAnswer): void {
    this.answer(status, body, headers);
  }

  fail(cause: unknown): void {
    this.refuse(answerToException(this, cause, this.#log));
  }

  unsure(refusal: Refused): Refused {
    return unsureOf(this, refusal);
  }

  goneSignal(): AbortSignal {
    return this.#from?.goneSignal() ?? new AbortController().signal;
  }

  /** Nothing is streamed in the process: as if whoever asked had gone. */
  stream(): undefined {
    return undefined;
  }
}
