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
import { type Effect, each, giveBack, post, retire, sleep, wake } from '../../engine/effect.ts';
import { setting } from '../building/tiers.ts';
import { orNothing, type SceneOf, wordsFor } from '../chart.ts';
import { type EventType, tell } from '../events.ts';
import type { Present } from '../facts.ts';
import { admits, eachOnce } from '../place/access.ts';
import type { Site } from '../place/endpoint.ts';
import { at, commons, placeActor, residentActor } from '../place/names.ts';
import { refusal } from '../refusals.ts';
import { send } from '../registry.ts';
import { tellRefund } from '../resident/payees.ts';
import type { ConnectionEvent, Ends } from './facts.ts';
import type { ConnectionContext, ConnectionInput } from './messages.ts';
import { fullEnd, gatedCommons } from './requesting.ts';

type Birth = ConnectionInput & { readonly facts: Present & Ends };

const { on, effect, change, refuse, birth } = wordsFor<ConnectionContext, ConnectionEvent, Birth>();

const needs = (site: Site, approved: boolean, by?: string): boolean =>
  site.representative !== null && !approved && site.representative !== by;

/** The first whose approval is missing, the far end before the near one (RQ2). */
export function missingApproval({ approved }: Pick<ConnectionContext, 'approved'>, { from, to }: Ends): string | null {
  if (needs(to, approved.to)) return to.representative;
  return needs(from, approved.from) ? from.representative : null;
}

const represents = (by: string, { from, to }: Ends): boolean => from.representative === by || to.representative === by;

/** Those who own its ends or speak for them, and who asked for it. */
const concerned = ({ terms }: ConnectionContext, { from, to }: Ends) =>
  [...new Set([terms.requester, from.representative, from.owner, to.representative, to.owner])]
    .filter((one) => one !== null)
    .map(residentActor);

type ConnectionNews = Extract<EventType, `connection.${string}`>;

/** Told to those concerned, and to who stands where the exit can be seen; at the far end of a one-way only that something leads there (LI8). */
function newsOfWay(context: ConnectionContext, ends: Ends, by: string | null): Effect {
  const { request, from, to, bidirectional, visibility } = context.terms;
  if (visibility !== 'visible') return news('connection.opened', context, ends, by);
  if (bidirectional) return news('connection.opened', context, ends, by, [from, to]);
  const data = { request_id: request, to, by };
  const arrivals = { type: 'connection.opened', location: to, actor: by, subject: request, data } as const;
  return each([news('connection.opened', context, ends, by, [from]), tell(arrivals, { topics: [at(to)] })]);
}

function news(
  type: ConnectionNews,
  context: ConnectionContext,
  ends: Ends,
  by: string | null,
  places: readonly string[] = [],
): Effect {
  const { request, exit, from, to } = context.terms;
  const data = { request_id: request, exit_id: exit, from, to, by };
  const told = { type, location: from, actor: by, subject: request, data };
  return tell(told, { topics: places.map(at), actors: concerned(context, ends) });
}

const byOf = (event: ConnectionEvent): string | null => ('by' in event ? event.by : null);

const machine = setup({
  types: {
    context: {} as ConnectionContext,
    events: {} as ConnectionEvent,
    emitted: {} as Effect,
    input: {} as Birth,
  },
  guards: {
    isAsked: (scene) => birth(scene).beginning === 'asked',
    isDoor: (scene) => birth(scene).beginning === 'door',
    byRepresentative: on(
      ['approve_connection', 'reject_connection', 'update_connection', 'close_connection'],
      ({ event }) => represents(event.by, event.facts),
    ),
    /** Of an end that has not agreed yet. */
    isWaitedFor: on('approve_connection', ({ context: { approved }, event }) => {
      const { from, to } = event.facts;
      const waits = (site: Site, agreed: boolean) => !agreed && site.representative === event.by;
      return waits(from, approved.from) || waits(to, approved.to);
    }),
    /** Access is set by the side that is entered (LI5). */
    changesOthersAccess: on('update_connection', ({ event }) => {
      const { representative } = event.facts.to;
      return event.access !== null && representative !== null && representative !== event.by;
    }),
    /** A toll belongs to who owns the place, and nobody owns the Commons (TO2). */
    gatesTheCommons: on(
      'update_connection',
      ({ context, event }) => context.terms.to === commons && event.access?.type === 'gated',
    ),
    isLastApproval: on('approve_connection', ({ context, event }) => {
      const { from, to } = event.facts;
      return !needs(from, context.approved.from, event.by) && !needs(to, context.approved.to, event.by);
    }),
    everyoneAgrees: ({ context, event }) => missingApproval(context, event.facts) === null,
    /** Looked for again at the approval: what waits reserves nothing (RQ5). */
    hasRoom: ({ event }) => fullEnd(event.facts) === undefined,
    leadsToWorkshop: ({ event }) => event.facts.to.status === 'workshop',
    /** A one-way leads from one of its ends (LI6). */
    exitLeadsFromHere: on(
      'traverse',
      ({ context: { terms }, event }) => event.from === terms.from || (terms.bidirectional && event.from === terms.to),
    ),
    leadsBack: on('traverse', ({ context, event }) => event.from === context.terms.to),
    travellerMayEnter: on('traverse', ({ context, event }) => admits(context.terms.access, event.traveller)),
    travellerSpeaksForIt: on('traverse', ({ event }) => {
      const { owner, representative } = event.facts.to;
      return event.traveller === representative || event.traveller === owner;
    }),
    /** A deployed pod keeps one (LI4). */
    isLastConnection: ({ event }) => event.facts.from.keepsOne || event.facts.to.keepsOne,
  },
  actions: {
    refuse,
    refuseNotRepresentative: effect(({ context, event: { facts } }) => {
      const representative = missingApproval(context, facts) ?? facts.to.representative ?? facts.from.representative;
      return refusal('not_representative', { representative });
    }),
    refuseOtherSide: effect(({ event }) =>
      refusal('not_representative', { representative: event.facts.to.representative }),
    ),
    refuseGate: effect(() => gatedCommons),
    refuseAsFull: effect(({ event }) => orNothing(fullEnd(event.facts))),

    /** In escrow until it is decided (RQ1). */
    holdFee: effect(({ context }) =>
      post(residentActor(context.terms.requester), 'escrow', context.held, 'connection'),
    ),
    payFee: effect(({ context }) => post('escrow', 'treasury', context.held, 'connection')),
    returnFee: effect(({ context: { terms, held }, event }) => {
      const { payee } = event.facts;
      return each([
        giveBack(residentActor(terms.requester), payee, held, 'connection returned'),
        tellRefund(payee, terms.requester, terms.to, held),
      ]);
    }),
    holdNothing: change(() => ({ held: 0 })),
    /** Nothing waits for ever (RQ4). */
    awaitExpiry: effect(({ context }) => wake(context.expiresTick, { type: 'request.expires' })),
    expireLater: change(({ event }) => ({
      expiresTick: event.facts.tick + setting(event.facts.settings, 'CONNECTION_REQUEST_TICKS'),
    })),
    /** Nobody has to be asked: the approval follows at once (RQ3). */
    approveByItself: effect((scene) => {
      const { facts } = birth(scene);
      return missingApproval(scene.context, facts) === null ? wake(facts.tick, { type: 'approvals.given' }) : each([]);
    }),
    forgetWakeUps: effect(() => sleep),
    awaitForgetting: effect(({ event }) =>
      wake(event.facts.tick + setting(event.facts.settings, 'CONNECTION_REQUEST_TICKS'), { type: 'forgotten' }),
    ),
    leave: effect(() => retire),
    noteApproval: change(
      on('approve_connection', ({ context, event }) => {
        const { from, to } = event.facts;
        return {
          approved: {
            from: context.approved.from || from.representative === event.by,
            to: context.approved.to || to.representative === event.by,
          },
        };
      }),
    ),
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
    leadBack: effect(on('traverse', (scene) => askPlace(scene, scene.context.terms.from, false))),
    leadOn: effect(
      on('traverse', (scene) => askPlace(scene, scene.context.terms.to, scene.context.terms.access.type === 'gated')),
    ),

    tellRequested: effect((scene) =>
      news('connection.requested', scene.context, birth(scene).facts, scene.context.terms.requester),
    ),
    tellApproved: effect(({ context, event }) => news('connection.approved', context, event.facts, byOf(event))),
    tellRejected: effect(({ context, event }) => news('connection.rejected', context, event.facts, byOf(event))),
    tellExpired: effect(({ context, event }) => news('connection.expired', context, event.facts, null)),
    /** The event may be the actor's own birth: a connection that is open from the first. */
    tellOpened: effect((scene) => newsOfWay(scene.context, scene.event.facts ?? birth(scene).facts, byOf(scene.event))),
    tellClosed: effect(({ context, event }) => news('connection.closed', context, event.facts, byOf(event))),
  },
});

/** The place that the traveller comes to decides, and takes what it takes (A2). */
function askPlace(
  { context, event }: SceneOf<ConnectionContext, ConnectionEvent, 'traverse'>,
  place: string,
  gated: boolean,
): Effect {
  const { traveller, from, exit, max_toll } = event;
  const visible = context.terms.visibility === 'visible';
  return send(placeActor(place), { type: 'enter', traveller, from, exit, gated, max_toll, visible, known: true });
}

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
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
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
        // What ends cancels what waits for it (RQ6).
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
            // A connection ends with either place (LI7).
            'from.ended': closes,
            'to.ended': closes,
          },
        },
        door: {
          on: {
            traverse,
            'door.admits': { actions: 'takeMembers' },
            // Nobody asked for it, so nobody reads of it afterwards.
            'door.closes': { target: '#connection-request.forgotten' },
            'from.ended': { target: '#connection-request.forgotten' },
            'to.ended': { target: '#connection-request.forgotten' },
          },
        },
        closed: {
          ...over,
          on: {
            ...over.on,
            // Whoever was on the way when it closed.
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
