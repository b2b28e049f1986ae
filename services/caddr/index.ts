/** The anonymous mailbox. */
import { service } from '../contract.ts';
import { folderOf } from '../folder.ts';
import { handlersOf } from './handler.ts';
import { manifest } from './manifest.ts';
import { startMixing } from './mixing.ts';

export const caddr = service(manifest, {
  ...folderOf(import.meta.url),
  open: async ({ storage, secret }) => {
    const mixing = await startMixing(storage);
    return { handlers: handlersOf(storage, secret), close: () => mixing.close() };
  },
});
