/** Opens the library over its tables: its handlers, and how an entry is kept. */
import type { Dead, Handlers, Remembered, ServiceParts } from '../contract.ts';
import { handlersOf } from './handlers.ts';
import { keepEntry } from './keeping.ts';
import type { manifest } from './manifest.ts';

export interface OpenLibrary {
  readonly handlers: Handlers<typeof manifest>;
  /** Keeps the entry of one who has died, with its memories, the oldest first. May be repeated. */
  keep(dead: Dead, remembered: readonly Remembered[]): Promise<void>;
  close(): Promise<void>;
}

export const openLibrary = async ({ storage }: Pick<ServiceParts, 'storage'>): Promise<OpenLibrary> => ({
  handlers: handlersOf(storage),
  keep: (dead, remembered) => keepEntry(storage, dead, remembered),
  close: () => Promise.resolve(),
});
