/** Who lives in the city of the walks, or visits it, by its HTTP interface and nothing else. */
import type { Dispatcher } from 'undici';
import { z } from 'zod';

export const Founded = z.looseObject({ id: z.string(), token: z.string(), dies_tick: z.int() });
export const Registered = z.looseObject({ token: z.string(), visitor: z.looseObject({ id: z.string() }) });
const Refused = z.looseObject({ error: z.string() });
const Account = z.looseObject({ balance: z.number() });

/** The code with which the city refused, or nothing. */
export type Refusal = string | undefined;

/** Fields as the city shows them over HTTP, or as the chart foretells them. */
export type Shown = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request over one of the gateways. */
export interface Requests {
  request(
    gateway: 'city' | 'portal',
    method: Dispatcher.HttpMethod,
    path: string,
    token: string,
    body?: object,
  ): Promise<Answer>;
}

export const isDone = ({ status }: Answer) => status >= 200 && status < 300;
export const refusalIn = (answer: Answer): Refusal => (isDone(answer) ? undefined : Refused.parse(answer.body).error);

/** One who lives in the city by its HTTP interface and nothing else. */
export class Resident {
  readonly id: string;
  readonly diesTick: number;
  readonly #stage: Requests;
  #token: string;

  constructor(stage: Requests, { id, token, dies_tick }: z.infer<typeof Founded>) {
    this.id = id;
    this.diesTick = dies_tick;
    this.#stage = stage;
    this.#token = token;
  }

  /** Lives by another token from now on. */
  renew(token: string): void {
    this.#token = token;
  }

  /** Asks for a change. */
  async post(path: string, body: object = {}): Promise<Refusal> {
    return refusalIn(await this.#stage.request('city', 'POST', path, this.#token, body));
  }

  /** Asks for a change: what it was refused with, or what came of it. */
  async ask(path: string, body: object = {}): Promise<{ readonly refusal: Refusal; readonly shown: Shown }> {
    const answer = await this.#stage.request('city', 'POST', path, this.#token, body);
    return { refusal: refusalIn(answer), shown: z.record(z.string(), z.unknown()).parse(answer.body) };
  }

  /** What came of a change; throws when it was refused. */
  async make(path: string, body: object): Promise<Shown> {
    const { refusal, shown } = await this.ask(path, body);
    if (refusal !== undefined) throw new Error(`POST ${path}: ${JSON.stringify(shown)}`);
    return shown;
  }

  async remove(path: string): Promise<Refusal> {
    return refusalIn(await this.#stage.request('city', 'DELETE', path, this.#token));
  }

  /** Reads; throws when that is refused. */
  async get(path: string): Promise<Shown> {
    const answer = await this.#stage.request('city', 'GET', path, this.#token);
    if (!isDone(answer)) throw new Error(`GET ${path}: ${JSON.stringify(answer.body)}`);
    return z.record(z.string(), z.unknown()).parse(answer.body);
  }

  /** Why it may not read, if so. */
  async refusalOf(path: string): Promise<Refusal> {
    return refusalIn(await this.#stage.request('city', 'GET', path, this.#token));
  }

  async balance(): Promise<number> {
    return Account.parse(await this.get('/v1/credits')).balance;
  }

  move(exit: string): Promise<Refusal> {
    return this.post('/v1/location/move', { exit_id: exit });
  }

  pay(to: Resident, amount: number): Promise<Refusal> {
    return this.post('/v1/credits/transfer', { to: to.id, amount: Math.round(amount * 1000) / 1000 });
  }
}

/** A portal station, as the program that is behind it. */
export class Station {
  readonly id: string;
  readonly #stage: Requests;
  readonly #token: string;

  constructor(stage: Requests, { id, token }: Pick<z.infer<typeof Founded>, 'id' | 'token'>) {
    this.id = id;
    this.#stage = stage;
    this.#token = token;
  }

  heartbeat(): Promise<Refusal> {
    return this.#post('heartbeat', {});
  }

  /** Says what came of a print. */
  answer(print: string, status: 'printed' | 'failed'): Promise<Refusal> {
    return this.#post(`prints/${print}`, { status });
  }

  async removePicture(note: string): Promise<Refusal> {
    const path = `/v1/portals/${this.id}/pictures/${note}`;
    return refusalIn(await this.#stage.request('portal', 'DELETE', path, this.#token));
  }

  async #post(path: string, body: object): Promise<Refusal> {
    return refusalIn(await this.#stage.request('portal', 'POST', `/v1/portals/${this.id}/${path}`, this.#token, body));
  }
}

/** A visitor, with a session of its own. */
export class Visitor {
  readonly id: string;
  readonly handle: string;
  readonly #stage: Requests;
  readonly #token: string;

  constructor(stage: Requests, { token, visitor }: z.infer<typeof Registered>, handle: string) {
    this.id = visitor.id;
    this.handle = handle;
    this.#stage = stage;
    this.#token = token;
  }

  async post(path: string, body: object = {}): Promise<Refusal> {
    return refusalIn(await this.#stage.request('portal', 'POST', path, this.#token, body));
  }

  /** What came of a change; throws when it was refused. */
  async make(path: string, body: object): Promise<Shown> {
    const answer = await this.#stage.request('portal', 'POST', path, this.#token, body);
    if (!isDone(answer)) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
    return z.record(z.string(), z.unknown()).parse(answer.body);
  }

  async remove(path: string): Promise<Refusal> {
    return refusalIn(await this.#stage.request('portal', 'DELETE', path, this.#token));
  }

  async get(path: string): Promise<Shown> {
    const answer = await this.#stage.request('portal', 'GET', path, this.#token);
    if (!isDone(answer)) throw new Error(`GET ${path}: ${JSON.stringify(answer.body)}`);
    return z.record(z.string(), z.unknown()).parse(answer.body);
  }
}
