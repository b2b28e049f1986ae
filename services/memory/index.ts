/** Memory: what was said, by whom and where, kept for each resident and found again. */
import { service } from '../contract.ts';
import { folderOf } from '../folder.ts';
import { manifest } from './manifest.ts';
import { openMemory } from './open.ts';

export const memory = service(manifest, { ...folderOf(import.meta.url), open: openMemory });
