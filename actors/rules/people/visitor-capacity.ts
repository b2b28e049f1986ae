/** How many visitors the city has, and may have: said once for the rule and for the gateway, which asks before it opens an account. */
import type { Facts, Settings } from '../../../engine/actor-kind.ts';
import { indexes } from '../../indexes.ts';
import { setting } from '../workshops/tiers.ts';

/** The key under which every visitor stands. */
export const everyVisitor = 'every visitor';

export const visitorsMax = (settings: Settings): number => setting(settings, 'VISITORS_MAX');

export const visitorsOf = (city: Pick<Facts, 'count'>): number => city.count(indexes.visitors, everyVisitor);

/** What is told where there are as many as there may be (VI4). */
export const fullOfVisitors = (current: number, settings: Settings) =>
  ({ max: visitorsMax(settings), current, of: 'visitors' }) as const;
