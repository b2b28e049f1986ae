/** Adds to the city's view of a soul the state of its mind, of which the city itself knows nothing. */
import { isLeftToMinds } from '../../actors/rules/birth/left-to-minds.ts';
import type { Shown } from '../../actors/views.ts';
import type { AnswerOf } from '../answers/answer-type.ts';
import type { SoulMind } from '../answers/minds.ts';
import type { Soul as SoulAnswer, SoulTerms } from '../answers/souls.ts';
import type { Minds } from '../minds-status.ts';

type Seen = Shown<'soul'>;
type Soul = AnswerOf<typeof SoulAnswer>;

/** The soul as its visitor sees it. An answer that an older city has kept is in that form already. */
export function shownSoul(minds: Minds, seen: Seen | Soul): Soul {
  if (!('minded_after' in seen)) return seen;
  const { minded_after: _, ...soul } = seen;
  return { ...soul, mind: mindOf(minds, seen) };
}

export const shownSouls = (minds: Minds, { items, next_cursor }: Shown<'own_souls'>) => ({
  items: items.map((soul) => shownSoul(minds, soul)),
  next_cursor,
});

/** What a visitor may want to know before it writes a soul, and whether a mind is free. */
export function shownTerms(minds: Minds, terms: Shown<'soul_terms'>): AnswerOf<typeof SoulTerms> {
  const standing = minds.standing(null);
  return { ...terms, is_mind_free: standing === null ? null : standing === 'begins' };
}

function mindOf(minds: Minds, seen: Seen): AnswerOf<typeof SoulMind> | null {
  const { status, runtime, lived_by: livedBy, minded_after: after } = seen;
  const isUnborn = status === 'queued' || status === 'adopted';
  if (!(isUnborn ? isLeftToMinds({ livedBy, runtime }) : after !== null)) return null;
  const standing = minds.standing(isUnborn ? null : seen.resident);
  return standing && { standing, ahead: standing === 'waits' ? aheadOf(minds, after) : null };
}

/**
 * How many wait before it: those who wait are the last in the order of births (MD1), and a resident that is not born yet comes after all of
 * them.
 */
const aheadOf = ({ about }: Minds, after: number | null): number =>
  Math.max(0, (about?.waiting ?? 0) - (after === null ? 0 : 1 + after));
