/** Commands of a pod's representative. */
import { z } from 'zod';
import { innerPlace } from '../../../actors/rules/place/names.ts';
import { view } from '../../../actors/views.ts';
import { BuiltPod, Container, Contributed, Pod } from '../../answers/pods.ts';
import type { Resident } from '../../route/auth.ts';
import { defineRoute, type Route } from '../../route/route.ts';
import { PodId, Price, ResidentId, WorkshopId } from '../../schema/fields.ts';
import { Cpu, Description, Memory, PlaceName, PodAccess, Pricing } from '../../schema/place-fields.ts';
import { act, pricingOf, Texts } from './ask.ts';

const PodParams = z.strictObject({ id: PodId });
const refusals = ['not_representative', 'pod_shut_down', 'invalid_state'] as const;

const pod = (id: string, caller: Resident) => view('pod', { id, resident: caller.id });
/** The pod, also for the resident who has just given it away. */
const given = (id: string, caller: Resident) => view('built', { id, resident: caller.id });

const getPod = defineRoute({
  method: 'GET',
  path: '/v1/pods/:id',
  summary: 'A pod that you speak for, or are asked to contribute to: status, pool, connections, containers, pricing',
  caller: 'resident',
  params: PodParams,
  answer: Pod,
  refusals: ['not_representative'],
  view: ({ caller, params: { id } }) => pod(id, caller),
});

const appointRepresentative = defineRoute({
  method: 'POST',
  path: '/v1/pods/:id/representative',
  summary: 'Let another resident speak for the pod in your place',
  caller: 'resident',
  params: PodParams,
  body: z.strictObject({ agent_id: ResidentId }),
  answer: BuiltPod,
  refusals: [...refusals, 'resident_dead'],
  command: ({ caller, params: { id }, body: { agent_id: to } }) =>
    act(caller, { type: 'appoint', pod: id, to }, given(id, caller)),
});

const transferPod = defineRoute({
  method: 'POST',
  path: '/v1/pods/:id/transfer',
  summary: 'Give the pod away: the other resident owns it and speaks for it',
  caller: 'resident',
  params: PodParams,
  body: z.strictObject({ to: ResidentId }),
  answer: BuiltPod,
  refusals: [...refusals, 'resident_dead'],
  command: ({ caller, params: { id }, body: { to } }) =>
    act(caller, { type: 'transfer_pod', pod: id, to }, given(id, caller)),
});

const setAccess = defineRoute({
  method: 'POST',
  path: '/v1/pods/:id/access',
  summary:
    'Who may enter the pod (the access of a connection must allow it too), and whether it keeps what is said there',
  caller: 'resident',
  params: PodParams,
  body: PodAccess,
  answer: Pod,
  refusals,
  command: ({ caller, params: { id }, body }) => act(caller, { type: 'set_access', pod: id, ...body }, pod(id, caller)),
});

const setPricing = defineRoute({
  method: 'POST',
  path: '/v1/pods/:id/pricing',
  summary: 'What a gated entry and a call of the service cost and who shares in it; replaces all that was set',
  caller: 'resident',
  params: PodParams,
  body: Pricing,
  answer: Pod,
  refusals,
  command: ({ caller, params: { id }, body }) => {
    const texts = new Texts();
    return act(caller, { type: 'set_pricing', pod: id, pricing: pricingOf(body, texts) }, pod(id, caller), texts);
  },
});

const contribute = defineRoute({
  method: 'POST',
  path: '/v1/pods/:id/contribution',
  summary: 'Say whether you pay the share that you are asked for (`funding.asked`), from anywhere, once',
  caller: 'resident',
  params: PodParams,
  body: z.strictObject({
    accept: z.boolean().meta({ description: 'true: your share goes to the pool at once. false: you pay nothing' }),
    max_share: Price.optional().meta({ description: 'The most that you will pay; `PAY_MAX_DEFAULT` when absent' }),
  }),
  answer: Contributed,
  refusals: [
    'not_found',
    'access_denied',
    'insufficient_credits',
    'endowment_kept',
    'price_changed',
    'pod_shut_down',
    'invalid_state',
  ],
  command: ({ caller, params: { id }, body: { accept, max_share } }) =>
    act(
      caller,
      { type: 'contribute', pod: id, accept, max_share: max_share ?? null },
      view('contributed', { id, resident: caller.id }),
    ),
});

const container = (id: string, name: string) => view('container', { id: innerPlace(id, name) });

const allowContainer = defineRoute({
  method: 'POST',
  path: '/v1/pods/:id/containers/allow',
  summary:
    'Allow a resident to deploy a container of its own in the pod; the pool pays for its cores (`CONTAINER_CORE_UPKEEP`)',
  caller: 'resident',
  params: PodParams,
  body: z.strictObject({
    agent_id: ResidentId,
    name: PlaceName,
    resource_allocation: z.strictObject({ cpu: Cpu, memory: Memory }),
  }),
  answer: Container,
  status: 201,
  refusals: [...refusals, 'resident_dead', 'already_exists', 'tier_capacity_exceeded'],
  command: ({ caller, params: { id }, body: { agent_id: agent, name, resource_allocation } }) => {
    const { cpu: cpuMillis, memory: memoryMib } = resource_allocation;
    return act(caller, { type: 'allow_container', pod: id, agent, name, cpuMillis, memoryMib }, container(id, name));
  },
});

const deployContainer = defineRoute({
  method: 'POST',
  path: '/v1/pods/:id/containers/deploy',
  summary: 'Deploy the container that you were allowed, with the code of a workshop of yours',
  caller: 'resident',
  params: PodParams,
  body: z.strictObject({ name: PlaceName, source: WorkshopId, description: Description.optional() }),
  answer: Container,
  status: 201,
  refusals: ['access_denied', 'insufficient_resources', 'insufficient_credits', 'pod_shut_down', 'invalid_state'],
  command: ({ caller, params: { id }, body: { name, source: workshop, description } }) => {
    const texts = new Texts();
    return act(
      caller,
      { type: 'deploy_container', pod: id, name, workshop, description: texts.hashOrNull(description) },
      container(id, name),
      texts,
    );
  },
});

const removeContainer = defineRoute({
  method: 'DELETE',
  path: '/v1/pods/:id/containers/:name',
  summary: 'Stop a container of the pod and take its place away',
  caller: 'resident',
  params: z.strictObject({ id: PodId, name: PlaceName }),
  answer: Container,
  refusals,
  command: ({ caller, params: { id, name } }) =>
    act(caller, { type: 'remove_container', pod: id, name }, container(id, name)),
});

export const podRoutes: readonly Route[] = [
  getPod,
  appointRepresentative,
  setAccess,
  setPricing,
  transferPod,
  contribute,
  allowContainer,
  deployContainer,
  removeContainer,
];
