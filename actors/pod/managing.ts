/** What its representative may do with a pod, and who comes after an owner that has died. */
import { assertEvent, assign, emit } from 'xstate';
import { each, refusal, send, spawn } from '../../engine/effect.ts';
import { sizeOf } from '../building/tiers.ts';
import type { ContainerInput } from '../container/messages.ts';
import { tell } from '../events.ts';
import { eachOnce } from '../place/access.ts';
import { containerActor, residentActor, within } from '../place/names.ts';
import { refuseStranger } from '../resident/payees.ts';
import { news, type Scene } from './base.ts';
import { containerNamesMax, containersMax } from './messages.ts';
import { serving } from './serving.ts';

const appointment = ({ event }: Scene) => {
  assertEvent(event, ['appoint', 'transfer_pod', 'allow_container']);
  return event;
};
const allowance = ({ event }: Scene) => {
  assertEvent(event, 'allow_container');
  return event;
};
const deployment = ({ event }: Scene) => {
  assertEvent(event, 'deploy_container');
  return event;
};

/** What of the pod's tier no running container uses. */
function left(scene: Scene) {
  const { usedCpuMillis, usedMemoryMib } = deployment(scene).facts.container;
  const { cpuMillis, memoryMib } = sizeOf(scene.context.tier);
  return { cpuMillis: cpuMillis - usedCpuMillis, memoryMib: memoryMib - usedMemoryMib };
}

export const managing = serving.extend({
  guards: {
    appointeeLives: (scene) => appointment(scene).facts.stranger === undefined,
    containersFit: (scene) => allowance(scene).facts.container.count < containersMax,
    containerNameIsLeft: (scene) => {
      const { exists, names } = allowance(scene).facts.container;
      return exists || names < containerNamesMax;
    },
    containerIsGone: (scene) => {
      const { exists, state } = allowance(scene).facts.container;
      return exists && state === 'stopped';
    },
    containerIsClosing: (scene) => {
      const { state, closing } = allowance(scene).facts.container;
      return state === 'stopped' && closing;
    },
    containerIsNew: (scene) => !allowance(scene).facts.container.exists,
    containerExists: ({ event }) => {
      assertEvent(event, ['deploy_container', 'remove_container']);
      return event.facts.container.exists;
    },
    callerIsItsAgent: (scene) => deployment(scene).facts.container.agent === deployment(scene).by,
    sourceHasCode: (scene) => deployment(scene).facts.container.source?.code != null,
    sourceIsCallers: (scene) => deployment(scene).facts.container.source?.representative === deployment(scene).by,
    resourcesAreLeft: (scene) => {
      const { cpuMillis, memoryMib } = deployment(scene).facts.container;
      const free = left(scene);
      return cpuMillis <= free.cpuMillis && memoryMib <= free.memoryMib;
    },
  },
  actions: {
    refuseAppointee: emit((scene) => {
      const { stranger } = appointment(scene).facts;
      return stranger === undefined ? each([]) : refuseStranger(stranger);
    }),
    refuseUnknownContainer: emit(() => refusal('not_found', { kind: 'container' })),
    refuseAgent: emit(() => refusal('access_denied')),
    refuseSource: emit(() => refusal('not_found', { kind: 'workshop' })),
    refuseContainers: emit((scene) =>
      refusal('tier_capacity_exceeded', { max: containersMax, current: allowance(scene).facts.container.count }),
    ),
    refuseContainerName: emit(() =>
      refusal('invalid_request', {
        issues: [
          {
            path: 'name',
            message: `containers of this pod have had ${containerNamesMax} names: use one of them again`,
          },
        ],
      }),
    ),
    refuseResources: emit((scene) => {
      const free = left(scene);
      return refusal('insufficient_resources', {
        available: { cpu: `${free.cpuMillis}m`, memory: `${free.memoryMib}Mi` },
      });
    }),

    takeRepresentative: assign((scene) => {
      const event = appointment(scene);
      return 'to' in event ? { representative: event.to } : {};
    }),
    takeOwner: assign((scene) => {
      const event = appointment(scene);
      return 'to' in event ? { owner: event.to, representative: event.to, collaborators: [] } : {};
    }),
    takeAccess: assign(({ event }) => {
      assertEvent(event, 'set_access');
      return { access: eachOnce(event.access) };
    }),
    takePricing: assign(({ event }) => {
      assertEvent(event, 'set_pricing');
      return { pricing: event.pricing };
    }),
    /** To the heir if it lives, else nobody owns it and nobody speaks for it. */
    passOn: assign(({ context, event }) => {
      assertEvent(event, 'owner.ended');
      const { heir } = event.facts;
      const representative = context.representative === context.owner ? heir : context.representative;
      return { owner: heir, representative: heir === null ? null : representative, collaborators: [] };
    }),
    /** To the heir, wherever it is, and among its letters: the pod lives from what its new owner feeds it. */
    tellInherited: emit(({ context, event }) => {
      assertEvent(event, 'owner.ended');
      const { heir, balance, burn } = event.facts;
      if (heir === null) return each([]);
      const { id, name, owner: from } = context;
      const runway = Math.floor(balance / burn);
      const means = { balance: balance / 1000, burn_per_tick: burn / 1000, runway_ticks: runway };
      const told = { ...news(context, 'pod.inherited', { id, name, from: from ?? '', ...means }), subject: heir };
      return tell(told, { actors: [residentActor(heir)], letters: [residentActor(heir)] });
    }),
    speakForItself: assign(({ context }) => ({ representative: context.owner })),
    /** Whose approval was waited for is gone, and nobody took the place. */
    freeRequests: emit(({ context, event }) => {
      assertEvent(event, ['owner.ended', 'representative.ended']);
      const { asked } = event.facts;
      return each(context.representative === null ? asked.map((one) => send(one, { type: 'approvals.given' })) : []);
    }),

    allowContainer: emit((scene) => spawn(containerActor(placeOf(scene)), { ...containerInput(scene) })),
    allowContainerAgain: emit((scene) =>
      send(containerActor(placeOf(scene)), { type: 'allow', ...containerInput(scene) }),
    ),
    deployContainer: emit((scene) => {
      const { name, description, facts } = deployment(scene);
      const { code, entry } = facts.container.source ?? { code: null, entry: null };
      const place = within(scene.context.id, name);
      return send(containerActor(place), { type: 'start', by: deployment(scene).by, code, entry, description });
    }),
    removeContainer: emit(({ context, event }) => {
      assertEvent(event, 'remove_container');
      return each([send(containerActor(within(context.id, event.name)), { type: 'remove', by: event.by })]);
    }),
  },
});

const placeOf = (scene: Scene): string => within(scene.context.id, allowance(scene).name);

function containerInput(scene: Scene): ContainerInput {
  const { agent, cpuMillis, memoryMib } = allowance(scene);
  return { id: placeOf(scene), pod: scene.context.id, name: allowance(scene).name, agent, cpuMillis, memoryMib };
}
