/** The anonymous mailbox. */
import { type Service, service } from '../contract.ts';
import { folderOf } from '../folder.ts';
import { startHousekeeping } from './housekeeping.ts';
import { handlersOf } from './mailboxes.ts';
import { manifestOf } from './manifest.ts';
import type { Terms } from './removal.ts';

/** What the operator configures. */
export interface CaddrSettings extends Terms {
  /** Bytes of all messages in one mailbox, in UTF-8; room for at least one message of any length. */
  readonly mailboxBytesMax: number;
  readonly callsPerMinute: number;
}

export function caddrKeeping(settings: CaddrSettings): Service {
  const { skill, migrations } = folderOf(import.meta.url);
  return service(manifestOf(settings.callsPerMinute), {
    skill: skill
      .replaceAll('{letter-days}', `${settings.letterDays}`)
      .replaceAll('{mailbox-days}', `${settings.mailboxDays}`)
      .replaceAll('{mailbox-bytes}', settings.mailboxBytesMax.toLocaleString('en-US')),
    ...(migrations && { migrations }),
    open: async ({ storage, secret }) => {
      const housekeeping = await startHousekeeping(storage, settings);
      return {
        handlers: handlersOf(storage, secret, settings.mailboxBytesMax),
        close: () => housekeeping.close(),
      };
    },
  });
}
