/** The settings of the city that concern inference. */
import type { Config } from '../../config/settings.ts';
import type { InferenceSettings } from './index.ts';

/** `now`: milliseconds since 1970. */
export function inferenceSettings(config: Config, now: () => number): InferenceSettings {
  const { INFERENCE_BASE_URL: baseUrl, INFERENCE_API_KEY: apiKey } = config;
  const small = { prompt: config.INFERENCE_PROMPT_PRICE_SMALL, completion: config.INFERENCE_COMPLETION_PRICE_SMALL };
  const medium = { prompt: config.INFERENCE_PROMPT_PRICE_MEDIUM, completion: config.INFERENCE_COMPLETION_PRICE_MEDIUM };
  const large = { prompt: config.INFERENCE_PROMPT_PRICE_LARGE, completion: config.INFERENCE_COMPLETION_PRICE_LARGE };
  const rows = [
    ['small', config.INFERENCE_MODEL_SMALL, config.INFERENCE_CONTEXT_SMALL, small],
    ['medium', config.INFERENCE_MODEL_MEDIUM, config.INFERENCE_CONTEXT_MEDIUM, medium],
    ['large', config.INFERENCE_MODEL_LARGE, config.INFERENCE_CONTEXT_LARGE, large],
  ] as const;
  return {
    server: baseUrl === undefined ? null : { baseUrl, apiKey: apiKey ?? null },
    models: rows.flatMap(([id, name, contextLength, prices]) =>
      name === undefined ? [] : [{ id, name, contextLength, prices }],
    ),
    templatePrices: small,
    callsPerMinute: config.INFERENCE_RATE_PER_MINUTE,
    now,
  };
}
