/** The library of souls: what the dead have left. */
import { type Service, service } from '../contract.ts';
import { folderOf } from '../folder.ts';
import { type LibrarySettings, manifestOf } from './manifest.ts';
import { openLibrary } from './open.ts';

export const library = (settings: LibrarySettings): Service =>
  service(manifestOf(settings), { ...folderOf(import.meta.url), open: openLibrary });
