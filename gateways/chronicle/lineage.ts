/**
 * The lineage of a resident, as births were told in public: its mentors up, its mentees down, some generations of both. From the rows of
 * the chronicle, so that it holds across starts, and of whoever has long left the city.
 */
import { z } from 'zod';
import type { ChronicleRows, Subject, SubjectId } from './chronicle-rows.ts';

export interface Kin {
  readonly id: string;
  readonly name: string;
  readonly mentor: string | null;
  /** The ticks at which it was born and died; null where that is not known, or it lives. */
  readonly since: number | null;
  readonly until: number | null;
  /** Below 0 for ancestors, 0 for the resident itself, above 0 for descendants. */
  readonly generation: number;
}

export interface Lineage {
  readonly kin: readonly Kin[];
  /** There are more. */
  readonly isCut: boolean;
}

/** What one answer may ask of the database: a read for each that is shown. */
const generationsMax = 3;
const kinMax = 40;
/** Births among so many entries about one are found. */
const entriesMax = 300;

const Birth = z.object({
  type: z.literal('resident.born'),
  subject: z.string(),
  data: z.object({ mentor: z.string().nullable() }),
});

interface Birth {
  readonly of: string;
  readonly mentor: string | null;
}

type Rows = Pick<ChronicleRows, 'read' | 'subjects'>;

/** Undefined where nothing is told of the resident. */
export async function lineageOf(rows: Rows, id: string): Promise<Lineage | undefined> {
  const births = await birthsAbout(rows, id);
  const own = births.find((birth) => birth.of === id);
  if (own === undefined) return undefined;
  const found: Found = new Map([[id, { id, mentor: own.mentor, generation: 0 }]]);
  const above = await addAncestors(rows, own, found);
  const below = await addDescendants(rows, births, id, found);
  const ids = [...found.keys()].map((one): SubjectId => `resident:${one}`);
  const subjects = new Map((await rows.subjects(ids)).map((subject) => [subject.id, subject]));
  const kin = [...found.values()].map((one) => ({ ...one, ...lifeOf(subjects, one.id) }));
  return { kin, isCut: above || below };
}

type Found = Map<string, Omit<Kin, 'name' | 'since' | 'until'>>;

/** True where there are more. A mentor that is there already would be a circle, and ends it. */
async function addAncestors(rows: Rows, own: Birth, found: Found): Promise<boolean> {
  let { mentor } = own;
  for (let up = 1; mentor !== null && !found.has(mentor); up++) {
    if (up > generationsMax) return true;
    const id: string = mentor;
    const birth = (await birthsAbout(rows, id)).find((one) => one.of === id);
    mentor = birth?.mentor ?? null;
    found.set(id, { id, mentor, generation: -up });
  }
  return false;
}

async function addDescendants(rows: Rows, first: readonly Birth[], id: string, found: Found): Promise<boolean> {
  let parents: readonly (readonly [string, readonly Birth[]])[] = [[id, first]];
  for (let down = 1; parents.length > 0; down++) {
    const born = parents.flatMap(([parent, births]) => births.filter((birth) => birth.mentor === parent));
    const fresh = born.filter((birth) => !found.has(birth.of));
    if (down > generationsMax && fresh.length > 0) return true;
    for (const birth of fresh) {
      if (found.size >= kinMax) return true;
      found.set(birth.of, { id: birth.of, mentor: birth.mentor, generation: down });
    }
    if (down > generationsMax) return false;
    const next: (readonly [string, readonly Birth[]])[] = [];
    for (const { of } of fresh) next.push([of, await birthsAbout(rows, of)]);
    parents = next;
  }
  return false;
}

/** Its own birth, and those of its mentees. */
async function birthsAbout(rows: Rows, id: string): Promise<readonly Birth[]> {
  const entries = await rows.read({ before: Number.MAX_SAFE_INTEGER, limit: entriesMax, about: `resident:${id}` });
  return entries.flatMap(({ body }) => {
    const { data: birth } = Birth.safeParse(JSON.parse(body));
    return birth === undefined ? [] : [{ of: birth.subject, mentor: birth.data.mentor }];
  });
}

function lifeOf(subjects: ReadonlyMap<SubjectId, Subject>, id: string): Pick<Kin, 'name' | 'since' | 'until'> {
  const { name, since, until } = subjects.get(`resident:${id}`) ?? { name: null, since: null, until: null };
  return { name: name ?? id, since, until };
}
