/** Places, walked: the Commons, and a house from its building to its ruin. */

import { commonsMachine } from '../../actors/kinds/location/commons/machine.ts';
import type { LocationEvent } from '../../actors/kinds/location/facts.ts';
import { houseMachine } from '../../actors/kinds/location/house/machine.ts';
import { location } from '../../actors/kinds/location/index.ts';
import type { LocationContext, LocationInput } from '../../actors/kinds/location/messages.ts';
import type { Site } from '../../actors/rules/place/endpoint.ts';
import { roomNamesMax } from '../../actors/rules/place/guests.ts';
import {
  commons,
  commonsExit,
  homeExit,
  homeOf,
  innerPlace,
  locationActor,
  roomActor,
} from '../../actors/rules/place/names.ts';
import { view } from '../../actors/views.ts';
import { addRoom, beforeItsSandboxIsGone, buildPod, requestWayTo, shed } from './building.ts';
import { present, rules, site } from './facts.ts';
import { defineModel, type Variants } from './kind-model.ts';
import { type At, commonsVariants, founding, isCommons, type Life, type Said } from './location-commons.ts';
import type { Refusal, Resident, Shown, Stage } from './stage.ts';

const toll = rules['TOLL_DEFAULT'] ?? 0;
const den = 'den';

const isHouse = ({ state }: At) => state === 'house';
const isRuin = ({ state }: At) => state === 'ruin';
const isBuiltIn = (at: At) => isCommons(at) || isHouse(at);

const enters = (traveller: string, isInvited = false, max_toll: number | null = null): Said<'enter'> => ({
  type: 'enter',
  from: 'city-commons',
  traveller,
  exit: commonsExit,
  gated: max_toll !== null,
  max_toll,
  visible: true,
  known: false,
  facts: { ...present, isInvited },
});

const opening: Said<'open_workshop'> = {
  type: 'open_workshop',
  by: 'owner',
  name: 'Shed',
  tier: 'tiny',
  collaborators: [],
  contributors: [],
  representative: 'owner',
  funding: 1000,
  links: [],
  facts: { ...present, pod: 'shed', request: 'req_1', exit: 'exit_1', notAlive: [], linkEnds: [] },
};

const connecting = (to: Partial<Site> = {}): Said<'request_connection'> => ({
  type: 'request_connection',
  by: 'owner',
  from: 'here',
  to: 'there',
  bidirectional: true,
  entrance: null,
  wayBack: null,
  visibility: 'visible',
  access: { type: 'public', allowed: [] },
  facts: {
    ...present,
    ends: { from: site({ place: 'here' }), to: site({ place: 'there', ...to }) },
    fee: 2000,
    request: 'req_1',
    exit: 'exit_1',
  },
});

const adding = (room: Said<'add_room'>['facts']['room'], by = 'owner', names = 0): Said<'add_room'> => ({
  type: 'add_room',
  by,
  name: den,
  purpose: 'meeting',
  description: null,
  facts: { ...present, room, names },
});

const decays = (isDeserted: boolean): Said<'ruin.decays'> => ({
  type: 'ruin.decays',
  facts: { ...present, isDeserted, rooms: [] },
});
const ownerDied: LocationEvent = { type: 'owner.died', facts: present };

const goesThere = ({ name, owner }: Life): Promise<Refusal> => owner.move(name === commons ? commonsExit : homeExit);

async function comesBack({ owner }: Life, exit: string): Promise<Refusal> {
  await owner.move(exit === homeExit ? commonsExit : homeExit);
  return owner.move(exit);
}

async function stranger({ stage }: Life): Promise<Resident> {
  const witness = await stage.witness();
  await witness.move(commonsExit);
  return witness;
}

/** A stranger who has been invited to a room of the house. */
async function guest(life: Life): Promise<Resident> {
  const invited = await stranger(life);
  await addRoom(life.owner, den, 'meeting');
  await life.owner.make(`/v1/house/rooms/${den}/invite`, { residents: [invited.id] });
  return invited;
}

/** A guest comes from the Commons by a gated way, for at most so many millicredits. */
async function comesByGate(life: Life, max: number): Promise<Refusal> {
  const invited = await guest(life);
  const { request, exit } = await requestWayTo(life.owner, invited, 'gated');
  await life.owner.post('/v1/connections/approve', { request_id: request });
  return invited.post('/v1/location/move', { exit_id: exit, max_toll: max / 1000 });
}

async function dies({ stage, owner }: Life): Promise<Refusal> {
  await owner.post('/v1/me/shutdown', { confirm: true });
  return stage.passTick();
}

/** A guest is inside when the owner dies. */
async function outlives(life: Life): Promise<Resident> {
  const inside = await guest(life);
  await inside.move(life.name);
  await dies(life);
  return inside;
}

async function asksForWay(life: Life, to: string): Promise<Refusal> {
  await goesThere(life);
  return life.owner.post('/v1/connections/request', { from_pod: 'current', to_pod: to });
}

const asksForWorkshop = (by: Resident): Promise<Refusal> => by.post('/v1/workshops', shed);

const variants: Variants<Life, LocationEvent, LocationContext> = {
  ...commonsVariants,
  'is entered': {
    when: isCommons,
    hears: [enters('owner')],
    play: (life) => comesBack(life, commonsExit),
  },
  'is entered by its owner': {
    when: isHouse,
    hears: [enters('owner')],
    play: (life) => comesBack(life, homeExit),
  },
  'is entered by a guest': {
    when: isHouse,
    hears: [enters('guest', true)],
    play: async (life) => (await guest(life)).move(life.name),
  },
  'is entered by a guest for a toll': {
    when: isHouse,
    hears: [enters('guest', true, toll)],
    play: (life) => comesByGate(life, toll),
  },
  'is entered by a guest for less than its toll': {
    when: isHouse,
    hears: [enters('guest', true, toll - 1)],
    play: (life) => comesByGate(life, toll - 1),
  },
  'is entered by another': {
    when: isHouse,
    hears: [enters('stranger')],
    play: async (life) => (await stranger(life)).move(life.name),
  },
  'loses its owner': { when: isHouse, hears: [ownerDied], play: dies },
  'is deserted, and leaves': {
    when: isRuin,
    hears: [decays(true)],
    play: ({ stage }) => stage.passDecay(),
  },
  'stays, for a guest is inside': {
    when: isHouse,
    hears: [enters('guest', true), ownerDied, decays(false)],
    play: async (life) => {
      await outlives(life);
      return life.stage.passDecay();
    },
  },
  'is entered as a ruin': {
    when: isRuin,
    hears: [enters('stranger')],
    play: async (life) => (await stranger(life)).move(life.name),
  },

  'gets a workshop': {
    when: isBuiltIn,
    hears: [opening],
    play: async (life) => {
      await goesThere(life);
      return asksForWorkshop(life.owner);
    },
  },
  'gets a workshop for nobody': {
    when: isBuiltIn,
    hears: [{ ...opening, facts: { ...opening.facts, notAlive: [{ id: 'nobody-0', death: null }] } }],
    play: async (life) => {
      await goesThere(life);
      return life.owner.post('/v1/workshops', { ...shed, representative: 'nobody-0' });
    },
  },
  'gets a connection': {
    when: isBuiltIn,
    hears: [connecting()],
    play: (life) => asksForWay(life, life.name === commons ? homeOf(life.owner.id) : commons),
  },
  'gets a connection to nowhere': {
    when: isBuiltIn,
    hears: [connecting({ status: 'unknown' })],
    play: (life) => asksForWay(life, 'nowhere'),
  },
  'gets a connection to where there is no room for it': {
    when: isBuiltIn,
    hears: [connecting({ connectionsMax: 0 })],
    play: async (life) => {
      const { id } = await buildPod(life.owner);
      await life.owner.move(commonsExit);
      await life.owner.make('/v1/connections/request', { from_pod: 'current', to_pod: id });
      return asksForWay(life, id);
    },
  },
  'gets a room': {
    when: isHouse,
    hears: [adding('new')],
    play: ({ owner }) => owner.post('/v1/house/rooms', { name: den, purpose: 'meeting' }),
  },
  // Names are bounded (HR6).
  'gets a room under one name too many': {
    when: isHouse,
    hears: [adding('new', 'owner', roomNamesMax)],
    play: async ({ owner }) => {
      for (let n = 0; n < roomNamesMax; n++) {
        await addRoom(owner, `den-${n}`, 'meeting');
        await owner.remove(`/v1/house/rooms/den-${n}`);
      }
      return owner.post('/v1/house/rooms', { name: den, purpose: 'meeting' });
    },
  },
  'gets a room again': {
    when: isHouse,
    hears: [adding('ended')],
    play: async ({ stage, owner, name }) => {
      await addRoom(owner, den, 'meeting');
      await owner.remove(`/v1/house/rooms/${den}`);
      await stage.answered(roomActor(innerPlace(name, den)));
      return owner.post('/v1/house/rooms', { name: den, purpose: 'meeting' });
    },
  },
  'gets a room before the sandbox of the one before is gone': {
    when: isHouse,
    hears: [adding('closing')],
    play: async ({ stage, owner, name }) => {
      await addRoom(owner, den, 'meeting');
      return beforeItsSandboxIsGone(stage, roomActor(innerPlace(name, den)), async () => {
        await owner.remove(`/v1/house/rooms/${den}`);
        return owner.post('/v1/house/rooms', { name: den, purpose: 'meeting' });
      });
    },
  },
  'gets a room that it has': {
    when: isHouse,
    hears: [adding('there')],
    play: async ({ owner }) => {
      await addRoom(owner, den, 'meeting');
      return owner.post('/v1/house/rooms', { name: den, purpose: 'meeting' });
    },
  },
  'gets a room from a stranger': {
    when: isHouse,
    hears: [adding('new', 'stranger')],
    behind: 'the City API adds rooms to the house of who asks',
    play: async (life) => {
      const { facts: _, ...event } = adding('new', 'stranger');
      return life.stage.submit({ to: locationActor(life.name), caller: 'city', event });
    },
  },

  'gets a workshop as a ruin': {
    when: isHouse,
    hears: [enters('guest', true), ownerDied, opening],
    play: async (life) => asksForWorkshop(await outlives(life)),
  },
  'gets a connection as a ruin': {
    when: isHouse,
    hears: [enters('guest', true), ownerDied, connecting()],
    play: async (life) =>
      (await outlives(life)).post('/v1/connections/request', { from_pod: 'current', to_pod: commons }),
  },
  'hears what is for houses': {
    when: isCommons,
    hears: [adding('new')],
    behind: '[T5] the City API adds rooms to the house of who asks',
    play: ({ name, stage }) => {
      const { facts: _, ...event } = adding('new');
      return stage.submit({ to: locationActor(name), caller: 'city', event });
    },
  },
  'hears what is not for it': {
    when: (at) => isHouse(at) || isRuin(at),
    hears: [founding],
    behind: '[T5] founders are sent to the Commons only',
    play: ({ name, stage }) => {
      const { facts: _, ...event } = founding;
      return stage.submit({ to: locationActor(name), caller: 'operator', event });
    },
  },
};

const walked = {
  kind: location,
  project: ({ state }: At) => state,
  variants,
  begin: async (stage: Stage, birth: string): Promise<Life> => {
    const owner = await stage.found('Owner', { credits: 500 });
    return { name: birth === theCommons ? commons : homeOf(owner.id), stage, owner };
  },
  shown: async ({ name, stage, owner }: Life): Promise<Shown> => {
    if (name === commons) {
      await owner.move(commonsExit);
      return owner.get('/v1/location');
    }
    const isDead = (await owner.move(homeExit)) === 'resident_dead';
    // Nobody can look into a ruin: what the gateway would show comes from the same view.
    return isDead ? stage.view(view('house', { resident: owner.id })) : owner.get('/v1/house');
  },
  foretold: ({ state, context }: At, life: Life): Shown => {
    if (context.kind === 'commons') return { id: life.name, kind: state, name: context.name, owner: context.owner };
    const always = { id: life.name, status: state, owner: life.owner.id };
    // The name of a house is forgotten with it.
    return state === 'ruin' ? always : { ...always, name: context.name };
  },
};

const theCommons = 'the Commons';
const atFirst: LocationInput = { id: commons, kind: 'commons', name: 'The Commons', owner: null };
const built: LocationInput = { id: homeOf('owner'), kind: 'house', name: "Owner's house", owner: 'owner' };

export const commonsModel = defineModel({
  ...walked,
  chart: { name: 'commons', machine: commonsMachine },
  births: { [theCommons]: { ...atFirst, facts: present } },
});

export const houseModel = defineModel({
  ...walked,
  chart: { name: 'house', machine: houseMachine },
  births: { 'a house': { ...built, facts: present } },
});
