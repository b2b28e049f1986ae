/**
 * Chooses and fills sentences. The same random numbers, memory and slots give the same words.
 *
 * WD1  A sentence with an unknown slot, or a fact that does not hold, is not said; one that was said lately only when nothing else is left.
 * WD2  Slots are filled once: what stands in a name is not read as a slot, and nothing of what others said is said again.
 */
import type { Dice } from '../../../../population/seeded-random.ts';
import type { Memory } from '../../../memory/memory.ts';
import type { Slots } from './slots.ts';

const slot = /\{(\??\w+)\}/g;

/** Sentences of a conversation or two, which are not repeated. */
const recentPhrases = 20;

export class Speaker {
  readonly #dice: Dice;
  readonly #memory: Memory;

  constructor(dice: Dice, memory: Memory) {
    this.#dice = dice;
    this.#memory = memory;
  }

  /** '' when none of the sentences can be said. */
  say(sentences: readonly string[], slots: Slots): string {
    const sayable = sentences.filter((sentence) =>
      [...sentence.matchAll(slot)].every(([, name = '']) => Object.hasOwn(slots, name)),
    );
    const fresh = sayable.filter((sentence) => !this.#memory.phrases.includes(sentence));
    const longAgo = this.#memory.phrases.slice(0, -recentPhrases);
    const oldest = longAgo.find((phrase) => sayable.includes(phrase));
    const sentence = this.#dice.pick(fresh) ?? oldest;
    if (sentence === undefined) return '';
    this.#memory.used(sentence);
    const filled = sentence.replace(slot, (_, name: string) => slots[name] ?? '');
    // A slot whose value begins in lower case may come first in a sentence.
    return filled.replace(
      /(?<=^|[.!?] )("?)(\p{Ll})/gu,
      (_, quote: string, letter: string) => quote + letter.toUpperCase(),
    );
  }

  /** Takes note of sentences that another mind has just said: it does not say the same after it. */
  avoid(sentences: readonly string[]): void {
    for (const sentence of sentences) this.#memory.used(sentence);
  }

  chance(share: number): boolean {
    return this.#dice.withProbability(share);
  }

  pick<T>(list: readonly T[]): T | undefined {
    return this.#dice.pick(list);
  }
}
