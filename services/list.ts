/** Every global service of this city: a line each. */
import type { Service } from './contract.ts';

export const services: readonly Service[] = [];
