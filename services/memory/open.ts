/** Opens memory over its tables: its handlers, and what the city does with the memories of the dead. */
import type { Handlers, ServiceParts } from '../contract.ts';
import type { Model } from './answering.ts';
import { exportNewest, forget, type Remembered } from './archive.ts';
import { handlersOf } from './handlers.ts';
import type { manifest } from './manifest.ts';

export interface OpenMemory {
  readonly handlers: Handlers<typeof manifest>;
  /** The newest messages of a resident, oldest first: at most `limit`, and at most `spaceBytes` of text together. May be repeated. */
  exportNewest(resident: string, limit: number): Promise<readonly Remembered[]>;
  /** Removes all that a resident has. When it rejects, some of it may be there still: repeat it. */
  forget(resident: string): Promise<void>;
  close(): Promise<void>;
}

/** `model`: what answers questions; without one they are answered by quoting. */
export const openMemory = async ({ storage }: Pick<ServiceParts, 'storage'>, model?: Model): Promise<OpenMemory> => ({
  handlers: handlersOf(storage, model),
  exportNewest: (resident, limit) => exportNewest(storage, resident, limit),
  forget: (resident) => forget(storage, resident),
  close: () => Promise.resolve(),
});
