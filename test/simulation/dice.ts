/** Chance from a seed: the only one that a simulation or an interleaving has. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export class Dice {
  readonly #random: ReturnType<typeof xoroshiro128plus>;

  constructor(seed: number) {
    this.#random = xoroshiro128plus(seed);
  }

  /** A whole number from `min` to `max`. */
  between(min: number, max: number): number {
    return uniformInt(this.#random, min, max);
  }

  oneIn(n: number): boolean {
    return this.between(1, n) === 1;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.between(0, from.length - 1)] ?? from[0];
  }

  shuffled<T>(items: readonly T[]): T[] {
    const list = [...items];
    for (let at = list.length - 1; at > 0; at--) {
      const other = this.between(0, at);
      const [a, b] = [list[at], list[other]];
      if (a === undefined || b === undefined) continue;
      list[at] = b;
      list[other] = a;
    }
    return list;
  }
}
