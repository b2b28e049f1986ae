/** Nested containers, walked: allowed in a pod, deployed, entered and called, stopped, allowed again. */
import { z } from 'zod';
import type { ContainerEvent } from '../../actors/kinds/container/facts.ts';
import { container } from '../../actors/kinds/container/index.ts';
import type { ContainerContext, ContainerInput } from '../../actors/kinds/container/messages.ts';
import { commons, commonsExit, containerActor, innerPlace } from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { addRoom, buildPod, type Pod, shed, writeCode } from './building.ts';
import { present } from './facts.ts';
import { defineModel, type Situation, type Variants } from './kind-model.ts';
import { asked } from './resident-asking.ts';
import type { Refusal, Resident, Shown, Stage } from './stage.ts';

interface Life {
  readonly name: string;
  readonly stage: Stage;
  /** The owner of the pod, to whom the container is allowed. */
  readonly owner: Resident;
  readonly pod: Pod;
}

type At = Situation<ContainerContext>;
type Said<Type extends ContainerEvent['type']> = Extract<ContainerEvent, { type: Type }>;

const box = 'box';
const input: ContainerInput = {
  id: innerPlace('booth', box),
  pod: 'booth',
  name: box,
  agent: 'owner',
  cpuMillis: 100,
  memoryMib: 64,
};
const allocation = { cpu: '100m', memory: '64Mi' };
/** What the pod lives on: a few ticks. */
const funding = 4;

const isAllowed = ({ state }: At) => state === 'allowed';
const isRunning = ({ state, context }: At) => state === 'running' && context.entry !== null;
const offersNothing = ({ state, context }: At) => state === 'running' && context.entry === null;
const isStopped = ({ state }: At) => state === 'stopped';

const keeper = { ...present, owner: 'owner', representative: 'owner' };
const allowed: ContainerEvent = { type: 'allow', ...input, facts: { ...present, occupants: [] } };
const starts = (entry: string | null = 'index.js'): Said<'start'> => ({
  type: 'start',
  by: 'owner',
  source: 'pod',
  code: contentHash('{}'),
  entry,
  description: null,
  facts: keeper,
});
const removed: ContainerEvent = { type: 'remove', by: 'owner', facts: keeper };
const entered: ContainerEvent = {
  type: 'enter',
  traveller: 'owner',
  from: 'pod',
  gated: false,
  max_toll: null,
  exit: input.id,
  visible: true,
  known: false,
  facts: present,
};
const called: ContainerEvent = {
  type: 'call_service',
  by: 'owner',
  input: 'null',
  max_price: null,
  facts: { ...present, call: 'call_1' },
};
const served: ContainerEvent = {
  type: 'served',
  call: 'call_1',
  caller: 'owner',
  price: 0,
  store: null,
  facts: present,
};
const hears = (type: 'open_workshop' | 'request_connection'): ContainerEvent => ({
  ...asked('owner')[type],
  facts: present,
});
const leaveEnded: ContainerEvent = { type: 'leave.ended', facts: present };
const podEnded: ContainerEvent = { type: 'parent.ended', facts: keeper };
const sandboxGone: ContainerEvent = { type: 'sandbox.remove.done', result: {}, facts: present };
const sandboxStays: ContainerEvent = { type: 'sandbox.remove.failed', facts: present };

const containersOf = ({ pod }: Life) => `/v1/pods/${pod.id}/containers`;

const isAllowedAgain = (life: Life): Promise<Refusal> =>
  life.owner.post(`${containersOf(life)}/allow`, {
    agent_id: life.owner.id,
    name: box,
    resource_allocation: allocation,
  });

/** Deploys the container with the code of a workshop; the pod's own code offers a service. */
const isStarted = (life: Life, source = life.pod.id): Promise<Refusal> =>
  life.owner.post(`${containersOf(life)}/deploy`, { name: box, source });

async function isRemoved(life: Life): Promise<Refusal> {
  const refusal = await life.owner.remove(`${containersOf(life)}/${box}`);
  await life.stage.answered(containerActor(life.name));
  return refusal;
}

const fails = () => Promise.reject(new Error('the sandbox is away'));

async function goesIn({ owner, pod, name }: Life): Promise<Refusal> {
  await owner.move(commonsExit);
  await owner.move(pod.exit);
  return owner.move(name);
}

const isCalled = ({ owner, name }: Life): Promise<Refusal> =>
  owner.post(`/v1/services/${encodeURIComponent(name)}/call`);
const getsWorkshop = ({ owner }: Life): Promise<Refusal> => owner.post('/v1/workshops', shed);
const getsConnection = ({ owner }: Life): Promise<Refusal> =>
  owner.post('/v1/connections/request', { from_pod: 'current', to_pod: commons });

/** Its pod's pool runs dry. */
async function losesPod({ stage, owner, pod, name }: Life): Promise<Refusal> {
  let refusal: Refusal;
  while (refusal === undefined && (await owner.get(`/v1/pods/${pod.id}`))['status'] !== 'shut_down')
    refusal = await stage.passTick();
  await stage.answered(containerActor(name));
  return refusal;
}

/** Somebody is inside when it stops, and then does this. */
const inRuin =
  (does: (life: Life) => Promise<Refusal>) =>
  async (life: Life): Promise<Refusal> => {
    await goesIn(life);
    await isRemoved(life);
    return does(life);
  };

const inside =
  (does: (life: Life) => Promise<Refusal>) =>
  async (life: Life): Promise<Refusal> => {
    await goesIn(life);
    return does(life);
  };

const variants: Variants<Life, ContainerEvent, ContainerContext> = {
  'is started': { when: isAllowed, hears: [starts()], play: (life) => isStarted(life) },
  'is started without a service': {
    when: isAllowed,
    hears: [starts(null)],
    play: async (life) => {
      await addRoom(life.owner, 'attic', 'workshop');
      await writeCode(life.owner, 'attic', { 'notes.txt': 'Nothing to run.' });
      return isStarted(life, 'attic');
    },
  },
  'is removed before it ran': { when: isAllowed, hears: [removed], play: isRemoved },
  'has another owner before it ran': {
    when: isAllowed,
    hears: [leaveEnded],
    play: ({ owner, pod }) => owner.post(`/v1/pods/${pod.id}/transfer`, { to: owner.id }),
  },
  'loses its pod before it ran': { when: isAllowed, hears: [podEnded], play: losesPod },

  'is entered': { when: isRunning, hears: [entered], play: goesIn },
  'is called': { when: isRunning, hears: [entered, called, served], play: inside(isCalled) },
  'is called without a service': { when: offersNothing, hears: [entered, called], play: inside(isCalled) },
  'gets a workshop': { when: isRunning, hears: [entered, hears('open_workshop')], play: inside(getsWorkshop) },
  'gets a connection': { when: isRunning, hears: [entered, hears('request_connection')], play: inside(getsConnection) },
  'is started twice': { when: isRunning, hears: [starts()], play: (life) => isStarted(life) },
  'is removed': { when: isRunning, hears: [removed, sandboxGone], play: isRemoved },
  'is removed, and its sandbox stays': {
    when: isRunning,
    hears: [removed, sandboxStays],
    play: async (life) => {
      life.stage.before.set('sandbox.remove', fails);
      const refusal = await isRemoved(life);
      life.stage.before.delete('sandbox.remove');
      return refusal;
    },
  },
  'loses its pod': { when: isRunning, hears: [podEnded, sandboxGone], play: losesPod },

  'is allowed again': { when: isStopped, hears: [allowed], play: isAllowedAgain },

  'is entered as a ruin': {
    when: isStopped,
    hears: [entered],
    behind: 'a container that does not run is no exit',
    play: async ({ stage, owner, name }) => {
      const event = { type: 'enter', traveller: owner.id, exit: name, visible: true, known: false };
      return stage.submit({ to: containerActor(name), caller: 'city', event });
    },
  },
  'hears too late that leave has ended': {
    when: isStopped,
    hears: [leaveEnded],
    behind: 'the pod that says so did not know that it came to its end on the same tick',
    play: ({ stage, name }) =>
      stage.submit({ to: containerActor(name), caller: 'city', event: { type: 'leave.ended' } }),
  },
  'is called as a ruin': {
    when: isRunning,
    hears: [entered, removed, sandboxGone, called],
    play: inRuin(isCalled),
  },
  'gets a workshop as a ruin': {
    when: isRunning,
    hears: [entered, removed, sandboxGone, hears('open_workshop')],
    play: inRuin(getsWorkshop),
  },
  'gets a connection as a ruin': {
    when: isRunning,
    hears: [entered, removed, sandboxGone, hears('request_connection')],
    play: inRuin(getsConnection),
  },
  'is started as a ruin': { when: isStopped, hears: [starts()], play: (life) => isStarted(life) },
  'is removed as a ruin': { when: isStopped, hears: [removed], play: isRemoved },
};

const Containers = z.looseObject({ containers: z.array(z.looseObject({ name: z.string() })) });

export const containerModel = defineModel({
  kind: container,
  births: { 'an allowed container': { ...input, facts: present } },
  project: ({ state, context }: At) => `${state} ${context.entry ?? ''}`,
  variants,
  begin: async (stage): Promise<Life> => {
    const owner = await stage.found('Owner', { credits: 300, lifespanTicks: 288 });
    const pod = await buildPod(owner, { funding });
    const life = { name: innerPlace(pod.id, box), stage, owner, pod };
    await isAllowedAgain(life);
    return life;
  },
  shown: async ({ owner, pod }): Promise<Shown> => {
    const { containers } = Containers.parse(await owner.get(`/v1/pods/${pod.id}`));
    return containers.find(({ name }) => name === box) ?? { status: 'stopped' };
  },
  foretold: (at, { name, owner }) => {
    if (isStopped(at)) return { status: at.state };
    return { id: name, status: at.state, agent_id: owner.id, resource_allocation: allocation };
  },
});
