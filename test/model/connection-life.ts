/** A connection on its walk, and the residents at its ends: `near` at the one it is asked for, `far` at the other. */
import { z } from 'zod';
import type { ConnectionEvent, Ends } from '../../actors/kinds/connection/facts.ts';
import type { ConnectionContext } from '../../actors/kinds/connection/messages.ts';
import { openToAll } from '../../actors/rules/place/access.ts';
import type { Site } from '../../actors/rules/place/endpoint.ts';
import { commons, commonsExit, homeExit, homeOf, residentActor } from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { must } from '../../engine/assert.ts';
import { addRoom, buildPod, openWorkshop } from './building.ts';
import { link, present, site } from './facts.ts';
import type { Situation, Variants } from './kind-model.ts';
import type { Refusal, Resident, Shown, Stage } from './stage.ts';

export type Role = 'near' | 'far' | 'visitor';

export interface Life {
  /** The identifier of the request for it. */
  readonly name: string;
  readonly exit: string;
  readonly stage: Stage;
  readonly people: Readonly<Record<Role, Resident>>;
  /** Both ends, by their names in the chart's own walk. */
  readonly places: Readonly<Record<string, string>>;
}

export type At = Situation<ConnectionContext>;
export type ConnectionVariants = Variants<Life, ConnectionEvent, ConnectionContext>;

export const births = {
  houses: 'a way between two houses',
  free: 'a way from home to the Commons',
  last: 'a way asked for as the last place is taken',
  workshop: 'a way to the workshop of another',
  own: 'a way to a workshop of its own',
  deployed: 'the way that a deploy opens',
  door: 'the door of a workshop',
} as const;

/** Places by their names in the chart's own walk. */
export const nearHouse = 'near house';
export const fullHouse = 'full house';
export const farHouse = 'far house';
export const ownWorkshop = 'own workshop';
export const farWorkshop = 'far workshop';
export const farPod = 'far pod';

const sites: Readonly<Record<string, Partial<Site>>> = {
  [commons]: { connectionsMax: 1_000 },
  [nearHouse]: { representative: 'near' },
  [fullHouse]: { representative: 'near', connections: 2 },
  [farHouse]: { representative: 'far' },
  [ownWorkshop]: { representative: 'near', status: 'workshop' },
  [farWorkshop]: { representative: 'far', status: 'workshop' },
  [farPod]: { representative: 'far' },
};

export const siteAt = (place: string): Site => site({ place, ...must(sites[place], place) });

/** Both ends as the chart sees them. */
export const between = (from: string, to: string): Ends & typeof present => ({
  ...present,
  from: siteAt(from),
  to: siteAt(to),
  payee: residentActor('visitor'),
});

export async function begin(stage: Stage, birth: string): Promise<Life> {
  const people = {
    near: await person(stage, 'Near'),
    far: await person(stage, 'Far'),
    visitor: await person(stage, 'Visitor'),
  };
  await openHouse(people.near, [people.far, people.visitor]);
  await openHouse(people.far, [people.near, people.visitor]);
  return { stage, people, ...(await must(beginnings[birth], birth)(people, stage)) };
}

const person = (stage: Stage, name: string): Promise<Resident> =>
  stage.found(name, { credits: 1_000, lifespanTicks: 288 });

async function openHouse(owner: Resident, guests: readonly Resident[]): Promise<void> {
  await addRoom(owner, 'parlour', 'meeting');
  await owner.post('/v1/house/rooms/parlour/invite', { residents: guests.map(({ id }) => id) });
}

export async function visit(guest: Resident, host: Resident): Promise<void> {
  await guest.move(commonsExit);
  await guest.move(homeOf(host.id));
}

const Asked = z.object({ request_id: z.string(), exit_id: z.string() });
type Begun = Pick<Life, 'name' | 'exit' | 'places'>;

/** Requests a connection from where the resident is. */
export async function ask(by: Resident, to: string): Promise<Pick<Life, 'name' | 'exit'>> {
  return named(await by.make('/v1/connections/request', { from_pod: 'current', to_pod: to }));
}

function named(shown: Shown): Pick<Life, 'name' | 'exit'> {
  const { request_id: name, exit_id: exit } = Asked.parse({
    request_id: shown['request_id'],
    exit_id: shown['exit_id'],
  });
  return { name, exit };
}

const beginnings: Readonly<Record<string, (people: Life['people'], stage: Stage) => Promise<Begun>>> = {
  [births.houses]: async ({ near, far, visitor }) => {
    const places = { [nearHouse]: homeOf(near.id), [farHouse]: homeOf(far.id) };
    await visit(visitor, near);
    return { ...(await ask(visitor, homeOf(far.id))), places };
  },
  [births.free]: async ({ near }) => ({
    ...(await ask(near, commons)),
    places: { [nearHouse]: homeOf(near.id), [commons]: commons },
  }),
  [births.last]: async ({ near }, stage) => {
    await ask(near, commons);
    const places = { [fullHouse]: homeOf(near.id), [commons]: commons };
    const both = await Promise.all([askUnseen(stage, near), askUnseen(stage, near)]);
    return { ...(await lateOf(stage, both.map(named))), places };
  },
  [births.workshop]: async ({ near, far }) => {
    const { id } = await openWorkshop(far);
    await visit(far, near);
    return { ...(await ask(far, id)), places: { [nearHouse]: homeOf(near.id), [farWorkshop]: id } };
  },
  [births.own]: async ({ near }) => {
    const { id } = await openWorkshop(near);
    return { ...(await ask(near, id)), places: { [nearHouse]: homeOf(near.id), [ownWorkshop]: id } };
  },
  [births.deployed]: async ({ far }) => {
    const { id } = await buildPod(far);
    const { connections } = Connected.parse(await far.get(`/v1/pods/${id}`));
    return { ...named(must(connections[0], 'its way')), places: { [commons]: commons, [farPod]: id } };
  },
  [births.door]: async ({ near }, stage) => {
    const { id, exit } = await openWorkshop(near);
    const door = await stage.view(view('connectionOfExit', { exit }));
    return { ...named(door), places: { [nearHouse]: homeOf(near.id), [ownWorkshop]: id } };
  },
};

const Connected = z.looseObject({ connections: z.array(z.record(z.string(), z.unknown())) });

/** Asks for a way to the Commons, and leaves the city no time before the next command. */
function askUnseen(stage: Stage, by: Resident): Promise<Shown> {
  const actor = residentActor(by.id);
  const event = { type: 'request_connection', to: commons, ...link(homeOf(by.id)) };
  return stage.obtain({ to: actor, caller: actor, event, reply: view('requested', { resident: by.id }) });
}

/** Whoever's wake-up came second. */
async function lateOf(
  stage: Stage,
  both: readonly Pick<Life, 'name' | 'exit'>[],
): Promise<Pick<Life, 'name' | 'exit'>> {
  for (const one of both) {
    const { state } = await stage.view(view('connection', { request: one.name }));
    if (state === 'rejected') return one;
  }
  throw new Error('both requests were given the last place');
}

export const isPending = ({ state }: At) => state === 'pending_approval';
export const isReserved = ({ state }: At) => state === 'approved.reserved';
export const isOpen = ({ state }: At) => state === 'approved.open';
export const isDoor = ({ state }: At) => state === 'approved.door';

/** The ends of the connection, by their names in the chart. */
export const joins =
  (from: string, to: string, condition: (at: At) => boolean = () => true) =>
  (at: At) =>
    at.context.terms.from === from && at.context.terms.to === to && condition(at);

export const betweenHouses = (condition: (at: At) => boolean) => joins(nearHouse, farHouse, condition);

const Listed = z.looseObject({
  items: z.array(z.looseObject({ id: z.string().optional(), request_id: z.string().optional() })),
});

/** Whether `near`, while it lives, sees the request among those that wait, and the way among the exits. */
export async function seenByNear({ name, exit, people: { near }, places }: Life): Promise<Shown> {
  if ((await near.refusalOf('/v1/me')) !== undefined) return { waits: false, leads: false };
  await near.move(commons in places && !(nearHouse in places) && !(fullHouse in places) ? commonsExit : homeExit);
  const pending = Listed.parse(await near.get('/v1/connections/pending?limit=200'));
  const exits = Listed.parse(await near.get('/v1/location/exits?limit=200'));
  return {
    waits: pending.items.some(({ request_id }) => request_id === name),
    leads: exits.items.some(({ id }) => id === exit),
  };
}

export const terms = (from: string, to: string, requester: Role): ConnectionContext['terms'] => ({
  request: 'req_1',
  exit: 'exit_1',
  ...link(from),
  to,
  access: openToAll,
  requester,
});

/** What follows at the next tick. */
export async function dies({ stage }: Life, who: Resident): Promise<Refusal> {
  await who.post('/v1/me/shutdown', { confirm: true });
  return stage.passTick();
}
