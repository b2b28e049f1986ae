/**
 * A container inside a pod: allowed by the pod's representative, deployed by the resident who was allowed to, stopped when it
 * is removed or its pod ends. One that is not deployed yet stops as well when the pod has another owner (RP2). While it runs
 * its upkeep is the pod's, and it is a place that one enters from the pod.
 *
 *   allowed -> running -> stopped -> allowed        its name may be used again
 */
import { setup } from 'xstate';
import { burn, type Effect, each } from '../../../engine/effect.ts';
import { type SceneOf, wordsFor } from '../../chart.ts';
import { perform } from '../../effects.ts';
import { tell } from '../../events.ts';
import { refusal } from '../../refusals.ts';
import { send } from '../../registry.ts';
import { keepStore, noCode, runCode, serviceFile } from '../../rules/code/code-rules.ts';
import { ruinRefusals } from '../../rules/place/commands.ts';
import { containerUpkeep } from '../../rules/place/inner-upkeep.ts';
import { callActor, podActor, residentActor } from '../../rules/place/names.ts';
import { admit } from '../../rules/toll/entering.ts';
import { beginUpkeep } from '../../rules/workshops/first-upkeep.ts';
import type { ContainerEvent } from './facts.ts';
import type { ContainerContext, ContainerInput } from './messages.ts';

const { on, effect, change, refuse, refuses } = wordsFor<ContainerContext, ContainerEvent, ContainerInput>();

/** The event is for the resident who deployed it, and for the owner and the representative of the pod that pays for it. */
function tellOfContainer(
  { context, event }: SceneOf<ContainerContext, ContainerEvent, 'start' | 'remove' | 'parent.ended'>,
  type: 'container.started' | 'container.stopped',
): Effect {
  const by = 'by' in event ? event.by : null;
  const { id, pod, name, agent } = context;
  const { owner, representative } = event.facts;
  const hearers = [agent, representative, owner, by].filter((one) => one !== null);
  const happened = { type, location: pod, actor: by, subject: id, data: { id, pod, name } };
  return tell(happened, { actors: [...new Set(hearers)].map(residentActor) });
}

const machine = setup({
  types: {
    context: {} as ContainerContext,
    events: {} as ContainerEvent,
    emitted: {} as Effect,
    input: {} as ContainerInput,
  },
  guards: {
    offersService: ({ context }) => context.entry === serviceFile,
  },
  actions: {
    refuse,
    refuseAsRuin: refuses(({ context }) => refusal('pod_shut_down', { location: context.id })),
    beginAnew: change(
      on('allow', ({ event }) => {
        const { agent, cpuMillis, memoryMib } = event;
        return { agent, cpuMillis, memoryMib, ...noCode, description: null };
      }),
    ),
    takeCode: change(
      on('start', ({ context, event }) => {
        const { source, code, entry, description, facts } = event;
        const upkeep = containerUpkeep(facts.settings, context.cpuMillis);
        return { ...(source !== null && { source }), code, entry, description, upkeep };
      }),
    ),
    beginUpkeep: effect(({ context }) => beginUpkeep(podActor(context.pod), context.upkeep)),
    endUpkeep: effect(({ context }) => burn(podActor(context.pod), -context.upkeep)),
    tellStarted: effect(on('start', (scene) => tellOfContainer(scene, 'container.started'))),
    tellStopped: effect(on(['remove', 'parent.ended'], (scene) => tellOfContainer(scene, 'container.stopped'))),
    /** Residents who were still in the ruin are in the pod afterwards: the new container is empty. */
    leadOccupantsOut: effect(
      on('allow', ({ context, event }) => {
        const { occupants } = event.facts;
        return each(occupants.map((one) => send(residentActor(one), { type: 'relocated', place: context.pod })));
      }),
    ),
    removeSandbox: effect(({ context }) => perform('sandbox.remove', { place: context.id })),
    admit: effect(on('enter', ({ context, event }) => admit(context.id, event))),
    serve: effect(
      on('call_service', ({ context, event }) => {
        const { id, code, entry, cpuMillis, memoryMib } = context;
        const allowance = { cpuMillis, memoryMib, stores: 1 };
        const call = { id: event.facts.call, task: 'call', place: id, caller: event.by, price: 0, allowance } as const;
        return code === null || entry === null
          ? refusal('not_found', { kind: 'service' })
          : runCode({ ...call, code, entry, input: event.input });
      }),
    ),
    keepStore: change(on('served', keepStore)),
    chargeNothing: effect(on('served', ({ event }) => send(callActor(event.call), { type: 'charged', amount: 0 }))),
  },
});

export const containerMachine = machine.createMachine({
  id: 'container',
  context: ({ input: { id, pod, name, agent, cpuMillis, memoryMib } }) => ({
    id,
    pod,
    name,
    agent,
    cpuMillis,
    memoryMib,
    upkeep: 0,
    ...noCode,
    description: null,
  }),
  initial: 'allowed',
  on: { '*': { actions: { type: 'refuse', params: { code: 'invalid_state' } } } },
  states: {
    allowed: {
      on: {
        start: { target: 'running', actions: ['takeCode', 'beginUpkeep', 'tellStarted'] },
        remove: { target: 'stopped' },
        'leave.ended': { target: 'stopped' },
        'parent.ended': { target: 'stopped' },
      },
    },
    running: {
      on: {
        enter: { actions: 'admit' },
        call_service: [
          { guard: 'offersService', actions: 'serve' },
          { actions: { type: 'refuse', params: { code: 'not_found', kind: 'service' } } },
        ],
        served: { actions: ['keepStore', 'chargeNothing'] },
        open_workshop: { actions: { type: 'refuse', params: { code: 'tier_capacity_exceeded', max: 0, current: 0 } } },
        request_connection: {
          actions: { type: 'refuse', params: { code: 'tier_capacity_exceeded', max: 0, current: 0 } },
        },
        remove: { target: 'stopped', actions: ['endUpkeep', 'tellStopped', 'removeSandbox'] },
        'parent.ended': { target: 'stopped', actions: ['tellStopped', 'removeSandbox'] },
      },
    },
    stopped: {
      on: {
        allow: { target: 'allowed', actions: ['beginAnew', 'leadOccupantsOut'] },
        ...ruinRefusals('container'),
        // The pod that sent this did not know that the container ended on the same tick.
        'leave.ended': {},
        'sandbox.remove.done': {},
        'sandbox.remove.failed': {},
      },
    },
  },
});
