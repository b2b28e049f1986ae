/** Opens inference, from its options to its handlers: the models that the operator named, or, without any, the rules of `template`. */
import { type Service, service } from '../contract.ts';
import { folderOf } from '../folder.ts';
import { handlersFor } from './handler.ts';
import { Template } from './holding.ts';
import { manifestOf } from './manifest.ts';
import type { Model, Prices } from './models.ts';
import { OpenAiProvider, type Server } from './openai-provider.ts';
import type { ServedModel } from './provider.ts';
import { templateModel, templateProvider } from './template-model.ts';
import { TokenCounter } from './token-counter.ts';

/** What the operator configures. */
export interface InferenceSettings {
  /** Null: there is no server, and `template` answers. */
  readonly server: Server | null;
  /** The models that the server is asked for. */
  readonly models: readonly Model[];
  /** The prices of `template`. */
  readonly templatePrices: Prices;
  readonly callsPerMinute: number;
  /** Milliseconds since 1970, for the times in answers. */
  readonly now: () => number;
}

export function inference(settings: InferenceSettings): Service {
  const models = modelsOf(settings);
  const manifest = manifestOf(models, settings.callsPerMinute);
  return service(manifest, {
    // It has no tables.
    skill: folderOf(import.meta.url).skill,
    open: async () => {
      const counter = new TokenCounter();
      // `template` counts by its own rules. A vocabulary that cannot be loaded now is loaded when it is needed.
      if (settings.server !== null) await counter.load().catch(() => undefined);
      return { handlers: handlersFor(models, counter, settings.now), close: async () => undefined };
    },
  });
}

/** Longer than the service's own deadline: a call is always ended by its signal. */
const serverDeadlineMs = 310_000;

function modelsOf({ server, models, templatePrices }: InferenceSettings): readonly ServedModel[] {
  if (server === null) return [{ ...templateModel, prices: templatePrices, provider: templateProvider }];
  const provider = new OpenAiProvider(server, serverDeadlineMs);
  return models.map((model) => ({ ...model, provider, template: new Template() }));
}
