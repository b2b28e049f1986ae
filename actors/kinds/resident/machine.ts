/**
 * The life of a resident.
 *
 *   alive.active -> alive.warned                          the account ran dry; one tick of grace
 *   alive.warned -> alive.active | alive.warned | dead    the upkeep can be paid, just barely, or not
 *   alive -> dying.legacy -> dead                         natural (last tick) or voluntary (until the next tick)
 *   alive | dying -> dead                                 its core container has crashed: at once
 *
 * Two clocks run: the lifespan (`life.*` wake-ups) and the account (`account.*`, `upkeep.due`); the first to run out kills.
 * The dying may speak, write letters, settle their legacy, end their token and replace it, nothing else. The dead refuse all commands, and
 * are moved into the library of souls. Then, with their house once it is deserted, they leave the city for a tombstone.
 * Achievements follow from its context (AC1). Guards and actions stand in `speaking.ts`, `moving.ts`, `asking.ts`, `calling.ts`,
 * `posting.ts`, `portal.ts`, `adopting.ts`, `vouching.ts`, `achievements.ts`, `core-container.ts`, `tokens.ts` and `living.ts`.
 */
import { not, setup } from 'xstate';
import type { Effect } from '../../../engine/effect.ts';
import { endowmentOf } from '../../rules/people/endowment.ts';
import { homeOf } from '../../rules/place/names.ts';
import { achieving } from './achievements.ts';
import { adopting, adopts } from './adopting.ts';
import { asking, askingTransitions } from './asking.ts';
import { type Birth, refuse } from './base.ts';
import { callingServices, callsGlobalService } from './calling.ts';
import { coreTransitions, livingInCore } from './core-container.ts';
import type { ResidentEvent } from './facts.ts';
import { keepingEndowment } from './giving.ts';
import { living } from './living.ts';
import type { ResidentContext } from './messages.ts';
import { moving } from './moving.ts';
import { portalCommands, usingPortals } from './portal.ts';
import { posting, postsJob } from './posting.ts';
import { speaking } from './speaking.ts';
import { holdingToken, tokenTransitions } from './tokens.ts';
import { trusting } from './trust.ts';
import { vouches, vouching } from './vouching.ts';

const machine = setup({
  types: {
    context: {} as ResidentContext,
    events: {} as ResidentEvent,
    emitted: {} as Effect,
    input: {} as Birth,
  },
  guards: {
    ...speaking.guards,
    ...moving.guards,
    ...asking.guards,
    ...callingServices.guards,
    ...adopting.guards,
    ...living.guards,
    ...livingInCore.guards,
    ...holdingToken.guards,
    ...posting.guards,
    ...vouching.guards,
    ...keepingEndowment.guards,
    ...usingPortals.guards,
    ...achieving.guards,
    ...trusting.guards,
  },
  actions: {
    refuse,
    ...speaking.actions,
    ...moving.actions,
    ...asking.actions,
    ...callingServices.actions,
    ...adopting.actions,
    ...living.actions,
    ...livingInCore.actions,
    ...holdingToken.actions,
    ...posting.actions,
    ...vouching.actions,
    ...keepingEndowment.actions,
    ...usingPortals.actions,
    ...achieving.actions,
    ...trusting.actions,
  },
});

/** Where it is born, and all that it knows. */
const atHome = (home: string) => ({ home, location: home, knownLocations: [home] });
/** A newborn knows no exit: all of them share one empty list. */
const none: readonly string[] = [];

/** The part of the endowment that is kept for its own life (EN1). */
const givesTooMuch = { guard: not('keepsEndowment'), actions: 'refuseEndowment' } as const;

/** What the living and the dying share: speech, legacy, their token, and what others may do to them (DY3). */
const speech = {
  broadcast: [
    { guard: 'hasSpoken', actions: ['payForSpeech', 'tellBroadcast'] },
    { actions: ['payForSpeech', 'tellBroadcast', 'countWords'] },
  ],
  shout: [
    { guard: 'hasSpoken', actions: ['payForShout', 'tellShout'] },
    { actions: ['payForShout', 'tellShout', 'countWords'] },
  ],
  whisper: [
    { guard: 'addressesItself', actions: 'refuseItself' },
    { guard: 'hasSpoken', actions: ['payForSpeech', 'whisperTo'] },
    { actions: ['payForSpeech', 'whisperTo', 'countWords'] },
  ],
  whispered: [
    { guard: 'isHere', actions: 'tellWhisper' },
    { actions: { type: 'refuse', params: { code: 'recipient_not_here' } } },
  ],
  letter: [
    { guard: not('isHome'), actions: 'refuseAwayFromHome' },
    { guard: 'addressesItself', actions: 'refuseItself' },
    { actions: ['payForLetter', 'writeTo'] },
  ],
  answer_question: { actions: ['payForSpeech', 'answer'] },
  written: { actions: 'tellLetter' },
  paid: [{ guard: 'hasThanked', actions: 'tellPayment' }, { actions: ['tellPayment', 'thank', 'noteThanks'] }],
  funded: { actions: 'tellFunding' },
  estate: { actions: ['acceptEstate', 'tellEstate'] },
  vouched: { actions: ['countVouch', 'tellVouch'] },
  relocated: { actions: 'relocate' },
  ...tokenTransitions,
} as const;

const legacy = {
  compose: { actions: 'keepLibraryEntry' },
  bequeath: [
    {
      guard: 'heirIsSelf',
      actions: {
        type: 'refuse',
        params: { code: 'invalid_request', issues: [{ path: 'heir', message: 'names yourself' }] },
      },
    },
    { guard: not('heirExists'), actions: { type: 'refuse', params: { code: 'not_found', kind: 'resident' } } },
    { guard: not('heirLives'), actions: 'refuseDeadHeir' },
    { actions: 'nameHeir' },
  ],
} as const;

export const residentMachine = machine.createMachine({
  id: 'resident',
  context: ({ input }) => ({
    id: input.id,
    name: input.name,
    framework: input.framework,
    soul: input.soul,
    token: input.token,
    mentor: input.mentor,
    generation: input.generation,
    bornAt: input.facts.at,
    diesTick: input.facts.tick + input.lifespan,
    ...atHome(homeOf(input.id)),
    knownExits: none,
    heir: null,
    estateTo: null,
    library: null,
    cause: null,
    diedAt: null,
    ...(input.origin && { origin: input.origin }),
    ...endowmentOf(input),
  }),
  entry: ['openAccount', 'receiveSeed', 'receiveDonation', 'setLifeClock', 'tellBirth', 'tellSoulOfBirth', 'startCore'],
  initial: 'alive',
  on: {
    '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } },
    // Also heard by a resident who has died in this very turn.
    counted: [{ guard: 'isCountedEnough' }, { actions: 'count' }],
    rewarded: [{ guard: 'passesNoTrustOn' }, { actions: ['passTrustOn', 'notePassedTrust'] }],
    'core.start.done': {},
    'core.remove.done': {},
    // The keeper of core containers removes containers in which nobody lives.
    'core.remove.failed': {},
  },
  always: { guard: 'hasAchieved', actions: 'noteAchievement' },
  states: {
    alive: {
      initial: 'active',
      on: {
        ...speech,
        ...legacy,
        ...coreTransitions,
        move: [
          { guard: not('leadsSomewhere'), actions: { type: 'refuse', params: { code: 'exit_not_found' } } },
          { guard: 'isThere' },
          { guard: 'leadsByConnection', actions: 'askToPass' },
          { actions: 'askToEnter' },
        ],
        ...askingTransitions,
        // Not possible for the dying (SG4).
        call_global_service: callsGlobalService,
        post_job: postsJob,
        vouch: vouches,
        adopt: adopts,
        think: { actions: 'tellThought' },
        recover_token: { actions: 'askForToken' },
        ...portalCommands,
        admitted: [givesTooMuch, { actions: ['tellDeparture', 'arrive', 'tellArrival'] }],
        transfer: [
          { guard: 'addressesItself', actions: 'refuseItself' },
          givesTooMuch,
          { actions: ['pay', 'tellPayee'] },
        ],
        shut_down: {
          target: 'dying',
          actions: ['forgetWakeUps', 'endVoluntarily', 'awaitNextTick', 'tellDying'],
        },
        'account.low': { actions: 'tellAlert' },
        'life.warning': { actions: ['warnOfNaturalEnd', 'awaitLastTick'] },
        'life.closing': { target: 'dying', actions: ['endNaturally', 'awaitNaturalEnd', 'tellDying'] },
      },
      states: {
        active: {
          on: { 'account.dry': { target: 'warned', actions: ['warnOfUpkeep', 'awaitUpkeep'] } },
        },
        warned: {
          on: {
            'upkeep.due': [
              { guard: 'canPayMoreThanUpkeep', target: 'active', actions: ['payUpkeep', 'resumeUpkeep'] },
              { guard: 'canPayUpkeep', actions: ['payUpkeep', 'warnOfUpkeep', 'awaitUpkeep'] },
              { target: '#resident.dead', actions: 'endForDebt' },
            ],
          },
        },
      },
    },
    dying: {
      initial: 'legacy',
      states: {
        legacy: {
          on: {
            ...speech,
            ...legacy,
            ...coreTransitions,
            'life.ends': { target: '#resident.dead' },
            'account.dry': {},
            'account.low': {},
          },
        },
      },
    },
    dead: {
      entry: ['askArchiving', 'forgetWakeUps', 'stopUpkeep', 'settleEstate', 'closeHouse', 'removeCore', 'markDead'],
      on: {
        whispered: { actions: 'refuseAsDead' },
        written: { actions: 'refuseAsDead' },
        paid: { actions: 'refuseAsDead' },
        funded: { actions: 'refuseAsDead' },
        vouched: { actions: 'refuseAsDead' },
        estate: { actions: 'passEstateOn' },
        'estate.taken': { actions: ['rememberWhoTookIt', 'passPodsOnSoon'] },
        'estate.settled': { actions: 'passPodsOn' },
        'pods.settled': [{ guard: 'isOfSoul', actions: ['tellDeath', 'tellSoulSoon'] }, { actions: 'tellDeath' }],
        'death.told': { actions: 'tellSoulOfDeath' },
        'archive.done': {},
        'archive.failed': { actions: 'awaitArchiving' },
        'archive.due': { actions: 'askArchiving' },
        // A while later, once archived: a tombstone is left, which answers as the dead do.
        leaves: { actions: ['noteMentees', 'takeSoulAlong', 'leave'] },
        replace_token: { actions: 'refuseAsDead' },
        'token.missed': { actions: 'refuseAsDead' },
        // The container's end is reported twice, or it was started in vain.
        'core.ended': {},
        'core.start.failed': {},
        // It died in the room that becomes a pod, in the turn that moves everybody over.
        relocated: {},
      },
    },
  },
});
