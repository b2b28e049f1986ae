/**
 * A portal station: it connects a place of the city with one in the world outside. The operator registers it; a program outside
 * displays what is said at its place, prints, and sends pictures.
 *
 *   active -> inactive     the gateway has received no heartbeat for a while
 *   inactive -> active     it has received one again
 *   either -> closed       the operator closes it, or its place ends: waiting prints fail, its token is no longer accepted
 *
 * An active one passes on what visitors say to those at its place, and takes prints and pictures; an inactive one refuses all three.
 * Prints taken before can be answered in both states (`print/machine.ts`), and pictures taken away (`note/machine.ts`). What residents say
 * reaches every active station where they stand (`resident/portal.ts`).
 */
import { not, setup } from 'xstate';
import type { Settings } from '../../../engine/actor-kind.ts';
import { type Effect, each, type Refusal } from '../../../engine/effect.ts';
import { tell } from '../../events.ts';
import { refusal, refusalOfState } from '../../refusals.ts';
import { send, spawn } from '../../registry.ts';
import { at, printActor, stationActor, visitorActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import { type Birth, effect, type On, on, refuse, refuses } from './base.ts';
import type { Counted, StationEvent } from './facts.ts';
import type { StationContext } from './messages.ts';
import { removesPicture, showingPictures, takesPicture } from './pictures.ts';

const onPrint = <Result>(rule: (scene: On<'print'>) => Result) => on('print', rule);

const hereMax = (settings: Settings): number => setting(settings, 'PRINTS_PER_STATION_MAX');
const ofPayerMax = (settings: Settings): number => setting(settings, 'PRINTS_PER_RESIDENT_MAX');

/** The answer gives the ticks as seconds of their nominal length. */
function refuseMore(limit: number, { freeIn }: Counted, settings: Settings): Refusal {
  const seconds = (ticks: number): number => ticks * setting(settings, 'TICK_SECONDS');
  return refusal('rate_limited', {
    limit,
    window_seconds: seconds(setting(settings, 'PRINT_WINDOW_TICKS')),
    retry_after_seconds: seconds(Math.max(1, freeIn)),
    of: 'prints',
  });
}

const machine = setup({
  types: {
    context: {} as StationContext,
    events: {} as StationEvent,
    emitted: {} as Effect,
    input: {} as Birth,
  },
  guards: {
    ...showingPictures.guards,
    isOwnPrint: on('answer_print', ({ event }) => event.facts.isOwn),
    /** A station takes a bounded number of prints in a window (PS4). */
    takesMore: onPrint(({ event: { facts } }) => facts.here.count < hereMax(facts.settings)),
    /** A resident or visitor may order a bounded number in a window, at all stations together (PS4). */
    payerMayPrint: onPrint(({ event: { facts } }) => facts.ofPayer.count < ofPayerMax(facts.settings)),
  },
  actions: {
    refuse,
    ...showingPictures.actions,
    /** A print of another station is answered as one that does not exist. */
    refuseUnknownPrint: refuses(
      on('answer_print', ({ event }) => refusal('not_found', { kind: 'print', id: event.print })),
    ),
    answerPrint: effect(
      on('answer_print', ({ event }) => send(printActor(event.print), { type: 'answered', status: event.status })),
    ),
    /** Who speaks or prints learns what it can do instead, not how the station does (PS5). */
    refuseAsSilent: refuses(({ context: { id } }) =>
      refusalOfState(
        `No heartbeat of the portal station ${id} has come for a while, so it takes nothing. Wait, or take another: GET /v1/portals lists those that are active.`,
      ),
    ),
    refuseAtFullStation: refuses(
      onPrint(({ event: { facts } }) => refuseMore(hereMax(facts.settings), facts.here, facts.settings)),
    ),
    refusePayer: refuses(
      onPrint(({ event: { facts } }) => refuseMore(ofPayerMax(facts.settings), facts.ofPayer, facts.settings)),
    ),
    takePrint: effect(
      onPrint(({ context, event: { payer, content, facts } }) =>
        spawn(printActor(facts.print), {
          id: facts.print,
          station: context.id,
          place: context.location,
          payer,
          content,
          fee: setting(facts.settings, 'PRINT_COST'),
        }),
      ),
    ),
    /** For those at the place, the station itself, and the visitor who speaks; the visitor learns no place where it may not walk (PS6). */
    tellBroadcast: effect(
      on('broadcast', ({ context, event: { by, message, text, facts } }) => {
        const self = stationActor(context.id);
        const data = { id: message, message: text, station: context.id };
        const broadcast = {
          type: 'portal.broadcast',
          location: context.location,
          actor: by,
          subject: context.id,
          data,
        } as const;
        const there = { topics: [at(context.location)], letters: [self] };
        if (facts.isPublic) return tell(broadcast, { ...there, actors: [self, visitorActor(by)] });
        return each([
          tell(broadcast, { ...there, actors: [self] }),
          tell({ ...broadcast, location: null }, { actors: [visitorActor(by)], public: false }),
        ]);
      }),
    ),
  },
});

/** Both states of a station that is not closed. */
const registered = {
  answer_print: [{ guard: not('isOwnPrint'), actions: 'refuseUnknownPrint' }, { actions: 'answerPrint' }],
  remove_picture: removesPicture,
  close: { target: 'closed' },
  'place.ended': { target: 'closed' },
} as const;

export const stationMachine = machine.createMachine({
  id: 'portal-station',
  context: ({ input: { facts, ...station } }) => ({ ...station, registeredAt: facts.at }),
  initial: 'active',
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    active: {
      on: {
        ...registered,
        silent: { target: 'inactive' },
        heard: {},
        broadcast: { actions: 'tellBroadcast' },
        print: [
          { guard: not('payerMayPrint'), actions: 'refusePayer' },
          { guard: not('takesMore'), actions: 'refuseAtFullStation' },
          { actions: 'takePrint' },
        ],
        receive_picture: takesPicture,
      },
    },
    inactive: {
      on: {
        ...registered,
        heard: { target: 'active' },
        silent: {},
        broadcast: { actions: 'refuseAsSilent' },
        print: { actions: 'refuseAsSilent' },
        receive_picture: { actions: 'refuseAsSilent' },
      },
    },
    closed: {},
  },
});
