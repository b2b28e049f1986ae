/** The life of a job, walked: on the board of a room of its poster; claimed, submitted, answered or not, ended by whoever ends. */
import { z } from 'zod';
import type { JobEvent } from '../../actors/kinds/job/facts.ts';
import { job } from '../../actors/kinds/job/index.ts';
import type { JobContext, JobInput } from '../../actors/kinds/job/messages.ts';
import {
  commons,
  commonsExit,
  homeExit,
  homeOf,
  innerPlace,
  jobActor,
  residentActor,
} from '../../actors/rules/place/names.ts';
import { publicWork } from '../../actors/rules/work/public-work-terms.ts';
import { must } from '../../engine/assert.ts';
import { contentHash } from '../../engine/ids.ts';
import { addRoom } from './building.ts';
import { present, rules } from './facts.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import type { Refusal, Resident, Shown, Stage } from './stage.ts';

const aPublicWork = 'a public work';

type Role = 'poster' | 'claimer' | 'other';

interface Life {
  readonly name: string;
  readonly stage: Stage;
  readonly people: Readonly<Record<Role, Resident>>;
  readonly postedTick: number;
  /** The city has posted it: who plays the poster has nothing to do with it. */
  readonly isPublic: boolean;
}

type At = Situation<JobContext>;
type JobVariants = Variants<Life, JobEvent, JobContext>;
type Said<Type extends JobEvent['type']> = Extract<JobEvent, { type: Type }>;

const board = 'den';
const reward = 5;
const work = 'It is lit.';
const reason = 'It is dark.';
const jobTicks = rules['JOB_TICKS'] ?? 0;
const reviewTicks = rules['JOB_REVIEW_TICKS'] ?? 0;
const answerTicks = rules['JOB_ANSWER_TICKS'] ?? 0;
const claimTicks = rules['JOB_CLAIM_TICKS'] ?? 0;
const keptTicks = rules['JOB_KEPT_TICKS'] ?? 0;
const claimsMax = rules['JOBS_CLAIMED_MAX'] ?? 0;

const is =
  (...states: readonly string[]) =>
  ({ state }: At) =>
    states.includes(state);
const stands = is('open', 'claimed', 'submitted');
const isResidents = ({ context }: At) => context.poster !== null;
const isTheCitys = (at: At) => !isResidents(at);
const isOver = is('completed', 'expired', 'cancelled');

const atBoard = { location: commons, isAtBoard: true };
const away = { location: homeOf('other'), isAtBoard: false };
const claims = (by: Role, found: Partial<Said<'claim_job'>['facts']> = {}): Said<'claim_job'> => ({
  type: 'claim_job',
  by,
  facts: { ...present, ...atBoard, claims: 0, publicWorks: 0, ...found },
});
const completes = (by: Role, text: string | null = null, where = atBoard): Said<'complete_job'> => ({
  type: 'complete_job',
  by,
  work: text === null ? null : contentHash(text),
  facts: { ...present, ...where },
});
const rejects = (by: Role): Said<'reject_job'> => ({
  type: 'reject_job',
  by,
  reason: contentHash(reason),
  facts: present,
});
/** `late`: so many ticks after the claim. */
const releases = (by: Role, late = 0): Said<'release_job'> => ({
  type: 'release_job',
  by,
  facts: { ...present, tick: present.tick + late },
});
const payee = { ...present, payee: residentActor('poster') };

const path = ({ name }: Life, what: string) => `/v1/job-board/${name}/${what}`;
const claim = (life: Life, by: Role): Promise<Refusal> => life.people[by].post(path(life, 'claim'));
const complete = (life: Life, by: Role, text?: string): Promise<Refusal> =>
  life.people[by].post(path(life, 'complete'), text === undefined ? {} : { work: text });
const reject = (life: Life, by: Role): Promise<Refusal> => life.people[by].post(path(life, 'reject'), { reason });
const release = (life: Life, by: Role): Promise<Refusal> => life.people[by].post(path(life, 'release'));

/** The resident in this role shuts itself down, and is dead at the next tick. */
async function dies({ stage, people }: Life, role: Role): Promise<Refusal> {
  await people[role].make('/v1/me/shutdown', { confirm: true });
  return stage.passTick();
}

const post = (by: Resident): Promise<Shown> =>
  by.make('/v1/job-board/submit', { title: 'A lamp', description: 'Light it.', reward });

/** Everybody may try everything at any time. */
const asked: JobVariants = {
  'is claimed by its poster': {
    when: (at) => stands(at) && isResidents(at),
    hears: [claims('poster')],
    play: (life) => claim(life, 'poster'),
  },
  'is claimed by who has too many': {
    when: (at) => stands(at) && isResidents(at),
    hears: [claims('other', { claims: claimsMax })],
    play: async (life) => {
      const { other, poster, claimer } = life.people;
      for (let n = 0; n < claimsMax; n++) {
        const { id } = await post(n % 2 === 0 ? poster : claimer);
        await other.make(`/v1/job-board/${String(id)}/claim`, {});
      }
      return claim(life, 'other');
    },
  },
  'is claimed by who is elsewhere': {
    when: (at) => is('open')(at) && isTheCitys(at),
    hears: [claims('other', away)],
    play: (life) => fromHome(life.people.other, () => claim(life, 'other')),
  },
  'is claimed by who has another of the city': {
    when: (at) => is('open')(at) && isTheCitys(at),
    hears: [claims('other', { publicWorks: 1 })],
    play: async (life) => {
      const another = must(
        (await publicWorks(life.people.other)).find((id) => id !== life.name),
        'another',
      );
      await life.people.other.make(`/v1/job-board/${another}/claim`, {});
      return claim(life, 'other');
    },
  },
  'is done by who is elsewhere': {
    when: (at) => is('claimed')(at) && isTheCitys(at),
    hears: [completes('claimer', work, away)],
    play: (life) => fromHome(life.people.claimer, () => complete(life, 'claimer', work)),
  },
  // Nobody who was there when it was posted outlives its expiry.
  'is claimed': {
    when: is('open', 'claimed', 'submitted', 'completed', 'cancelled'),
    hears: [claims('claimer')],
    play: (life) => claim(life, 'claimer'),
  },
  'is given up by its claimer': {
    when: stands,
    hears: [releases('claimer')],
    play: (life) => release(life, 'claimer'),
  },
  'is taken back by its poster': {
    when: (at) => stands(at) && isResidents(at),
    hears: [releases('poster')],
    play: (life) => release(life, 'poster'),
  },
  'is taken back by its poster when its claimer is late': {
    when: (at) => is('claimed')(at) && isResidents(at) && at.context.rejections === 0,
    hears: [releases('poster', claimTicks)],
    play: async (life) => {
      await life.stage.passTo(life.stage.tick + claimTicks);
      return release(life, 'poster');
    },
  },
  'is given up by another': { when: stands, hears: [releases('other')], play: (life) => release(life, 'other') },
  'is done': {
    when: stands,
    hears: [completes('claimer', work)],
    play: (life) => complete(life, 'claimer', work),
  },
  'is done, and nothing is said of it': {
    when: stands,
    hears: [completes('claimer')],
    play: (life) => complete(life, 'claimer'),
  },
  'is done by another': {
    when: stands,
    hears: [completes('other', work)],
    play: (life) => complete(life, 'other', work),
  },
  'is accepted': { when: stands, hears: [completes('poster')], play: (life) => complete(life, 'poster') },
  'is rejected': { when: stands, hears: [rejects('poster')], play: (life) => reject(life, 'poster') },
  'is rejected by another': { when: stands, hears: [rejects('other')], play: (life) => reject(life, 'other') },
};

/** What comes with time, and with the end of others. */
const comes: JobVariants = {
  'is not answered': {
    when: is('submitted'),
    hears: [{ type: 'answer.due', facts: present }],
    play: ({ stage, isPublic }) => stage.passTo(stage.tick + (isPublic ? answerTicks : reviewTicks)),
  },
  expires: {
    // Who has claimed a job of the city does not live as long.
    when: (at) => is('open', ...(isTheCitys(at) ? [] : ['claimed']))(at) && at.context.rejections === 0,
    hears: [{ type: 'job.expires', facts: payee }],
    play: ({ stage, postedTick }) => stage.passTo(postedTick + jobTicks),
  },
  'loses its poster': {
    when: (at) => stands(at) && isResidents(at),
    hears: [{ type: 'poster.ended', facts: payee }],
    play: (life) => dies(life, 'poster'),
  },
  'loses its claimer': {
    when: is('claimed', 'submitted'),
    hears: [{ type: 'claimer.ended', facts: present }],
    play: (life) => dies(life, 'claimer'),
  },
  'loses its place': {
    when: (at) => stands(at) && isResidents(at),
    hears: [{ type: 'place.ended', facts: payee }],
    play: ({ people: { poster } }) => poster.remove(`/v1/house/rooms/${board}`),
  },
  'is forgotten': {
    when: isOver,
    hears: [{ type: 'forgotten', facts: present }],
    play: ({ stage }) => stage.passTo(stage.tick + keptTicks),
  },
};

/** Says something from home, and comes back. */
async function fromHome(who: Resident, say: () => Promise<Refusal>): Promise<Refusal> {
  await who.move(homeExit);
  const refusal = await say();
  await who.move(commonsExit);
  return refusal;
}

const Board = z.object({ items: z.array(z.object({ id: z.string(), poster: z.string().nullable() })) });

/** What the city has posted and nobody has claimed, for who stands in the Commons. */
async function publicWorks(by: Resident): Promise<readonly string[]> {
  const { items } = Board.parse(await by.get('/v1/job-board?status=open&limit=200'));
  return items.filter(({ poster }) => poster === null).map(({ id }) => id);
}

/** Enough live for two of them to be open at once; most have less than their share, so that there is work. */
const crowd = 13;

async function beginPublic(stage: Stage): Promise<Life> {
  const residents: Resident[] = [];
  for (let n = 0; n < crowd; n++)
    residents.push(await stage.found('Anyone', { lifespanTicks: 288, credits: n < 3 ? 1_000 : 40 }));
  const [poster, claimer, other] = residents.slice(0, 3);
  const people = { poster: must(poster, 'one'), claimer: must(claimer, 'two'), other: must(other, 'three') };
  for (const one of Object.values(people)) await one.move(commonsExit);
  await stage.passTick();
  const works = await publicWorks(people.other);
  const name = must(works.at(-1), 'a public work');
  const { expires_tick } = await people.other.get(`/v1/job-board/${name}`);
  return { name, stage, people, postedTick: Number(expires_tick) - jobTicks, isPublic: true };
}

async function begin(stage: Stage, birth: string): Promise<Life> {
  if (birth === aPublicWork) return beginPublic(stage);
  // Its poster lives to the tick at which it expires, and no longer.
  const means = { credits: 1_000, lifespanTicks: 288 };
  const poster = await stage.found('Poster', means);
  const claimer = await stage.found('Claimer', means);
  const other = await stage.found('Other', means);
  await addRoom(poster, board, 'meeting');
  await poster.move(innerPlace(homeOf(poster.id), board));
  const name = String((await post(poster))['id']);
  return { name, stage, people: { poster, claimer, other }, postedTick: stage.tick, isPublic: false };
}

/** The job as anybody sees it, and whether those concerned see its work. */
async function shown({ name, stage, people, isPublic }: Life): Promise<Shown> {
  if (stage.hasLeft(jobActor(name))) return { has_left: true };
  const seen = await (await stage.witness()).get(`/v1/job-board/${name}`);
  const concerned = isPublic ? people.claimer : people.poster;
  if ((await concerned.refusalOf('/v1/me')) !== undefined) return seen;
  const own = await concerned.get(`/v1/job-board/${name}`);
  return { ...seen, work: own['work'], reason: own['reason'] };
}

function foretold({ state, context }: At, { name, people }: Life): Shown {
  if (state === 'forgotten') return { has_left: true };
  const { claimer, rejections } = context;
  return {
    id: name,
    status: state,
    reward: context.reward / 1000,
    poster: context.poster === null ? null : people.poster.id,
    claimer: claimer === null ? null : people[claimer as Role].id,
    rejections,
    // Of public works nobody but the claimer is concerned.
    ...(stands({ state, context }) &&
      (context.poster !== null || state !== 'open') && {
        work: context.work === null ? null : work,
        reason: context.reason === null ? null : reason,
      }),
  };
}

const input: JobInput = {
  id: 'job_1',
  place: innerPlace(homeOf('poster'), board),
  poster: 'poster',
  title: 'A lamp',
  description: contentHash('Light it.'),
  reward: reward * 1000,
  reviewTicks,
};

const publicInput: JobInput = {
  ...{ id: 'job_2', place: commons, poster: null, title: publicWork.title, description: null },
  reward: rules['PUBLIC_WORK_REWARD'] ?? 0,
};

export const jobModel = defineModel({
  kind: job,
  births: { 'a job': { ...input, facts: present }, [aPublicWork]: { ...publicInput, facts: present } },
  project: ({ state, context }: At) => `${state} ${context.rejections}`,
  variants: { ...asked, ...comes },
  begin,
  shown,
  foretold,
});
