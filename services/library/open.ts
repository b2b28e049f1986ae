/** Opens the library over its tables: its handlers, and how an entry is kept. */
import type { Handlers, ServiceParts } from '../contract.ts';
import type { KeepsEntries } from '../deceased.ts';
import { handlersOf } from './handlers.ts';
import { keepEntry } from './keeping.ts';
import type { LibraryManifest } from './manifest.ts';

export interface OpenLibrary {
  readonly handlers: Handlers<LibraryManifest>;
  readonly entries: KeepsEntries;
  close(): Promise<void>;
}

export const openLibrary = async ({ storage }: Pick<ServiceParts, 'storage'>): Promise<OpenLibrary> => ({
  handlers: handlersOf(storage),
  entries: { keep: (deceased, memories) => keepEntry(storage, deceased, memories) },
  close: () => Promise.resolve(),
});
