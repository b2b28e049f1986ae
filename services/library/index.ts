/** The library of souls: what the dead have left. */
import { type Service, service } from '../contract.ts';
import type { AwaitsEntries } from '../deceased.ts';
import { folderOf } from '../folder.ts';
import { type LibrarySettings, manifestOf } from './manifest.ts';
import { openLibrary } from './open.ts';

/** `awaited`: knows which entries are on their way; unset: a resident without an entry has none. */
export const library = (settings: LibrarySettings, awaited?: AwaitsEntries): Service =>
  service(manifestOf(settings), {
    ...folderOf(import.meta.url),
    open: ({ storage }) => openLibrary({ storage, awaited, retryAfterSeconds: settings.retryAfterSeconds }),
  });
