/** How many visitors the city has and may have. The rule uses it, and the gateway before it opens an account. */
import type { Facts, Settings } from '../../../engine/actor-kind.ts';
import { indexes } from '../../indexes.ts';
import { setting } from '../workshops/tiers.ts';

/** The key under which all visitors stand. */
export const everyVisitor = 'every visitor';

export const visitorsMax = (settings: Settings): number => setting(settings, 'VISITORS_MAX');

export const visitorsOf = (city: Pick<Facts, 'count'>): number => city.count(indexes.visitors, everyVisitor);

/** The refusal when there are as many visitors as there may be (VI4). */
export const fullOfVisitors = (current: number, settings: Settings) =>
  ({ max: visitorsMax(settings), current, of: 'visitors' }) as const;
