/** The dice of a resident, new ones in each tick (SM3): what it threw before changes nothing of what it throws now. */
import { diceOf } from '../../population/policies/dice.ts';
import type { Dice } from '../../population/seeded-random.ts';

export class TickDice implements Dice {
  readonly #seed: number;
  readonly #resident: string;
  readonly #tickNow: () => number;
  #tick = Number.NaN;
  #dice: Dice | undefined;

  constructor(seed: number, resident: string, tickNow: () => number) {
    this.#seed = seed;
    this.#resident = resident;
    this.#tickNow = tickNow;
  }

  integerBelow(bound: number): number {
    return this.#now.integerBelow(bound);
  }

  withProbability(share: number): boolean {
    return this.#now.withProbability(share);
  }

  pick<T>(list: readonly T[]): T | undefined {
    return this.#now.pick(list);
  }

  pickWeighted<T>(weights: readonly (readonly [T, number])[]): T | undefined {
    return this.#now.pickWeighted(weights);
  }

  get #now(): Dice {
    const tick = this.#tickNow();
    const dice = tick === this.#tick ? this.#dice : undefined;
    if (dice !== undefined) return dice;
    this.#tick = tick;
    this.#dice = diceOf(this.#seed, this.#resident, tick);
    return this.#dice;
  }
}
