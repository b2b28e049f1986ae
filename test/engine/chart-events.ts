/** The events of each machine of the city, with every kind of facts: the alphabet by which its chart is walked. */
import type { AnyStateMachine, EventObject, SnapshotFrom } from 'xstate';
import { callMachine } from '../../actors/kinds/call/machine.ts';
import { connectionMachine } from '../../actors/kinds/connection/machine.ts';
import type { ConnectionContext } from '../../actors/kinds/connection/messages.ts';
import { containerMachine } from '../../actors/kinds/container/machine.ts';
import { defaultFramework } from '../../actors/kinds/framework/built-in.ts';
import { frameworkMachine } from '../../actors/kinds/framework/machine.ts';
import type { FrameworkContext } from '../../actors/kinds/framework/messages.ts';
import { commonsMachine } from '../../actors/kinds/location/commons/machine.ts';
import { houseMachine } from '../../actors/kinds/location/house/machine.ts';
import { podMachine } from '../../actors/kinds/pod/machine.ts';
import type { PodContext } from '../../actors/kinds/pod/messages.ts';
import { stationMachine } from '../../actors/kinds/portal-station/machine.ts';
import { printMachine } from '../../actors/kinds/print/machine.ts';
import type { PrintContext } from '../../actors/kinds/print/messages.ts';
import { residentMachine } from '../../actors/kinds/resident/machine.ts';
import type { ResidentContext } from '../../actors/kinds/resident/messages.ts';
import { roomMachine } from '../../actors/kinds/room/machine.ts';
import type { RoomContext } from '../../actors/kinds/room/messages.ts';
import { serviceCallMachine } from '../../actors/kinds/service-call/machine.ts';
import { soulMachine } from '../../actors/kinds/soul/machine.ts';
import type { SoulContext } from '../../actors/kinds/soul/messages.ts';
import { commons, homeOf } from '../../actors/rules/place/names.ts';
import type { Message } from '../../engine/effect.ts';
import { callBorn, callEvents } from './charts/call.ts';
import { between, connectionEvents, terms } from './charts/connection.ts';
import { containerBorn, containerEvents } from './charts/container.ts';
import { ada, bo, facts, soul } from './charts/facts.ts';
import { frameworkChartEvents } from './charts/framework.ts';
import { locationEvents } from './charts/location.ts';
import { podBorn, podEvents } from './charts/pod.ts';
import { born, ofContainer, residentEvents, tokenEvents } from './charts/resident.ts';
import { roomBorn, roomEvents } from './charts/room.ts';
import { serviceCallBorn, serviceCallEvents } from './charts/service-call.ts';
import { soulChartEvents, soulsBorn } from './charts/soul.ts';
import { printChartEvents, printsBorn, stationBorn, stationChartEvents } from './charts/station.ts';

export interface Walkable {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
  readonly events: readonly Message[];
  /** For which of the chart's transitions these walks are; all when unset. */
  readonly walks?: (transition: string) => boolean;
  /** The part of a snapshot by which two are the same place in the chart. */
  readonly project: (snapshot: SnapshotFrom<AnyStateMachine>) => string;
}

const isOfToken = (transition: string): boolean => /_token|token\.missed/.test(transition);

export const walkables: readonly Walkable[] = [
  {
    name: 'resident',
    machine: residentMachine,
    inputs: [
      { ...born, mentor: null },
      { ...born, mentor: 'eve-3', credits: 0, donation: 30_000, lifespan: 1, origin: ofContainer },
    ],
    events: residentEvents,
    walks: (transition) => !isOfToken(transition),
    project: ({ value, context }) => {
      const { location, home, heir, library, cause, achievements, vouchedFor, origin, deeds } =
        context as ResidentContext;
      const hasThanked = deeds?.thanked === undefined ? undefined : deeds.thanked > 10;
      // What is done again goes another way than at first, whatever will there is: distinguished only where there is none. So is whether
      // it lives in a container.
      const done =
        heir === null && library === null
          ? (achievements?.[0] ?? vouchedFor?.[0] ?? hasThanked ?? origin?.core)
          : undefined;
      return JSON.stringify([value, location === home, heir, library !== null, cause, done]);
    },
  },
  {
    name: 'the token of a resident',
    machine: residentMachine,
    inputs: [{}, { origin: ofContainer }].map((origin) => ({ ...born, mentor: 'eve-3', ...origin })),
    events: tokenEvents,
    walks: isOfToken,
    project: ({ value, context }) => {
      const { token, nextToken, missed, origin } = context as ResidentContext;
      return JSON.stringify([value, token, nextToken, missed?.state, origin?.core]);
    },
  },
  {
    name: 'commons',
    machine: commonsMachine,
    inputs: [{ id: commons, kind: 'commons', name: 'The Commons', owner: null }],
    events: locationEvents,
    project: ({ value }) => JSON.stringify(value),
  },
  {
    name: 'house',
    machine: houseMachine,
    inputs: [{ id: homeOf('ada-1'), kind: 'house', name: "Ada's house", owner: 'ada-1' }],
    events: locationEvents,
    project: ({ value }) => JSON.stringify(value),
  },
  {
    name: 'pod',
    machine: podMachine,
    inputs: [
      podBorn,
      {
        ...podBorn,
        pricing: { perEntry: 6_000, perQuery: 6_000, split: { [bo]: 0.5 } },
        beginning: 'deployed',
        birthplace: null,
        door: null,
        exit: null,
        code: soul,
        entry: 'index.js',
      },
    ],
    events: podEvents,
    project: ({ value, context }) => {
      const { owner, representative, entry, access } = context as PodContext;
      const rules = [entry === 'index.js', access.type === 'members'];
      return JSON.stringify([value, owner === null, representative === ada, ...rules]);
    },
  },
  {
    name: 'room',
    machine: roomMachine,
    inputs: ['workshop', 'meeting', 'storage', 'study'].map((purpose) => ({ ...roomBorn(purpose), ...facts(1) })),
    events: roomEvents,
    project: ({ value, context }) => {
      const { invited, entry } = context as RoomContext;
      return JSON.stringify([value, Math.min(invited.length, 2), entry]);
    },
  },
  {
    name: 'container',
    machine: containerMachine,
    inputs: [{ ...containerBorn, ...facts(1) }],
    events: containerEvents,
    project: ({ value, context }) => JSON.stringify([value, (context as { readonly entry: unknown }).entry]),
  },
  {
    name: 'connection-request',
    machine: connectionMachine,
    inputs: [
      { terms: terms(), beginning: 'asked', fee: 6_000, ...facts(1, between[2]) },
      {
        terms: terms({ bidirectional: false, requester: 'cleo-3' }),
        beginning: 'asked',
        fee: 6_000,
        ...facts(1, between[2]),
      },
      { terms: terms({ from: commons, to: 'inn' }), beginning: 'asked', fee: 6_000, ...facts(1, between[0]) },
      {
        terms: terms({ access: { type: 'members', allowed: [ada] } }),
        beginning: 'open',
        fee: 0,
        ...facts(1, between[2]),
      },
      { terms: terms({ from: 'inn', to: commons }), beginning: 'open', fee: 0, ...facts(1, between[2]) },
      {
        terms: terms({ access: { type: 'members', allowed: [ada] } }),
        beginning: 'door',
        fee: 0,
        ...facts(1, between[1]),
      },
    ],
    events: connectionEvents,
    project: ({ value, context }) => {
      const { approved, held, terms: agreed } = context as ConnectionContext;
      return JSON.stringify([value, approved, held, agreed.access.type]);
    },
  },
  {
    name: 'call',
    machine: callMachine,
    inputs: [
      { ...callBorn, task: 'call' },
      { ...callBorn, task: 'run', price: 0, input: null },
    ],
    events: callEvents,
    project: ({ value }) => JSON.stringify(value),
  },
  {
    name: 'service-call',
    machine: serviceCallMachine,
    inputs: [true, false].map((isHalved) => ({ ...serviceCallBorn, isHalved })),
    events: serviceCallEvents,
    project: ({ value }) => JSON.stringify(value),
  },
  {
    name: 'soul',
    machine: soulMachine,
    inputs: soulsBorn,
    events: soulChartEvents,
    project: ({ value, context }) => JSON.stringify([value, (context as SoulContext).held > 0]),
  },
  {
    name: 'portal-station',
    machine: stationMachine,
    inputs: [stationBorn],
    events: stationChartEvents,
    project: ({ value }) => JSON.stringify(value),
  },
  {
    name: 'print',
    machine: printMachine,
    inputs: printsBorn,
    events: printChartEvents,
    project: ({ value, context }) => JSON.stringify([value, (context as PrintContext).isCounted]),
  },
  {
    name: 'framework',
    machine: frameworkMachine,
    inputs: ['singers', defaultFramework.input.id].map((id) => ({ ...defaultFramework.input, id, ...facts(0) })),
    events: frameworkChartEvents,
    project: ({ value, context }) => JSON.stringify([value, (context as FrameworkContext).version > 1]),
  },
];

/** XState hands an initial event of its own to the first step of a path: it is no event of the chart. */
export function eventsOf(steps: readonly { readonly event: EventObject }[]): Message[] {
  return steps.map(({ event }) => event).filter(({ type }) => type !== 'xstate.init') as Message[];
}
