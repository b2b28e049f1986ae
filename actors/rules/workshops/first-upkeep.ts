/** Rooms and containers, which may be removed at any time: each tick in which one is there is paid, the first when it begins (UP5). */
import type { Facts } from '../../../engine/actor-kind.ts';
import { burn, type Effect, each, post } from '../../../engine/effect.ts';
import type { ActorId } from '../../../engine/ids.ts';

/** Millicredits that `payer` must have where something begins for `upkeep` a tick: for this tick, what it owes, and the next one (UP5). */
export const neededToBegin = (facts: Facts, payer: ActorId, upkeep: number): number =>
  upkeep + facts.owed(payer) + facts.burn(payer) + upkeep;

/** Pays the tick that runs, and each that follows (UP5). */
export const beginUpkeep = (payer: ActorId, upkeep: number): Effect =>
  each([post(payer, 'treasury', upkeep, 'upkeep'), burn(payer, upkeep)]);
