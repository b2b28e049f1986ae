/**
 * What a resident remembers without having written it: as sessions its visits of places, as messages what was said aloud there meanwhile,
 * as peers who said it. Nothing of it is stored: it is read when it is asked for, within bounds, from what the city knows (`hearing.ts`),
 * and stands beside what was written, which has the precedence where both have a name (ME7).
 */
import type { HeardMessage, Hearing, Visit } from '../hearing.ts';
import {
  contextHeardMax,
  heardSearchedMax,
  heardVisitsMax,
  heardWordsMax,
  pageTextBytesMax,
  tokenBytes,
} from './bounds.ts';
import type { NamedRow, Page, Part, PeerRow } from './reading.ts';
import { lastVisitUpTo, visitName } from './visit-names.ts';
import type { Named } from './writing.ts';

/** For a service that nobody tells what residents hear. */
export const silence: Hearing = {
  visits: () => Promise.resolve([]),
  words: () => Promise.resolve([]),
  newest: () => Promise.resolve([]),
};

export interface SessionRow extends NamedRow {
  /** Of a visit: where. */
  readonly location?: string;
  readonly auto?: true;
}

const everything = { after: 0, before: Number.MAX_SAFE_INTEGER };

const shownVisit = ({ from, place, began }: Visit): SessionRow => ({
  id: visitName(from),
  created_at: began,
  location: place,
  auto: true,
});

/** Visits by name, one more than a page has. */
export async function visitsAfter(
  hearing: Hearing,
  resident: string,
  { limit, cursor = '' }: Part<string>,
): Promise<readonly SessionRow[]> {
  const after = lastVisitUpTo(cursor);
  return after === undefined ? [] : (await hearing.visits(resident, after, limit + 1)).map(shownVisit);
}

/** The visit of this name; `undefined` where there was none. */
export async function visitNamed(hearing: Hearing, { resident, id }: Named): Promise<Visit | undefined> {
  const from = lastVisitUpTo(id);
  if (from === undefined || from < 1 || visitName(from) !== id) return undefined;
  const [visit] = await hearing.visits(resident, from - 1, 1);
  return visit?.from === from ? visit : undefined;
}

/** What was said during a visit, in its order, as much as a page may hold, at least one message whatever its length. */
export async function wordsOf(
  hearing: Hearing,
  visit: Visit,
  { limit, cursor = 0 }: Part<number>,
): Promise<Page<HeardMessage>> {
  const words = await hearing.words(visit, { ...everything, after: cursor }, limit + 1, 'oldest');
  let bytes = 0;
  const items = words.slice(0, limit).filter(({ content }, n) => {
    const isFirst = n === 0;
    const fits = isFirst || bytes < pageTextBytesMax;
    bytes += Buffer.byteLength(content);
    return fits;
  });
  const last = items.at(-1);
  return { items, next: last !== undefined && items.length < words.length ? String(last.seq) : null };
}

/** The newest words of a visit with at most so many tokens together, in their order. */
export async function contextOfVisit(hearing: Hearing, visit: Visit, tokens: number): Promise<readonly HeardMessage[]> {
  const newest = await hearing.words(visit, everything, Math.min(tokens, contextHeardMax), 'newest');
  let used = 0;
  const fitting = newest.filter(({ content }) => {
    used += Math.ceil(Buffer.byteLength(content) / tokenBytes);
    return used <= tokens;
  });
  return fitting.reverse();
}

/** What its newest visits let a resident hear, the newest first. */
const newestWords = (hearing: Hearing, resident: string): Promise<readonly HeardMessage[]> =>
  hearing.newest(resident, heardVisitsMax, heardWordsMax);

/** Those who were heard in the newest visits, by name, behind a cursor. */
export async function peersHeard(
  hearing: Hearing,
  resident: string,
  { cursor = '' }: Part<string>,
): Promise<readonly (NamedRow & { readonly auto: true })[]> {
  const firstHeard = new Map<string, Date>();
  for (const { peer, created_at } of await newestWords(hearing, resident)) firstHeard.set(peer, created_at);
  return [...firstHeard]
    .map(([id, created_at]) => ({ id, created_at, auto: true as const }))
    .filter(({ id }) => id > cursor)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Who was heard in the newest visits; `undefined` where it was not. */
export async function peerHeard(hearing: Hearing, { resident, id }: Named): Promise<PeerRow | undefined> {
  const words = (await newestWords(hearing, resident)).filter(({ peer }) => peer === id);
  const [last] = words;
  if (last === undefined) return undefined;
  const first = words.at(-1) ?? last;
  return {
    created_at: first.created_at,
    messages: words.length,
    last_at: last.created_at,
    last_session: visitName(last.visit),
  };
}

/** The words that a search compares. */
export const wordsToSearch = async (hearing: Hearing, resident: string): Promise<readonly HeardMessage[]> =>
  (await newestWords(hearing, resident)).slice(0, heardSearchedMax);

/** One page of both: written rows, and derived ones behind the same cursor, one more than the page has where there are more. */
export function joined<Row extends NamedRow>(written: Page<Row>, derived: readonly Row[], limit: number): Page<Row> {
  const names = new Set(written.items.map(({ id }) => id));
  const all = [...written.items, ...derived.filter(({ id }) => !names.has(id))].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  );
  const items = all.slice(0, limit);
  const last = items.at(-1);
  const isMore = all.length > limit || written.next !== null;
  return { items, next: isMore && last !== undefined ? last.id : null };
}
