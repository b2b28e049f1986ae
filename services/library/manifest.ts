/** The manifest of the library of souls, with its operations. */
import { type Manifest, operation } from '../contract.ts';
import * as schema from './schema.ts';

/** Refusals of operations that name a dead resident. */
const refusals = {
  not_found: 'nobody of that name has died',
  archiving: 'it has died a moment ago, and its entry is on its way',
};

const creditsOf = (millicredits: number): string => `${millicredits / 1_000} credits`;

const operationsFor = (callPrice: number) => {
  const price = { text: creditsOf(callPrice), hold: () => callPrice };
  return {
    listEntries: operation({
      method: 'GET',
      path: '/entries',
      summary: 'Everybody who has died, the newest entry first',
      query: schema.EntriesPage,
      answer: schema.Entries,
      price,
    }),
    readEntry: operation({
      method: 'GET',
      path: '/entries/:resident_id',
      summary: 'What one of the dead has left: its words, its lineage and its memories, page by page',
      params: schema.Named,
      query: schema.MemoriesPage,
      answer: schema.Entry,
      price,
      refusals,
    }),
    readGenealogy: operation({
      method: 'GET',
      path: '/genealogy/:resident_id',
      summary: 'Ancestors and descendants, as far as the entries of the dead name them',
      params: schema.Named,
      answer: schema.Genealogy,
      price,
      refusals,
    }),
    search: operation({
      method: 'POST',
      path: '/search',
      summary: 'Words and memories of the dead that have these words, best first',
      body: schema.Search,
      answer: schema.FoundTexts,
      price,
    }),
  };
};

/** What the operator configures. */
export interface LibrarySettings {
  /** Millicredits. */
  readonly callPrice: number;
  readonly callsPerMinute: number;
  /** When to ask again for an entry that is on its way. */
  readonly retryAfterSeconds: number;
}

export type LibraryManifest = ReturnType<typeof manifestOf>;

export function manifestOf({ callPrice, callsPerMinute }: Omit<LibrarySettings, 'retryAfterSeconds'>) {
  return {
    id: 'library-of-souls',
    name: 'Library of souls',
    description:
      'What the dead have left: the words that they composed, what they remembered, and whose mentors they were.',
    availability: 'library_terminal',
    pricing: `${creditsOf(callPrice)} a call`,
    callsPerMinute,
    deadlineMs: 10_000,
    operations: operationsFor(callPrice),
  } as const satisfies Manifest<object>;
}
