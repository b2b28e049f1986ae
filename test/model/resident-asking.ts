/** What residents ask of the places around them, as their chart hears it, with what is known of it before. */
import type { MessageOf } from '../../actors/facts.ts';
import type { ResidentEvent } from '../../actors/kinds/resident/facts.ts';
import type { PlaceCommands } from '../../actors/rules/place/command-messages.ts';
import type { Asking } from '../../actors/rules/place/commands.ts';
import { commons, locationActor, residentActor } from '../../actors/rules/place/names.ts';
import type { Message } from '../../engine/effect.ts';
import { contentHash } from '../../engine/ids.ts';
import { addRoom } from './building.ts';
import { present, rules } from './facts.ts';
import type { Life } from './resident-base.ts';
import type { Refusal } from './stage.ts';

export type PlaceCommand = MessageOf<PlaceCommands>;

/** The rooms of a resident and of its friend. */
export const den = 'den';
/** A pod of its friend, and the way there from the Commons. */
export const booth = 'booth';
export const boothExit = 'exit_booth';

export const lampShop = {
  source: den,
  name: 'Lamp shop',
  tier: 'tiny',
  connections: [{ from: commons }],
  funding: { initial_credits: 10 },
};
export const opening: MessageOf<PlaceCommands, 'open_workshop'> = {
  type: 'open_workshop',
  place: 'current',
  name: 'Shed',
  tier: 'tiny',
  collaborators: [],
  contributors: [],
  representative: 'self',
  funding: 1000,
  links: [],
};
export const writing: PlaceCommand = {
  type: 'write_code',
  workshop: 'nowhere',
  base: null,
  code: contentHash(''),
  entry: null,
  files: 1,
};
export const running: PlaceCommand = { type: 'run_code', workshop: 'nowhere' };
export const deploying: MessageOf<PlaceCommands, 'deploy'> = {
  type: 'deploy',
  source: den,
  name: null,
  tier: 'tiny',
  description: null,
  links: [],
  pricing: null,
  features: [],
  funding: 1000,
  contributors: [],
};
export const connecting: MessageOf<PlaceCommands, 'request_connection'> = {
  type: 'request_connection',
  from: commons,
  to: booth,
  bidirectional: true,
  entrance: null,
  wayBack: null,
  visibility: 'visible',
  access: { type: 'public', allowed: [] },
};
export const changing: PlaceCommand = {
  type: 'update_connection',
  exit: 'exit_1',
  entrance: null,
  way_back: null,
  visibility: 'subtle',
  access: null,
};
export const calling: PlaceCommand = { type: 'call_service', service: booth, input: 'null', max_price: null };
export const furnishing: PlaceCommand = { type: 'add_room', name: den, purpose: 'workshop', description: null };

/** A command with what is known of it: somebody can be asked, it stands where it must, and can pay. */
export function asks(said: PlaceCommand, known: Partial<Asking> = {}): ResidentEvent {
  const target = locationActor(commons);
  const plain: Asking = {
    target,
    required: null,
    price: 1000,
    given: 0,
    balance: 1000,
    openCalls: 0,
    wronglyNamed: [],
    found: {},
  };
  return { ...said, facts: { ...present, ...plain, ...known } };
}

/** What any place may be asked, as it hears it from this resident. */
export const asked = (by: string) => ({ open_workshop: { ...opening, by }, request_connection: { ...connecting, by } });

export const unpayable: Partial<Asking> = { balance: 0 };
/** Somebody who has never lived. */
export const nobody = 'nobody-0';
export const namesNobody: Partial<Asking> = { wronglyNamed: [{ path: '', id: nobody, isDead: false }] };
export const callsMax = rules['OPEN_CALLS_MAX'] ?? 0;
export const onlyAtHome = '[G3] the City API serves what is done at home only there';

/** Submits an event of the resident that the City API would not send for it. */
export function submits({ stage, self }: Life, event: Message): Promise<Refusal> {
  const actor = residentActor(self.id);
  return stage.submit({ to: actor, caller: actor, event });
}

/** A workshop room of its own, which it pays for from now on. */
export async function addOwnRoom(life: Life): Promise<void> {
  await addRoom(life.self, den, 'workshop');
  life.burn += rules['ROOM_UPKEEP_WORKSHOP'] ?? 0;
}
