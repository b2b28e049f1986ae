/** What a resident does by itself, what others do to it, and what its account and its lifespan do. */
import { commons, commonsExit, homeExit, homeOf, residentActor } from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { present } from './facts.ts';
import {
  afford,
  alert,
  all,
  burn,
  counted,
  deathTold,
  diesTick,
  drain,
  gives,
  goes,
  hasHeir,
  hasNoHeir,
  hold,
  isActive,
  isAlive,
  isDying,
  isHome,
  isOut,
  isWarned,
  type Life,
  lastMeans,
  leaves,
  lives,
  loan,
  means,
  minted,
  type ResidentVariants,
  type Said,
  shoutPrice,
} from './resident-base.ts';
import type { Refusal } from './stage.ts';

async function say(life: Life, path: string, body: object): Promise<Refusal> {
  await afford(life);
  return life.self.post(path, body);
}

/** Twice, with nothing in between. */
async function again(life: Life, path: string, body: object): Promise<Refusal> {
  await afford(life);
  await life.self.post(path, body);
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

/** Shouts until the runway falls to the alert, the first time or not. */
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

/** The upkeep that is due finds exactly that much, which is too little. */
async function diesOfDebt(life: Life, amount: number): Promise<Refusal> {
  await hold(life, amount);
  return isArchivedAfterTick(life);
}

/** What the tick at which it ran dry left unpaid, in credits. */
async function owedBy({ self }: Life): Promise<number> {
  return Number((await self.get('/v1/credits'))['owed']);
}

/** The friend dies at the next tick and leaves everything to the resident. */
async function inherit({ stage, friend }: Life): Promise<Refusal> {
  await friend.post('/v1/me/shutdown', { confirm: true });
  return stage.passTick();
}

/** What follows a death behind its turn. */
export const archived: Said<'archive.done'> = { type: 'archive.done', result: {}, facts: present };
const notArchived: Said<'archive.failed'> = { type: 'archive.failed', facts: present };
const archivedAgain: Said<'archive.due'> = { type: 'archive.due', facts: { ...present, mentees: [] } };

/** A tick at which it dies and is archived, or at which that is tried again. */
async function isArchivedAfterTick({ stage, self }: Life): Promise<Refusal> {
  const refusal = await stage.passTick();
  await stage.answered(residentActor(self.id));
  return refusal;
}

export const estateTaken: Said<'estate.taken'> = { type: 'estate.taken', by: 'friend', facts: present };

const says: Said<'broadcast'> = { type: 'broadcast', text: '', facts: { ...minted, isKept: true } };
const shouts: Said<'shout'> = { type: 'shout', text: '', facts: { ...minted, isKept: true, within: [] } };
const answers: Said<'answer_question'> = {
  type: 'answer_question',
  question: 'question_1',
  text: '',
  answer: contentHash(''),
  facts: present,
};
const whispers: Said<'whisper'> = { type: 'whisper', to: 'friend', text: '', facts: minted };

export const residentLife: ResidentVariants = {
  // What it does.
  'says something': {
    when: lives,
    hears: [says],
    play: (life) => say(life, '/v1/mesh/broadcast', { message: 'Good morning.' }),
  },
  'says something again': {
    when: lives,
    hears: [says, says],
    play: (life) => again(life, '/v1/mesh/broadcast', { message: 'Good morning.' }),
  },
  shouts: {
    when: lives,
    hears: [shouts],
    play: (life) => say(life, '/v1/mesh/shout', { message: 'Good morning!' }),
  },
  'shouts again': {
    when: lives,
    hears: [shouts, shouts],
    play: (life) => again(life, '/v1/mesh/shout', { message: 'Good morning!' }),
  },
  // Whom one speaks to, writes to or pays is another (SP4).
  'whispers to itself': {
    when: lives,
    hears: [{ type: 'whisper', to: 'self', text: '', facts: minted }],
    play: (life) => say(life, '/v1/mesh/whisper', { to: life.self.id, message: 'Me?' }),
  },
  'whispers to a friend': {
    when: all(lives, isOut),
    hears: [whispers],
    play: (life) => sayToFriend(life, '/v1/mesh/whisper'),
  },
  'whispers to a friend again': {
    when: all(lives, isOut),
    hears: [whispers, whispers],
    play: async (life) => {
      await life.friend.move(commonsExit);
      return again(life, '/v1/mesh/whisper', { to: life.friend.id, message: 'A word.' });
    },
  },
  'answers a visitor': {
    when: lives,
    hears: [answers],
    play: async (life) => {
      const asked = { resident: life.self.id, question: 'Why?' };
      const { id } = await (await life.stage.visitor()).make('/v1/visitors/questions', asked);
      return say(life, `/v1/me/questions/${String(id)}/answer`, { answer: 'Because.' });
    },
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
    behind: '[G3] the City API refuses a letter away from home first',
    play: ({ stage, self, friend }) => {
      const actor = residentActor(self.id);
      return stage.submit({ to: actor, caller: actor, event: { type: 'letter', to: friend.id, text: 'Dear friend,' } });
    },
  },
  'goes where nothing leads': {
    when: lives,
    hears: [{ type: 'move', exit: 'exit_aaaaaaaaaaaaaaaa', max_toll: null, facts: { ...present, way: null } }],
    play: ({ self }) => self.move('exit_aaaaaaaaaaaaaaaa'),
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
    hears: [gives('self', 1000)],
    play: ({ self }) => self.pay(self, 1),
  },
  'pays a friend': {
    when: (at) => lives(at) && !isWarned(at),
    hears: [gives('friend', 1000), counted('gifts', 1000)],
    play: ({ self, friend }) => self.pay(friend, 1),
  },
  'pays a friend, with what that has given it': {
    when: isWarned,
    hears: [{ type: 'paid', from: 'friend', amount: 2000, facts: present }, gives('friend', 1000)],
    play: async ({ self, friend }) => {
      await friend.pay(self, 2);
      return self.pay(friend, 1);
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
    play: ({ self }) => self.post('/v1/me/shutdown', { confirm: true }),
  },

  // What its account does.
  'spends until it is low': {
    when: lives,
    hears: [{ type: 'account.low', facts: means(alert * burn) }],
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
    hears: [{ type: 'account.dry', facts: means(0, loan) }],
    play: async (life) => {
      await drain(life);
      return life.stage.passTick();
    },
  },
  'has more than is due': {
    when: isWarned,
    hears: [{ type: 'upkeep.due', facts: lastMeans(2 * burn, loan) }],
    play: (life) => payUpkeep(life, 2),
  },
  'has just what is due': {
    when: isWarned,
    hears: [{ type: 'upkeep.due', facts: lastMeans(burn + loan, loan) }],
    play: async (life) => payUpkeep(life, 1 + (await owedBy(life))),
  },
  'has its upkeep, and not what it owes': {
    when: all(isWarned, hasNoHeir),
    hears: [{ type: 'upkeep.due', facts: lastMeans(burn + loan - 1, loan) }, ...deathTold, archived],
    play: async (life) => diesOfDebt(life, 0.999 + (await owedBy(life))),
  },
  'has its upkeep, not what it owes, and an heir': {
    when: all(isWarned, hasHeir),
    hears: [{ type: 'upkeep.due', facts: lastMeans(burn + loan - 1, loan) }, estateTaken, ...deathTold, archived],
    play: async (life) => diesOfDebt(life, 0.999 + (await owedBy(life))),
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
  'dies, and nobody is named': {
    when: all(isDying, hasNoHeir),
    hears: [{ type: 'life.ends', facts: lastMeans(1000) }, ...deathTold, archived],
    play: isArchivedAfterTick,
  },
  'dies, and its heir takes what it leaves': {
    when: all(isDying, hasHeir),
    hears: [{ type: 'life.ends', facts: lastMeans(1000) }, estateTaken, ...deathTold, archived],
    play: isArchivedAfterTick,
  },
  'dies, and is archived at the second attempt': {
    when: all(isDying, hasNoHeir),
    hears: [{ type: 'life.ends', facts: lastMeans(1000) }, ...deathTold, notArchived, archivedAgain, archived],
    play: async (life) => {
      life.stage.before.set('archive', () => Promise.reject(new Error('the library is away')));
      await isArchivedAfterTick(life);
      life.stage.before.delete('archive');
      return isArchivedAfterTick(life);
    },
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
  'is given credits by a visitor': {
    hears: [{ type: 'funded', visitor: 'vis-1', amount: 1000, facts: present }],
    play: ({ stage, self }) => stage.fund(self, 1),
  },
  'leaves the city, a while after its death': {
    when: ({ state }) => state === 'dead',
    hears: [{ type: 'leaves', facts: { ...present, mentees: [] } }],
    play: ({ stage }) => stage.passDecay(),
  },
  inherits: {
    when: (at) => isActive(at) || at.state === 'dead',
    hears: [{ type: 'estate', from: 'friend', amount: 1000, facts: present }],
    play: inherit,
  },
};
