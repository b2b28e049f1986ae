/**
 * Requests to the Portal Gateway, typed by schemas: an answer is parsed or refused, never trusted. Every failure is one kind of error, a
 * `Refusal`, whose text can be shown as it is.
 */
import * as z from 'zod/mini';
import type { ErrorBody as Answer } from '../../gateways/answers/refusal.ts';
import { parsedJson } from './json.ts';
import { partOf } from './part-of.ts';
import { visitorWords, type Words } from './people-words.ts';

/** Whether the requested change has happened; `unknown`: perhaps, check before you repeat it. */
export type Applied = boolean | 'unknown';

/** Why a request has failed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /**
   * The code of the gateway's error answer; `unreachable` when no answer came, `unexpected_answer` for one that this page does not
   * understand.
   */
  readonly code: string;
  /** 0 when no answer came. */
  readonly status: number;
  readonly applied: Applied;
  /** The other fields of the error answer. */
  readonly details: Readonly<Record<string, unknown>>;

  /** `message` says what to do next. */
  constructor(refusal: Pick<Refusal, 'code' | 'status' | 'applied' | 'message'> & { readonly details?: object }) {
    super(refusal.message);
    this.code = refusal.code;
    this.status = refusal.status;
    this.applied = refusal.applied;
    this.details = { ...refusal.details };
  }

  /** Mistakes in the fields that were sent, by their paths; empty unless the gateway named any. */
  get issues(): readonly Issue[] {
    const parsed = z.safeParse(z.array(Issue), this.details['issues']);
    return parsed.success ? parsed.data : [];
  }
}

const Issue = z.object({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof Issue>;

/** Any exception, as a refusal. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  const message = `This page made a mistake: ${String(thrown)}. Reload it.`;
  return new Refusal({ code: 'defect', status: 0, applied: 'unknown', message });
}

const ErrorBody = partOf<typeof Answer>()(
  z.looseObject({
    error: z.string(),
    message: z.string(),
    applied: z.union([z.literal(false), z.literal('unknown')]),
  }),
);

export interface ApiOptions {
  /** The prefix of each path; '' for the server of the page. */
  readonly base?: string;
  /** The operator's token; unset where the visitor's cookie is used. Read at each request. */
  readonly token?: () => string | undefined;
  /** Texts in place of the gateway's (`people-words.ts`). */
  readonly words?: Words;
  /** Milliseconds to wait for an answer: longer than a busy city takes. */
  readonly answerMsMax?: number;
}

export interface Asking {
  /** Under one key a change happens once, however often it is requested. */
  readonly key?: string;
}

type Method = 'GET' | 'POST' | 'DELETE';

/** The client of the gateway. Every method rejects with a `Refusal`, and with nothing else. */
export class Api {
  readonly #base: string;
  readonly #token: () => string | undefined;
  readonly #words: Words;
  readonly #answerMsMax: number;

  constructor({ base = '', token = () => undefined, words = {}, answerMsMax = 60_000 }: ApiOptions = {}) {
    this.#base = base;
    this.#token = token;
    this.#words = words;
    this.#answerMsMax = answerMsMax;
  }

  get<S extends z.ZodMiniType>(path: string, schema: S, asking?: Asking): Promise<z.output<S>> {
    return this.#ask('GET', path, undefined, schema, asking);
  }

  post<S extends z.ZodMiniType>(path: string, body: unknown, schema: S, asking?: Asking): Promise<z.output<S>> {
    return this.#ask('POST', path, body, schema, asking);
  }

  remove<S extends z.ZodMiniType>(path: string, schema: S, asking?: Asking): Promise<z.output<S>> {
    return this.#ask('DELETE', path, undefined, schema, asking);
  }

  async #ask<S extends z.ZodMiniType>(
    method: Method,
    path: string,
    body: unknown,
    schema: S,
    asking: Asking = {},
  ): Promise<z.output<S>> {
    const { status, text } = await this.#send(method, path, body, asking);
    const json = parsedJson(text);
    const isSuccess = status >= 200 && status < 300;
    if (!isSuccess) throw refusedBy(status, json, method, this.#words);
    const parsed = z.safeParse(schema, json);
    if (parsed.success) return parsed.data;
    const message = 'The city answered in a way that this page does not understand. Reload the page.';
    throw new Refusal({ code: 'unexpected_answer', status, applied: method !== 'GET', message });
  }

  async #send(method: Method, path: string, body: unknown, { key }: Asking) {
    const token = this.#token();
    const headers = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    };
    try {
      const response = await fetch(`${this.#base}${path}`, {
        ...{ method, headers, credentials: 'same-origin' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(this.#answerMsMax),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      throw unreachable(method);
    }
  }
}

/** The gateway that served this page, with the visitor of its cookie. */
export const api = new Api({ words: visitorWords });

function unreachable(method: Method): Refusal {
  const isLook = method === 'GET';
  const message = isLook
    ? 'The city does not answer. It may be starting, or your connection is lost; try again in a moment.'
    : 'The city did not answer.';
  return new Refusal({ code: 'unreachable', status: 0, applied: isLook ? false : 'unknown', message });
}

function refusedBy(status: number, json: unknown, method: Method, words: Words): Refusal {
  const parsed = z.safeParse(ErrorBody, json);
  if (parsed.success) {
    const { error: code, message, applied, ...details } = parsed.data;
    const said = words[`${code} ${String(details['of'])}`] ?? words[code] ?? message;
    return new Refusal({ code, status, applied, message: said, details });
  }
  const message = `The city answered ${status} and did not say why. Try again in a moment.`;
  return new Refusal({ code: 'unexpected_answer', status, applied: method === 'GET' ? false : 'unknown', message });
}
