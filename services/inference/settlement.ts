/** The cost of a completion: by the use that its provider reports, or, where there is no usable report, by counting. */
import type { ServiceAnswer, ServiceRefusal } from '../contract.ts';
import type { Message } from './completion.ts';
import { promptBytes } from './holding.ts';
import { costOf, type Model, type Usage } from './models.ts';
import type { ProviderAnswer } from './provider.ts';
import { type ChatCompletion, completion, type Heading } from './shapes.ts';
import type { Counting, TokenCounter } from './token-counter.ts';

/** A prompt, and the most millicredits that it may cost. */
export interface PricedPrompt {
  readonly model: Model;
  readonly messages: readonly Message[];
  readonly hold: number;
  /** True when the provider is the city itself, whose counts are right. */
  readonly isOwn: boolean;
}

export interface Settled {
  readonly usage: Usage;
  /** Millicredits, at most the hold. */
  readonly cost: number;
}

export const failed = (reason: string): ServiceRefusal<'inference_failed'> => ({
  type: 'refused',
  code: 'inference_failed',
  reason,
});

/** Milliseconds for counting an answer that is no stream. */
const countMsMax = 10_000;

/** A provider that reports fewer tokens than one for so many bytes is checked by counting. */
const bytesPerTokenMax = 8;

/** The cost by the provider's report, if that is possible: at most the hold, at least what the city counts. */
export async function settle(
  asking: PricedPrompt,
  produced: Pick<ProviderAnswer, 'content' | 'thought' | 'usage'>,
  counter: Counting,
): Promise<Settled> {
  const { usage } = produced;
  if (usage === null || !isPossible(usage)) return counted(asking, produced, counter);
  if (usage.prompt <= asking.model.contextLength) asking.model.template?.learn(asking.messages, usage.prompt);
  if (asking.isOwn || isEnough(usage, asking, produced)) return settled(asking, usage);
  const { usage: least } = await counted(asking, produced, counter);
  return settled(asking, {
    prompt: Math.max(usage.prompt, least.prompt),
    completion: Math.max(usage.completion, least.completion),
  });
}

const isPossible = ({ prompt, completion }: Usage): boolean =>
  [prompt, completion].every((tokens) => Number.isSafeInteger(tokens) && tokens >= 0);

/** True when the hold pays for the reported use, which is no less than is possible. */
export function isPaidAsSaid(
  asking: PricedPrompt,
  produced: Pick<ProviderAnswer, 'content' | 'thought' | 'usage'>,
): boolean {
  const { usage } = produced;
  if (usage === null || !isPossible(usage) || !isEnough(usage, asking, produced)) return false;
  return costOf(usage, asking.model.prices) <= asking.hold;
}

function isEnough({ prompt, completion }: Usage, { messages }: PricedPrompt, { content, thought }: Produced): boolean {
  const saidBytes = Buffer.byteLength(content) + Buffer.byteLength(thought);
  return prompt * bytesPerTokenMax >= promptBytes(messages) && completion * bytesPerTokenMax >= saidBytes;
}

/** The answer of a model, and its thoughts before that. */
type Produced = Pick<ProviderAnswer, 'content' | 'thought'>;

/** The cost by our own counting. Another tokenizer than the model's may find more than was held. */
export async function counted(asking: PricedPrompt, produced: Produced, counter: Counting): Promise<Settled> {
  const { content, thought } = produced;
  const prompt = await countedPrompt(asking, counter);
  return settled(asking, { prompt, completion: (await counter.count(thought)) + (await counter.count(content)) });
}

/** The most that it can have cost, without counting: no token has less than a byte (IN13). */
export const atMost = (asking: PricedPrompt, { content, thought }: Produced): Settled =>
  settled(asking, {
    prompt: promptBytes(asking.messages),
    completion: Buffer.byteLength(content) + Buffer.byteLength(thought),
  });

/** Counts for at most `countMsMax`; after that the result is `otherwise`, and the counting ends. */
export function countedInTime<T>(
  counter: TokenCounter,
  count: (counting: Counting) => Promise<T>,
  otherwise: () => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      resolve(otherwise());
    }, countMsMax);
    count(counter.while(() => !isLate))
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Tokens of the messages, by our own counting. */
export async function countedPrompt({ messages }: PricedPrompt, counter: Counting): Promise<number> {
  let tokens = 0;
  for (const { content } of messages) tokens += await counter.count(content);
  return tokens;
}

const settled = ({ model, hold }: PricedPrompt, usage: Usage): Settled => ({
  usage,
  cost: Math.min(hold, costOf(usage, model.prices)),
});

/** (IN8) The answer for a caller that has gone before it came: what the model read and thought is paid. */
export async function unread(
  asking: PricedPrompt,
  heading: Heading,
  thought: string,
  counter: TokenCounter,
): Promise<ServiceAnswer<ChatCompletion>> {
  const produced = { content: '', thought };
  const { usage, cost } = await countedInTime(
    counter,
    (counting) => counted(asking, produced, counting),
    () => atMost(asking, produced),
  );
  return { type: 'answer', cost, body: (bill) => completion(heading, '', 'length', usage, bill) };
}
