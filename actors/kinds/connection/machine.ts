/**
 * A connection between two places, from the request for it to its closing: one life, one actor (A2).
 *
 *   pending_approval -> approved.open -> approved.closed
 *                    -> approved.reserved -> approved.open       the far end is a workshop: its deploy opens it
 *                    -> rejected | expired | cancelled           the fee goes back
 *   approved.door                                               the way into a workshop, until it is deployed
 *   what has ended   -> forgotten                               a while later, a door at once: it leaves the city
 *
 * Every owned end needs its representative's approval. The fee is held in escrow until then (L5). Access and toll apply
 * to entering the far end; leaving it is free. The place behind it has rules of its own, and is asked next.
 */
import { not, or, setup } from 'xstate';
import { type Effect, retire, sleep, wake } from '../../../engine/effect.ts';
import { refusal } from '../../refusals.ts';
import { eachOnce } from '../../rules/place/access.ts';
import { gatedCommons, gatesTheCommons } from '../../rules/toll/toll.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { approving } from './approving.ts';
import { type Birth, birth, change, effect, on, refuse, refuses } from './base.ts';
import type { ConnectionEvent, Ends } from './facts.ts';
import type { ConnectionContext } from './messages.ts';
import { telling } from './telling.ts';
import { travelling } from './travelling.ts';

const represents = (by: string, { from, to }: Ends): boolean => from.representative === by || to.representative === by;

const machine = setup({
  types: {
    context: {} as ConnectionContext,
    events: {} as ConnectionEvent,
    emitted: {} as Effect,
    input: {} as Birth,
  },
  guards: {
    ...approving.guards,
    ...travelling.guards,
    isAsked: (scene) => birth(scene).beginning === 'asked',
    isDoor: (scene) => birth(scene).beginning === 'door',
    byRepresentative: on(
      ['approve_connection', 'reject_connection', 'update_connection', 'close_connection'],
      ({ event }) => represents(event.by, event.facts),
    ),
    /** Only the side that is entered may change the access (LI5). */
    changesOthersAccess: on('update_connection', ({ event }) => {
      const { representative } = event.facts.to;
      return event.access !== null && representative !== null && representative !== event.by;
    }),
    gatesTheCommons: on('update_connection', ({ context, event }) => gatesTheCommons(context.terms.to, event.access)),
    leadsToWorkshop: ({ event }) => event.facts.to.status === 'workshop',
    /** A deployed pod keeps its last connection (LI4). */
    isLastConnection: ({ event }) => event.facts.from.keepsOne || event.facts.to.keepsOne,
  },
  actions: {
    ...approving.actions,
    ...travelling.actions,
    ...telling.actions,
    refuse,
    refuseOtherSide: refuses(({ event }) =>
      refusal('not_representative', { representative: event.facts.to.representative }),
    ),
    refuseGate: refuses(() => gatedCommons),
    forgetWakeUps: effect(() => sleep),
    awaitForgetting: effect(({ event }) =>
      wake(event.facts.tick + setting(event.facts.settings, 'CONNECTION_REQUEST_TICKS'), { type: 'forgotten' }),
    ),
    leave: effect(() => retire),
    takeChanges: change(
      on('update_connection', ({ context: { terms }, event }) => ({
        terms: {
          ...terms,
          entrance: event.entrance ?? terms.entrance,
          wayBack: event.way_back ?? terms.wayBack,
          visibility: event.visibility ?? terms.visibility,
          access: event.access === null ? terms.access : eachOnce(event.access),
        },
      })),
    ),
    takeMembers: change(
      on('door.admits', ({ context: { terms }, event }) => ({
        terms: { ...terms, access: { type: 'members', allowed: event.members } },
      })),
    ),
  },
});

/** It has ended: it can be read for a while, then it leaves the city. */
const over = {
  entry: ['forgetWakeUps', 'awaitForgetting'],
  on: { forgotten: { target: '#connection-request.forgotten' } },
} as const;

const byOthersRefused = { guard: not('byRepresentative'), actions: 'refuseNotRepresentative' } as const;
const ended = { target: '#connection-request.cancelled', actions: ['returnFee', 'holdNothing'] } as const;
const closes = { target: 'closed', actions: 'tellClosed' } as const;
const traverse = [
  { guard: not('exitLeadsFromHere'), actions: { type: 'refuse', params: { code: 'exit_not_found' } } },
  { guard: 'leadsBack', actions: 'leadBack' },
  { guard: or(['travellerMayEnter', 'travellerSpeaksForIt']), actions: 'leadOn' },
  { actions: { type: 'refuse', params: { code: 'access_denied' } } },
] as const;

export const connectionMachine = machine.createMachine({
  id: 'connection-request',
  context: ({ input: { terms, fee, facts } }) => ({
    id: terms.request,
    terms,
    held: fee,
    approved: {
      from: facts.from.representative === terms.requester,
      to: facts.to.representative === terms.requester,
    },
    requestedAt: facts.at,
    expiresTick: facts.tick + setting(facts.settings, 'CONNECTION_REQUEST_TICKS'),
  }),
  initial: 'beginning',
  on: {
    '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } },
    // The pod that sent this did not know yet that the connection ended on the same tick.
    'approvals.given': {},
  },
  states: {
    beginning: {
      always: [
        {
          guard: 'isAsked',
          target: 'pending_approval',
          actions: ['holdFee', 'awaitExpiry', 'approveByItself', 'tellRequested'],
        },
        { guard: 'isDoor', target: 'approved.door' },
        { target: 'approved.open', actions: 'tellOpened' },
      ],
    },
    pending_approval: {
      on: {
        approve_connection: [
          { guard: not('isWaitedFor'), actions: 'refuseNotRepresentative' },
          { guard: not('isLastApproval'), actions: 'noteApproval' },
          { guard: not('hasRoom'), actions: 'refuseAsFull' },
          {
            guard: 'leadsToWorkshop',
            target: 'approved.reserved',
            actions: ['noteApproval', 'payFee', 'holdNothing', 'tellApproved', 'expireLater', 'awaitExpiry'],
          },
          {
            target: 'approved.open',
            actions: ['noteApproval', 'payFee', 'holdNothing', 'tellApproved', 'tellOpened'],
          },
        ],
        'approvals.given': [
          { guard: not('everyoneAgrees') },
          { guard: not('hasRoom'), target: 'rejected', actions: ['returnFee', 'holdNothing', 'tellRejected'] },
          {
            guard: 'leadsToWorkshop',
            target: 'approved.reserved',
            actions: ['payFee', 'holdNothing', 'tellApproved', 'expireLater', 'awaitExpiry'],
          },
          { target: 'approved.open', actions: ['payFee', 'holdNothing', 'tellApproved', 'tellOpened'] },
        ],
        reject_connection: [
          byOthersRefused,
          { target: 'rejected', actions: ['returnFee', 'holdNothing', 'tellRejected'] },
        ],
        'request.expires': { target: 'expired', actions: ['returnFee', 'holdNothing', 'tellExpired'] },
        // A request is cancelled when one of its ends ends (RQ6).
        'from.ended': ended,
        'to.ended': ended,
        'requester.ended': ended,
      },
    },
    approved: {
      initial: 'open',
      states: {
        reserved: {
          on: {
            opens: { target: 'open', actions: 'tellOpened' },
            'request.expires': { target: '#connection-request.expired', actions: 'tellExpired' },
            'from.ended': { target: '#connection-request.cancelled' },
            'to.ended': { target: '#connection-request.cancelled' },
          },
        },
        open: {
          entry: 'forgetWakeUps',
          on: {
            traverse,
            update_connection: [
              byOthersRefused,
              { guard: 'changesOthersAccess', actions: 'refuseOtherSide' },
              { guard: 'gatesTheCommons', actions: 'refuseGate' },
              { actions: 'takeChanges' },
            ],
            close_connection: [
              byOthersRefused,
              { guard: 'isLastConnection', actions: { type: 'refuse', params: { code: 'last_connection' } } },
              closes,
            ],
            // A connection closes when either place ends (LI7).
            'from.ended': closes,
            'to.ended': closes,
          },
        },
        door: {
          on: {
            traverse,
            'door.admits': { actions: 'takeMembers' },
            // A door was never requested, so nobody reads it afterwards.
            'door.closes': { target: '#connection-request.forgotten' },
            'from.ended': { target: '#connection-request.forgotten' },
            'to.ended': { target: '#connection-request.forgotten' },
          },
        },
        closed: {
          ...over,
          on: {
            ...over.on,
            // For a traveller who was on the way when the connection closed.
            traverse: { actions: { type: 'refuse', params: { code: 'exit_not_found' } } },
          },
        },
      },
    },
    rejected: over,
    expired: over,
    cancelled: over,
    forgotten: { entry: 'leave' },
  },
});
