/** A room on its walk: what it hears, and how that comes about. */

import type { RoomEvent } from '../../actors/kinds/room/facts.ts';
import type { Purpose, RoomContext, RoomInput } from '../../actors/kinds/room/messages.ts';
import { filesMax } from '../../actors/rules/code/code-rules.ts';
import { invitedMax, occupantsMax } from '../../actors/rules/place/guests.ts';
import { commons, commonsExit, homeOf, innerPlace, roomActor } from '../../actors/rules/place/names.ts';
import type { LinkEnd } from '../../actors/rules/workshops/deploy-rules.ts';
import type { Message } from '../../engine/effect.ts';
import { contentHash } from '../../engine/ids.ts';
import { shed } from './building.ts';
import { link, linkEnd, present } from './facts.ts';
import type { Situation, Variants } from './kind-model.ts';
import { asked } from './resident-asking.ts';
import type { Refusal, Resident, Stage } from './stage.ts';

export interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly owner: Resident;
  /** A resident whom the owner may invite. */
  readonly guest: Resident;
  readonly purpose: Purpose;
  /** The real names of residents that have others in the model. */
  readonly names: Map<string, string>;
}

export type At = Situation<RoomContext>;
export type RoomVariants = Variants<Life, RoomEvent, RoomContext>;
export type Said<Type extends RoomEvent['type']> = Extract<RoomEvent, { type: Type }>;

export const den = 'den';
const house = homeOf('owner');
export const path = `/v1/house/rooms/${den}`;
export const workshopPath = `/v1/workshops/${den}`;
export const code = contentHash('{}');

export const isOpen = ({ state }: At) => state !== 'ended';
export const isWorkshop = ({ state }: At) => state === 'workshop';
export const isStudy = ({ state }: At) => state === 'study';
export const isEnded = ({ state }: At) => state === 'ended';
export const endedAs = (purpose: Purpose) => (at: At) => isEnded(at) && at.context.purpose === purpose;

// What it hears.

export const enters = (traveller: string, inside = 0): Said<'enter'> => ({
  type: 'enter',
  from: house,
  gated: false,
  max_toll: null,
  visible: false,
  known: false,
  traveller,
  exit: den,
  facts: { ...present, present: inside },
});
export const invites = (residents: readonly string[], by = 'owner'): RoomEvent => ({
  type: 'invite',
  by,
  residents,
  facts: present,
});
export const revokes = (by = 'owner'): RoomEvent => ({ type: 'revoke', by, residents: ['guest'], facts: present });
export const removes = (by = 'owner'): RoomEvent => ({ type: 'remove_room', by, facts: present });
export const hears = (type: 'open_workshop' | 'request_connection'): RoomEvent => ({
  ...asked('owner')[type],
  facts: present,
});
export const houseEnded: RoomEvent = { type: 'house.ended', facts: present };
export const leaves: RoomEvent = { type: 'leaves', facts: present };
export const sandboxGone: RoomEvent = { type: 'sandbox.remove.done', result: {}, facts: present };
export const sandboxStays: RoomEvent = { type: 'sandbox.remove.failed', facts: present };
export const reopens = (purpose: Purpose): RoomEvent => ({
  type: 'reopen',
  ...input(purpose),
  facts: { ...present, occupants: [] },
});
export const writes = (rest: Partial<Said<'write_code'>> = {}): RoomEvent => ({
  type: 'write_code',
  by: 'owner',
  base: null,
  code,
  entry: 'index.js',
  files: 1,
  facts: { ...present, filesMax },
  ...rest,
});
export const runs = (by = 'owner'): RoomEvent => ({ type: 'run_code', by, facts: { ...present, call: 'call_1' } });
export const served: RoomEvent = {
  type: 'served',
  call: 'call_1',
  caller: 'owner',
  price: 0,
  store: null,
  facts: present,
};

/** A deploy with a link to each of these places. */
export const deploys = (
  rest: Partial<Said<'deploy'>> = {},
  linkEnds: readonly LinkEnd[] = [linkEnd()],
  balance = 1_000_000,
): RoomEvent => ({
  type: 'deploy',
  by: 'owner',
  location: house,
  name: null,
  tier: 'tiny',
  description: null,
  links: linkEnds.map(() => link()),
  pricing: null,
  features: [],
  funding: 1000,
  contributors: [],
  facts: { ...present, linkEnds, balance, pod: 'den', occupants: [] },
  ...rest,
});

export const body = {
  source: den,
  tier: 'tiny',
  connections: [{ from: commons }],
  funding: { initial_credits: 1 },
};

// How it comes about.

const submits = ({ stage, name }: Life, event: Message): Promise<Refusal> =>
  stage.submit({ to: roomActor(name), caller: 'city', event });

/** The event as it would be sent, without the facts that the city adds. */
function sent({ facts: _, ...event }: RoomEvent, names: Life['names']): Message {
  const by = 'by' in event ? { by: names.get(event.by) ?? event.by } : {};
  return { ...event, ...by };
}

export const submitted =
  (event: RoomEvent) =>
  (life: Life): Promise<Refusal> =>
    submits(life, sent(event, life.names));

export const invitesGuest = ({ owner, guest }: Life) => owner.make(`${path}/invite`, { residents: [guest.id] });

/** Goes into the room from wherever it is. */
export async function goesIn(who: Resident, { name, owner }: Life): Promise<Refusal> {
  await who.move(commonsExit);
  await who.move(homeOf(owner.id));
  return who.move(name);
}

/** Brings in as many as a room holds (HR4), by two lists of guests, one after the other. Nobody is invited in the end. */
export async function fill(life: Life): Promise<void> {
  const crowd = await life.stage.crowd(occupantsMax);
  for (let from = 0; from < crowd.length; from += invitedMax) {
    const guests = crowd.slice(from, from + invitedMax);
    const residents = guests.map(({ id }) => id);
    await life.owner.make(`${path}/invite`, { residents });
    await Promise.all(guests.map((guest) => goesIn(guest, life)));
    await life.owner.make(`${path}/revoke`, { residents });
  }
}

export async function invitesCrowd({ stage, owner, names }: Life): Promise<void> {
  const residents = (await stage.crowd(invitedMax)).map(({ id }) => id);
  for (const [n, id] of residents.entries()) names.set(crowd[n] ?? '', id);
  await owner.make(`${path}/invite`, { residents });
}
export const crowd = Array.from({ length: invitedMax }, (_, n) => `crowd ${n}`);

export const opensWorkshop = (by: Resident): Promise<Refusal> => by.post('/v1/workshops', shed);
export const asksForWay = (by: Resident): Promise<Refusal> =>
  by.post('/v1/connections/request', { from_pod: 'current', to_pod: commons });

export async function isRemoved({ stage, owner, name }: Life): Promise<Refusal> {
  const refusal = await owner.remove(path);
  await stage.answered(roomActor(name));
  return refusal;
}

export const fails = () => Promise.reject(new Error('the sandbox is away'));

export const files = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.txt`, '']));

export const deployed =
  (rest: object) =>
  ({ owner }: Life): Promise<Refusal> =>
    owner.post('/v1/deploy', { ...body, ...rest });

export const onlyOwn = 'the City API asks only the rooms of the house of who asks';
export const unseen = 'who is not invited sees no way into a room';
export const unfound = 'who is not invited finds no workshop';
export const gone = 'a room that has ended is not found any more';

export function input(purpose: Purpose): RoomInput {
  return { id: innerPlace(house, den), house, owner: 'owner', name: den, purpose, description: null };
}
