/** Random numbers from a seed: the same seed makes the same choices, as far as the city gives the same answers. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export class SeededRandom {
  readonly #generator;

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
  }

  /** 0 <= n < `bound`. */
  integerBelow(bound: number): number {
    return uniformInt(this.#generator, 0, bound - 1);
  }

  /** True in `share` (0 to 1) of all cases. */
  withProbability(share: number): boolean {
    return share > 0 && this.integerBelow(1_000_000) < share * 1_000_000;
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.integerBelow(list.length)];
  }

  /** One of the names, each as often as its weight says; undefined when all weights are 0. Weights are whole numbers. */
  pickWeighted<T>(weights: readonly (readonly [T, number])[]): T | undefined {
    let sum = 0;
    for (const [, weight] of weights) sum += weight;
    if (sum === 0) return undefined;
    let left = this.integerBelow(sum);
    for (const [name, weight] of weights) {
      left -= weight;
      if (left < 0) return name;
    }
    return undefined;
  }
}

/** What somebody may throw who has its chance from elsewhere. */
export type Dice = Pick<SeededRandom, 'integerBelow' | 'withProbability' | 'pick' | 'pickWeighted'>;
