/** How a resident calls a priced global service: whether it may, and what is held for the call. */
import { not } from 'xstate';
import { refusal } from '../../refusals.ts';
import { spawn } from '../../registry.ts';
import { serviceCallActor } from '../../rules/place/names.ts';
import { half } from '../../rules/workshops/tiers.ts';
import { effect, type On, on, refuses } from './base.ts';

type Scene = On<'call_global_service'>;

const onCalling = <Result>(rule: (scene: Scene) => Result) => on('call_global_service', rule);

/** A study halves the hold, as it halves the price (SG3). */
const held = ({ event: { hold, facts } }: Scene): number => (facts.isHalved ? half(hold) : hold);

export const callingServices = {
  guards: {
    /** (SG1) */
    isServiceAvailable: onCalling(({ event }) => event.facts.isAvailable),
    /** The caller must have the most that the call can cost (SG2). */
    canPayService: onCalling((scene) => scene.event.facts.balance >= held(scene)),
  },
  actions: {
    refuseServiceHere: refuses(
      onCalling(({ context, event }) =>
        refusal('service_unavailable_here', { service: event.service, current: context.location }),
      ),
    ),
    refuseServicePrice: refuses(
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

/** The checks, in the contract's order. */
export const callsGlobalService = [
  { guard: not('isServiceAvailable'), actions: 'refuseServiceHere' },
  { guard: not('canPayService'), actions: 'refuseServicePrice' },
  { guard: not('mayCallMore'), actions: 'refuseCalls' },
  { actions: 'callGlobalService' },
] as const;
