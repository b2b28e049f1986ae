/** Whom a command of the journal is for, who sent it, and what was to be heard. */
import type { JournalCommand } from './command.ts';
import type { ActorId } from './ids.ts';

export interface Addressee {
  readonly command: JournalCommand['type'];
  readonly caller: string | null;
  readonly to: ActorId | null;
  readonly event: string | null;
}

export function addresseeOf(command: JournalCommand): Addressee {
  switch (command.type) {
    case 'event':
      return { command: 'event', caller: command.caller, to: command.to, event: command.event.type };
    case 'performed':
      return { command: 'performed', caller: null, to: command.actor, event: command.event.type };
    case 'wake':
    case 'wake.dropped':
    case 'wake.deferred':
    case 'quarantine':
    case 'create':
      return { command: command.type, caller: null, to: command.actor, event: null };
    default:
      return { command: command.type, caller: null, to: null, event: null };
  }
}
