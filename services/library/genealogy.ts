/**
 * Ancestors and descendants of a resident. An entry names its mentor and its mentees; a resident without an entry is known by the entries
 * that name it. So a lineage includes the living.
 */
import type { Storage } from '../contract.ts';
import { ancestorsMax, descendantsMax, generationsBelowMax } from './bounds.ts';

export interface RelativeRow {
  readonly resident: string;
  readonly distance: number;
  readonly has_entry: boolean;
  readonly name: string | null;
  readonly died_at: Date | null;
  readonly title: string | null;
}

/** The ancestors, the mentor first. */
export const ancestorsOf = (storage: Storage, resident: string): Promise<readonly RelativeRow[]> =>
  storage.run(
    (sql) => sql<RelativeRow[]>`
      with recursive line (id, distance) as (
          select ${resident}::text collate "C", 0
        union all
          select above.id, distance + 1 from line, lateral (
            select coalesce(
              (select mentor from entry where entry.resident = line.id),
              (select entry.resident from entry where mentees @> array[line.id] order by number limit 1)
            ) as id
          ) as above
          where above.id is not null and distance < ${ancestorsMax}
      )
      select line.id as resident, distance, entry.resident is not null as has_entry, name, died_at, title
      from line left join entry on entry.resident = line.id where distance > 0 order by distance`,
  );

/** The descendants, the nearest first; one more than an answer shows when there are more. */
export const descendantsOf = (storage: Storage, resident: string): Promise<readonly RelativeRow[]> =>
  storage.run(
    (sql) => sql<RelativeRow[]>`
      with recursive line (id, distance) as (
          select ${resident}::text collate "C", 0
        union all
          select below.id, distance + 1 from line, lateral (
            select entry.resident as id from entry where mentor = line.id
            union
            select unnest(mentees) from entry where entry.resident = line.id
          ) as below
          where distance < ${generationsBelowMax}
      ), nearest as (select id, distance from line limit ${descendantsMax + 2})
      select nearest.id as resident, distance, entry.resident is not null as has_entry, name, died_at, title
      from nearest left join entry on entry.resident = nearest.id where distance > 0 order by distance, resident`,
  );

/** True for a resident that has an entry, or is named in one. */
export const isKnown = async (storage: Storage, resident: string): Promise<boolean> =>
  (
    await storage.run(
      (sql) => sql`
        select from entry where resident = ${resident} or mentor = ${resident} or mentees @> array[${resident}::text]
        limit 1`,
    )
  ).length > 0;
