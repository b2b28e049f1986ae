/**
 * The client by which a mind reaches the city: reads and writes over HTTP, repeated by the rules of `client/retries.ts`, and the event
 * stream. Every answer is one of four kinds, and none of them is an exception.
 *
 * - Only an answer about its own passport decides whether the mind lives: a letter to the dead is refused with 410 too.
 */
import { randomUUID } from 'node:crypto';
import { EventStreamReader } from '../client/event-stream-reader.ts';
import type { CityEvent } from '../client/events.ts';
import { HttpClient } from '../client/http-client.ts';
import { type RequestContext, type RequestOutcome, sendWithRetries } from '../client/retries.ts';
import { type Fields, fieldsOf } from '../client/wire.ts';
import { uncounted } from './uncounted.ts';

export type Answer =
  | { readonly type: 'done'; readonly body: Fields }
  | { readonly type: 'refused'; readonly status: number; readonly code: string; readonly body: Fields }
  /** The outcome is not known. */
  | { readonly type: 'away' };

export interface CityOptions {
  readonly city: string;
  readonly token: string;
  readonly closing: AbortSignal;
  /** ms for which one request is repeated before the mind goes on to something else. */
  readonly giveUpMs?: number;
}

/** ms for an answer; a model may think that long. */
const answerMsMax = 120_000;
const giveUpMsUsual = 20_000;
/** Connections of one mind: for the reads of a perception, and an act. */
const connectionsMax = 4;

export class CityDoor {
  readonly #options: CityOptions;
  readonly #client: HttpClient;
  readonly #context: RequestContext;

  constructor(options: CityOptions) {
    this.#options = options;
    this.#client = new HttpClient(options.city, connectionsMax, answerMsMax);
    const giveUpMs = options.giveUpMs ?? giveUpMsUsual;
    this.#context = { ...uncounted, client: this.#client, giveUpMs, closing: options.closing };
    options.closing.addEventListener('abort', () => void this.#client.close(), { once: true });
  }

  async get(path: string): Promise<Answer> {
    return answerOf(await sendWithRetries('get', { method: 'GET', path, token: this.#options.token }, this.#context));
  }

  async post(path: string, body: Fields): Promise<Answer> {
    const { token } = this.#options;
    const call = { method: 'POST', path, token, body: JSON.stringify(body), key: randomUUID() } as const;
    return answerOf(await sendWithRetries('post', call, this.#context));
  }

  /** Receives events until `closing`. `onRefused`: the city does not know the token any more. */
  listen(onEvent: (event: CityEvent) => void): EventStreamReader {
    const { city, token, closing } = this.#options;
    const url = `${city.replace(/^http/, 'ws')}/ws`;
    const stream = new EventStreamReader({ ...uncounted, url, token, name: 'mind', onEvent });
    closing.addEventListener('abort', () => stream.end(), { once: true });
    return stream;
  }
}

function answerOf(outcome: RequestOutcome): Answer {
  if (outcome.type === 'unknown') return { type: 'away' };
  const body = fieldsOf(outcome.body);
  if (outcome.type === 'done') return { type: 'done', body };
  return { type: 'refused', status: outcome.status, code: outcome.code, body };
}
