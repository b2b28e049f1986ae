/** How a resident calls a global service that costs something: whether it may, and what is held for it. */
import { not } from 'xstate';
import type { Facts } from '../../engine/actor-kind.ts';
import { half } from '../building/tiers.ts';
import { indexes } from '../indexes.ts';
import { serviceCallActor } from '../place/names.ts';
import { hasTerminal, isInStudy } from '../place/terminal.ts';
import { refusal } from '../refusals.ts';
import { type ImageOf, spawn } from '../registry.ts';
import type { CallGlobalService } from '../service-call/messages.ts';
import { effect, type On, on } from './base.ts';

/** What a resident must know before it calls. */
export interface Calling {
  /** The identifier of the call. */
  readonly call: string;
  /** Calls and runs that it has under way. */
  readonly openCalls: number;
  /** What it has, in millicredits. */
  readonly balance: number;
  readonly isAvailable: boolean;
  /** It thinks at home, where there is a study: half the price. */
  readonly isHalved: boolean;
}

export const calling = (facts: Facts, { id, context }: ImageOf<'resident'>, said: CallGlobalService): Calling => ({
  call: facts.mint('call'),
  openCalls: facts.count(indexes.openCalls, context.id),
  balance: facts.balance(id),
  isAvailable: !said.needsTerminal || hasTerminal(facts, context.location),
  isHalved: said.halfInStudy && isInStudy(facts, context),
});

type Scene = On<'call_global_service'>;

const onCalling = <Result>(rule: (scene: Scene) => Result) => on('call_global_service', rule);

const held = ({ event: { hold, facts } }: Scene): number => (facts.isHalved ? half(hold) : hold);

export const callingServices = {
  guards: {
    isServiceAvailable: onCalling(({ event }) => event.facts.isAvailable),
    canPayService: onCalling((scene) => scene.event.facts.balance >= held(scene)),
  },
  actions: {
    refuseServiceHere: effect(
      onCalling(({ context, event }) =>
        refusal('service_unavailable_here', { service: event.service, current: context.location }),
      ),
    ),
    refuseServicePrice: effect(
      onCalling((scene) =>
        refusal('insufficient_credits', { required: held(scene), balance: scene.event.facts.balance }),
      ),
    ),
    callGlobalService: effect(
      onCalling((scene) => {
        const { service, operation, reference, facts } = scene.event;
        const { call: id, isHalved } = facts;
        const caller = scene.context.id;
        return spawn(serviceCallActor(id), { id, service, operation, reference, caller, held: held(scene), isHalved });
      }),
    ),
  },
} as const;

/** The checks in the contract's order. */
export const callsGlobalService = [
  { guard: not('isServiceAvailable'), actions: 'refuseServiceHere' },
  { guard: not('canPayService'), actions: 'refuseServicePrice' },
  { guard: not('mayCallMore'), actions: 'refuseCalls' },
  { actions: 'callGlobalService' },
] as const;
