/** What is shown of souls beside what the city says of them: how it is with minds, of which the city itself knows nothing. */
import { z } from 'zod';
import { isLeftToMinds } from '../../actors/kinds/soul/minds.ts';
import { type Minds, mindStandings } from '../minds.ts';

export const SoulMind = z
  .looseObject({
    standing: z.enum(mindStandings).meta({
      description:
        '`lives`: a mind of the city lives it; `begins`: one is free for it, and lives it in a moment, or once it is born; ' +
        '`waits`: all are taken, and it does nothing until one is free or you fetch its token; `gave_up`: its mind could not live it',
    }),
    ahead: z.int().nullable().meta({ description: 'Where it `waits`: residents who get a mind before it' }),
  })
  .meta({ id: 'SoulMind' });

/** As the view of a soul has it (`actors/kinds/soul/view.ts`). */
const Seen = z.looseObject({
  status: z.enum(['queued', 'adopted', 'born', 'dead']),
  lived_by: z.enum(['city', 'me']),
  runtime: z.enum(['external', 'container']),
  resident: z.string().nullable(),
  /** Of those who are left to minds, born after it. */
  minded_after: z.int().nullable(),
});
type Seen = z.infer<typeof Seen>;

const SeenList = z.looseObject({ items: z.array(Seen) });

/** The soul as its visitor is shown it. An answer that was kept by an older city is shown as it was. */
export function shownSoul(minds: Minds, value: unknown): unknown {
  const seen = Seen.safeParse(value);
  return seen.success ? withMind(minds, seen.data) : value;
}

export function shownSouls(minds: Minds, value: unknown): object {
  const { items, ...page } = SeenList.parse(value);
  return { ...page, items: items.map((soul) => withMind(minds, soul)) };
}

/** What is to be known before a soul is written, and whether a mind is free. */
export const shownTerms = (minds: Minds, value: unknown): object => {
  const standing = minds.standing(null);
  return { ...z.looseObject({}).parse(value), is_mind_free: standing === null ? null : standing === 'begins' };
};

function withMind(minds: Minds, seen: Seen): object {
  const { minded_after: after, ...soul } = seen;
  return { ...soul, mind: mindOf(minds, seen) };
}

function mindOf(minds: Minds, seen: Seen): z.infer<typeof SoulMind> | null {
  const { status, runtime, lived_by: livedBy, minded_after: after } = seen;
  const isUnborn = status === 'queued' || status === 'adopted';
  if (!(isUnborn ? isLeftToMinds({ livedBy, runtime }) : after !== null)) return null;
  const standing = minds.standing(isUnborn ? null : seen.resident);
  return standing && { standing, ahead: standing === 'waits' ? aheadOf(minds, after) : null };
}

/** Who waits is the last of those who are left to minds, in the order of births (MD1). Who is not born yet comes behind all of them. */
const aheadOf = ({ about }: Minds, after: number | null): number =>
  Math.max(0, (about?.waiting ?? 0) - (after === null ? 0 : 1 + after));
