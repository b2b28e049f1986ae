/** What residents ask of the places around them, as their chart hears it, with what is known of it before. */
import { commons, locationActor, residentActor } from '../../actors/place/names.ts';
import type { Errand } from '../../actors/resident/errands.ts';
import type { ResidentEvent } from '../../actors/resident/facts.ts';
import type { PlaceCommand } from '../../actors/resident/messages.ts';
import type { Message } from '../../engine/effect.ts';
import { contentHash } from '../../engine/ids.ts';
import { addRoom } from './building.ts';
import { present, rules } from './facts.ts';
import type { Life } from './resident-base.ts';
import type { Refusal } from './stage.ts';

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
export const opening: PlaceCommand = {
  type: 'open_workshop',
  place: 'current',
  name: 'Shed',
  tier: 'tiny',
  collaborators: [],
  admitted: [],
  contributors: [],
  representative: 'self',
  funding: 1000,
  entrance: null,
  from: 'current',
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
export const deploying: PlaceCommand = {
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
export const connecting: PlaceCommand = {
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

/** An errand with what is known of it: somebody can be asked, it may go from here, and can be paid. */
export function asks(errand: PlaceCommand, known: Partial<Errand> = {}): ResidentEvent {
  const target = locationActor(commons);
  const plain: Errand = {
    target,
    required: null,
    price: 1000,
    balance: 1000,
    openCalls: 0,
    wronglyNamed: [],
    adds: {},
  };
  return { ...errand, facts: { ...present, ...plain, ...known } };
}

export const unpayable: Partial<Errand> = { balance: 0 };
/** Somebody who has never lived. */
export const nobody = 'nobody-0';
export const namesNobody: Partial<Errand> = { wronglyNamed: [{ path: '', id: nobody, isDead: false }] };
export const callsMax = rules['OPEN_CALLS_MAX'] ?? 0;
export const onlyAtHome = '[G3] the City API serves what is done at home only there';

/** It sends what the City API would not send for it. */
export function submits({ stage, self }: Life, event: Message): Promise<Refusal> {
  const actor = residentActor(self.id);
  return stage.submit({ to: actor, caller: actor, event });
}

/** A workshop room of its own, which it pays for from now on. */
export async function addOwnRoom(life: Life): Promise<void> {
  await addRoom(life.self, den, 'workshop');
  life.burn += rules['ROOM_UPKEEP_WORKSHOP'] ?? 0;
}
