/** The containers of a pod: allowed, deployed, removed, and come out of. */

import type { NestedContainer, PodEvent } from '../../actors/kinds/pod/facts.ts';
import { containerNamesMax } from '../../actors/kinds/pod/managing.ts';
import { containersMax } from '../../actors/rules/people/passing-on.ts';
import type { NotAlive } from '../../actors/rules/people/payees.ts';
import { commonsExit, containerActor, innerPlace, podActor } from '../../actors/rules/place/names.ts';
import { contentHash } from '../../engine/ids.ts';
import { beforeItsSandboxIsGone } from './building.ts';
import { present } from './facts.ts';
import { late, nobody } from './pod-handing.ts';
import { comeIn, enters, isOver, type Life, onPod, type PodVariants, shared, stands } from './pod-life.ts';
import { firstFile, takesFirstFile } from './pod-serving.ts';
import type { Refusal, Resident } from './stage.ts';

type Event<Type extends PodEvent['type']> = Extract<PodEvent, { type: Type }>;

/** A container whose code is the pod's own, allowed to and deployed by the pod's representative. */
const container: NestedContainer = {
  exists: false,
  agent: null,
  state: null,
  cpuMillis: 0,
  memoryMib: 0,
  closing: false,
  names: 0,
  count: 0,
  usedCpuMillis: 0,
  usedMemoryMib: 0,
  source: null,
};
const allowed: NestedContainer = {
  ...container,
  exists: true,
  agent: 'speaker',
  state: 'allowed',
  cpuMillis: 50,
  memoryMib: 64,
  count: 1,
  source: { id: 'sketch', representative: 'speaker', code: contentHash('code'), entry: 'index.js' },
};

const allowing = (
  facts: Partial<NestedContainer> = {},
  notAlive?: NotAlive,
  by = 'speaker',
): Event<'allow_container'> => ({
  type: 'allow_container',
  by,
  agent: 'speaker',
  name: 'nook',
  cpuMillis: 50,
  memoryMib: 64,
  facts: { ...present, notAlive, container: { ...container, ...facts } },
});
const starting = (
  facts: Partial<NestedContainer> = {},
  by = 'speaker',
  pool = { balance: 5_000, needed: 1_400 },
): Event<'deploy_container'> => ({
  type: 'deploy_container',
  by,
  name: 'nook',
  source: podActor('self'),
  description: null,
  facts: { ...present, container: { ...allowed, ...facts }, pool },
});
const removing = (facts: Partial<NestedContainer> = {}, by = 'speaker'): Event<'remove_container'> => ({
  type: 'remove_container',
  by,
  name: 'nook',
  facts: { ...present, container: { ...allowed, ...facts } },
});

interface Allowing {
  readonly by?: Resident;
  readonly agent?: string;
  readonly name?: string;
  readonly cpu?: string;
}

function allow(life: Life, { by, agent, name = 'nook', cpu = '50m' }: Allowing = {}): Promise<Refusal> {
  const { speaker } = life.people;
  const body = { agent_id: agent ?? speaker.id, name, resource_allocation: { cpu, memory: '64Mi' } };
  return (by ?? speaker).post(onPod(life, '/containers/allow'), body);
}

/** Deploys a container with the pod's own code. */
const start = (life: Life, by: Resident, name = 'nook'): Promise<Refusal> =>
  by.post(onPod(life, '/containers/deploy'), { name, source: life.name });

/** The visitor, into a container that runs. */
async function goIntoNook(life: Life): Promise<void> {
  const { speaker, visitor } = life.people;
  await comeIn(life, 'helper', 'visitor');
  await takesFirstFile(life);
  await allow(life);
  await start(life, speaker);
  await visitor.move(innerPlace(life.name, 'nook'));
}

const removeNook = (life: Life, by: Resident): Promise<Refusal> => by.remove(onPod(life, '/containers/nook'));

export const containers: PodVariants = {
  'a container is allowed by another': {
    when: shared(stands),
    hears: [allowing({}, undefined, 'visitor')],
    play: (life) => allow(life, { by: life.people.visitor }),
  },
  'a container is allowed to nobody': {
    when: shared(stands),
    hears: [allowing({}, nobody)],
    play: (life) => allow(life, { agent: 'nobody-0' }),
  },
  'a container is allowed to the dead': {
    when: shared(stands),
    hears: [allowing({}, late)],
    play: async (life) => allow(life, { agent: (await life.stage.late()).id }),
  },
  'one container too many is allowed': {
    when: shared(stands),
    hears: [allowing({ count: containersMax })],
    play: async (life) => {
      for (let n = 0; n < containersMax; n++) await allow(life, { name: `nook-${n}`, cpu: '50m' });
      return allow(life);
    },
  },
  'a container is allowed under one name too many': {
    when: shared(stands),
    hears: [allowing({ names: containerNamesMax })],
    play: async (life) => {
      for (let n = 0; n < containerNamesMax; n++) {
        await allow(life, { name: `nook-${n}`, cpu: '50m' });
        await life.people.speaker.remove(onPod(life, `/containers/nook-${n}`));
      }
      return allow(life);
    },
  },
  'a container is allowed': {
    when: shared((at) => stands(at) || isOver(at)),
    hears: [allowing()],
    play: (life) => allow(life),
  },
  'a container is allowed twice': {
    when: shared(stands),
    hears: [allowing(), allowing({ exists: true, state: 'allowed', count: 1 })],
    play: async (life) => {
      await allow(life);
      return allow(life);
    },
  },
  'a container is allowed, removed and allowed again': {
    when: shared(stands),
    hears: [allowing(), removing(), allowing({ exists: true, state: 'stopped' })],
    play: async (life) => {
      await allow(life);
      await removeNook(life, life.people.speaker);
      return allow(life);
    },
  },
  'a container is allowed again before the sandbox of the one before is gone': {
    when: shared(stands),
    hears: [firstFile, allowing(), starting(), removing(), allowing({ exists: true, state: 'stopped', closing: true })],
    play: async (life) => {
      await goIntoNook(life);
      return beforeItsSandboxIsGone(life.stage, containerActor(innerPlace(life.name, 'nook')), async () => {
        await removeNook(life, life.people.speaker);
        await life.people.visitor.move(commonsExit);
        return allow(life);
      });
    },
  },
  'a container is deployed that was not allowed': {
    when: shared((at) => stands(at) || isOver(at)),
    hears: [starting({ exists: false })],
    play: (life) => start(life, life.people.speaker),
  },
  "another's container is deployed": {
    when: shared(stands),
    hears: [allowing(), starting({}, 'helper')],
    play: async (life) => {
      await allow(life);
      return start(life, life.people.helper);
    },
  },
  'a container is deployed without code': {
    when: shared(stands),
    hears: [allowing(), starting({ source: { id: 'sketch', representative: 'speaker', code: null, entry: null } })],
    play: async (life) => {
      await allow(life);
      return start(life, life.people.speaker);
    },
  },
  "a container is deployed with another's code": {
    when: shared(stands),
    hears: [firstFile, allowing(), starting({ agent: 'helper' }, 'helper')],
    play: async (life) => {
      const { helper } = life.people;
      await takesFirstFile(life);
      await allow(life, { agent: helper.id });
      return start(life, helper);
    },
  },
  'a container too large is deployed': {
    when: shared(stands),
    hears: [firstFile, allowing(), starting({ cpuMillis: 1_000 })],
    play: async (life) => {
      await takesFirstFile(life);
      await allow(life, { cpu: '1' });
      return start(life, life.people.speaker);
    },
  },
  'a container is deployed beside one that leaves no room': {
    when: shared(stands),
    hears: [firstFile, allowing(), starting(), allowing(), starting({ cpuMillis: 200, usedCpuMillis: 100, count: 2 })],
    play: async (life) => {
      const { speaker } = life.people;
      await takesFirstFile(life);
      await allow(life, { name: 'alcove', cpu: '100m' });
      await start(life, speaker, 'alcove');
      await allow(life, { cpu: '200m' });
      return start(life, speaker);
    },
  },
  'a container is deployed that the pool cannot pay': {
    when: shared(stands),
    hears: [firstFile, allowing(), starting({ cpuMillis: 250 }, 'speaker', { balance: 2_000, needed: 3_000 })],
    play: async (life) => {
      await takesFirstFile(life);
      await allow(life, { cpu: '250m' });
      // Of what it has at first less is left then than 3 credits.
      for (let tick = 0; tick < 2; tick++) await life.stage.passTick();
      return start(life, life.people.speaker);
    },
  },
  'a container is deployed': {
    when: shared(stands),
    hears: [firstFile, allowing(), starting()],
    play: async (life) => {
      await takesFirstFile(life);
      await allow(life);
      return start(life, life.people.speaker);
    },
  },
  'a container is removed by another': {
    when: shared(stands),
    hears: [removing({}, 'visitor')],
    play: (life) => removeNook(life, life.people.visitor),
  },
  'an unknown container is removed': {
    when: shared((at) => stands(at) || isOver(at)),
    hears: [removing({ exists: false })],
    play: (life) => removeNook(life, life.people.speaker),
  },
  'a container is removed': {
    when: shared(stands),
    hears: [allowing(), removing()],
    play: async (life) => {
      await allow(life);
      return removeNook(life, life.people.speaker);
    },
  },
  'is come back into from a container, while it is private': {
    when: shared(stands),
    hears: [
      firstFile,
      allowing(),
      starting(),
      { type: 'set_access', by: 'speaker', access: { type: 'private', allowed: [] }, facts: present },
      enters('visitor', innerPlace('self', 'nook')),
    ],
    play: async (life) => {
      const { speaker, visitor } = life.people;
      await goIntoNook(life);
      await speaker.post(onPod(life, '/access'), { type: 'private' });
      return visitor.move(life.name);
    },
  },
  'is entered as a ruin': {
    when: isOver,
    hears: [enters('visitor')],
    behind: 'no exit leads to a ruin, or out of what was in it',
    play: ({ stage, name }) => {
      const { facts: _, ...event } = enters('visitor');
      return stage.submit({ to: podActor(name), caller: 'city', event });
    },
  },
};
