/**
 * Of `civitas doctor`: which models residents can ask, and whether their server answers. A model is asked only on request, since that may
 * cost money.
 */
import type { Config } from '../config/settings.ts';
import { OpenAiProvider } from '../services/inference/openai-provider.ts';
import { inferenceSettings } from '../services/inference/settings.ts';
import type { Finding } from './doctor-finding.ts';

const name = 'Inference';
const listMsMax = 5_000;
/** The server may have to load its model first. */
const askMsMax = 12_000;

/** `asks`: each model is asked for one token. No finding of this check keeps the city from starting. */
export async function checkInference(config: Config, asks: boolean): Promise<Finding> {
  const { server, models } = inferenceSettings(config, () => 0);
  if (server === null)
    return { level: 'ok', name, detail: 'template: rules, no language model (INFERENCE_BASE_URL is not set)' };
  const provider = new OpenAiProvider(server, askMsMax);
  const served = `${models.map((model) => `${model.id}: ${model.name}`).join(', ')} at ${server.baseUrl}`;
  const faults = asks ? await askAll(provider, models) : await listAll(provider, models);
  if (faults.length > 0) {
    const advice =
      'Correct INFERENCE_BASE_URL, INFERENCE_API_KEY or INFERENCE_MODEL_..., or start the server. Until then completions are answered 502 and cost nothing.';
    return { level: 'warn', name, detail: `${served}: ${faults.join('; ')}`, advice };
  }
  return {
    level: 'ok',
    name,
    detail: `${served}: ${asks ? 'each answered' : 'there; --ask-models asks each for one token'}`,
  };
}

type Named = readonly { readonly id: string; readonly name: string }[];

async function listAll(provider: OpenAiProvider, models: Named): Promise<readonly string[]> {
  const listed = await provider.models(AbortSignal.timeout(listMsMax));
  if ('type' in listed) return [listed.reason];
  return models.filter((model) => !listed.includes(model.name)).map((model) => `it does not list ${model.name}`);
}

async function askAll(provider: OpenAiProvider, models: Named): Promise<readonly string[]> {
  const messages = [{ role: 'user', content: 'Say yes.' }] as const;
  const answers = models.map(async (model) => {
    const asked = { model: model.name, messages, maxTokens: 1, temperature: null };
    const answer = await provider.complete(asked, AbortSignal.timeout(askMsMax));
    return answer.type === 'failed' ? [`${model.id}: ${answer.reason}`] : [];
  });
  return (await Promise.all(answers)).flat();
}
