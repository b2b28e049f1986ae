/** What a room of a house hears: from its owner, from those who come, and, in a workshop, about its code. */

import type { EventRule, Facts, Image } from '../../engine/actor-kind.ts';
import type { Message } from '../../engine/effect.ts';
import type { ContentHash } from '../../engine/ids.ts';
import { type Deploy, type DeployFacts, deployFacts } from '../building/deploy.ts';
import { filesMax, filesMaxWithStorage, type Served, type WriteCode } from '../code/code.ts';
import type { With } from '../facts.ts';
import { occupantsOf } from '../place/endpoint.ts';
import { freePodId } from '../place/workshop.ts';

export const purposes = ['workshop', 'meeting', 'storage', 'study'] as const;
export type Purpose = (typeof purposes)[number];

/** Residents invited to one room, and present in it (A1). */
export const invitedMax = 128;
export const occupantsMax = 256;

/** Names that rooms of one house have had, at once or one after the other (A1). */
export const roomNamesMax = 128;

export interface RoomInput {
  /** `<house>/<name>`. */
  readonly id: string;
  readonly house: string;
  readonly owner: string;
  readonly name: string;
  readonly purpose: Purpose;
  readonly description: ContentHash | null;
}

/** Whether the room lets that resident in: its owner, and whom the owner has invited. */
export const isLetIn = (
  { owner, invited }: { readonly owner: string; readonly invited: readonly string[] },
  resident: string,
): boolean => resident === owner || invited.includes(resident);

type By<Type extends string> = { readonly type: Type; readonly by: string };

/** What a room's deploy needs beyond what every deploy does. */
export interface RoomDeployFacts extends DeployFacts {
  readonly pod: string;
  /** Who stands in it. */
  readonly occupants: readonly string[];
}

export type RoomEvent =
  | ({ readonly type: 'reopen' } & RoomInput & With<{ readonly occupants: readonly string[] }>)
  | (By<'remove_room'> & With)
  | (By<'invite' | 'revoke'> & { readonly residents: readonly string[] } & With)
  | ({ readonly type: 'enter'; readonly traveller: string; readonly exit: string } & With<{ readonly present: number }>)
  | (WriteCode & With<{ readonly filesMax: number }>)
  | (By<'run_code'> & With<{ readonly call: string }>)
  | (Served & With)
  | (Deploy & With<RoomDeployFacts>)
  | ({
      readonly type:
        | 'open_workshop'
        | 'request_connection'
        | 'house.ended'
        | 'leaves'
        | 'sandbox.remove.done'
        | 'sandbox.remove.failed';
    } & With);

/** A storage room of the house lets its workshops hold more. */
function filesAllowed(facts: Facts, self: Image): { readonly filesMax: number } {
  const hasStorage = facts.count('rooms', `${self.context['house']} storage`) > 0;
  return { filesMax: hasStorage ? filesMaxWithStorage : filesMax };
}

const roomDeployFacts = (facts: Facts, self: Image, event: Message): RoomDeployFacts => ({
  ...deployFacts(facts, self, event),
  pod: freePodId(facts, String(event['name'] ?? self.context['name'])),
  occupants: occupantsOf(facts, self),
});

export const roomEvents: Readonly<Record<RoomEvent['type'], EventRule>> = {
  reopen: { command: false, facts: (facts, self) => ({ occupants: occupantsOf(facts, self) }) },
  remove_room: { command: true },
  invite: { command: true },
  revoke: { command: true },
  enter: { command: false, facts: (facts, self) => ({ present: facts.count('present', String(self.context['id'])) }) },
  write_code: { command: true, facts: filesAllowed },
  run_code: { command: true, facts: (facts) => ({ call: facts.mint('call') }) },
  served: { command: false },
  deploy: { command: true, facts: roomDeployFacts },
  open_workshop: { command: true },
  request_connection: { command: true },
  'house.ended': { command: false },
  leaves: { command: false },
  'sandbox.remove.done': { command: false },
  'sandbox.remove.failed': { command: false },
};
