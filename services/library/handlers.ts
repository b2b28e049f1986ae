/** The handlers of the library: each looks something up, for the same price. */
import { type Handlers, paidAnswer, type ServiceParts, type ServiceRefusal } from '../contract.ts';
import type { AwaitsEntries } from '../deceased.ts';
import { descendantsMax, foundDefault } from './bounds.ts';
import { ancestorsOf, descendantsOf, isKnown, type RelativeRow } from './genealogy.ts';
import type { LibraryManifest } from './manifest.ts';
import { type EntryRow, entriesOf, entryOf, type MemoryRow, memoriesOf, sessionsOf } from './reading.ts';
import { type FoundRow, found } from './searching.ts';

const noEntry: ServiceRefusal<'not_found'> = {
  type: 'refused',
  code: 'not_found',
  kind: 'entry',
  advice: 'The living have none; GET /v1/global-services/library-of-souls/entries lists those that are there.',
};

/** What the library works with. */
export interface LibraryParts extends Pick<ServiceParts, 'storage'> {
  readonly awaited?: AwaitsEntries | undefined;
  /** When to ask again for an entry that is on its way. */
  readonly retryAfterSeconds: number;
}

/** Looks something up about a dead resident. When nothing is found the answer says whether its entry is on its way. */
async function lookUp<Found>(
  { awaited, retryAfterSeconds }: LibraryParts,
  resident: string,
  look: () => Promise<Found | undefined>,
): Promise<{ readonly found: Found } | ServiceRefusal<'not_found' | 'archiving'>> {
  // Asked before the look-up, which finds an entry that comes in between.
  const isOnItsWay = (await awaited?.isOnItsWay(resident)) ?? false;
  const found = await look();
  if (found !== undefined) return { found };
  return isOnItsWay ? { type: 'refused', code: 'archiving', retry_after_seconds: retryAfterSeconds } : noEntry;
}

export function handlersOf(parts: LibraryParts): Handlers<LibraryManifest> {
  const { storage } = parts;
  return {
    listEntries: async ({ query, hold }) => {
      const { items, next_cursor } = await entriesOf(storage, query);
      return paidAnswer(hold, { items: items.map(headOf), next_cursor });
    },
    readEntry: async ({ params: { resident_id: resident }, query, hold }) => {
      const looked = await lookUp(parts, resident, () => entryOf(storage, resident));
      if (!('found' in looked)) return looked;
      const entry = looked.found;
      const [sessions, { items, next_cursor }] = await Promise.all([
        sessionsOf(storage, resident),
        memoriesOf(storage, resident, query),
      ]);
      return paidAnswer(hold, {
        ...headOf(entry),
        content: entry.content,
        lineage: { mentor: entry.mentor, mentees: entry.all_mentees },
        sessions: sessions.map(({ id, messages }) => ({ id, messages })),
        sessions_count: sessions[0]?.sessions ?? 0,
        memories: { items: items.map(memoryOf), next_cursor },
      });
    },
    readGenealogy: async ({ params: { resident_id: resident }, hold }) => {
      const looked = await lookUp(parts, resident, async () => (await isKnown(storage, resident)) || undefined);
      if (!('found' in looked)) return looked;
      const [ancestors, descendants] = await Promise.all([
        ancestorsOf(storage, resident),
        descendantsOf(storage, resident),
      ]);
      return paidAnswer(hold, {
        resident_id: resident,
        ancestors: ancestors.map(relativeOf),
        descendants: descendants.slice(0, descendantsMax).map(relativeOf),
        truncated: descendants.length > descendantsMax,
      });
    },
    search: async ({ body: { query, limit = foundDefault }, hold }) =>
      paidAnswer(hold, { items: (await found(storage, query, limit)).map(foundOf) }),
  };
}

const headOf = ({ resident, name, framework, generation, title, ...rest }: EntryRow) => ({
  resident_id: resident,
  name,
  framework,
  generation,
  born_at: rest.born_at.toISOString(),
  died_at: rest.died_at.toISOString(),
  died_tick: rest.died_tick,
  death_cause: rest.cause,
  title,
  memories_count: rest.memories,
});

const memoryOf = ({ session, peer, content, created_at }: MemoryRow) => ({
  session_id: session,
  peer_id: peer,
  content,
  created_at: created_at.toISOString(),
});

const relativeOf = ({ resident, died_at, ...rest }: RelativeRow) => ({
  resident_id: resident,
  ...rest,
  died_at: died_at?.toISOString() ?? null,
});

const foundOf = ({ resident, name, kind, title, session, peer, excerpt, at }: FoundRow) => ({
  resident_id: resident,
  name,
  kind,
  title,
  session_id: session,
  peer_id: peer,
  excerpt,
  at: at.toISOString(),
});
