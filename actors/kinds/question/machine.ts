/**
 * A question that a visitor asks a resident, from the moment its price is held until nobody can read it any more.
 *
 *   asked -> answered      who was asked answers, and has the price
 *         -> lapsed        nobody has answered in time, who was asked has died, or the operator took it down (VH6): the price goes back
 *   answered -> lapsed     the operator took it down
 *   what has ended -> forgotten    a while later it leaves the city
 *
 * Nobody is made to answer. A question and its answer are public once it is answered, and nobody's but the two's until then.
 */
import { not, setup } from 'xstate';
import { type Effect, each, post, retire, sleep, wake } from '../../../engine/effect.ts';
import { wordsFor } from '../../chart.ts';
import { tell } from '../../events.ts';
import type { Present } from '../../facts.ts';
import { refusal } from '../../refusals.ts';
import { tellCreditsReceived, tellCreditsReceivedForLater } from '../../rules/people/payees.ts';
import { residentActor, visitorActor } from '../../rules/place/names.ts';
import { setting } from '../../rules/workshops/tiers.ts';
import type { QuestionEvent } from './facts.ts';
import type { QuestionContext, QuestionInput } from './messages.ts';

type Birth = QuestionInput & { readonly facts: Present };

const { on, effect, change, refuse, refuses } = wordsFor<QuestionContext, QuestionEvent, Birth>();

const shown = ({ id, visitor, resident }: QuestionContext) => ({ id, from: visitor, to: resident });
const parties = ({ visitor, resident }: QuestionContext) => [residentActor(resident), visitorActor(visitor)];

const machine = setup({
  types: {
    context: {} as QuestionContext,
    events: {} as QuestionEvent,
    emitted: {} as Effect,
    input: {} as Birth,
  },
  guards: {
    byAsked: on('is.answered', ({ context, event }) => event.by === context.resident),
  },
  actions: {
    refuse,
    /** A question to another is answered as one that does not exist. */
    refuseOthers: refuses(({ context }) => refusal('not_found', { kind: 'question', id: context.id })),
    holdPrice: effect(({ context }) => post(visitorActor(context.visitor), 'escrow', context.held, 'question')),
    payAnswer: effect(({ context: { resident, visitor, held } }) => {
      const payee = residentActor(resident);
      return each([
        post('escrow', payee, held, 'answer'),
        tellCreditsReceived(payee, { reason: 'answer', from: visitor, amount: held / 1000 }),
      ]);
    }),
    /** Also among its notifications: it may be away. */
    returnPrice: effect(({ context: { visitor, held } }) => {
      const payee = visitorActor(visitor);
      const refund = { reason: 'refund', from: null, amount: held / 1000 } as const;
      return each([
        { type: 'post', from: 'escrow', to: payee, amount: held, reason: 'question returned', isRefund: true },
        tellCreditsReceivedForLater(payee, refund),
      ]);
    }),
    holdNothing: change(() => ({ held: 0 })),
    noteAnswer: change(on('is.answered', ({ event }) => ({ answer: event.answer, answeredAt: event.facts.at }))),
    forgetAnswer: change(() => ({ answer: null, answeredAt: null })),
    /** A private notice, to nobody else (VH1). */
    tellAsked: effect(({ context }) => {
      const { visitor, resident, text, price, lapsesTick } = context;
      const data = { ...shown(context), question: text, price: price / 1000, lapses_tick: lapsesTick };
      const asked = { type: 'question.asked', location: null, actor: visitor, subject: resident, data } as const;
      return tell(asked, { actors: parties(context) });
    }),
    tellAnswered: effect(
      on('is.answered', ({ context, event }) => {
        const { resident, visitor } = context;
        const data = { ...shown(context), question: context.text, answer: event.text };
        const answered = {
          type: 'question.answered',
          location: null,
          actor: resident,
          subject: visitor,
          data,
        } as const;
        return tell(answered, { actors: parties(context), letters: [visitorActor(visitor)], public: true });
      }),
    ),
    tellLapsed: effect(({ context }) => {
      const lapsed = { type: 'question.lapsed', location: null, actor: null, subject: context.visitor } as const;
      const letters = [visitorActor(context.visitor)];
      return tell({ ...lapsed, data: shown(context) }, { actors: parties(context), letters });
    }),
    awaitAnswer: effect(({ context }) => wake(context.lapsesTick, { type: 'question.lapses' })),
    forgetWakeUps: effect(() => sleep),
    awaitForgetting: effect(({ event }) =>
      wake(event.facts.tick + setting(event.facts.settings, 'QUESTION_KEPT_TICKS'), { type: 'forgotten' }),
    ),
    leave: effect(() => retire),
  },
});

const lapsed = { target: 'lapsed', actions: ['returnPrice', 'holdNothing', 'tellLapsed'] } as const;

/** It can be read for a while, then it leaves the city. */
const over = {
  entry: ['forgetWakeUps', 'awaitForgetting'],
  on: { forgotten: { target: '#question.forgotten' } },
} as const;

export const questionMachine = machine.createMachine({
  id: 'question',
  context: ({ input: { facts, ...question } }) => ({
    ...question,
    held: question.price,
    askedAt: facts.at,
    lapsesTick: facts.tick + setting(facts.settings, 'QUESTION_TICKS'),
    answer: null,
    answeredAt: null,
  }),
  initial: 'asked',
  entry: ['holdPrice', 'awaitAnswer', 'tellAsked'],
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    asked: {
      on: {
        'is.answered': [
          { guard: not('byAsked'), actions: 'refuseOthers' },
          { target: 'answered', actions: ['noteAnswer', 'payAnswer', 'holdNothing', 'tellAnswered'] },
        ],
        'question.lapses': lapsed,
        'resident.ended': lapsed,
        take_down: lapsed,
      },
    },
    answered: { ...over, on: { ...over.on, take_down: { target: 'lapsed', actions: 'forgetAnswer' } } },
    lapsed: over,
    forgotten: { entry: 'leave' },
  },
});
