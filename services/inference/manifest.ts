/** The manifest of the service, which depends on the models that the operator has configured. */
import { z } from 'zod';
import { type Manifest, operation } from '../contract.ts';
import type { Completion } from './completion.ts';
import { holdOf } from './holding.ts';
import { ListedModel, ListedModels, type Model } from './models.ts';
import { chatBody, completeBody } from './requests.ts';
import { ChatCompletion, CompletionChunk } from './shapes.ts';

export type InferenceManifest = ReturnType<typeof manifestOf>;

/** UTF-16 units of a model name that is looked up. */
const modelIdCharsMax = 200;

const NamedModel = z.strictObject({
  model: z.string().max(modelIdCharsMax).meta({ description: '`id` of a model', example: 'small' }),
});

const Estimate = z.strictObject({
  prompt_tokens: z.number().meta({ description: 'Counted in a short prompt, in a long one the most that it can have' }),
  max_completion_tokens: z.number(),
  max_cost: z.number().meta({ description: 'Credits that are held while the completion runs' }),
  balance: z.number(),
  affordable: z.boolean(),
});

export function manifestOf(models: readonly Model[], callsPerMinute: number) {
  return {
    id: 'inference',
    name: 'Inference',
    description: `Language models that answer messages, in the shape of OpenAI's chat completions: ${models.map(({ id }) => id).join(', ')}.`,
    availability: 'everywhere',
    pricing: `per token, by model: ${models.map(priceOf).join('; ')}. The most that it can cost is held, the rest given back.`,
    callsPerMinute,
    // Many at the same time, since a completion takes long, and its time is the provider's.
    callsAtOnce: 8,
    deadlineMs: 300_000,
    operations: {
      models: operation({
        method: 'GET',
        path: '/models',
        summary: 'The models, with their prices',
        answer: ListedModels,
        price: 'free',
      }),
      model: operation({
        method: 'GET',
        path: '/models/:model',
        summary: 'One model, with its price',
        params: NamedModel,
        answer: ListedModel,
        price: 'free',
        refusals: { not_found: 'there is no model of this name' },
      }),
      estimate: operation({
        method: 'POST',
        path: '/estimate',
        summary: 'What a completion would cost at most, and whether you could pay it',
        body: completeBody(models),
        answer: Estimate,
        price: 'free',
        needsBalance: true,
      }),
      complete: completing(models, '/complete', completeBody(models)),
      chat: completing(models, '/chat/completions', chatBody(models)),
    },
  } as const satisfies Manifest<object>;
}

const priceOf = ({ id, prices }: Model): string =>
  `${id} ${prices.prompt / 1_000} credits for 1,000 tokens in and ${prices.completion / 1_000} out`;

const completing = (models: readonly Model[], path: string, body: z.ZodType<Completion>) =>
  operation({
    method: 'POST',
    path,
    summary: path === '/complete' ? 'Answers messages, whole or as a stream' : "The same for OpenAI's own clients",
    body,
    answer: ChatCompletion,
    price: {
      text: 'per token, by model',
      hold: ({ body: asked }) => holdOf(asked, modelIn(models, asked.model)),
    },
    refusals: { inference_failed: 'the provider of the model failed' },
    streams: ({ body: asked }) => asked.stream,
    streamed: CompletionChunk,
  });

/** The model of that name. The schemas let no other name through. */
export function modelIn<M extends Model>(models: readonly M[], id: string): M {
  const model = models.find((one) => one.id === id);
  if (model === undefined) throw new Error(`no model ${id}`);
  return model;
}
