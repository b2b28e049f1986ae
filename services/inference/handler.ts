/**
 * The handler of each operation. These rules hold for all of them, whatever the provider does:
 *
 * IN1  OpenAI's own clients work unchanged: models, whole answers, streams.
 * IN2  A provider that answers with no completion is a clear error without its own words, and nothing is taken.
 * IN3  A provider that is slow gives a timeout, and its call is ended.
 * IN4  What was sent is paid, whatever use the provider reports: at most the hold, at least what the city counts. A stream that breaks
 *      off ends with an error after its bill.
 * IN5  A stream that cannot even begin is a refusal with a status.
 * IN6  Without a usage, or with one that is impossible or too small, the city counts, and takes no more than was held. What it cannot
 *    count in time costs the most that it can have: a token for each byte.
 * IN7  A caller that leaves a stream ends the provider's work and pays for what was sent.
 * IN8  A caller that leaves before the first word ends the provider's work and pays for what that had read and thought by then; a caller
 *      that asked for too few tokens to get an answer pays for those.
 * IN9  What no model can do is refused before anything is held or sent.
 * IN10  An estimate is free and says what will be held; `max_cost` lowers the hold and what may be produced.
 * IN11  Without a provider there is one model, whose name says that it is rules.
 * IN12  Nothing that a provider may use costs more than the hold (`holding.ts`), which reckons with what it is seen to write around a
 *    prompt. An answer ends where the hold is used up.
 * IN13  No text has more tokens than bytes, however they are counted.
 * IN14  Of `template`: it fills blanks with what it was told (`template-model.ts`).
 * IN15  Of `template`: else it quotes what bears on the question; the same messages, the same answer.
 * IN16  Of `template`: it says no more tokens than it may.
 * IN17  Of `template`: no token and no answer is longer than its bound, whatever is asked.
 * IN18  Counting lets others run in between, whatever is counted and however much.
 */
import {
  type AnswerTo,
  answer,
  type Handlers,
  type ServiceAnswer,
  type ServiceCall,
  type ServiceOutcome,
  type ServiceRefusal,
} from '../contract.ts';
import { paidPart } from './budget.ts';
import type { Completion } from './completion.ts';
import { completionTokensMax, holdOf, promptBytes, promptTokensMax } from './holding.ts';
import { type InferenceManifest, modelIn } from './manifest.ts';
import { listed, shownModel } from './models.ts';
import type { ProviderRequest, ServedModel } from './provider.ts';
import { atMost, countedInTime, failed, settle, unread } from './settlement.ts';
import { type ChatCompletion, completion, headingOf } from './shapes.ts';
import { streamOf } from './streaming.ts';
import { promptTokensOf, templateProvider } from './template-model.ts';
import type { TokenCounter } from './token-counter.ts';

/** Prompts of at most so many bytes are counted for an estimate, which is free. */
const countedBytesMax = 4_096;

const noSuchModel: ServiceRefusal<'not_found'> = {
  type: 'refused',
  code: 'not_found',
  kind: 'model',
  advice: 'GET /v1/global-services/inference/models lists those that there are.',
};

type Call = ServiceCall<unknown, unknown, Completion>;

/** `now`: milliseconds since 1970. */
export function handlersFor(
  models: readonly ServedModel[],
  counter: TokenCounter,
  now: () => number,
): Handlers<InferenceManifest> {
  const complete = (call: Call) => completed(call, modelIn(models, call.body.model), counter, now());
  return {
    models: async () => answer(listed(models)),
    model: async ({ params }) => {
      const model = models.find(({ id }) => id === params.model);
      return model === undefined ? noSuchModel : answer(shownModel(model));
    },
    estimate: (call) => estimated(call, modelIn(models, call.body.model), counter),
    complete,
    chat: complete,
  };
}

async function estimated(
  { body, balance }: Call,
  model: ServedModel,
  counter: TokenCounter,
): Promise<ServiceAnswer<AnswerTo<InferenceManifest['operations']['estimate']>>> {
  const hold = holdOf(body, model);
  return answer({
    prompt_tokens: await promptTokensIn(body, model, counter),
    max_completion_tokens: completionTokensMax(body, model),
    max_cost: hold / 1_000,
    balance: balance / 1_000,
    affordable: balance >= hold,
  });
}

async function promptTokensIn({ messages }: Completion, model: ServedModel, counter: TokenCounter): Promise<number> {
  if (promptBytes(messages) > countedBytesMax) return promptTokensMax(messages, model.template);
  if (model.provider === templateProvider) return promptTokensOf(messages);
  let tokens = 0;
  for (const { content } of messages) tokens += await counter.count(content);
  return tokens;
}

async function completed(
  { body, hold, signal }: Call,
  model: ServedModel,
  counter: TokenCounter,
  nowMs: number,
): Promise<ServiceOutcome<'inference_failed', ChatCompletion>> {
  // At least one: since the hold was taken the template of the provider may have turned out to be longer.
  const maxTokens = Math.max(1, completionTokensMax(body, model));
  const asked: ProviderRequest = {
    model: model.name,
    messages: body.messages,
    maxTokens,
    temperature: body.temperature,
  };
  const asking = { model, messages: body.messages, hold, isOwn: model.provider === templateProvider };
  const heading = headingOf(model.id, nowMs);
  if (body.stream) return streamOf({ asking, heading, counter, signal }, model.provider.stream(asked, signal));
  const whole = await model.provider.complete(asked, signal);
  if (whole.type === 'failed') return signal.aborted ? unread(asking, heading, '', counter) : failed(whole.reason);
  const { said, settled } = await countedInTime(
    counter,
    async (counting) => {
      const said = await paidPart(asking, whole, counting);
      return { said, settled: await settle(asking, said, counting) };
    },
    () => ({ said: whole, settled: atMost(asking, whole) }),
  );
  const { usage, cost } = settled;
  return { type: 'answer', cost, body: (bill) => completion(heading, said.content, said.finish, usage, bill) };
}
