/** Every global service of this city: a line each. */
import type { Config } from '../config.ts';
import type { Service } from './contract.ts';

/** What a service offers may depend on the settings of the city. */
export const servicesOf = (_config: Config): readonly Service[] => [];
