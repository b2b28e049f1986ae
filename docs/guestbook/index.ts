/** The guest book, as `services/list.ts` names it. */
import { service } from '../../services/contract.ts';
import { folderOf } from '../../services/folder.ts';
import { handlersOf } from './handler.ts';
import { manifest } from './manifest.ts';

export const guestbook = service(manifest, {
  ...folderOf(import.meta.url),
  open: ({ storage }) => Promise.resolve({ handlers: handlersOf(storage), close: () => Promise.resolve() }),
});
