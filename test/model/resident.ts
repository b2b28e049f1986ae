/** The life of a resident, walked: what it does, what others do to it, and what its account and its lifespan do. */

import { z } from 'zod';
import { commons, commonsExit, homeExit, homeOf, residentActor } from '../../actors/places.ts';
import { resident } from '../../actors/resident/index.ts';
import type { ResidentContext } from '../../actors/resident/machine.ts';
import type { ResidentEvent, ResidentInput } from '../../actors/resident/messages.ts';
import { readConfig } from '../../config.ts';
import { contentHash } from '../../engine/ids.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import type { Refusal, Resident, Shown, Stage } from './stage.ts';

/** Credits: more than the alert's runway for as long as a walk passes ticks. */
const credits = 20;
const lifespan = 8;
const { rules } = readConfig({});
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
}

type At = Situation<ResidentContext>;

const present = { tick: 0, at: 0, settings: rules };
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
    hears: [{ type: 'move', exit: 'exit_unknown', max_toll: null, facts: present }],
    play: ({ self }) => self.move('exit_unknown'),
  },
  'goes home, where it is': {
    when: all(lives, isHome),
    hears: [{ type: 'move', exit: homeExit, max_toll: null, facts: present }],
    play: ({ self }) => self.move(homeExit),
  },
  'goes to the Commons, where it is': {
    when: all(lives, isOut),
    hears: [{ type: 'move', exit: commonsExit, max_toll: null, facts: present }],
    play: ({ self }) => self.move(commonsExit),
  },
  'goes to the Commons': {
    when: all(isAlive, isHome),
    hears: [
      { type: 'move', exit: commonsExit, max_toll: null, facts: present },
      { type: 'admitted', place: commons, exit: commonsExit, facts: present },
    ],
    play: ({ self }) => self.move(commonsExit),
  },
  'goes home': {
    when: all(isAlive, isOut),
    hears: [
      { type: 'move', exit: homeExit, max_toll: null, facts: present },
      { type: 'admitted', place: homeOf('self'), exit: homeExit, facts: present },
    ],
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
  const place = (id: string) => (id === context.home ? homeOf(life.self.id) : id);
  const always = {
    id: life.self.id,
    state,
    heir: context.heir === null ? null : life.friend.id,
    library_contribution: context.library?.title ?? null,
    known_locations: context.knownLocations.map(place),
    known_exits: context.knownExits,
  };
  if (state === 'dead') return { ...always, status: 'dead', death_cause: context.cause, answered: 'resident_dead' };
  return {
    ...always,
    status: 'alive',
    death_cause: null,
    location: place(context.location),
    burn_per_tick: burn / 1000,
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
    return { name: self.id, stage, self, friend, bornTick: stage.tick };
  },
  shown,
  foretold,
});
