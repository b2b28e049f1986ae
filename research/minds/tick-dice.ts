/** The dice of a resident, new ones in each tick (SM3): what it threw before changes nothing of what it throws now. */
import { DeferredDice, diceOf } from '../../population/policies/dice.ts';
import type { Dice } from '../../population/seeded-random.ts';

export function tickDice(seed: number, resident: string, tickNow: () => number): Dice {
  let [dice, diceTick] = [diceOf(seed, resident, tickNow()), tickNow()];
  return new DeferredDice(() => {
    const tick = tickNow();
    if (tick !== diceTick) [dice, diceTick] = [diceOf(seed, resident, tick), tick];
    return dice;
  });
}
