/** Every global service of this city: a line each. */
import type { Config } from '../config.ts';
import type { Service } from './contract.ts';
import { memory } from './memory/index.ts';

/** What a service offers may depend on the settings of the city. */
export const servicesOf = (_config: Config): readonly Service[] => [memory];
