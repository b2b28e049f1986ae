/** A resident asks for what is done with pods, their containers and their services. */
import { buildPod, openWorkshop, type Pod, whileRunning } from './building.ts';
import {
  asks,
  booth,
  boothExit,
  calling,
  callsMax,
  namesNobody,
  nobody,
  type PlaceCommand,
  unpayable,
} from './resident-asking.ts';
import { drain, goes, isNewborn, isOutside, type Life, type ResidentVariants } from './resident-base.ts';
import type { Refusal } from './stage.ts';

const box = ({ self }: Life) => ({
  agent_id: self.id,
  name: 'box',
  resource_allocation: { cpu: '100m', memory: '64Mi' },
});

async function ownPod({ self, friend }: Life): Promise<Pod> {
  await friend.pay(self, 200);
  return buildPod(self);
}

/** A command of the resident about a pod that it represents. */
async function manages(life: Life, what: string, body: object): Promise<Refusal> {
  const { id } = await ownPod(life);
  return life.self.post(`/v1/pods/${id}/${what}`, body);
}

/** Goes from the Commons into a pod of its friend that offers a service. */
async function visitsBooth(life: Life, perQuery = 0): Promise<Pod> {
  const { self, friend, names } = life;
  const pod = await buildPod(friend, { perQuery });
  names.set(booth, pod.id).set(boothExit, pod.exit);
  await self.move(pod.exit);
  return pod;
}

/** What is done with a workshop of its friend that it cannot know of, and how each is asked for. */
const hiddenOnes: Readonly<Record<string, readonly [PlaceCommand, (id: string, life: Life) => Promise<Refusal>]>> = {
  'funds a workshop': [
    { type: 'fund', pod: 'shed', amount: 1000 },
    (id, { self }) => self.post(`/v1/credits/pools/${id}/fund`, { amount: 1 }),
  ],
  'answers for a share of a workshop': [
    { type: 'contribute', pod: 'shed', accept: true, max_share: null },
    (id, { self }) => self.post(`/v1/pods/${id}/contribution`, { accept: true }),
  ],
  'appoints a representative of a workshop': [
    { type: 'appoint', pod: 'shed', to: 'friend' },
    (id, { self, friend }) => self.post(`/v1/pods/${id}/representative`, { agent_id: friend.id }),
  ],
  'gives a workshop away': [
    { type: 'transfer_pod', pod: 'shed', to: 'friend' },
    (id, { self, friend }) => self.post(`/v1/pods/${id}/transfer`, { to: friend.id }),
  ],
  'says who may enter a workshop': [
    { type: 'set_access', pod: 'shed', access: { type: 'gated', allowed: [] } },
    (id, { self }) => self.post(`/v1/pods/${id}/access`, { type: 'gated' }),
  ],
  'says what a workshop costs': [
    { type: 'set_pricing', pod: 'shed', pricing: { perEntry: null, perQuery: 1000, split: {} } },
    (id, { self }) => self.post(`/v1/pods/${id}/pricing`, { per_query: 1 }),
  ],
  'allows a container in a workshop': [
    { type: 'allow_container', pod: 'shed', agent: 'self', name: 'box', cpuMillis: 100, memoryMib: 64 },
    (id, life) => life.self.post(`/v1/pods/${id}/containers/allow`, box(life)),
  ],
  'deploys a container in a workshop': [
    { type: 'deploy_container', pod: 'shed', name: 'box', workshop: 'shed', description: null },
    (id, { self }) => self.post(`/v1/pods/${id}/containers/deploy`, { name: 'box', source: id }),
  ],
  'removes a container from a workshop': [
    { type: 'remove_container', pod: 'shed', name: 'box' },
    (id, { self }) => self.remove(`/v1/pods/${id}/containers/box`),
  ],
};

const hidden: ResidentVariants = Object.fromEntries(
  Object.entries(hiddenOnes).map(([name, [said, play]]) => [
    `${name} that it cannot know of`,
    {
      when: isNewborn,
      hears: [asks(said, { target: null })],
      play: async (life: Life) => play((await openWorkshop(life.friend)).id, life),
    },
  ]),
);

export const residentPods: ResidentVariants = {
  ...hidden,
  'funds a pod that it cannot pay': {
    when: isNewborn,
    hears: [asks({ type: 'fund', pod: 'shed', amount: 1000 }, unpayable)],
    play: async ({ self, friend }) => {
      const { id } = await buildPod(friend);
      return self.post(`/v1/credits/pools/${id}/fund`, { amount: 1_000_000 });
    },
  },
  'funds a pod': {
    when: isNewborn,
    hears: [asks({ type: 'fund', pod: 'shed', amount: 1000 })],
    play: async ({ self, friend }) => {
      const { id } = await buildPod(friend);
      return self.post(`/v1/credits/pools/${id}/fund`, { amount: 1 });
    },
  },
  'says yes to a share that it cannot pay': {
    when: isNewborn,
    hears: [asks({ type: 'contribute', pod: 'shed', accept: true, max_share: null }, unpayable)],
    play: async (life) => {
      await life.friend.pay(life.self, 10);
      const { id } = await openWorkshop(life.friend, life.friend.id, [life.self.id]);
      await drain(life);
      return life.self.post(`/v1/pods/${id}/contribution`, { accept: true });
    },
  },
  'says yes to a share': {
    when: isNewborn,
    hears: [asks({ type: 'contribute', pod: 'shed', accept: true, max_share: null })],
    play: async ({ self, friend }) => {
      const { id } = await openWorkshop(friend, friend.id, [self.id]);
      return self.post(`/v1/pods/${id}/contribution`, { accept: true });
    },
  },
  'appoints a representative': {
    when: isNewborn,
    hears: [asks({ type: 'appoint', pod: 'booth', to: 'friend' })],
    play: (life) => manages(life, 'representative', { agent_id: life.friend.id }),
  },
  'takes a note away from its pod': {
    when: isNewborn,
    hears: [asks({ type: 'remove_note', note: 'note_1' })],
    play: async (life) => {
      const { id: location } = await ownPod(life);
      const visitor = await life.stage.visitor();
      await life.stage.grant(visitor, 1);
      const { id } = await visitor.make('/v1/visitors/notes', { location, text: 'Hello.' });
      return life.self.remove(`/v1/location/notes/${String(id)}`);
    },
  },
  'gives a pod away': {
    when: isNewborn,
    hears: [asks({ type: 'transfer_pod', pod: 'booth', to: 'friend' })],
    play: (life) => manages(life, 'transfer', { to: life.friend.id }),
  },
  'says who may enter a pod': {
    when: isNewborn,
    hears: [asks({ type: 'set_access', pod: 'booth', access: { type: 'gated', allowed: [] } })],
    play: (life) => manages(life, 'access', { type: 'gated' }),
  },
  'says that nobody may enter a pod': {
    when: isNewborn,
    hears: [asks({ type: 'set_access', pod: 'booth', access: { type: 'private', allowed: [nobody] } }, namesNobody)],
    play: (life) => manages(life, 'access', { type: 'private', allowed: [nobody] }),
  },
  'shares with nobody what a pod earns': {
    when: isNewborn,
    hears: [
      asks(
        { type: 'set_pricing', pod: 'booth', pricing: { perEntry: null, perQuery: 0, split: { [nobody]: 0.5 } } },
        namesNobody,
      ),
    ],
    play: (life) => manages(life, 'pricing', { revenue_split: { [nobody]: 0.5 } }),
  },
  'says what a pod costs': {
    when: isNewborn,
    hears: [asks({ type: 'set_pricing', pod: 'booth', pricing: { perEntry: null, perQuery: 1000, split: {} } })],
    play: (life) => manages(life, 'pricing', { per_query: 1 }),
  },
  'allows a container': {
    when: isNewborn,
    hears: [asks({ type: 'allow_container', pod: 'booth', agent: 'self', name: 'box', cpuMillis: 100, memoryMib: 64 })],
    play: (life) => manages(life, 'containers/allow', box(life)),
  },
  'deploys a container': {
    when: isNewborn,
    hears: [asks({ type: 'deploy_container', pod: 'booth', name: 'box', workshop: 'booth', description: null })],
    play: async (life) => {
      const { id } = await ownPod(life);
      await life.self.make(`/v1/pods/${id}/containers/allow`, box(life));
      return life.self.post(`/v1/pods/${id}/containers/deploy`, { name: 'box', source: id });
    },
  },
  'removes a container': {
    when: isNewborn,
    hears: [asks({ type: 'remove_container', pod: 'booth', name: 'box' })],
    play: async (life) => {
      const { id } = await ownPod(life);
      await life.self.make(`/v1/pods/${id}/containers/allow`, box(life));
      return life.self.remove(`/v1/pods/${id}/containers/box`);
    },
  },
  'calls a service of nobody': {
    when: isNewborn,
    hears: [asks(calling, { target: null })],
    play: ({ self }) => self.post('/v1/services/nowhere/call'),
  },
  'calls a service from afar': {
    when: isNewborn,
    hears: [asks(calling, { required: booth })],
    play: async ({ self, friend }) => {
      const { id } = await buildPod(friend);
      return self.post(`/v1/services/${id}/call`);
    },
  },
  'calls a service that it cannot pay': {
    when: isOutside,
    hears: [...goes(boothExit, booth), asks(calling, unpayable)],
    play: async (life) => {
      await drain(life);
      const { id } = await visitsBooth(life, 5);
      return life.self.post(`/v1/services/${id}/call`);
    },
  },
  'calls a service too often at once': {
    when: isOutside,
    hears: [
      ...goes(boothExit, booth),
      ...Array.from({ length: callsMax }, () => asks(calling)),
      asks(calling, { openCalls: callsMax }),
    ],
    play: async (life) => {
      const { id } = await visitsBooth(life);
      const call = () => life.self.post(`/v1/services/${id}/call`);
      return whileRunning(life.stage, callsMax, call, call);
    },
  },
  'calls a service': {
    when: isOutside,
    hears: [...goes(boothExit, booth), asks(calling)],
    play: async (life) => {
      const { id } = await visitsBooth(life);
      return life.self.post(`/v1/services/${id}/call`);
    },
  },
};
