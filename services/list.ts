/** Every global service of this city: a line each. */
import type { Config } from '../config/settings.ts';
import { caddrKeeping } from './caddr/index.ts';
import { caddrSettings } from './caddr/settings.ts';
import type { Service } from './contract.ts';
import type { AwaitsEntries } from './deceased.ts';
import { inference } from './inference/index.ts';
import { inferenceSettings } from './inference/settings.ts';
import { library } from './library/index.ts';
import type { Model } from './memory/answering.ts';
import { memory } from './memory/index.ts';
import { librarySettings, memorySettings } from './settings.ts';

/**
 * The services of a city, by its settings. `now`: milliseconds since 1970. `reader`: answers questions to memory. `awaited`: knows which
 * entries are on their way.
 */
export const servicesOf = (
  config: Config,
  now: () => number,
  reader?: Model,
  awaited?: AwaitsEntries,
): readonly Service[] => [
  inference(inferenceSettings(config, now)),
  memory(memorySettings(config), reader),
  library(librarySettings(config), awaited),
  caddrKeeping(caddrSettings(config)),
];
