/** The life of a resident, walked: what it does, what others do to it, and what its account and its lifespan do. */

import { z } from 'zod';
import {
  commons,
  commonsExit,
  connectionActor,
  homeExit,
  homeOf,
  locationActor,
  placeActor,
  residentActor,
  within,
} from '../../actors/places.ts';
import type { ResidentContext } from '../../actors/resident/base.ts';
import type { Errand, ErrandCommand } from '../../actors/resident/errands.ts';
import { resident } from '../../actors/resident/index.ts';
import type { ResidentEvent, ResidentInput } from '../../actors/resident/messages.ts';
import type { Message } from '../../engine/effect.ts';
import { contentHash } from '../../engine/ids.ts';
import {
  addRoom,
  addWorkshop,
  buildPod,
  openWorkshop,
  type Pod,
  requestWayTo,
  shed,
  whileRunning,
  writeCode,
} from './building.ts';
import { present, rules } from './facts.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import type { Refusal, Resident, Shown, Stage } from './stage.ts';

/** Credits: more than the alert's runway for as long as a walk passes ticks. */
const credits = 20;
const lifespan = 8;
/** Whole credits at or below which a resident of burn 1 hears `account.low`. */
const alert = rules['CREDIT_ALERT_TICKS'] ?? 0;
const shoutPrice = (rules['SHOUT_PRICE'] ?? 0) / 1000;

interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly self: Resident;
  /** Rich, long-lived, and leaves everything to `self`. */
  readonly friend: Resident;
  readonly bornTick: number;
  /** The real names of places and exits that have others in the model. */
  readonly names: Map<string, string>;
  /** Millicredits a tick. */
  burn: number;
}

type At = Situation<ResidentContext>;

const minted = { ...present, message: 'msg_1' };
const burn = 1000;
const means = (balance: number) => ({ ...present, balance, burn });

const lives = ({ state }: At) => state !== 'dead';
const isAlive = ({ state }: At) => state.startsWith('alive');
const isActive = ({ state }: At) => state === 'alive.active';
const isWarned = ({ state }: At) => state === 'alive.warned';
const isDying = ({ state }: At) => state.startsWith('dying');
const isHome = ({ context }: At) => context.location === context.home;
const all =
  (...conditions: readonly ((at: At) => boolean)[]) =>
  (at: At) =>
    conditions.every((holds) => holds(at));
const not = (condition: (at: At) => boolean) => (at: At) => !condition(at);
const isOut = not(isHome);
/** What a resident asks of others goes the same way in all of its life: walked at its birth, and once outside. */
const isNewborn = all(isActive, isHome, ({ context }) => context.heir === null);
const isOutside = all(isActive, isOut, ({ context }) => context.heir === null);

type Said<Type extends ResidentEvent['type']> = Extract<ResidentEvent, { type: Type }>;

/** Asks to leave by an exit; by a connection when its exit has an identifier of its own. */
function leaves(exit: string, place: string): Said<'move'> {
  const known = exit.startsWith('exit_');
  const asks = known ? connectionActor('way') : placeActor(place);
  return { type: 'move', exit, max_toll: null, facts: { ...present, way: { place, asks, known, visible: true } } };
}

function admitted(exit: string, place: string): Said<'admitted'> {
  const known = exit.startsWith('exit_');
  return { type: 'admitted', place, exit, visible: true, known, toll: 0, facts: present };
}

const goes = (exit: string, place: string): readonly ResidentEvent[] => [leaves(exit, place), admitted(exit, place)];

/** Enough to speak with, given by the friend where it lacks. */
async function afford({ self, friend }: Life): Promise<void> {
  if ((await self.balance()) < 2 * shoutPrice) await friend.pay(self, 2 * shoutPrice);
}

/** Exactly that much: the friend gives the rest or takes what is over. */
async function hold({ self, friend }: Life, amount: number): Promise<void> {
  const over = (await self.balance()) - amount;
  if (over > 0) await self.pay(friend, over);
  if (over < 0) await friend.pay(self, -over);
}

/** So little that the next tick cannot be paid in full. */
const drain = (life: Life) => hold(life, 0.5);

async function say(life: Life, path: string, body: object): Promise<Refusal> {
  await afford(life);
  return life.self.post(path, body);
}

async function sayToFriend(life: Life, path: string): Promise<Refusal> {
  await life.friend.move(commonsExit);
  return say(life, path, { to: life.friend.id, message: 'A word.' });
}

/** The friend whispers to the resident from where `exit` leads the friend. */
async function hearWhisper({ self, friend }: Life, exit: string): Promise<Refusal> {
  await friend.move(exit);
  return friend.post('/v1/mesh/whisper', { to: self.id, message: 'Psst.' });
}

/** Shouts until the runway falls to the alert. */
async function runLow(life: Life): Promise<Refusal> {
  const { self, friend } = life;
  let balance = await self.balance();
  if (balance < alert + 1) {
    await friend.pay(self, alert + 2);
    balance += alert + 2;
  }
  for (; balance - shoutPrice >= alert + 1; balance -= shoutPrice)
    await self.post('/v1/mesh/shout', { message: 'Hear!' });
  return self.post('/v1/mesh/shout', { message: 'Hear!' });
}

/** Lets the upkeep that is due find exactly that much. */
async function payUpkeep(life: Life, amount: number): Promise<Refusal> {
  await hold(life, amount);
  return life.stage.passTick();
}

/** At the next tick its friend is dead and has left everything to it. */
async function inherit({ stage, friend }: Life): Promise<Refusal> {
  await friend.post('/v1/me/shutdown');
  return stage.passTick();
}

const diesTick = ({ bornTick }: Life) => bornTick + lifespan;

/** The rooms of a resident and of its friend. */
const den = 'den';
/** A pod of its friend, and the way there from the Commons. */
const booth = 'booth';
const boothExit = 'exit_booth';

const lampShop = {
  source: den,
  name: 'Lamp shop',
  tier: 'tiny',
  connections: [{ from: commons }],
  funding: { initial_credits: 10 },
};
const box = ({ self }: Life) => ({
  agent_id: self.id,
  name: 'box',
  resource_allocation: { cpu: '100m', memory: '64Mi' },
});

const opening: ErrandCommand = {
  type: 'open_workshop',
  place: 'current',
  name: 'Shed',
  tier: 'tiny',
  collaborators: [],
  representative: 'self',
  funding: 1000,
  entrance: null,
};
const writing: ErrandCommand = {
  type: 'write_code',
  workshop: 'nowhere',
  base: null,
  code: contentHash(''),
  entry: null,
  files: 1,
};
const running: ErrandCommand = { type: 'run_code', workshop: 'nowhere' };
const deploying: ErrandCommand = {
  type: 'deploy',
  source: den,
  name: null,
  tier: 'tiny',
  description: null,
  links: [],
  pricing: null,
  features: [],
  funding: 1000,
};
const connecting: ErrandCommand = {
  type: 'request_connection',
  from: commons,
  to: booth,
  bidirectional: true,
  entrance: null,
  wayBack: null,
  visibility: 'visible',
  access: { type: 'public', allowed: [] },
};
const changing: ErrandCommand = {
  type: 'update_connection',
  exit: 'exit_1',
  entrance: null,
  way_back: null,
  visibility: 'subtle',
  access: null,
};
const calling: ErrandCommand = { type: 'call_service', service: booth, input: 'null', max_price: null };
const furnishing: ErrandCommand = { type: 'add_room', name: den, purpose: 'workshop', description: null };

/** An errand with what is known of it: somebody can be asked, it may go from here, and can be paid. */
function asks(errand: ErrandCommand, known: Partial<Errand> = {}): ResidentEvent {
  const target = locationActor(commons);
  const plain: Errand = { target, required: null, price: 1000, balance: 1000, openCalls: 0, adds: {} };
  return { ...errand, facts: { ...present, ...plain, ...known } };
}

const unpayable: Partial<Errand> = { balance: 0 };
const callsMax = rules['OPEN_CALLS_MAX'] ?? 0;
const onlyAtHome = 'G3: the City API serves what is done at home only there';

/** It sends what the City API would not send for it. */
function submits({ stage, self }: Life, event: Message): Promise<Refusal> {
  const actor = residentActor(self.id);
  return stage.submit({ to: actor, caller: actor, event });
}

/** A workshop room of its own, which it pays for from now on. */
async function addOwnRoom(life: Life): Promise<void> {
  await addRoom(life.self, den, 'workshop');
  life.burn += rules['ROOM_UPKEEP_WORKSHOP'] ?? 0;
}

async function ownPod({ self, friend }: Life): Promise<Pod> {
  await friend.pay(self, 200);
  return buildPod(self);
}

/** It does something with a pod that it speaks for. */
async function manages(life: Life, what: string, body: object): Promise<Refusal> {
  const { id } = await ownPod(life);
  return life.self.post(`/v1/pods/${id}/${what}`, body);
}

/** Its friend asks for a way from the Commons to its house. */
async function isAskedForWay({ self, friend }: Life): ReturnType<typeof requestWayTo> {
  await friend.move(commonsExit);
  return requestWayTo(self, friend);
}

/** There is a way from the Commons to its house; its exit. */
async function grantsWay(life: Life): Promise<string> {
  const { request, exit } = await isAskedForWay(life);
  await life.self.make('/v1/connections/approve', { request_id: request });
  return exit;
}

/** From the Commons into a pod of its friend that offers a service. */
async function visitsBooth(life: Life, perQuery = 0): Promise<Pod> {
  const { self, friend, names } = life;
  const pod = await buildPod(friend, { perQuery });
  names.set(booth, pod.id).set(boothExit, pod.exit);
  await self.move(pod.exit);
  return pod;
}

const friendsDen = within(homeOf('friend'), den);
const goesToDen = [...goes(homeOf('friend'), homeOf('friend')), ...goes(friendsDen, friendsDen)];
const ledOver: ResidentEvent = { type: 'relocated', place: 'lamp-shop', facts: present };

/** From the Commons into a room of its friend, who has invited it. */
async function standsInDen({ self, friend }: Life): Promise<void> {
  await addWorkshop(friend, den);
  await friend.make(`/v1/house/rooms/${den}/invite`, { residents: [self.id] });
  await self.move(homeOf(friend.id));
  await self.move(within(homeOf(friend.id), den));
}

/** The room becomes a pod. */
async function isLedOver({ friend, names }: Life): Promise<Refusal> {
  names.set('lamp-shop', String((await friend.make('/v1/deploy', lampShop))['id']));
  return undefined;
}

const variants: Variants<Life, ResidentEvent, ResidentContext> = {
  // What it does.
  'says something': {
    when: lives,
    hears: [{ type: 'broadcast', text: '', facts: minted }],
    play: (life) => say(life, '/v1/mesh/broadcast', { message: 'Good morning.' }),
  },
  shouts: {
    when: lives,
    hears: [{ type: 'shout', text: '', facts: { ...minted, within: [] } }],
    play: (life) => say(life, '/v1/mesh/shout', { message: 'Good morning!' }),
  },
  'whispers to itself': {
    when: lives,
    hears: [{ type: 'whisper', to: 'self', text: '', facts: minted }],
    play: (life) => say(life, '/v1/mesh/whisper', { to: life.self.id, message: 'Me?' }),
  },
  'whispers to a friend': {
    when: all(lives, isOut),
    hears: [{ type: 'whisper', to: 'friend', text: '', facts: minted }],
    play: (life) => sayToFriend(life, '/v1/mesh/whisper'),
  },
  'writes to itself': {
    when: all(lives, isHome),
    hears: [{ type: 'letter', to: 'self', text: '', facts: minted }],
    play: (life) => say(life, '/v1/me/messages/send', { to: life.self.id, message: 'Dear me,' }),
  },
  'writes to a friend': {
    when: all(lives, isHome),
    hears: [{ type: 'letter', to: 'friend', text: '', facts: minted }],
    play: (life) => sayToFriend(life, '/v1/me/messages/send'),
  },
  'writes away from home': {
    when: all(lives, isOut),
    hears: [{ type: 'letter', to: 'friend', text: '', facts: minted }],
    behind: 'G3: the City API refuses a letter away from home first',
    play: ({ stage, self, friend }) => {
      const actor = residentActor(self.id);
      return stage.submit({ to: actor, caller: actor, event: { type: 'letter', to: friend.id, text: 'Dear friend,' } });
    },
  },
  'goes where nothing leads': {
    when: lives,
    hears: [{ type: 'move', exit: 'exit_unknown', max_toll: null, facts: { ...present, way: null } }],
    play: ({ self }) => self.move('exit_unknown'),
  },
  'goes home, where it is': {
    when: all(lives, isHome),
    hears: [leaves(homeExit, homeOf('self'))],
    play: ({ self }) => self.move(homeExit),
  },
  'goes to the Commons, where it is': {
    when: all(lives, isOut),
    hears: [leaves(commonsExit, commons)],
    play: ({ self }) => self.move(commonsExit),
  },
  'goes to the Commons': {
    when: all(isAlive, isHome),
    hears: goes(commonsExit, commons),
    play: ({ self }) => self.move(commonsExit),
  },
  'goes home': {
    when: all(isAlive, isOut),
    hears: goes(homeExit, homeOf('self')),
    play: ({ self }) => self.move(homeExit),
  },
  'pays itself': {
    when: lives,
    hears: [{ type: 'transfer', to: 'self', amount: 1000, facts: present }],
    play: ({ self }) => self.pay(self, 1),
  },
  'pays a friend': {
    when: lives,
    hears: [{ type: 'transfer', to: 'friend', amount: 1000, facts: present }],
    play: async (life) => {
      await afford(life);
      return life.self.pay(life.friend, 1);
    },
  },
  'composes its library entry': {
    when: lives,
    hears: [{ type: 'compose', title: 'On rain', content: contentHash('Rain.'), facts: present }],
    play: ({ self }) => self.post('/v1/legacy/compose', { title: 'On rain', content: 'Rain.' }),
  },
  'makes itself its heir': {
    when: lives,
    hears: [{ type: 'bequeath', heir: 'self', facts: { ...present, heir: { is: 'alive' } } }],
    play: ({ self }) => self.post('/v1/legacy/bequeath', { heir: self.id }),
  },
  'makes nobody its heir': {
    when: lives,
    hears: [{ type: 'bequeath', heir: 'nobody', facts: { ...present, heir: { is: 'unknown' } } }],
    play: ({ self }) => self.post('/v1/legacy/bequeath', { heir: 'nobody-0' }),
  },
  'makes the dead its heir': {
    when: lives,
    hears: [
      { type: 'bequeath', heir: 'late', facts: { ...present, heir: { is: 'dead', died_at: '', cause: 'credit' } } },
    ],
    play: async ({ stage, self }) => self.post('/v1/legacy/bequeath', { heir: (await stage.late()).id }),
  },
  'makes a friend its heir': {
    when: lives,
    hears: [{ type: 'bequeath', heir: 'friend', facts: { ...present, heir: { is: 'alive' } } }],
    play: ({ self, friend }) => self.post('/v1/legacy/bequeath', { heir: friend.id }),
  },
  'shuts down': {
    when: lives,
    hears: [{ type: 'shut_down', facts: present }],
    play: ({ self }) => self.post('/v1/me/shutdown'),
  },

  // What its account does.
  'spends until it is low': {
    when: lives,
    hears: [
      { type: 'shout', text: '', facts: { ...minted, within: [] } },
      { type: 'account.low', facts: means(alert * burn) },
    ],
    play: runLow,
  },
  'is low by time': {
    when: isActive,
    hears: [{ type: 'account.low', facts: means(alert * burn) }],
    play: async (life) => {
      await hold(life, alert + 1);
      return life.stage.passTick();
    },
  },
  'runs dry': {
    when: isActive,
    hears: [{ type: 'account.dry', facts: means(0) }],
    play: async (life) => {
      await drain(life);
      return life.stage.passTick();
    },
  },
  'has more than its upkeep': {
    when: isWarned,
    hears: [{ type: 'upkeep.due', facts: means(2 * burn) }],
    play: (life) => payUpkeep(life, 2),
  },
  'has just its upkeep': {
    when: isWarned,
    hears: [{ type: 'upkeep.due', facts: means(burn) }],
    play: (life) => payUpkeep(life, 1),
  },
  'has less than its upkeep': {
    when: isWarned,
    hears: [{ type: 'upkeep.due', facts: means(burn - 1) }],
    play: (life) => payUpkeep(life, 0.999),
  },

  // What its lifespan does.
  'is warned of its end': {
    when: isActive,
    hears: [{ type: 'life.warning', facts: present }],
    play: (life) => life.stage.passTo(diesTick(life) - 2),
  },
  'comes to its last tick': {
    when: isActive,
    hears: [{ type: 'life.closing', facts: present }],
    play: (life) => life.stage.passTo(diesTick(life) - 1),
  },
  'comes to its last tick and runs dry': {
    when: isActive,
    hears: [
      { type: 'life.closing', facts: present },
      { type: 'account.dry', facts: means(0) },
    ],
    play: async (life) => {
      await life.stage.passTo(diesTick(life) - 2);
      await drain(life);
      return life.stage.passTick();
    },
  },
  'comes to its last tick and inherits': {
    when: isActive,
    hears: [
      { type: 'life.closing', facts: present },
      { type: 'estate', from: 'friend', amount: 1000, facts: present },
    ],
    play: async (life) => {
      await life.stage.passTo(diesTick(life) - 2);
      return inherit(life);
    },
  },
  dies: {
    when: isDying,
    hears: [{ type: 'life.ends', facts: means(1000) }],
    play: ({ stage }) => stage.passTick(),
  },

  // What others do to it.
  'is whispered to': {
    when: isOut,
    hears: [{ type: 'whispered', from: 'friend', place: commons, text: '', message: 'msg_1', facts: present }],
    play: (life) => hearWhisper(life, commonsExit),
  },
  'is whispered to from elsewhere': {
    hears: [{ type: 'whispered', from: 'friend', place: homeOf('friend'), text: '', message: 'msg_1', facts: present }],
    play: (life) => hearWhisper(life, homeExit),
  },
  'is written to': {
    hears: [{ type: 'written', from: 'friend', text: '', message: 'msg_1', facts: present }],
    play: async ({ self, friend }) => {
      await friend.move(homeExit);
      return friend.post('/v1/me/messages/send', { to: self.id, message: 'Dear,' });
    },
  },
  'is paid': {
    hears: [{ type: 'paid', from: 'friend', amount: 1000, facts: present }],
    play: ({ self, friend }) => friend.pay(self, 1),
  },
  inherits: {
    when: (at) => isActive(at) || at.state === 'dead',
    hears: [{ type: 'estate', from: 'friend', amount: 1000, facts: present }],
    play: inherit,
  },

  // What it asks of others.
  'opens a workshop elsewhere': {
    when: isNewborn,
    hears: [asks(opening, { required: commons })],
    play: ({ self }) => self.post('/v1/workshops', { ...shed, location: commons }),
  },
  'opens a workshop that it cannot pay': {
    when: isNewborn,
    hears: [asks(opening, unpayable)],
    play: ({ self }) => self.post('/v1/workshops', { ...shed, tier: 'massive' }),
  },
  'opens a workshop': {
    when: isNewborn,
    hears: [asks(opening)],
    play: ({ self }) => self.post('/v1/workshops', shed),
  },
  'writes code of nobody': {
    when: isNewborn,
    hears: [asks(writing, { target: null })],
    behind: 'G3: the City API reads the code first, and finds none',
    play: (life) => submits(life, writing),
  },
  'writes code from afar': {
    when: isNewborn,
    hears: [asks(writing, { required: 'shed' })],
    behind: 'G3: the City API looks first where a workshop is',
    play: async (life) => submits(life, { ...writing, workshop: (await openWorkshop(life.friend)).id }),
  },
  'writes code': {
    when: isNewborn,
    hears: [asks(writing)],
    play: async (life) => {
      await addOwnRoom(life);
      return writeCode(life.self, den);
    },
  },
  'runs the code of nobody': {
    when: isNewborn,
    hears: [asks(running, { target: null })],
    play: ({ self }) => self.post('/v1/workshops/nowhere/run'),
  },
  'runs code from afar': {
    when: isNewborn,
    hears: [asks(running, { required: 'shed' })],
    behind: 'G3: the City API looks first where a workshop is',
    play: async (life) => submits(life, { ...running, workshop: (await openWorkshop(life.friend)).id }),
  },
  'runs too much code at once': {
    when: isNewborn,
    hears: [asks(running, { openCalls: callsMax })],
    play: async (life) => {
      const { self, stage } = life;
      const run = () => self.post(`/v1/workshops/${den}/run`);
      await addOwnRoom(life);
      await writeCode(self, den);
      return whileRunning(stage, callsMax, run, run);
    },
  },
  'runs code': {
    when: isNewborn,
    hears: [asks(running)],
    play: async (life) => {
      await addOwnRoom(life);
      await writeCode(life.self, den);
      return life.self.post(`/v1/workshops/${den}/run`);
    },
  },
  'deploys nothing': {
    when: isNewborn,
    hears: [asks(deploying, { target: null })],
    play: ({ self }) => self.post('/v1/deploy', { source: 'nowhere', tier: 'tiny' }),
  },
  deploys: {
    when: isNewborn,
    hears: [asks(deploying)],
    play: async ({ self, friend }) => {
      await friend.pay(self, 200);
      await addWorkshop(self, den);
      return self.post('/v1/deploy', lampShop);
    },
  },
  'asks for a connection from elsewhere': {
    when: isNewborn,
    hears: [asks(connecting, { required: commons })],
    play: ({ self }) => self.post('/v1/connections/request', { from_pod: commons, to_pod: homeOf(self.id) }),
  },
  'asks for a connection that it cannot pay': {
    when: isNewborn,
    hears: [asks(connecting, unpayable)],
    play: async (life) => {
      await drain(life);
      return life.self.post('/v1/connections/request', { from_pod: 'current', to_pod: commons });
    },
  },
  'asks for a connection': {
    when: isNewborn,
    hears: [asks(connecting)],
    play: async ({ self, friend }) => {
      await friend.pay(self, 100);
      return self.post('/v1/connections/request', { from_pod: 'current', to_pod: commons });
    },
  },
  'approves a connection': {
    when: isNewborn,
    hears: [asks({ type: 'approve_connection', request: 'req_1' })],
    play: async (life) =>
      life.self.post('/v1/connections/approve', { request_id: (await isAskedForWay(life)).request }),
  },
  'rejects a connection': {
    when: isNewborn,
    hears: [asks({ type: 'reject_connection', request: 'req_1' })],
    play: async (life) => life.self.post('/v1/connections/reject', { request_id: (await isAskedForWay(life)).request }),
  },
  'changes no connection': {
    when: isNewborn,
    hears: [asks(changing, { target: null })],
    play: ({ self }) => self.post('/v1/connections/update', { exit_id: 'exit_unknown', visibility: 'subtle' }),
  },
  'changes a connection': {
    when: isNewborn,
    hears: [asks(changing)],
    play: async (life) =>
      life.self.post('/v1/connections/update', { exit_id: await grantsWay(life), visibility: 'subtle' }),
  },
  'closes no connection': {
    when: isNewborn,
    hears: [asks({ type: 'close_connection', exit: 'exit_unknown' }, { target: null })],
    play: ({ self }) => self.post('/v1/connections/close', { exit_id: 'exit_unknown' }),
  },
  'closes a connection': {
    when: isNewborn,
    hears: [asks({ type: 'close_connection', exit: 'exit_1' })],
    play: async (life) => life.self.post('/v1/connections/close', { exit_id: await grantsWay(life) }),
  },
  'funds a pod that it cannot pay': {
    when: isNewborn,
    hears: [asks({ type: 'fund', pod: 'shed', amount: 1000 }, unpayable)],
    play: async ({ self, friend }) => {
      const { id } = await openWorkshop(friend);
      return self.post(`/v1/credits/pools/${id}/fund`, { amount: 1_000_000 });
    },
  },
  'funds a pod': {
    when: isNewborn,
    hears: [asks({ type: 'fund', pod: 'shed', amount: 1000 })],
    play: async ({ self, friend }) => {
      const { id } = await openWorkshop(friend);
      return self.post(`/v1/credits/pools/${id}/fund`, { amount: 1 });
    },
  },
  'appoints a representative': {
    when: isNewborn,
    hears: [asks({ type: 'appoint', pod: 'booth', to: 'friend' })],
    play: (life) => manages(life, 'representative', { agent_id: life.friend.id }),
  },
  'gives a pod away': {
    when: isNewborn,
    hears: [asks({ type: 'transfer_pod', pod: 'booth', to: 'friend' })],
    play: (life) => manages(life, 'transfer', { to: life.friend.id }),
  },
  'says who may enter a pod': {
    when: isNewborn,
    hears: [asks({ type: 'set_access', pod: 'booth', access: { type: 'gated', allowed: [] } })],
    play: (life) => manages(life, 'access', { type: 'gated' }),
  },
  'says what a pod costs': {
    when: isNewborn,
    hears: [asks({ type: 'set_pricing', pod: 'booth', pricing: { perEntry: null, perQuery: 1000, split: {} } })],
    play: (life) => manages(life, 'pricing', { per_query: 1 }),
  },
  'allows a container': {
    when: isNewborn,
    hears: [asks({ type: 'allow_container', pod: 'booth', agent: 'self', name: 'box', cpuMillis: 100, memoryMib: 64 })],
    play: (life) => manages(life, 'containers/allow', box(life)),
  },
  'deploys a container': {
    when: isNewborn,
    hears: [asks({ type: 'deploy_container', pod: 'booth', name: 'box', workshop: 'booth', description: null })],
    play: async (life) => {
      const { id } = await ownPod(life);
      await life.self.make(`/v1/pods/${id}/containers/allow`, box(life));
      return life.self.post(`/v1/pods/${id}/containers/deploy`, { name: 'box', source: id });
    },
  },
  'removes a container': {
    when: isNewborn,
    hears: [asks({ type: 'remove_container', pod: 'booth', name: 'box' })],
    play: async (life) => {
      const { id } = await ownPod(life);
      await life.self.make(`/v1/pods/${id}/containers/allow`, box(life));
      return life.self.remove(`/v1/pods/${id}/containers/box`);
    },
  },
  'calls a service of nobody': {
    when: isNewborn,
    hears: [asks(calling, { target: null })],
    play: ({ self }) => self.post('/v1/services/nowhere/call'),
  },
  'calls a service from afar': {
    when: isNewborn,
    hears: [asks(calling, { required: booth })],
    play: async ({ self, friend }) => {
      const { id } = await buildPod(friend);
      return self.post(`/v1/services/${id}/call`);
    },
  },
  'calls a service that it cannot pay': {
    when: isOutside,
    hears: [...goes(boothExit, booth), asks(calling, unpayable)],
    play: async (life) => {
      await drain(life);
      const { id } = await visitsBooth(life, 5);
      return life.self.post(`/v1/services/${id}/call`);
    },
  },
  'calls a service too often at once': {
    when: isOutside,
    hears: [
      ...goes(boothExit, booth),
      ...Array.from({ length: callsMax }, () => asks(calling)),
      asks(calling, { openCalls: callsMax }),
    ],
    play: async (life) => {
      const { id } = await visitsBooth(life);
      const call = () => life.self.post(`/v1/services/${id}/call`);
      return whileRunning(life.stage, callsMax, call, call);
    },
  },
  'calls a service': {
    when: isOutside,
    hears: [...goes(boothExit, booth), asks(calling)],
    play: async (life) => {
      const { id } = await visitsBooth(life);
      return life.self.post(`/v1/services/${id}/call`);
    },
  },
  'adds a room away from home': {
    when: isOutside,
    hears: [asks(furnishing, { required: homeOf('self') })],
    behind: onlyAtHome,
    play: (life) => submits(life, furnishing),
  },
  'adds a room that it cannot pay': {
    when: isNewborn,
    hears: [asks(furnishing, unpayable)],
    play: async (life) => {
      await drain(life);
      return life.self.post('/v1/house/rooms', { name: den, purpose: 'workshop' });
    },
  },
  'adds a room': {
    when: isNewborn,
    hears: [asks(furnishing)],
    play: async (life) => {
      await addOwnRoom(life);
      return undefined;
    },
  },
  'removes a room away from home': {
    when: isOutside,
    hears: [asks({ type: 'remove_room', name: den }, { required: homeOf('self') })],
    behind: onlyAtHome,
    play: (life) => submits(life, { type: 'remove_room', name: den }),
  },
  'removes a room': {
    when: isNewborn,
    hears: [asks({ type: 'remove_room', name: den })],
    play: async ({ self }) => {
      await addRoom(self, den, 'meeting');
      return self.remove(`/v1/house/rooms/${den}`);
    },
  },
  'invites away from home': {
    when: isOutside,
    hears: [asks({ type: 'invite', name: den, residents: [] }, { required: homeOf('self') })],
    behind: onlyAtHome,
    play: (life) => submits(life, { type: 'invite', name: den, residents: [] }),
  },
  invites: {
    when: isNewborn,
    hears: [asks({ type: 'invite', name: den, residents: ['friend'] })],
    play: async (life) => {
      await addOwnRoom(life);
      return life.self.post(`/v1/house/rooms/${den}/invite`, { residents: [life.friend.id] });
    },
  },
  'takes invitations back away from home': {
    when: isOutside,
    hears: [asks({ type: 'revoke', name: den, residents: [] }, { required: homeOf('self') })],
    behind: onlyAtHome,
    play: (life) => submits(life, { type: 'revoke', name: den, residents: [] }),
  },
  'takes invitations back': {
    when: isNewborn,
    hears: [asks({ type: 'revoke', name: den, residents: ['friend'] })],
    play: async (life) => {
      await addOwnRoom(life);
      return life.self.post(`/v1/house/rooms/${den}/revoke`, { residents: [life.friend.id] });
    },
  },

  // What becomes of the room that it stands in.
  'is led into a pod': {
    when: isOutside,
    hears: [...goesToDen, ledOver],
    play: async (life) => {
      await standsInDen(life);
      return isLedOver(life);
    },
  },
  'is led into a pod when it is dead': {
    when: ({ state }) => state === 'dead',
    hears: [ledOver],
    behind: 'K4: for who dies in the very turn that leads it over',
    play: ({ stage, self }) =>
      stage.submit({ to: residentActor(self.id), caller: 'city', event: { type: 'relocated', place: commons } }),
  },
  'is led into a pod while it dies': {
    when: isOutside,
    hears: [...goesToDen, { type: 'shut_down', facts: present }, ledOver],
    play: async (life) => {
      await standsInDen(life);
      await life.self.post('/v1/me/shutdown');
      return isLedOver(life);
    },
  },
};

/** What others see of the dead, and that the dead see nothing. */
async function shownDead({ stage, self }: Life): Promise<Shown> {
  const passport = await (await stage.witness()).get(`/v1/residents/${self.id}/passport`);
  return { ...passport, answered: await self.refusalOf('/v1/me') };
}

const Passport = z.looseObject({ legacy: z.looseObject({}), discovery: z.looseObject({}) });

async function shown(life: Life): Promise<Shown> {
  const isRefused = (await life.self.refusalOf('/v1/me')) !== undefined;
  const { legacy, discovery, ...rest } = Passport.parse(
    isRefused ? await shownDead(life) : await life.self.get('/v1/me'),
  );
  return { ...rest, ...legacy, ...discovery };
}

/** Identity, legacy and discovery; of the dead their cause, of the living where they are and when they die. */
function foretold(at: At, life: Life): Shown {
  const { state, context } = at;
  const real = (name: string) => life.names.get(name) ?? name;
  const always = {
    id: life.self.id,
    state,
    heir: context.heir === null ? null : life.friend.id,
    library_contribution: context.library?.title ?? null,
    known_locations: context.knownLocations.map(real),
    known_exits: context.knownExits.map(real),
  };
  if (state === 'dead') return { ...always, status: 'dead', death_cause: context.cause, answered: 'resident_dead' };
  return {
    ...always,
    status: 'alive',
    death_cause: null,
    location: real(context.location),
    burn_per_tick: life.burn / 1000,
    dies_tick: isDying(at) ? life.stage.tick + 1 : diesTick(life),
  };
}

const input: ResidentInput = {
  id: 'self',
  name: 'Self',
  framework: 'default',
  soul: contentHash(''),
  token: '',
  mentor: null,
  generation: 0,
  credits: credits * 1000,
  lifespan,
  facts: present,
};

export const residentModel = defineModel({
  kind: resident,
  births: { 'founded resident': { ...input } },
  project: ({ state, context }) =>
    [state, isHome({ state, context }) ? 'home' : 'out', context.heir === null ? '' : 'heir', context.cause ?? ''].join(
      ' ',
    ),
  variants,
  begin: async (stage): Promise<Life> => {
    const friend = await stage.found('Friend', { credits: 1_000, lifespan_ticks: 288 });
    const self = await stage.found('Self', { credits, lifespan_ticks: lifespan });
    await friend.post('/v1/legacy/bequeath', { heir: self.id });
    const names = new Map([
      [homeOf('self'), homeOf(self.id)],
      [homeOf('friend'), homeOf(friend.id)],
      [within(homeOf('friend'), den), within(homeOf(friend.id), den)],
    ]);
    return { name: self.id, stage, self, friend, bornTick: stage.tick, names, burn };
  },
  shown,
  foretold,
});
