/** What residents do for each other: they post jobs, claim, do, give up, accept and reject them, and vouch. */

import { read, says } from '../../client/answers.ts';
import type { RequestOutcome } from '../../client/retries.ts';
import { commons, textOf } from '../../client/wire.ts';
import type { AnswerOf } from '../../gateways/answers/answer-type.ts';
import type { JobAfter } from '../../gateways/answers/jobs.ts';
import { eventKey } from '../checks/expected-events.ts';
import type { ExpectedJob } from '../checks/expected-jobs-and-vouches.ts';
import type { Resident } from '../resident.ts';

export const socialActNames = ['job', 'vouch'] as const;
export type SocialAct = (typeof socialActNames)[number];

/** Jobs of one resident at the same time: fewer than the city allows. */
const postedMax = 4;
const claimedMax = 4;
const vouchesMax = 10;
/** Millicredits. */
const rewardMax = 2_000;

const board = '/v1/job-board';

export async function performSocialAct(act: SocialAct, who: Resident, others: readonly Resident[]): Promise<void> {
  if (act === 'vouch') return vouch(who, others);
  const work = who.context.random.pickWeighted(choices(who));
  if (work !== undefined) await work();
}

/** Jobs that wait for an answer come before new ones. */
function choices(who: Resident): readonly (readonly [() => Promise<void>, number])[] {
  const { expectedState, random } = who.context;
  const { jobs } = expectedState;
  const own = (job: ExpectedJob) => job.poster === who.id;
  const answerable = random.pick(jobs.jobs('submitted', own));
  const mine = jobs.jobs('claimed', (job) => job.claimer === who.id);
  const doable = random.pick(mine);
  const open = random.pick(jobs.jobs('open', (job) => !own(job)));
  const posted = [...jobs.jobs('open', own), ...jobs.jobs('claimed', own), ...jobs.jobs('submitted', own)].length;
  // Nobody posts in a room: it may become a pod while the job is there.
  const isBoard = who.place === commons || who.atHome || expectedState.buildings.pod(who.place) !== undefined;
  return [
    ...(answerable === undefined ? [] : [[() => answer(who, answerable), 12] as const]),
    ...(doable === undefined
      ? []
      : ([
          [() => submit(who, doable), 8],
          [() => giveUp(who, doable), 1],
        ] as const)),
    ...(open === undefined || mine.length >= claimedMax ? [] : [[() => claim(who, open), 6] as const]),
    ...(posted >= postedMax || !isBoard ? [] : [[() => post(who), 4] as const]),
  ];
}

/** The outcome is not known: events of it do not count as unasked. */
function noteUnknown(who: Resident, outcome: RequestOutcome, ...types: readonly string[]): void {
  if (outcome.type !== 'unknown') return;
  for (const type of types) who.context.expectedState.events.noteUnknownOutcome(type, who.id);
}

async function post(who: Resident): Promise<void> {
  const { random, expectedState } = who.context;
  const reward = 1 + random.integerBelow(rewardMax);
  const location = who.place;
  const body = {
    title: 'A line for my door',
    description: 'One line that makes people come in.',
    reward: reward / 1000,
  };
  const outcome = await who.post('post_job', `${board}/submit`, body);
  noteUnknown(who, outcome, 'job.posted');
  if (outcome.type === 'unknown') who.unpriced++;
  if (outcome.type !== 'done') return;
  const job = read<AnswerOf<typeof JobAfter>>(outcome.body);
  const id = textOf(job.id);
  who.noteCharge(reward);
  expectedState.checkAnswer<AnswerOf<typeof JobAfter>>('a job', job, {
    ...body,
    ...(location !== null && { location }),
    status: 'open',
    poster: who.id,
    claimer: null,
  });
  expectedState.jobs.add({ id, poster: who.id, reward, status: 'open', claimer: null });
  expectedState.jobs.acknowledge('job.posted', id, [who.id]);
  expectedState.countAct('jobs');
}

/** Another resident may be quicker. */
async function claim(who: Resident, { id, poster, reward }: ExpectedJob): Promise<void> {
  const { expectedState } = who.context;
  const outcome = await who.post('claim_job', `${board}/${id}/claim`, {});
  noteUnknown(who, outcome, 'job.claimed');
  if (outcome.type !== 'done') return;
  const wanted = { id, poster, reward: reward / 1000, status: 'claimed', claimer: who.id } as const;
  expectedState.checkAnswer<AnswerOf<typeof JobAfter>>('a claim', outcome.body, wanted);
  expectedState.jobs.acknowledge('job.claimed', id, [who.id, poster]);
  expectedState.countAct('claims');
}

async function submit(who: Resident, { id, poster }: ExpectedJob): Promise<void> {
  const { expectedState } = who.context;
  const work = `Come in, says ${who.id}.`;
  const outcome = await who.post('submit_job', `${board}/${id}/complete`, { work });
  noteUnknown(who, outcome, 'job.submitted');
  if (outcome.type !== 'done') return;
  expectedState.checkAnswer<AnswerOf<typeof JobAfter>>('a submission', outcome.body, { id, status: 'submitted', work });
  expectedState.jobs.acknowledge('job.submitted', id, [who.id, poster]);
}

async function giveUp(who: Resident, { id, poster }: ExpectedJob): Promise<void> {
  const { expectedState } = who.context;
  const outcome = await who.post('release_job', `${board}/${id}/release`, {});
  noteUnknown(who, outcome, 'job.reopened');
  if (outcome.type !== 'done') return;
  expectedState.checkAnswer<AnswerOf<typeof JobAfter>>('a job given up', outcome.body, {
    id,
    status: 'open',
    claimer: null,
  });
  expectedState.jobs.acknowledge('job.reopened', id, [poster, who.id]);
}

async function answer(who: Resident, job: ExpectedJob): Promise<void> {
  const { expectedState, random } = who.context;
  const { id, claimer } = job;
  const isAccepted = random.withProbability(0.7);
  const path = `${board}/${id}/${isAccepted ? 'complete' : 'reject'}`;
  const outcome = await who.post(
    isAccepted ? 'accept_job' : 'reject_job',
    path,
    isAccepted ? {} : { reason: 'Too long.' },
  );
  noteUnknown(who, outcome, ...(isAccepted ? ['job.completed'] : ['job.rejected', 'job.reopened']));
  if (outcome.type !== 'done') return;
  const after = read<AnswerOf<typeof JobAfter>>(outcome.body);
  const concerned = claimer === null ? [who.id] : [who.id, claimer];
  expectedState.jobs.acknowledge(isAccepted ? 'job.completed' : 'job.rejected', id, concerned);
  if (isAccepted)
    expectedState.checkAnswer<AnswerOf<typeof JobAfter>>('an accepted job', after, {
      id,
      status: 'completed',
      claimer,
    });
  else if (says(after.status, 'open')) expectedState.jobs.acknowledge('job.reopened', id, concerned);
  expectedState.countAct(isAccepted ? 'jobs done' : 'work rejected');
}

async function vouch(who: Resident, others: readonly Resident[]): Promise<void> {
  const { random, expectedState } = who.context;
  const { jobs, events } = expectedState;
  const { vouchedFor } = jobs.gainsOf(who.id);
  const to = random.pick(others)?.id;
  if (to === undefined || to === who.id || vouchedFor.has(to) || vouchedFor.size >= vouchesMax) return;
  vouchedFor.add(to);
  const outcome = await who.post('vouch', `/v1/residents/${to}/vouch`, { note: 'I would deal with it again.' });
  noteUnknown(who, outcome, 'resident.vouched');
  if (outcome.type === 'unknown') jobs.gainsOf(to).vouchesUnknown++;
  if (outcome.type !== 'done') return;
  jobs.gainsOf(to).vouches++;
  events.mustBeHeard(eventKey('resident.vouched', who.id, to), [who.id, to]);
  expectedState.countAct('vouches');
}
