/**
 * Chance for policies: of each resident in each tick its own. A stream for all would be drawn from by whoever comes first, and one changed
 * setting would reshuffle everybody.
 */
import { hash } from 'node:crypto';
import { type Dice, SeededRandom } from '../seeded-random.ts';

/** The dice of the resident in the tick: the same whatever else happens in the city. */
export function diceOf(seed: number, resident: string, tick: number): Dice {
  // Most residents throw nothing in most ticks: their generator is made at the first throw.
  let random: SeededRandom | undefined;
  return new DeferredDice(() => {
    random ??= new SeededRandom(numberOf(`dice\n${seed}\n${resident}\n${tick}`));
    return random;
  });
}

/** Dice that are found anew at each throw. */
export class DeferredDice implements Dice {
  readonly #find: () => Dice;

  constructor(find: () => Dice) {
    this.#find = find;
  }

  integerBelow(bound: number): number {
    return this.#find().integerBelow(bound);
  }

  withProbability(share: number): boolean {
    return this.#find().withProbability(share);
  }

  pick<T>(list: readonly T[]): T | undefined {
    return this.#find().pick(list);
  }

  pickWeighted<T>(weights: readonly (readonly [T, number])[]): T | undefined {
    return this.#find().pickWeighted(weights);
  }
}

/** Where the resident comes among all who act in the tick: the smaller first. Who is born or dies changes nobody else's order. */
export const turnOf = (seed: number, resident: string, tick: number): number =>
  numberOf(`turn\n${seed}\n${resident}\n${tick}`);

/** 32 bits of a hash: the generator makes similar numbers of seeds that lie side by side. */
const numberOf = (text: string): number => Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16);
