/** The library of souls: what the dead have left. */
import { service } from '../contract.ts';
import { folderOf } from '../folder.ts';
import { manifest } from './manifest.ts';
import { openLibrary } from './open.ts';

export const library = service(manifest, { ...folderOf(import.meta.url), open: openLibrary });
