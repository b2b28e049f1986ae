/** Opens memory over its tables: its handlers, and what the city does with the memories of the dead. */
import type { Handlers, ServiceParts } from '../contract.ts';
import type { RemembersResidents } from '../deceased.ts';
import type { Model } from './answering.ts';
import { memoriesIn } from './archive.ts';
import { handlersOf } from './handlers.ts';
import type { MemoryManifest } from './manifest.ts';

export interface OpenMemory {
  readonly handlers: Handlers<MemoryManifest>;
  readonly memories: RemembersResidents;
  close(): Promise<void>;
}

/** `model`: what answers questions; without one they are answered by quoting. */
export const openMemory = async (
  { storage, hearing }: Pick<ServiceParts, 'storage' | 'hearing'>,
  model?: Model,
): Promise<OpenMemory> => ({
  handlers: handlersOf(storage, model, hearing),
  memories: memoriesIn(storage),
  close: () => Promise.resolve(),
});
