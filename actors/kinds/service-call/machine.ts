/**
 * A priced call of a global service: from its hold, the most that it can cost, to its bill.
 *
 *   open -> ended (leaves)     served: the cost is taken, the rest goes back
 *        -> ended (leaves)     it failed, took too long or was lost: all of it goes back
 *
 * Input and output never come here: they wait in memory, by `reference` (`services/contract.ts`). Only the first end
 * counts: the actor leaves with it, and a later message finds no actor.
 */
import { setup } from 'xstate';
import { conclude, type Effect, each, giveBack, post, retire } from '../../../engine/effect.ts';
import { type Scene, wordsFor } from '../../chart.ts';
import { perform } from '../../effects.ts';
import { concludeRefused } from '../../refusals.ts';
import { tellRefund } from '../../rules/people/payees.ts';
import { residentActor } from '../../rules/place/names.ts';
import { half } from '../../rules/workshops/tiers.ts';
import type { ServiceCallEvent } from './facts.ts';
import type { BillShown, ServiceCallContext, ServiceCallInput } from './messages.ts';

const { on, effect, refuse, birth } = wordsFor<ServiceCallContext, ServiceCallEvent, ServiceCallInput>();

/** What the caller is charged, in millicredits. */
const taken = on('service.done', ({ context, event }) => {
  const cost = event.result.type === 'served' ? event.result.cost : 0;
  return context.isHalved ? half(cost) : cost;
});

const isWhole = (cost: number): boolean => Number.isSafeInteger(cost) && cost >= 0;

type Ended = Scene<ServiceCallContext, ServiceCallEvent>;

/** The part of the hold that is not charged goes back, to the heir of a caller who has died (L8). */
const rest = ({ context, event }: Ended, millicredits: number): Effect =>
  giveBack(residentActor(context.caller), event.facts.payee, millicredits, 'service returned');

/** Notifies who gets it (PA4): after a restart there is no other answer. */
const tellRest = ({ context: { caller, service }, event }: Ended, millicredits: number): Effect =>
  tellRefund(event.facts.payee, caller, { service }, millicredits);

/** True when the heir gets it. A living caller reads in its bill what has gone back. */
const isHeirs = ({ context, event }: Ended): boolean => event.facts.payee !== residentActor(context.caller);

const machine = setup({
  types: {
    context: {} as ServiceCallContext,
    events: {} as ServiceCallEvent,
    emitted: {} as Effect,
    input: {} as ServiceCallInput,
  },
  guards: {
    /** True for a cost that is a whole number of millicredits from 0 to the hold (GS3). */
    wasServed: on('service.done', (scene) => {
      const { result } = scene.event;
      return result.type === 'served' && isWhole(result.cost) && taken(scene) <= scene.context.held;
    }),
  },
  actions: {
    refuse,
    /** In escrow until it ends (SG2). */
    hold: effect(({ context }) => post(residentActor(context.caller), 'escrow', context.held, 'service')),
    callService: effect((scene) => {
      const { service, operation, reference } = birth(scene);
      return perform('service', { service, operation, reference });
    }),
    takeCost: effect((scene) => {
      const cost = taken(scene);
      const left = scene.context.held - cost;
      const notices = isHeirs(scene) ? [tellRest(scene, left)] : [];
      return each([post('escrow', 'treasury', cost, 'service'), rest(scene, left), ...notices]);
    }),
    giveAllBack: effect((scene) => each([rest(scene, scene.context.held), tellRest(scene, scene.context.held)])),
    tellBill: effect(
      on('service.done', (scene) => {
        const { id, held } = scene.context;
        const charged = taken(scene);
        const balance = scene.event.facts.balance + (isHeirs(scene) ? 0 : held - charged);
        const bill: BillShown = { id, charged: charged / 1000, balance: balance / 1000 };
        return conclude(bill);
      }),
    ),
    answerFailed: effect(({ context, event }) =>
      concludeRefused('service_failed', {
        service: context.service,
        reason: event.type === 'service.done' && event.result.type === 'failed' ? event.result.code : null,
      }),
    ),
    leave: effect(() => retire),
  },
});

const failed = { target: 'ended', actions: ['giveAllBack', 'answerFailed'] } as const;

export const serviceCallMachine = machine.createMachine({
  id: 'service-call',
  context: ({ input: { id, service, operation, caller, held, isHalved } }) => ({
    id,
    service,
    operation,
    caller,
    held,
    isHalved,
  }),
  initial: 'open',
  entry: ['hold', 'callService'],
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    open: {
      on: {
        'service.done': [{ guard: 'wasServed', target: 'ended', actions: ['takeCost', 'tellBill'] }, failed],
        'service.failed': failed,
        'service.lost': failed,
      },
    },
    ended: { entry: 'leave' },
  },
});
