/** Memory: what was said, by whom and where, kept for each resident and found again. */
import { service } from '../contract.ts';
import { folderOf } from '../folder.ts';
import type { Model } from './answering.ts';
import { manifest } from './manifest.ts';
import { openMemory } from './open.ts';

/** `model`: what answers questions; without one they are answered by quoting. */
export const memoryReadBy = (model: Model | undefined) =>
  service(manifest, { ...folderOf(import.meta.url), open: (parts) => openMemory(parts, model) });

export const memory = memoryReadBy(undefined);
