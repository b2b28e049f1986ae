/** What a visitor does in the city besides souls and stations, walked: it asks, has work done, leaves notes and names wishes. */
import type { VisitorEvent } from '../../actors/kinds/visitor/facts.ts';
import type { VisitorContext } from '../../actors/kinds/visitor/messages.ts';
import { commons, commonsExit, homeOf, jobActor } from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { present, rules } from './facts.ts';
import type { Variants } from './kind-model.ts';
import type { Refusal, Resident, Stage, Visitor } from './stage.ts';

/** What these walks need of a life. */
export interface Handed {
  readonly stage: Stage;
  readonly self: Visitor;
  readonly friend: Resident;
  /** What the wallet holds, in credits. */
  balance: number;
}

type Said<Type extends VisitorEvent['type']> = Extract<VisitorEvent, { type: Type }>;
type HandVariants = Variants<Handed, VisitorEvent, VisitorContext>;

const max = (name: string): number => rules[name] ?? 0;
const [ownQuestionsMax, questionsToMax] = [max('QUESTIONS_PER_VISITOR_MAX'), max('QUESTIONS_PER_RESIDENT_MAX')];
const networkQuestionsMax = max('QUESTIONS_PER_NETWORK_MAX');
const [ownNotesMax, notesHereMax] = [max('NOTES_PER_VISITOR_MAX'), max('NOTES_AT_PLACE_MAX')];
const [postedMax, boardMax] = [max('JOBS_POSTED_MAX'), max('JOBS_AT_PLACE_MAX')];
const notePrice = max('NOTE_PRICE') / 1000;
const reward = 1;

/** The wallet is filled by so much, and holds it when the walk has come here. */
async function earns(life: Handed, amount: number): Promise<void> {
  await life.stage.grant(life.self, amount);
  life.balance += amount;
}

const asks = (known: Partial<Said<'ask'>['facts']> = {}): VisitorEvent => ({
  type: 'ask',
  resident: 'friend',
  text: 'Why?',
  facts: { ...present, question: 'question_1', ofVisitor: 0, ofNetwork: 0, waiting: 0, ...known },
});
const ask = (by: Visitor, { id }: Pick<Resident, 'id'>): Promise<Refusal> =>
  by.post('/v1/visitors/questions', { resident: id, question: 'Why?' });

/** Visitors ask so many questions, each as many as it may, of one resident or of each another. Returns how to take them down. */
async function questionsOf(stage: Stage, count: number, of: readonly Resident[]): Promise<() => Promise<void>> {
  // What others have asked before has lapsed then.
  await stage.passTo(stage.tick + max('QUESTION_TICKS'));
  const ids: string[] = [];
  for (let n = 0; n < count; n += ownQuestionsMax) {
    const other = await stage.register();
    for (let own = 0; own < Math.min(ownQuestionsMax, count - n); own++) {
      const resident = of[(n + own) % of.length]?.id;
      ids.push(String((await other.make('/v1/visitors/questions', { resident, question: 'Why?' }))['id']));
    }
  }
  return async () => {
    for (const id of ids) await stage.operate('DELETE', `/v1/admin/questions/${id}`);
  };
}

const questions: HandVariants = {
  'asks a resident': { hears: [asks()], play: ({ self, friend }) => ask(self, friend) },
  'asks who is dead': {
    hears: [asks({ notAlive: { id: 'late', death: { died_at: '', cause: 'natural' } } })],
    play: async ({ stage, self }) => ask(self, await stage.late()),
  },
  'asks too much': {
    hears: [asks({ ofVisitor: ownQuestionsMax })],
    play: async ({ self, friend }) => {
      for (let n = 0; n < ownQuestionsMax; n++) await ask(self, friend);
      return ask(self, friend);
    },
  },
  'asks where so many of its network have asked': {
    hears: [asks({ ofNetwork: networkQuestionsMax })],
    play: async ({ stage, self, friend }) => {
      const takeDown = await questionsOf(stage, networkQuestionsMax, await stage.crowd(ownQuestionsMax));
      const refusal = await ask(self, friend);
      await takeDown();
      return refusal;
    },
  },
  'asks one whom so many have asked': {
    hears: [asks({ waiting: questionsToMax })],
    play: async ({ stage, self, friend }) => {
      const takeDown = await questionsOf(stage, questionsToMax, [friend]);
      const refusal = await ask(self, friend);
      await takeDown();
      return refusal;
    },
  },
};

const leaves = (known: Partial<Said<'leave_note'>['facts']> = {}, purpose: 'note' | 'wish' = 'note'): VisitorEvent => ({
  type: 'leave_note',
  ...{ purpose, place: commons, text: 'Hello.', content: contentHash('Hello.') },
  facts: { ...present, note: 'note_1', isPublic: true, ofVisitor: 0, standing: 0, ...known },
});
const leave = (by: Visitor, location = commons): Promise<Refusal> =>
  by.post('/v1/visitors/notes', { location, text: 'Hello.' });

async function leavesMany(life: Handed, count: number): Promise<void> {
  await earns(life, count * notePrice);
  for (let n = 0; n < count; n++) await leave(life.self);
  life.balance -= count * notePrice;
}

/** Visitors leave so many notes in the Commons. Returns how to take them down. */
async function notesHere(stage: Stage, count: number): Promise<() => Promise<void>> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += ownNotesMax) {
    const other = await stage.register();
    await stage.grant(other, ownNotesMax * notePrice);
    for (let own = 0; own < Math.min(ownNotesMax, count - n); own++)
      ids.push(String((await other.make('/v1/visitors/notes', { location: commons, text: 'Hello.' }))['id']));
  }
  return async () => {
    for (const id of ids) await stage.operate('DELETE', `/v1/admin/notes/${id}`);
  };
}

/** No note lies in the Commons any more. */
async function sweep({ stage }: Handed): Promise<void> {
  await stage.passTo(stage.tick + max('NOTE_TICKS'));
}

const notes: HandVariants = {
  'leaves a note': {
    hears: [leaves()],
    play: async (life) => {
      await earns(life, notePrice);
      life.balance -= notePrice;
      return leave(life.self);
    },
  },
  'names a wish': {
    hears: [leaves({}, 'wish')],
    play: async (life) => {
      const price = max('WISH_PRICE') / 1000;
      await earns(life, price);
      life.balance -= price;
      return life.self.post('/v1/visitors/wishes', { wish: 'A library' });
    },
  },
  'leaves a note where nobody may walk': {
    hears: [leaves({ isPublic: false })],
    play: ({ self, friend }) => leave(self, homeOf(friend.id)),
  },
  'leaves too many notes': {
    hears: [leaves({ ofVisitor: ownNotesMax })],
    play: async (life) => {
      await sweep(life);
      await leavesMany(life, ownNotesMax);
      return leave(life.self);
    },
  },
  'leaves a note where so many lie': {
    hears: [leaves({ standing: notesHereMax })],
    play: async (life) => {
      await sweep(life);
      const takeDown = await notesHere(life.stage, notesHereMax);
      const refusal = await leave(life.self);
      await takeDown();
      return refusal;
    },
  },
};

const posts = (known: Partial<Said<'post_job'>['facts']> = {}, reviewTicks?: number): VisitorEvent => ({
  type: 'post_job',
  ...{ place: commons, title: 'A lamp', description: contentHash('Light it.'), reward: reward * 1000 },
  ...(reviewTicks !== undefined && { reviewTicks }),
  facts: { ...present, job: 'job_1', isPublic: true, balance: reward * 1000, posted: 0, atPlace: 0, ...known },
});
const aLamp = { location: commons, title: 'A lamp', description: 'Light it.', reward };
const post = (by: Visitor, rest: object = {}): Promise<Refusal> => by.post('/v1/visitors/jobs', { ...aLamp, ...rest });

/** A job of its own, its reward out of the wallet. */
async function own(life: Handed): Promise<string> {
  await earns(life, reward);
  life.balance -= reward;
  return String((await life.self.make('/v1/visitors/jobs', aLamp))['id']);
}

/** The same, for which its friend has submitted something. */
async function done(life: Handed): Promise<string> {
  const id = await own(life);
  await life.friend.move(commonsExit);
  await life.friend.make(`/v1/job-board/${id}/claim`, {});
  await life.friend.make(`/v1/job-board/${id}/complete`, { work: 'It is lit.' });
  return id;
}

const unknown = 'job_aaaaaaaaaaaaaaaa';
const ofOwn = { ...present, job: jobActor('job_1') };
const ofNobody = { ...present, job: null };

const work: HandVariants = {
  'posts a job': {
    hears: [posts()],
    play: async (life) => {
      await earns(life, reward);
      life.balance -= reward;
      return post(life.self);
    },
  },
  'posts a job to look too long at': {
    hears: [posts({}, max('JOB_REVIEW_TICKS_MAX') + 1)],
    play: ({ self }) => post(self, { review_ticks: max('JOB_REVIEW_TICKS_MAX') + 1 }),
  },
  'posts a job where nobody may walk': {
    hears: [posts({ isPublic: false })],
    play: ({ self, friend }) => post(self, { location: homeOf(friend.id) }),
  },
  'posts a job that it cannot pay': {
    hears: [posts({ balance: reward * 1000 - 1 })],
    play: ({ self, balance }) => post(self, { reward: balance + 1 }),
  },
  'accepts what was done': {
    hears: [{ type: 'accept_job', named: 'job_1', facts: ofOwn }],
    play: async (life) => life.self.post(`/v1/visitors/jobs/${await done(life)}/accept`),
  },
  'accepts what was done for another': {
    hears: [{ type: 'accept_job', named: unknown, facts: ofNobody }],
    play: ({ self }) => self.post(`/v1/visitors/jobs/${unknown}/accept`),
  },
  'rejects what was done': {
    hears: [{ type: 'reject_job', named: 'job_1', reason: contentHash('Dark.'), facts: ofOwn }],
    play: async (life) => life.self.post(`/v1/visitors/jobs/${await done(life)}/reject`, { reason: 'Dark.' }),
  },
  'rejects what was done for another': {
    hears: [{ type: 'reject_job', named: unknown, reason: contentHash('Dark.'), facts: ofNobody }],
    play: ({ self }) => self.post(`/v1/visitors/jobs/${unknown}/reject`, { reason: 'Dark.' }),
  },
  'takes a job back': {
    hears: [{ type: 'release_job', named: 'job_1', facts: ofOwn }],
    play: async (life) => {
      const id = await own(life);
      await life.friend.make(`/v1/job-board/${id}/claim`, {});
      await life.stage.passTo(life.stage.tick + max('JOB_CLAIM_TICKS'));
      return life.self.post(`/v1/visitors/jobs/${id}/release`);
    },
  },
  'takes back a job of another': {
    hears: [{ type: 'release_job', named: unknown, facts: ofNobody }],
    play: ({ self }) => self.post(`/v1/visitors/jobs/${unknown}/release`),
  },
  'posts too many jobs': {
    hears: [posts({ posted: postedMax })],
    play: async (life) => {
      for (let n = 0; n < postedMax; n++) await own(life);
      await earns(life, reward);
      return post(life.self, { reward: 0.001 });
    },
  },
  // The last of all: nobody ends these jobs.
  'posts a job at a full board': {
    hears: [posts({ atPlace: boardMax })],
    play: async (life) => {
      await earns(life, reward);
      let refusal: Refusal;
      while (refusal === undefined) {
        const other = await life.stage.register();
        await life.stage.grant(other, 1);
        for (let n = 0; n < postedMax && refusal === undefined; n++) refusal = await post(other, { reward: 0.001 });
      }
      return post(life.self);
    },
  },
};

export const visitorHand: HandVariants = { ...questions, ...notes, ...work };
