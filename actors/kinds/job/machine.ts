/**
 * A job on the board of a place: from the moment its reward is held until somebody receives it.
 *
 *   open -> claimed -> submitted -> completed        the poster accepts, or does not answer in time: the claimer is paid
 *           claimed -> open                          the claimer gives it up, or dies
 *                      submitted -> claimed          the poster rejects the work, twice at most
 *                      submitted -> open             the third time, or the claimer dies
 *   open | claimed -> expired                        nobody submitted work in time: the reward goes back
 *   any of the three -> cancelled                    the poster dies, or the place ends: the reward goes back
 *   what has ended -> forgotten                      a while later it leaves the city
 *
 * A resident who knows its id may claim and answer it from anywhere; the board shows the id to those at the place. Submitted work
 * waits for its answer even past the end of the job's own time. Public works, which the city posts, are claimed and submitted where they
 * are, and nobody answers them.
 */
import { and, not, setup } from 'xstate';
import { type Effect, retire, sleep, wake } from '../../../engine/effect.ts';
import type { Present } from '../../facts.ts';
import { refusal } from '../../refusals.ts';
import { publicWorksClaimedMax } from '../../rules/work/public-work-terms.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { type Birth, change, effect, on, refuse, refuses } from './base.ts';
import type { JobEvent } from './facts.ts';
import type { JobContext } from './messages.ts';
import { paying } from './paying.ts';
import { reviewTicks } from './review.ts';
import { telling } from './telling.ts';

/** Rejections of one claimer's work. At the next one the job is open to others again (JB5). */
const rejectionsMax = 2;

/** The tick until which a claimer, also after a rejection, must submit something (JB9). */
const claimEndsTick = ({ tick, settings }: Present): number => tick + setting(settings, 'JOB_CLAIM_TICKS');

const claimsMax = (settings: Readonly<Record<string, number>>): number => setting(settings, 'JOBS_CLAIMED_MAX');

const machine = setup({
  types: {
    context: {} as JobContext,
    events: {} as JobEvent,
    emitted: {} as Effect,
    input: {} as Birth,
  },
  guards: {
    byPoster: ({ context, event }) => 'by' in event && event.by === context.poster,
    byClaimer: ({ context, event }) => 'by' in event && event.by === context.claimer,
    /** A claimer has at most so many jobs at once (JB3). */
    mayClaimMore: on('claim_job', ({ event }) => event.facts.claims < claimsMax(event.facts.settings)),
    /** Work that the poster may accept later must have a text (JB4). */
    hasWork: on('complete_job', ({ event }) => event.work !== null),
    /** Public works are claimed and submitted at their place (PW2). */
    isPublicWorkElsewhere: on(
      ['claim_job', 'complete_job'],
      ({ context, event }) => context.poster === null && !event.facts.isAtBoard,
    ),
    hasPublicWork: on(
      'claim_job',
      ({ context, event }) => context.poster === null && event.facts.publicWorks >= publicWorksClaimedMax,
    ),
    /** The claimer's time is over (JB9). */
    claimHasEnded: ({ context, event }) => context.claimEndsTick !== null && event.facts.tick >= context.claimEndsTick,
    mayTryAgain: ({ context }) => context.rejections < rejectionsMax,
  },
  actions: {
    ...paying.actions,
    ...telling.actions,
    refuse,
    refuseOwnJob: refuses(() =>
      refusal('invalid_request', { issues: [{ path: 'id', message: 'is your own job, which others do' }] }),
    ),
    refuseClaims: refuses(
      on('claim_job', ({ event }) => {
        const { claims, settings } = event.facts;
        return refusal('tier_capacity_exceeded', { max: claimsMax(settings), current: claims, of: 'claims' });
      }),
    ),
    refuseElsewhere: refuses(
      on(['claim_job', 'complete_job'], ({ context, event }) =>
        refusal('location_required', { required: context.place, current: event.facts.location }),
      ),
    ),
    refuseMorePublicWorks: refuses(
      on('claim_job', ({ event }) =>
        refusal('tier_capacity_exceeded', {
          max: publicWorksClaimedMax,
          current: event.facts.publicWorks,
          of: 'public works',
        }),
      ),
    ),
    refuseWithoutWork: refuses(() =>
      refusal('invalid_request', { issues: [{ path: 'work', message: 'must say what you have done' }] }),
    ),
    refuseAllButClaimer: refuses(({ context }) => refusal('access_denied', { only: context.claimer })),
    refuseAllButPoster: refuses(({ context }) => refusal('access_denied', { only: context.poster })),
    noteClaimer: change(
      on('claim_job', ({ event }) => ({ claimer: event.by, claimEndsTick: claimEndsTick(event.facts) })),
    ),
    noteWork: change(
      on('complete_job', ({ context, event }) => ({
        work: event.work,
        answerTick: event.facts.tick + reviewTicks(context, event.facts.settings),
      })),
    ),
    noteRejection: change(
      on('reject_job', ({ context, event }) => ({
        work: null,
        answerTick: null,
        reason: event.reason,
        rejections: context.rejections + 1,
        claimEndsTick: claimEndsTick(event.facts),
      })),
    ),
    forgetClaimer: change(() => ({
      ...{ claimer: null, claimEndsTick: null },
      ...{ work: null, answerTick: null, reason: null, rejections: 0 },
    })),
    forgetWakeUps: effect(() => sleep),
    awaitExpiry: effect(({ context }) => wake(context.expiresTick, { type: 'job.expires' })),
    awaitAnswer: effect(({ context, event }) => wake(context.answerTick ?? event.facts.tick, { type: 'answer.due' })),
    awaitForgetting: effect(({ event }) =>
      wake(event.facts.tick + setting(event.facts.settings, 'JOB_KEPT_TICKS'), { type: 'forgotten' }),
    ),
    leave: effect(() => retire),
  },
});

const invalidState = { actions: { type: 'refuse', params: { code: 'invalid_state' } } } as const;
const alreadyClaimed = { actions: { type: 'refuse', params: { code: 'already_claimed' } } } as const;
/** The claimer loses it, and the job's own time goes on (JB6). */
const reopened = { target: 'open', actions: ['tellReopened', 'forgetClaimer', 'awaitExpiry'] } as const;
const cancelled = { target: 'cancelled', actions: ['returnReward', 'holdNothing', 'tellCancelled'] } as const;
const expired = { target: 'expired', actions: ['returnReward', 'holdNothing', 'tellExpired'] } as const;
const completed = { target: 'completed', actions: ['payReward', 'holdNothing', 'tellCompleted'] } as const;
/** The events that end it, while it has not ended (JB7). */
const ends = { 'place.ended': cancelled, 'poster.ended': cancelled } as const;

/** It has ended: it can be read for a while, then it leaves the city. */
const over = {
  entry: ['forgetWakeUps', 'awaitForgetting'],
  on: { forgotten: { target: '#job.forgotten' } },
} as const;

export const jobMachine = machine.createMachine({
  id: 'job',
  context: ({ input: { facts, ...job } }) => ({
    ...job,
    held: job.reward,
    claimer: null,
    claimEndsTick: null,
    work: null,
    reason: null,
    rejections: 0,
    postedAt: facts.at,
    expiresTick: facts.tick + setting(facts.settings, 'JOB_TICKS'),
    answerTick: null,
  }),
  initial: 'open',
  entry: ['holdReward', 'awaitExpiry', 'tellPosted'],
  on: { '*': invalidState },
  states: {
    open: {
      on: {
        claim_job: [
          { guard: 'byPoster', actions: 'refuseOwnJob' },
          { guard: 'isPublicWorkElsewhere', actions: 'refuseElsewhere' },
          { guard: 'hasPublicWork', actions: 'refuseMorePublicWorks' },
          { guard: not('mayClaimMore'), actions: 'refuseClaims' },
          { target: 'claimed', actions: ['noteClaimer', 'tellClaimed'] },
        ],
        'job.expires': expired,
        ...ends,
      },
    },
    claimed: {
      on: {
        claim_job: alreadyClaimed,
        complete_job: [
          { guard: 'byPoster', ...invalidState },
          { guard: not('byClaimer'), actions: 'refuseAllButClaimer' },
          { guard: 'isPublicWorkElsewhere', actions: 'refuseElsewhere' },
          { guard: not('hasWork'), actions: 'refuseWithoutWork' },
          { target: 'submitted', actions: ['noteWork', 'tellSubmitted'] },
        ],
        release_job: [
          { guard: 'byClaimer', ...reopened },
          { guard: and(['byPoster', 'claimHasEnded']), ...reopened },
          { actions: 'refuseAllButClaimer' },
        ],
        'claimer.ended': reopened,
        'job.expires': expired,
        ...ends,
      },
    },
    submitted: {
      entry: ['forgetWakeUps', 'awaitAnswer'],
      exit: 'forgetWakeUps',
      on: {
        claim_job: alreadyClaimed,
        complete_job: [
          { guard: 'byClaimer', ...invalidState },
          { guard: not('byPoster'), actions: 'refuseAllButPoster' },
          completed,
        ],
        reject_job: [
          { guard: not('byPoster'), actions: 'refuseAllButPoster' },
          {
            guard: 'mayTryAgain',
            target: 'claimed',
            actions: ['tellRejected', 'noteRejection', 'awaitExpiry'],
          },
          { target: 'open', actions: ['tellRejected', 'tellReopened', 'forgetClaimer', 'awaitExpiry'] },
        ],
        'answer.due': completed,
        'claimer.ended': reopened,
        ...ends,
      },
    },
    completed: over,
    expired: over,
    cancelled: over,
    forgotten: { entry: 'leave' },
  },
});
