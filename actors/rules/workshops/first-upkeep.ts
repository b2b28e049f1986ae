/** The first upkeep of rooms and containers, which may be removed at any time: each tick is paid, the first when they begin (UP5). */
import type { Facts } from '../../../engine/actor-kind.ts';
import { burn, type Effect, each, post } from '../../../engine/effect.ts';
import type { ActorId } from '../../../engine/ids.ts';

/**
 * Millicredits that `payer` must have before something begins that costs `upkeep` a tick: for this tick, its debt, and the next tick (UP5).
 */
export const neededToBegin = (facts: Facts, payer: ActorId, upkeep: number): number =>
  upkeep + facts.owed(payer) + facts.burn(payer) + upkeep;

/** Pays the present tick, and from then on each tick (UP5). */
export const beginUpkeep = (payer: ActorId, upkeep: number): Effect =>
  each([post(payer, 'treasury', upkeep, 'upkeep'), burn(payer, upkeep)]);
