/**
 * The life of a resident.
 *
 *   alive.active -> alive.warned                          the account ran dry; one tick of grace
 *   alive.warned -> alive.active | alive.warned | dead    the burn can be paid, just so, or not
 *   alive -> dying.legacy -> dead                         natural (last tick) or voluntary (until the next tick)
 *
 * Two clocks run: the lifespan (`life.*` wake-ups) and the account (`account.*`, `upkeep.due`); whichever ends first kills.
 * Who is dying may speak, write letters and settle its legacy, nothing else. The dead refuse whoever acts upon them, and are
 * moved into the library of souls. Then, with their house once it is deserted, they leave the city for a tombstone.
 * The words are spoken in `speaking.ts`, `moving.ts`, `asking.ts`, `calling.ts` and `living.ts`.
 */
import { not, setup } from 'xstate';
import type { Effect } from '../../engine/effect.ts';
import { homeOf } from '../place/names.ts';
import { asking, askingTransitions } from './asking.ts';
import { type Birth, refuse } from './base.ts';
import { callingServices, callsGlobalService } from './calling.ts';
import type { ResidentEvent } from './facts.ts';
import { living } from './living.ts';
import type { ResidentContext } from './messages.ts';
import { moving } from './moving.ts';
import { speaking } from './speaking.ts';

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
    ...living.guards,
  },
  actions: {
    refuse,
    ...speaking.actions,
    ...moving.actions,
    ...asking.actions,
    ...callingServices.actions,
    ...living.actions,
  },
});

/** What the living and the dying share: speech, legacy, and what others may do to them (DY3). */
const speech = {
  broadcast: { actions: ['payForSpeech', 'tellBroadcast'] },
  shout: { actions: ['payForShout', 'tellShout'] },
  whisper: [{ guard: 'addressesItself', actions: 'refuseItself' }, { actions: ['payForSpeech', 'whisperTo'] }],
  whispered: [
    { guard: 'isHere', actions: 'tellWhisper' },
    { actions: { type: 'refuse', params: { code: 'recipient_not_here' } } },
  ],
  letter: [
    { guard: not('isHome'), actions: 'refuseAwayFromHome' },
    { guard: 'addressesItself', actions: 'refuseItself' },
    { actions: ['payForLetter', 'writeTo'] },
  ],
  written: { actions: 'tellLetter' },
  paid: { actions: 'tellPayment' },
  estate: { actions: ['acceptEstate', 'tellEstate'] },
  relocated: { actions: 'relocate' },
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
    home: homeOf(input.id),
    location: homeOf(input.id),
    knownLocations: [],
    knownExits: [],
    heir: null,
    estateTo: null,
    library: null,
    cause: null,
    diedAt: null,
  }),
  entry: ['openAccount', 'receiveSeed', 'setLifeClock', 'tellBirth'],
  initial: 'alive',
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    alive: {
      initial: 'active',
      on: {
        ...speech,
        ...legacy,
        move: [
          { guard: not('leadsSomewhere'), actions: { type: 'refuse', params: { code: 'exit_not_found' } } },
          { guard: 'isThere' },
          { guard: 'leadsByConnection', actions: 'askToPass' },
          { actions: 'askToEnter' },
        ],
        ...askingTransitions,
        // Not of the dying (SG4).
        call_global_service: callsGlobalService,
        admitted: { actions: ['tellDeparture', 'arrive', 'tellArrival'] },
        transfer: [{ guard: 'addressesItself', actions: 'refuseItself' }, { actions: ['pay', 'tellPayee'] }],
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
            'life.ends': { target: '#resident.dead' },
            'account.dry': {},
            'account.low': {},
          },
        },
      },
    },
    dead: {
      entry: ['askArchiving', 'stopUpkeep', 'settleEstate', 'closeHouse', 'markDead', 'tellDeath', 'forgetWakeUps'],
      on: {
        whispered: { actions: 'refuseAsDead' },
        written: { actions: 'refuseAsDead' },
        paid: { actions: 'refuseAsDead' },
        estate: { actions: 'passEstateOn' },
        'estate.taken': { actions: 'rememberWhoTookIt' },
        'archive.done': {},
        'archive.failed': { actions: 'awaitArchiving' },
        'archive.due': { actions: 'askArchiving' },
        // A while later, archived: what is left is a tombstone, which answers as the dead do.
        leaves: { actions: ['noteMentees', 'leave'] },
        // It died in the room that becomes a pod, in the turn that leads everybody over.
        relocated: {},
      },
    },
  },
});
