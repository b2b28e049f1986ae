/** What its representative may do with a pod, and who owns it after its owner has died. */
import { each } from '../../../engine/effect.ts';
import { tell } from '../../events.ts';
import { refusal } from '../../refusals.ts';
import { send, spawn } from '../../registry.ts';
import { containersMax } from '../../rules/people/passing-on.ts';
import { refuseNotAlive } from '../../rules/people/payees.ts';
import { eachOnce } from '../../rules/place/access.ts';
import { at, containerActor, innerPlace, residentActor } from '../../rules/place/names.ts';
import { sizeOf } from '../../rules/workshops/tiers.ts';
import type { ContainerInput } from '../container/messages.ts';
import { change, effect, happening, type On, on, refuses } from './base.ts';

/** Names that containers of one pod have had in all (A1, HR6). */
export const containerNamesMax = 128;

/** Commands that name a resident who must live. */
const naming = ['appoint', 'transfer_pod', 'allow_container'] as const;

/** The part of the tier's resources that no running container uses (CN2). */
function left({ context, event }: On<'deploy_container'>) {
  const { usedCpuMillis, usedMemoryMib } = event.facts.container;
  const { cpuMillis, memoryMib } = sizeOf(context.tier);
  return { cpuMillis: cpuMillis - usedCpuMillis, memoryMib: memoryMib - usedMemoryMib };
}

export const managing = {
  guards: {
    /** The named resident must live (RP2). */
    appointeeLives: on(naming, ({ event }) => event.facts.notAlive === undefined),
    containersFit: on('allow_container', ({ event }) => event.facts.container.count < containersMax),
    containerNameIsLeft: on('allow_container', ({ event }) => {
      const { exists, names } = event.facts.container;
      return exists || names < containerNamesMax;
    }),
    containerIsGone: on('allow_container', ({ event }) => event.facts.container.state === 'stopped'),
    containerIsClosing: on('allow_container', ({ event }) => {
      const { state, closing } = event.facts.container;
      return state === 'stopped' && closing;
    }),
    containerIsNew: on('allow_container', ({ event }) => !event.facts.container.exists),
    containerExists: on(['deploy_container', 'remove_container'], ({ event }) => event.facts.container.exists),
    /** Only the resident to whom the container was allowed may deploy it (CN1). */
    callerIsItsAgent: on('deploy_container', ({ event }) => event.facts.container.agent === event.by),
    sourceHasCode: on('deploy_container', ({ event }) => event.facts.container.source?.code != null),
    sourceIsCallers: on('deploy_container', ({ event }) => event.facts.container.source?.representative === event.by),
    resourcesAreLeft: on('deploy_container', (scene) => {
      const { cpuMillis, memoryMib } = scene.event.facts.container;
      const free = left(scene);
      return cpuMillis <= free.cpuMillis && memoryMib <= free.memoryMib;
    }),
    poolCanPayContainer: on('deploy_container', ({ event: { facts } }) => facts.pool.balance >= facts.pool.needed),
  },
  actions: {
    /** A pod has one representative (RP1). */
    refuseNotRepresentative: refuses(({ context }) =>
      refusal('not_representative', { representative: context.representative }),
    ),
    refuseAppointee: refuses(
      on(naming, ({ event }) => {
        const { notAlive } = event.facts;
        return notAlive && refuseNotAlive(notAlive);
      }),
    ),
    refuseUnknownContainer: refuses(() => refusal('not_found', { kind: 'container' })),
    refuseAgent: refuses(() => refusal('access_denied')),
    refuseSource: refuses(() => refusal('not_found', { kind: 'workshop' })),
    refuseContainers: refuses(
      on('allow_container', ({ event }) =>
        refusal('tier_capacity_exceeded', { max: containersMax, current: event.facts.container.count }),
      ),
    ),
    refuseContainerName: refuses(() =>
      refusal('invalid_request', {
        issues: [
          {
            path: 'name',
            message: `containers of this pod have had ${containerNamesMax} names: use one of them again`,
          },
        ],
      }),
    ),
    refuseResources: refuses(
      on('deploy_container', (scene) => {
        const free = left(scene);
        return refusal('insufficient_resources', {
          available: { cpu: `${free.cpuMillis}m`, memory: `${free.memoryMib}Mi` },
        });
      }),
    ),
    refuseAsPoor: refuses(
      on('deploy_container', ({ context, event }) => {
        const { balance, needed: required } = event.facts.pool;
        return refusal('insufficient_credits', { required, balance, pool: context.id });
      }),
    ),

    takeRepresentative: change(on('appoint', ({ event }) => ({ representative: event.to }))),
    takeOwner: change(
      on('transfer_pod', ({ event: { to } }) => ({ owner: to, representative: to, collaborators: [] })),
    ),
    takeAccess: change(
      on('set_access', ({ event: { access, keepsWords } }) => ({
        access: eachOnce(access),
        ...(keepsWords !== undefined && { forgetsWords: !keepsWords }),
      })),
    ),
    takePricing: change(on('set_pricing', ({ event }) => ({ pricing: event.pricing }))),
    /** The pod goes to the heir if it lives. Else it has no owner and no representative (LG3). */
    passOn: change(
      on('owner.ended', ({ context, event }) => {
        const { heir } = event.facts;
        const representative = context.representative === context.owner ? heir : context.representative;
        return { owner: heir, representative: heir === null ? null : representative, collaborators: [] };
      }),
    ),
    /** The heir hears it wherever it is, and finds a letter: it must fund the pod, which lives from its pool. */
    tellInherited: effect(
      on('owner.ended', ({ context, event }) => {
        const { heir, balance, burn } = event.facts;
        if (heir === null) return each([]);
        const { id, name, owner: from } = context;
        const runway = Math.floor(balance / burn);
        const means = { balance: balance / 1000, burn_per_tick: burn / 1000, runway_ticks: runway };
        const inherited = {
          ...happening(context, 'pod.inherited', { id, name, from: from ?? '', ...means }),
          subject: heir,
        };
        return tell(inherited, { actors: [residentActor(heir)], letters: [residentActor(heir)] });
      }),
    ),
    /** Whose a place is stands on the map, so that everybody hears whose it is now; of a place that is not seen nobody does. */
    tellNewOwner: effect(
      on(['transfer_pod', 'owner.ended'], ({ context, event }) => {
        const { id, owner: from } = context;
        const isGift = event.type === 'transfer_pod';
        const [by, owner] = isGift ? [event.by, event.to] : [null, event.facts.heir];
        if (!event.facts.isSeen || owner === from) return each([]);
        const data = { id, from, owner, reason: isGift ? 'gift' : 'estate' } as const;
        const pair = isGift ? [...new Set([from, by, owner])].filter((one) => one !== null) : [];
        const heardBy = { topics: [at(id)], actors: pair.map(residentActor), public: true };
        return tell(happening(context, 'pod.owner_changed', data, by), heardBy);
      }),
    ),
    /** The owner becomes its representative (RP3). */
    speakForItself: change(({ context }) => ({ representative: context.owner })),
    /** Requests whose approver is gone, with nobody in its place, need that approval no more. */
    freeRequests: effect(
      on(['owner.ended', 'representative.ended'], ({ context, event }) => {
        const { pendingRequests } = event.facts;
        const isNobodys = context.representative === null;
        return each(isNobodys ? pendingRequests.map((one) => send(one, { type: 'approvals.given' })) : []);
      }),
    ),

    allowContainer: effect(
      on('allow_container', (scene) => {
        const container = containerInput(scene);
        return spawn(containerActor(container.id), container);
      }),
    ),
    allowContainerAgain: effect(
      on('allow_container', (scene) => {
        const container = containerInput(scene);
        return send(containerActor(container.id), { type: 'allow', ...container });
      }),
    ),
    deployContainer: effect(
      on('deploy_container', ({ context, event: { by, name, description, facts } }) => {
        const { id: source, code, entry } = facts.container.source ?? { id: null, code: null, entry: null };
        const container = containerActor(innerPlace(context.id, name));
        return send(container, { type: 'start', by, source, code, entry, description });
      }),
    ),
    /** Permissions to deploy there were the former owner's, and end (RP2). */
    endLeave: effect(
      on(['transfer_pod', 'owner.ended'], ({ event }) =>
        each(event.facts.allowed.map((container) => send(container, { type: 'leave.ended' }))),
      ),
    ),
    removeContainer: effect(
      on('remove_container', ({ context, event: { by, name } }) =>
        send(containerActor(innerPlace(context.id, name)), { type: 'remove', by }),
      ),
    ),
  },
};

function containerInput({ context: { id: pod }, event }: On<'allow_container'>): ContainerInput {
  const { name, agent, cpuMillis, memoryMib } = event;
  return { id: innerPlace(pod, name), pod, name, agent, cpuMillis, memoryMib };
}
