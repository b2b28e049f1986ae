/** The ties of a mind to those whom it knows. They are values: a change gives others (`minds/memory/memory.ts` keeps the newest). */

import { type Deed, meaning } from './deeds.ts';
import { changed, faded, stranger, type Tie, tiesMax } from './tie.ts';

export type Ties = Readonly<Record<string, Tie>>;

/** The tie as it is now; a stranger's to somebody of whom it knows nothing. */
export const tieTo = (ties: Ties, id: string, tick: number): Tie => {
  const tie = Object.hasOwn(ties, id) ? ties[id] : undefined;
  return tie === undefined ? stranger(tick) : faded(tie, tick);
};

/** The ties after somebody has done something to the mind. */
export function feel(ties: Ties, id: string, deed: Deed, tick: number, share = 1): Ties {
  if (id === '') return ties;
  const { feeling, why } = meaning[deed];
  const { close = 0, grateful = 0, trust = 0 } = feeling;
  const part = { close: close * share, grateful: grateful * share, trust: trust * share };
  return bounded({ ...ties, [id]: changed(tieTo(ties, id, tick), part, why, tick) });
}

/** How much there is to forget: the older and the weaker, the sooner. */
const strength = ({ close, grateful, why, tick }: Tie): number =>
  tick + 48 * (close + Math.abs(grateful)) + 12 * why.length;

export function bounded(ties: Ties, most = tiesMax): Ties {
  const entries = Object.entries(ties);
  if (entries.length <= most) return ties;
  return Object.fromEntries(entries.sort(([, a], [, b]) => strength(b) - strength(a)).slice(0, most));
}
