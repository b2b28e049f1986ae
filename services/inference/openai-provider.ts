/**
 * A client of any server that has OpenAI's chat completions. A failure of the server becomes a reason, never an exception; its own words
 * are not passed on, since they may name the operator's account.
 */
import OpenAI, { APIError } from 'openai';
import { z } from 'zod';
import { eventsIn } from './bounded-events.ts';
import { boundedFetch, EventsResponse, OutOfBounds } from './bounded-fetch.ts';
import type { Usage } from './models.ts';
import type { Finish, Provider, ProviderAnswer, ProviderFailed, ProviderRequest, StreamPart } from './provider.ts';

/** A server, as the operator configured it. */
export interface Server {
  readonly baseUrl: string;
  /** Null: the server wants none. */
  readonly apiKey: string | null;
}

/** Bytes of a whole answer, and of a stream, in which each token comes with some hundred bytes around it. */
const wholeBytesMax = 4 * 1024 * 1024;
const streamBytesMax = 64 * 1024 * 1024;

export class OpenAiProvider implements Provider {
  readonly #whole: OpenAI;
  readonly #streaming: OpenAI;
  /** Models that take the limit only by its newer name, as those of OpenAI do; most other servers take only the older one. */
  readonly #newer = new Set<string>();

  /** Calls end by their signals; `deadlineMs` is for a server that does not even begin to answer. */
  constructor(server: Server, deadlineMs: number) {
    this.#whole = clientOf(server, deadlineMs, {
      type: 'application/json',
      bytesMax: wholeBytesMax,
    });
    this.#streaming = clientOf(server, deadlineMs, { type: 'text/event-stream' });
  }

  /** The models that the server lists, for a check whether it answers. */
  async models(signal: AbortSignal): Promise<readonly string[] | ProviderFailed> {
    try {
      const { data } = await this.#whole.models.list({ signal });
      return data.map(({ id }) => String(id));
    } catch (cause) {
      return failureOf(cause);
    }
  }

  async complete(asked: ProviderRequest, signal: AbortSignal): Promise<ProviderAnswer | ProviderFailed> {
    try {
      const answer = await this.#ask(asked, (body) =>
        this.#whole.chat.completions.create({ ...body, stream: false }, { signal }),
      );
      const choice = answer.choices?.[0];
      if (choice?.message === undefined) return malformed;
      const content = choice.message.content ?? '';
      if (typeof content !== 'string') return malformed;
      const finish = finishOf(choice.finish_reason);
      return {
        type: 'finished',
        content,
        thought: thoughtIn(Thinking.parse(choice.message)),
        finish,
        usage: usageOf(answer.usage),
      };
    } catch (cause) {
      return failureOf(cause);
    }
  }

  async *stream(asked: ProviderRequest, signal: AbortSignal): AsyncGenerator<StreamPart> {
    let finish: Finish | undefined;
    let usage: Usage | null = null;
    try {
      const more = { stream: true, stream_options: { include_usage: true } } as const;
      const response = await this.#ask(asked, (asking) =>
        this.#streaming.chat.completions.create({ ...asking, ...more }, { signal }).asResponse(),
      );
      if (!(response instanceof EventsResponse)) return yield malformed;
      for await (const data of eventsIn(response.events, streamBytesMax)) {
        if (data.startsWith('[DONE]')) continue;
        const chunk = Chunk.parse(JSON.parse(data));
        const choice = chunk.choices?.[0];
        const thought = thoughtIn(choice?.delta);
        if (thought !== '') yield { type: 'thought', text: thought };
        const text = choice?.delta?.content ?? '';
        if (text !== '') yield { type: 'text', text };
        if (choice?.finish_reason != null) finish = finishOf(choice.finish_reason);
        usage = usageOf(chunk.usage) ?? usage;
      }
    } catch (cause) {
      return yield failureOf(cause);
    }
    yield finish === undefined
      ? { type: 'failed', reason: 'the provider broke off in the middle of its answer' }
      : { type: 'finished', finish, usage };
  }

  /** Asks once more with the newer name of the limit, where the older one is refused. Nothing was produced then. */
  async #ask<T>(asked: ProviderRequest, ask: (body: ReturnType<typeof bodyOf>) => Promise<T>): Promise<T> {
    const isNewer = this.#newer.has(asked.model);
    try {
      return await ask(bodyOf(asked, isNewer));
    } catch (cause) {
      if (isNewer || !wantsNewerName(cause)) throw cause;
      this.#newer.add(asked.model);
      return ask(bodyOf(asked, true));
    }
  }
}

const malformed: ProviderFailed = {
  type: 'failed',
  reason: 'the provider answered with something that is no completion',
};

function clientOf({ baseUrl, apiKey }: Server, timeout: number, bounds: Parameters<typeof boundedFetch>[0]): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    // The client demands a key; a server that wants none does not read it.
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout,
    logLevel: 'off',
    fetch: boundedFetch(bounds),
  });
}

const bodyOf = ({ model, messages, maxTokens, temperature }: ProviderRequest, isNewer: boolean) => ({
  model,
  messages: messages.map(({ role, content }) => ({ role, content })),
  ...(isNewer ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
  ...(temperature !== null && { temperature }),
});

const wantsNewerName = (cause: unknown): boolean =>
  cause instanceof APIError && cause.status === 400 && cause.param === 'max_tokens';

const finishOf = (reason: string | null): Finish =>
  reason === 'length' || reason === 'content_filter' ? reason : 'stop';

/** Tokens of thought are produced like others. OpenAI counts them among those of the completion; some servers count them apart. */
function usageOf(usage: Used | null | undefined): Usage | null {
  if (usage == null) return null;
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage;
  const thought = usage.completion_tokens_details?.reasoning_tokens ?? 0;
  const isBeside = thought > 0 && total === prompt + completion + thought;
  return { prompt, completion: isBeside ? completion + thought : completion };
}

/** The fields in which servers put thoughts of a model; OpenAI's own types have neither. */
const Thinking = z.object({
  reasoning_content: z.string().optional().catch(undefined),
  reasoning: z.string().optional().catch(undefined),
});

const thoughtIn = (said: z.infer<typeof Thinking> | null | undefined): string =>
  said?.reasoning_content ?? said?.reasoning ?? '';

/** A value that is no number cannot be a use. */
const Tokens = z.number().catch(Number.NaN);

const Used = z.object({
  prompt_tokens: Tokens,
  completion_tokens: Tokens,
  total_tokens: Tokens,
  completion_tokens_details: z.object({ reasoning_tokens: z.number().optional() }).optional().catch(undefined),
});
type Used = z.infer<typeof Used>;

const Chunk = z.object({
  // Some servers report a failure in the middle of a stream.
  error: z.null().optional(),
  choices: z
    .array(
      z.object({
        delta: Thinking.extend({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: Used.nullish(),
});

function failureOf(cause: unknown): ProviderFailed {
  const bound = [cause, cause instanceof Error ? cause.cause : undefined].find((one) => one instanceof OutOfBounds);
  if (bound instanceof OutOfBounds) return { type: 'failed', reason: bound.message };
  if (cause instanceof APIError && cause.status !== undefined)
    return { type: 'failed', reason: `the provider answered ${cause.status}` };
  if (cause instanceof OpenAI.APIConnectionError)
    return { type: 'failed', reason: 'the provider could not be reached' };
  return { type: 'failed', reason: 'the provider broke off, or answered with something that is no completion' };
}
