/** What a completion has cost: by what its provider says that it used, or, where that says nothing, by counting. */
import type { ServiceRefusal } from '../contract.ts';
import type { Message } from './completion.ts';
import { costOf, type Model, type Usage } from './models.ts';
import type { ProviderAnswer } from './provider.ts';
import type { TokenCounter } from './token-counter.ts';

/** What was asked, and the most that it may cost, in millicredits. */
export interface PricedPrompt {
  readonly model: Model;
  readonly messages: readonly Message[];
  readonly hold: number;
}

export interface Settled {
  readonly type: 'settled';
  readonly usage: Usage;
  /** Millicredits, at most the hold. */
  readonly cost: number;
}

export const failed = (reason: string): ServiceRefusal<'inference_failed'> => ({
  type: 'refused',
  code: 'inference_failed',
  reason,
});

/** What came of it counts for nothing, or has cost so much. `content`: all that was said; `thought`: what was produced before it. */
export async function settle(
  asking: PricedPrompt,
  { content, thought, finish, usage }: Pick<ProviderAnswer, 'content' | 'thought' | 'finish' | 'usage'>,
  counter: TokenCounter,
): Promise<Settled | ServiceRefusal<'inference_failed'>> {
  if (content === '' && finish === 'length')
    return failed('it produced all the tokens that it might before it had said anything; ask for more max_tokens');
  if (usage === null) return counted(asking, { content, thought }, counter);
  const cost = costOf(usage, asking.model.prices);
  const isPossible = [usage.prompt, usage.completion].every((tokens) => Number.isSafeInteger(tokens) && tokens >= 0);
  return isPossible && cost <= asking.hold
    ? { type: 'settled', usage, cost }
    : failed('the provider says that it used what it cannot have used');
}

/** By our own counting; another tokenizer than the model's may find more than was held. */
export async function counted(
  asking: PricedPrompt,
  { content, thought }: Pick<ProviderAnswer, 'content' | 'thought'>,
  counter: TokenCounter,
): Promise<Settled> {
  const { model, messages, hold } = asking;
  let prompt = 0;
  for (const message of messages) prompt += await counter.count(message.content);
  const usage = { prompt, completion: (await counter.count(thought)) + (await counter.count(content)) };
  return { type: 'settled', usage, cost: Math.min(hold, costOf(usage, model.prices)) };
}
