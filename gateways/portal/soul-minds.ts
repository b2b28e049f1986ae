/** What is shown of souls beside what the city says of them: how it is with minds, of which the city itself knows nothing. */
import { isLeftToMinds } from '../../actors/kinds/soul/minds.ts';
import type { Shown } from '../../actors/views.ts';
import type { SoulMind } from '../answers/minds.ts';
import type { Said } from '../answers/said.ts';
import type { Soul as SoulAnswer, SoulTerms } from '../answers/souls.ts';
import type { Minds } from '../minds.ts';

type Seen = Shown<'soul'>;
type Soul = Said<typeof SoulAnswer>;

/** The soul as its visitor is shown it. An answer that was kept by an older city has it as it was shown. */
export function shownSoul(minds: Minds, seen: Seen | Soul): Soul {
  if (!('minded_after' in seen)) return seen;
  const { minded_after: _, ...soul } = seen;
  return { ...soul, mind: mindOf(minds, seen) };
}

export const shownSouls = (minds: Minds, { items, next_cursor }: Shown<'own_souls'>) => ({
  items: items.map((soul) => shownSoul(minds, soul)),
  next_cursor,
});

/** What is to be known before a soul is written, and whether a mind is free. */
export function shownTerms(minds: Minds, terms: Shown<'soul_terms'>): Said<typeof SoulTerms> {
  const standing = minds.standing(null);
  return { ...terms, is_mind_free: standing === null ? null : standing === 'begins' };
}

function mindOf(minds: Minds, seen: Seen): Said<typeof SoulMind> | null {
  const { status, runtime, lived_by: livedBy, minded_after: after } = seen;
  const isUnborn = status === 'queued' || status === 'adopted';
  if (!(isUnborn ? isLeftToMinds({ livedBy, runtime }) : after !== null)) return null;
  const standing = minds.standing(isUnborn ? null : seen.resident);
  return standing && { standing, ahead: standing === 'waits' ? aheadOf(minds, after) : null };
}

/** Who waits is the last of those who are left to minds, in the order of births (MD1). Who is not born yet comes behind all of them. */
const aheadOf = ({ about }: Minds, after: number | null): number =>
  Math.max(0, (about?.waiting ?? 0) - (after === null ? 0 : 1 + after));
