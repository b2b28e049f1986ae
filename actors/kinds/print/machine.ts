/**
 * Something that is to be printed at a portal station, from the moment its fee is held until somebody receives it.
 *
 *   queued -> printed      the station has printed it: the fee is taken
 *          -> failed       it could not, did not answer in time, or was closed: the fee goes back
 *   what has ended -> forgotten    a while later it leaves the city
 *
 * It counts against the limits of its station and of its payer for one window from the moment in which it was taken, unless it
 * fails.
 */
import { setup } from 'xstate';
import { type Effect, each, giveBack, post, retire, sleep, wake } from '../../../engine/effect.ts';
import { kindOf, nameOf } from '../../../engine/ids.ts';
import { wordsFor } from '../../chart.ts';
import type { DataOf } from '../../event-types.ts';
import { tell } from '../../events.ts';
import type { Present } from '../../facts.ts';
import { tellCreditsReceivedForLater, tellRefund } from '../../rules/people/payees.ts';
import { stationActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import type { PrintEvent } from './facts.ts';
import type { PrintContext, PrintInput } from './messages.ts';

const { on, effect, change, refuse } = wordsFor<PrintContext, PrintEvent, PrintInput & { readonly facts: Present }>();
const onEnd = on<'answered' | 'print.expires' | 'station.ended', Effect>;

const isOfVisitor = ({ payer }: PrintContext): boolean => kindOf(payer) === 'visitor';

const reasons = { answered: 'answered', 'print.expires': 'expired', 'station.ended': 'closed' } as const;

const shown = ({ id, station, payer }: PrintContext) => ({ id, station, by: nameOf(payer) });

/** Null for a visitor, who stands nowhere and may not know of the place. The station's own view says where the station is. */
const placeNamed = (context: PrintContext): string | null => (isOfVisitor(context) ? null : context.place);

/** For the station, and for the payer (PS6). */
function tellEnd(
  context: PrintContext,
  status: DataOf<'portal.printed'>['status'],
  reason: keyof typeof reasons,
): Effect {
  const [self, { payer, id }] = [stationActor(context.station), context];
  const data = { ...shown(context), status, reason: reasons[reason] };
  return tell(
    { type: 'portal.printed', location: placeNamed(context), actor: null, subject: id, data },
    { actors: [self, payer], letters: isOfVisitor(context) ? [self, payer] : [self] },
  );
}

/** A visitor may be away, so it is also among its notifications. */
function tellReturn(context: PrintContext, payee: Parameters<typeof tellRefund>[0]): Effect {
  const { payer, place, held } = context;
  if (!isOfVisitor(context)) return tellRefund(payee, nameOf(payer), { place }, held);
  return tellCreditsReceivedForLater(payer, { reason: 'refund', from: null, amount: held / 1000 });
}

const machine = setup({
  types: {
    context: {} as PrintContext,
    events: {} as PrintEvent,
    emitted: {} as Effect,
    input: {} as PrintInput & { readonly facts: Present },
  },
  guards: {
    isPrinted: on('answered', ({ event }) => event.status === 'printed'),
  },
  actions: {
    refuse,
    holdFee: effect(({ context }) => post(context.payer, 'escrow', context.held, 'print')),
    takeFee: effect(({ context }) => post('escrow', 'treasury', context.held, 'print')),
    /** To the payer, or to who took its estate (L8). */
    returnFee: effect(
      onEnd(['answered', 'print.expires', 'station.ended'], ({ context, event }) => {
        const { payee } = event.facts;
        return each([giveBack(context.payer, payee, context.held, 'print returned'), tellReturn(context, payee)]);
      }),
    ),
    holdNothing: change(() => ({ held: 0 })),
    awaitAnswer: effect(({ context }) => wake(context.answerTick, { type: 'print.expires' })),
    awaitWindow: effect(({ context }) =>
      context.isCounted ? wake(context.countsUntil, { type: 'window.over' }) : each([]),
    ),
    awaitForgetting: effect(({ context, event }) => {
      const { tick, settings } = event.facts;
      const tickAfter = tick + setting(settings, 'PRINT_KEPT_TICKS');
      return wake(Math.max(context.countsUntil, tickAfter), { type: 'forgotten' });
    }),
    forgetWakeUps: effect(() => sleep),
    countNoMore: change(() => ({ isCounted: false })),
    tellQueued: effect(({ context }) => {
      const [self, { payer, id, fee }] = [stationActor(context.station), context];
      const data = { ...shown(context), cost: fee / 1000 };
      const queued = {
        type: 'print.queued',
        location: placeNamed(context),
        actor: nameOf(payer),
        subject: id,
        data,
      } as const;
      const category = isOfVisitor(context) ? ({ category: 'visitor' } as const) : {};
      return tell({ ...queued, ...category }, { actors: [self, payer], letters: [self] });
    }),
    tellPrinted: effect(({ context }) => tellEnd(context, 'printed', 'answered')),
    tellFailed: effect(
      onEnd(['answered', 'print.expires', 'station.ended'], ({ context, event }) =>
        tellEnd(context, 'failed', event.type),
      ),
    ),
    leave: effect(() => retire),
  },
});

/** Nothing was printed and nothing is charged: it no longer counts. */
const failed = { target: 'failed', actions: ['returnFee', 'holdNothing', 'countNoMore', 'tellFailed'] } as const;

const over = {
  entry: ['forgetWakeUps', 'awaitWindow', 'awaitForgetting'],
  on: { forgotten: { target: '#print.forgotten' } },
} as const;

export const printMachine = machine.createMachine({
  id: 'print',
  context: ({ input: { facts, ...print } }) => ({
    ...print,
    held: print.fee,
    askedAt: facts.at,
    answerTick: facts.tick + setting(facts.settings, 'PRINT_ANSWER_TICKS'),
    countsUntil: facts.tick + setting(facts.settings, 'PRINT_WINDOW_TICKS'),
    isCounted: true,
  }),
  initial: 'queued',
  entry: ['holdFee', 'awaitAnswer', 'awaitWindow', 'tellQueued'],
  on: {
    '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } },
    'window.over': { actions: 'countNoMore' },
  },
  states: {
    queued: {
      on: {
        answered: [
          { guard: 'isPrinted', target: 'printed', actions: ['takeFee', 'holdNothing', 'tellPrinted'] },
          failed,
        ],
        'print.expires': failed,
        'station.ended': failed,
      },
    },
    printed: over,
    failed: over,
    forgotten: { entry: 'leave' },
  },
});
