/**
 * Random exchange: now and then, once a tick on average, somebody gives a random sum to somebody who is there, drawn from all of them; what
 * it does not have it does not give. Where nothing is paid for and nobody dies, all ways to share the credits out become equally likely,
 * whatever they were at first: what each holds is geometric (A. Dragulescu and V. M. Yakovenko, Statistical mechanics of money, Eur. Phys.
 * J. B 17, 2000), with m credits for each of Gini coefficient (1 + m) / (1 + 2m).
 *
 * Not once in each tick: who gives as regularly as a clock, and is given to by chance, is seldom poor for long.
 */

import type { Dice } from '../seeded-random.ts';
import type { Act } from './act.ts';
import { looking } from './policy.ts';

/** Credits, whole ones. */
const giftMax = 10;

export const exchange = looking(
  ({ balance }) => (balance < 1 ? [] : ['residents']),
  ({ balance, present }, dice) => {
    if (balance < 1 || present.length === 0) return [];
    const gifts: Act[] = [];
    for (let left = times(dice); left > 0; left--) {
      const to = dice.pick(present);
      if (to !== undefined) gifts.push({ type: 'give', to, amount: 1 + dice.integerBelow(giftMax) });
    }
    return gifts;
  },
);

const steps = 1_000_000;

/** How often in a tick something happens that comes by chance, once a tick on average: Poisson (Knuth's product of uniform numbers). */
function times(dice: Dice): number {
  let count = 0;
  for (let product = uniform(dice); product > Math.exp(-1); product *= uniform(dice)) count += 1;
  return count;
}

const uniform = (dice: Dice): number => (1 + dice.integerBelow(steps)) / steps;
