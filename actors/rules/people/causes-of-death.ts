/**
 * Causes of death, declared once: for each cause its letter on a tombstone, and the words after "died" on a page. To add one: a line here,
 * and the action of the chart that ends a life by it. This file imports nothing: pages take it into their build.
 */

const causesOfDeath = {
  natural: { letter: 'n', words: 'of old age' },
  credit: { letter: 'c', words: 'because its credits ran out' },
  crash: { letter: 'x', words: 'because its program broke' },
  voluntary: { letter: 'v', words: 'by its own choice' },
} as const;

export type CauseOfDeath = keyof typeof causesOfDeath;

const isCause = (text: string): text is CauseOfDeath => Object.hasOwn(causesOfDeath, text);

/** In the order of the table. */
export const causes: readonly CauseOfDeath[] = Object.keys(causesOfDeath).filter(isCause);

/** One character, different for each cause. */
export const letterOf = (cause: CauseOfDeath): string => causesOfDeath[cause].letter;

export const causeOfLetter = (letter: string | undefined): CauseOfDeath | undefined =>
  causes.find((cause) => letterOf(cause) === letter);

/** The words after "died"; undefined for a cause that this table does not have, for example of a later version of the city. */
export const wordsOf = (cause: string): string | undefined => (isCause(cause) ? causesOfDeath[cause].words : undefined);
