/** Opens the library over its tables: its handlers, and how an entry is kept. */
import type { Handlers } from '../contract.ts';
import type { KeepsEntries } from '../deceased.ts';
import { handlersOf, type LibraryParts } from './handlers.ts';
import { keepEntry } from './keeping.ts';
import type { LibraryManifest } from './manifest.ts';

export interface OpenLibrary {
  readonly handlers: Handlers<LibraryManifest>;
  readonly entries: KeepsEntries;
  close(): Promise<void>;
}

export const openLibrary = async (parts: LibraryParts): Promise<OpenLibrary> => ({
  handlers: handlersOf(parts),
  entries: { keep: (deceased, memories) => keepEntry(parts.storage, deceased, memories) },
  close: () => Promise.resolve(),
});
