/** Memory: what was said, by whom and where, kept for each resident and found again. */
import { type Service, service } from '../contract.ts';
import { folderOf } from '../folder.ts';
import type { Model } from './answering.ts';
import { type MemorySettings, manifestOf } from './manifest.ts';
import { openMemory } from './open.ts';

/** `model`: what answers questions; without one they are answered by quoting. */
export const memory = (settings: MemorySettings, model?: Model): Service =>
  service(manifestOf(settings), { ...folderOf(import.meta.url), open: (parts) => openMemory(parts, model) });
