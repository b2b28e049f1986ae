/**
 * The client by which a mind reaches the city: reads and writes, repeated by the rules of `client/retries.ts`, and the event stream. Every
 * answer is one of four kinds, and none of them is an exception.
 *
 * - Only an answer about its own passport decides whether the mind lives: a letter to the dead is refused with 410 too.
 */
import type { CityEvent } from '../client/events.ts';
import { type RequestContext, type RequestOutcome, sendWithRetries } from '../client/retries.ts';
import { type Fields, fieldsOf } from '../client/wire.ts';
import type { CityTransport, MindPorts, Stream } from './mind-ports.ts';
import { uncounted } from './uncounted.ts';

export type Answer =
  | { readonly type: 'done'; readonly body: Fields }
  | { readonly type: 'refused'; readonly status: number; readonly code: string; readonly body: Fields }
  /** The outcome is not known. */
  | { readonly type: 'away' };

export interface CityOptions {
  readonly ports: MindPorts;
  readonly token: string;
  readonly closing: AbortSignal;
  /** ms for which one request is repeated before the mind goes on to something else. */
  readonly giveUpMs?: number;
}

const giveUpMsUsual = 20_000;

export class CityDoor {
  readonly #options: CityOptions;
  readonly #transport: CityTransport;
  readonly #context: RequestContext;

  constructor(options: CityOptions) {
    this.#options = options;
    const { ports, token, closing, giveUpMs = giveUpMsUsual } = options;
    this.#transport = ports.connect(token);
    this.#context = { ...uncounted, client: this.#transport, giveUpMs, closing, clock: ports.clock };
    closing.addEventListener('abort', () => this.#transport.close(), { once: true });
  }

  async get(path: string): Promise<Answer> {
    return answerOf(await sendWithRetries('get', { method: 'GET', path, token: this.#options.token }, this.#context));
  }

  /** `cause`: the seq of the event to which it answers. */
  async post(path: string, body: Fields, cause?: number): Promise<Answer> {
    const { token, ports } = this.#options;
    const call = {
      ...({ method: 'POST', path, token, body: JSON.stringify(body), key: ports.newKey() } as const),
      ...(cause !== undefined && { cause }),
    };
    return answerOf(await sendWithRetries('post', call, this.#context));
  }

  async remove(path: string): Promise<Answer> {
    const { token, ports } = this.#options;
    return answerOf(
      await sendWithRetries('delete', { method: 'DELETE', path, token, key: ports.newKey() }, this.#context),
    );
  }

  /** Receives events until `closing`. */
  listen(onEvent: (event: CityEvent) => void): Stream {
    const stream = this.#transport.listen(onEvent);
    this.#options.closing.addEventListener('abort', () => stream.end(), { once: true });
    return stream;
  }
}

function answerOf(outcome: RequestOutcome): Answer {
  if (outcome.type === 'unknown') return { type: 'away' };
  const body = fieldsOf(outcome.body);
  if (outcome.type === 'done') return { type: 'done', body };
  return { type: 'refused', status: outcome.status, code: outcome.code, body };
}
