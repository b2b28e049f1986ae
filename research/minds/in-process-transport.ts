/**
 * The way of minds to the simulated city: requests are served by the routes of the City API in this process (`InProcessCityApi`), and
 * events come by its feed. An act has ended, and all that follows from it at once, before its answer is given (SM1).
 */
import { setImmediate as round } from 'node:timers/promises';
import { type CityEvent, eventOf } from '../../client/events.ts';
import type { HttpExchange, HttpRequest } from '../../client/http-client.ts';
import { parseJson } from '../../client/wire.ts';
import type { InProcessCityApi } from '../../gateways/city/in-process-city-api.ts';
import type { CityTransport, Stream } from '../../minds/mind-ports.ts';
import type { EngineClient } from '../simulation/engine-client.ts';

export class InProcessTransport {
  readonly #api: InProcessCityApi;
  readonly #client: EngineClient;
  /** Requests under way. */
  #open = 0;
  /** The frame that came last: one event comes to many, one after the other. */
  #json = '';
  #frame: CityEvent | undefined;

  constructor(api: InProcessCityApi, client: EngineClient) {
    this.#api = api;
    this.#client = client;
  }

  connect(token: string): CityTransport {
    const authorization = `Bearer ${token}`;
    return {
      exchange: (call) => this.#exchange(authorization, call),
      listen: (onEvent) => this.#listen(authorization, onEvent),
      close: () => {},
    };
  }

  /** Resolves when no request is under way, and whoever had an answer has made of it what it makes. */
  async settled(): Promise<void> {
    do await round();
    while (this.#open > 0);
  }

  async #exchange(authorization: string, request: HttpRequest): Promise<HttpExchange> {
    const { method, path, body = '', key = '', cause } = request;
    this.#open += 1;
    const answer = this.#api.ask({
      method,
      path,
      authorization,
      body,
      key,
      cause: cause === undefined ? '' : String(cause),
    });
    if (method !== 'GET') await this.#restUntil(answer);
    const { status, body: text, headers } = await answer;
    const after = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
    this.#open -= 1;
    const retryAfterMs = after === undefined ? null : Number(after) * 1_000;
    return { type: 'answered', status, body: parseJson(text), retryAfterMs };
  }

  /** What the city waits for outside comes while the request waits for it; nothing of it is left when the answer is there. */
  async #restUntil(answer: Promise<unknown>): Promise<void> {
    let isThere = false;
    void answer.then(() => {
      isThere = true;
    });
    while (!isThere) {
      await round();
      await this.#client.rest();
    }
  }

  #listen(authorization: string, onEvent: (event: CityEvent) => void): Stream {
    let goLive = () => {};
    const live = new Promise<void>((resolve) => {
      goLive = resolve;
    });
    const stream = this.#api.listen(authorization, this.#client.city.state.counters.seq, (json) => {
      const event = this.#read(json);
      // Types of events have a dot.
      if (event.type.includes('.')) onEvent(event);
      else if (event.type === 'resumed') goLive();
    });
    return { live: () => live, end: () => stream.end() };
  }

  #read(json: string): CityEvent {
    if (this.#frame === undefined || json !== this.#json) {
      this.#json = json;
      this.#frame = eventOf(parseJson(json));
    }
    return this.#frame;
  }
}
