/**
 * Writes an entry, once: first the memories, in small statements, then the entry itself, with which all of them become visible. The rows
 * of an interrupted archiving are removed by the next one.
 */
import type { Storage } from '../contract.ts';
import type { Deceased, MemoryMessage } from '../deceased.ts';
import { memoriesMax, writtenCharsMax, writtenMax } from './bounds.ts';

/** Keeps the entry and its memories, the oldest first. May be repeated: an entry that exists is not changed. */
export async function keepEntry(
  storage: Storage,
  deceased: Deceased,
  messages: readonly MemoryMessage[],
): Promise<void> {
  const memories = messages.slice(-memoriesMax);
  // Most of the dead have no memories: then no rows were left behind, and only the entry is written.
  if (memories.length > 0) {
    if (await isKept(storage, deceased.resident)) return;
    await removeLeftOver(storage, deceased.resident);
  }
  let number = 0;
  for (const slice of slicesOf(memories)) {
    await keepMemories(storage, deceased.resident, number, slice);
    number += slice.length;
  }
  await finishEntry(storage, deceased, number);
}

const isKept = async (storage: Storage, resident: string): Promise<boolean> =>
  (await storage.run((sql) => sql`select from entry where resident = ${resident}`)).length > 0;

const removeLeftOver = async (storage: Storage, resident: string): Promise<void> => {
  await storage.run(
    (sql) => sql`
      delete from memory where resident = ${resident} and not exists (select from entry where resident = ${resident})`,
  );
};

/** Slices that one statement can write in its time. */
function* slicesOf(memories: readonly MemoryMessage[]): Iterable<readonly MemoryMessage[]> {
  let slice: MemoryMessage[] = [];
  let chars = 0;
  for (const memory of memories) {
    if (slice.length === writtenMax || (slice.length > 0 && chars + memory.content.length > writtenCharsMax)) {
      yield slice;
      slice = [];
      chars = 0;
    }
    slice.push(memory);
    chars += memory.content.length;
  }
  if (slice.length > 0) yield slice;
}

async function keepMemories(
  storage: Storage,
  resident: string,
  before: number,
  slice: readonly MemoryMessage[],
): Promise<void> {
  const rows = slice.map(({ session, peer, content, created_at }, n) => ({
    number: before + n + 1,
    session: storable(session),
    peer: storable(peer),
    content: storable(content),
    created_at: created_at.toISOString(),
  }));
  await storage.run(
    (sql) => sql`
      insert into memory (resident, number, session, peer, content, created_at)
      select ${resident}, number, session, peer, content, created_at
      from jsonb_to_recordset(${sql.json(rows)})
        as one (number integer, session text, peer text, content text, created_at timestamptz)`,
  );
}

async function finishEntry(storage: Storage, deceased: Deceased, memories: number): Promise<void> {
  const { resident, name, framework, generation, mentor, mentees, bornAt, diedAt, diedTick, cause, composition } =
    deceased;
  const title = composition === null ? null : storable(composition.title);
  const content = composition === null ? null : storable(composition.content);
  await storage.run(
    (sql) => sql`
      insert into entry (resident, name, framework, generation, mentor, mentees, born_at, died_at, died_tick, cause,
        title, content, memories)
      values (${resident}, ${storable(name)}, ${framework}, ${generation}, ${mentor},
        array(select jsonb_array_elements_text(${sql.json([...mentees])})),
        ${new Date(bornAt)}, ${new Date(diedAt)}, ${diedTick}, ${cause}, ${title}, ${content}, ${memories})
      on conflict do nothing`,
  );
}

/** Replaces characters that Postgres cannot keep as text: one such character must not keep an entry from being written. */
const storable = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\ufffd');
