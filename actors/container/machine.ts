/**
 * A container inside a pod: allowed by the pod's representative, deployed by the one it was allowed to, stopped when it
 * is removed or its pod ends. While it runs its upkeep is the pod's, and it is a place that one enters from the pod.
 *
 *   allowed -> running -> stopped -> allowed        its name may be used again
 */
import { assertEvent, assign, emit, setup } from 'xstate';
import { burn, type Effect, each, perform, refusal, send } from '../../engine/effect.ts';
import type { ContentHash } from '../../engine/ids.ts';
import { setting } from '../building/tiers.ts';
import { type Code, noCode, runCode, serviceFile } from '../code/code.ts';
import { tell } from '../events.ts';
import { callActor, podActor, residentActor } from '../place/names.ts';
import type { ContainerEvent, ContainerInput } from './messages.ts';

export interface ContainerContext extends ContainerInput, Code {
  /** What it costs its pod each tick, in millicredits: as it was when that began. */
  readonly upkeep: number;
  readonly description: ContentHash | null;
}

interface Scene {
  readonly context: ContainerContext;
  readonly event: ContainerEvent;
}

/** Millicredits a tick: for each core, rounded up. */
const upkeepOf = ({ context, event }: Scene): number =>
  Math.ceil((setting(event.facts.settings, 'CONTAINER_CORE_UPKEEP') * context.cpuMillis) / 1000);

/** Told to who deployed it, and to those who own the pod that pays for it or speak for it. */
const news = ({ context, event }: Scene, type: 'container.started' | 'container.stopped'): Effect => {
  assertEvent(event, ['start', 'remove', 'parent.ended']);
  const by = 'by' in event ? event.by : null;
  const { id, pod, name, agent } = context;
  const { owner, representative } = event.facts;
  const hearers = [agent, representative, owner, by].filter((one) => one !== null);
  const told = { type, location: pod, actor: by, subject: id, data: { id, pod, name } };
  return tell(told, { actors: [...new Set(hearers)].map(residentActor) });
};

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
    refuse: emit((_, { code, ...context }: { readonly code: string; readonly [field: string]: unknown }) =>
      refusal(code, context),
    ),
    refuseAsRuin: emit(({ context }) => refusal('pod_shut_down', { location: context.id })),
    beginAnew: assign(({ event }) => {
      assertEvent(event, 'allow');
      const { agent, cpuMillis, memoryMib } = event;
      return { agent, cpuMillis, memoryMib, ...noCode, description: null };
    }),
    takeCode: assign((scene) => {
      const { event } = scene;
      assertEvent(event, 'start');
      return { code: event.code, entry: event.entry, description: event.description, upkeep: upkeepOf(scene) };
    }),
    beginUpkeep: emit(({ context }) => burn(podActor(context.pod), context.upkeep)),
    endUpkeep: emit(({ context }) => burn(podActor(context.pod), -context.upkeep)),
    tellStarted: emit((scene) => news(scene, 'container.started')),
    tellStopped: emit((scene) => news(scene, 'container.stopped')),
    /** Whoever stayed in the ruin is in the pod then: the new one is empty. */
    leadOccupantsOut: emit(({ context, event }) => {
      assertEvent(event, 'allow');
      const { occupants } = event.facts;
      return each(occupants.map((one) => send(residentActor(one), { type: 'relocated', place: context.pod })));
    }),
    removeSandbox: emit(({ context }) => perform('sandbox.remove', { place: context.id })),
    admit: emit(({ context, event }) => {
      assertEvent(event, 'enter');
      const { traveller, exit, visible, known } = event;
      return send(residentActor(traveller), { type: 'admitted', place: context.id, exit, visible, known, toll: 0 });
    }),
    serve: emit(({ context, event }) => {
      assertEvent(event, 'call_service');
      const { id, code, entry, cpuMillis, memoryMib } = context;
      const allowance = { cpuMillis, memoryMib, stores: 1 };
      const call = { id: event.facts.call, task: 'call', place: id, caller: event.by, price: 0, allowance } as const;
      return code === null || entry === null
        ? refusal('not_found', { kind: 'service' })
        : runCode({ ...call, code, entry, input: event.input });
    }),
    keepStore: assign(({ context, event }) => {
      assertEvent(event, 'served');
      return { store: event.store ?? context.store };
    }),
    chargeNothing: emit(({ event }) => {
      assertEvent(event, 'served');
      return send(callActor(event.call), { type: 'charged', amount: 0 });
    }),
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
        enter: { actions: 'refuseAsRuin' },
        call_service: { actions: 'refuseAsRuin' },
        open_workshop: { actions: 'refuseAsRuin' },
        request_connection: { actions: 'refuseAsRuin' },
        'sandbox.remove.done': {},
        'sandbox.remove.failed': {},
      },
    },
  },
});
