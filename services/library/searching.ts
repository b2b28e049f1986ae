/** Full text search over compositions and memories of the dead. A query consists of words: nothing in it counts as syntax of Postgres. */
import type { Storage } from '../contract.ts';
import { anyOf } from '../query-words.ts';
import { rankedMax } from './bounds.ts';

export interface FoundRow {
  readonly resident: string;
  readonly name: string;
  readonly kind: 'composition' | 'memory';
  readonly title: string | null;
  readonly session: string | null;
  readonly peer: string | null;
  readonly excerpt: string;
  readonly at: Date;
}

/** Pieces of the text around the words that were found, without marks, since a text may hold any mark. */
const pieces = 'MaxFragments=2, MaxWords=40, MinWords=15, StartSel="", StopSel=""';

/** Best first; a composition before a memory of the same rank. */
export const found = (storage: Storage, query: string, limit: number): Promise<readonly FoundRow[]> =>
  storage.run(
    (sql) => sql<FoundRow[]>`
      with asked as (select websearch_to_tsquery('english', ${query}) as words, websearch_to_tsquery('english', ${anyOf(query)}) as any_word),
        composed as (
          select resident, 'composition' as kind, null::integer as number, ts_rank(entry.words, asked.any_word) as rank
          from entry, asked where entry.words @@ asked.words limit ${rankedMax}
        ),
        remembered as (
          select resident, 'memory' as kind, number, ts_rank(memory.words, asked.any_word) as rank
          from memory, asked where memory.words @@ asked.words
            and exists (select from entry where entry.resident = memory.resident) limit ${rankedMax}
        ),
        best as (
          select * from (select * from composed union all select * from remembered) as every
          order by rank desc, kind, resident, number limit ${limit}
        )
      select best.resident, entry.name, best.kind, entry.title, memory.session, memory.peer,
        case when best.kind = 'memory' then ts_headline('english', memory.content, asked.words, ${pieces})
          else ts_headline('english', coalesce(entry.content, entry.name), asked.words, ${pieces}) end as excerpt,
        coalesce(memory.created_at, entry.died_at) as at
      from best cross join asked join entry on entry.resident = best.resident
        left join memory on memory.resident = best.resident and memory.number = best.number
      order by best.rank desc, best.kind, best.resident, best.number`,
  );
