/**
 * Searches messages by their words. The index holds the resident beside the words of each message (`migrations/`), so that a search reads
 * no row of anybody else, however common its words; `resident || ''` asks the same again (ME1) in a form that no other index answers: the
 * server does not know who has how many messages, and would read all of them. What was measured stands in docs/decisions/022.
 */
import type { Storage } from '../contract.ts';
import { anyOf } from '../query-words.ts';
import { questionRankedMax, searchRankedMax } from './bounds.ts';
import type { StoredMessage } from './messages.ts';

/** A message, and the part of it that bears on a question. */
export interface Passage extends Omit<StoredMessage, 'content'> {
  readonly text: string;
}

/** The peer in question, and the session; `null`: any session. */
export interface About {
  readonly resident: string;
  readonly peer: string;
  readonly session: string | null;
}

/** The newest messages that have all of these words: best first, of equals the newer first. */
export const messagesWith = (
  storage: Storage,
  resident: string,
  query: string,
  limit: number,
): Promise<readonly StoredMessage[]> =>
  storage.run(
    (sql) => sql<StoredMessage[]>`
      with query as materialized (
          select websearch_to_tsquery('english', ${query}) as asked, websearch_to_tsquery('english', ${anyOf(query)}) as any_word
        ),
        newest as (
          select id, session, peer, content, created_at, begins, words, any_word from message, query
          where numnode(asked) > 0 and words @@ (exactly('@' || ${resident}::text) && asked) and resident || '' = ${resident}
          order by begins desc limit ${searchRankedMax}
        )
      select id, session, peer, content, created_at from newest
      order by ts_rank(words, any_word) desc, begins desc limit ${limit}`,
  );

/** Which of these texts have all of these words, best first: their positions in the list. Nothing of them is stored. */
export const textsWith = async (
  storage: Storage,
  texts: readonly string[],
  query: string,
  limit: number,
): Promise<readonly number[]> => {
  if (texts.length === 0) return [];
  const rows = await storage.run(
    (sql) => sql<{ position: number }[]>`
      with query as materialized (
          select websearch_to_tsquery('english', ${query}) as asked, websearch_to_tsquery('english', ${anyOf(query)}) as any_word
        ),
        text as materialized (
          select (position - 1)::int as position, to_tsvector('english', content) as words
          from json_array_elements_text(${JSON.stringify(texts)}::text::json) with ordinality as item (content, position)
        )
      select position from text, query where numnode(asked) > 0 and words @@ asked
      order by ts_rank(words, any_word) desc, position limit ${limit}`,
  );
  return rows.map(({ position }) => position);
};

/** Characters that are shown of the newest messages, where none has a word of the question. */
const beginningChars = 300;
/** Longer messages are shown in pieces that hold words of the question; a shorter one is shown whole. */
const wholeChars = 400;
const pieces = 'StartSel="", StopSel="", MaxFragments=2, MinWords=10, MaxWords=30, FragmentDelimiter=" ... "';

/** The newest messages of a peer with any of these words: best first, of equals the newer first. */
export const passagesAbout = (
  storage: Storage,
  { resident, peer, session }: About,
  query: string,
  limit: number,
): Promise<readonly Passage[]> =>
  storage.run(
    (sql) => sql<Passage[]>`
      with query as materialized (select any_word(${query}) as asked),
        newest as (
          select id, session, peer, content, created_at, begins, words, asked from message, query
          where words @@ (exactly('@' || ${resident}::text) && asked) and resident || '' = ${resident}
            and peer = ${peer} and session = coalesce(${session}, session)
          order by begins desc limit ${questionRankedMax}
        ),
        best as (
          select id, session, peer, content, created_at, begins, asked, ts_rank(words, asked, 1) as rank from newest
          order by rank desc, begins desc limit ${limit}
        )
      select id, session, peer, created_at, case when length(content) <= ${wholeChars} then content
        else ts_headline('english', content, asked, ${pieces}) end as text
      from best order by rank desc, begins desc`,
  );

/** The newest messages of a peer, the newest first. */
export const newestPassages = (
  storage: Storage,
  { resident, peer, session }: About,
  limit: number,
): Promise<readonly Passage[]> =>
  storage.run(
    (sql) => sql<Passage[]>`
      select id, session, peer, created_at, left(content, ${beginningChars}) as text from message
      where resident = ${resident} and peer = ${peer} and session = coalesce(${session}, session)
      order by begins desc limit ${limit}`,
  );
