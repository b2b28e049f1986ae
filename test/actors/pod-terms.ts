/** Commands of a representative that set the access and the pricing of a pod. */
import { priced } from './built-places.ts';
import type { Town } from './given-residents.ts';

export const access = (town: Town, pod: string, type: string, ...names: string[]) => ({
  type: 'set_access',
  pod,
  access: { type, allowed: names.map((name) => town.id(name)) },
});
export const pricing = (pod: string, rest: Parameters<typeof priced>[0]) => ({
  type: 'set_pricing',
  pod,
  pricing: priced(rest),
});
