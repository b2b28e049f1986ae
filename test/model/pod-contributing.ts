/** Those named with the funding of a pod are asked for a share: they say yes, no, or nothing in time; and a deploy names others. */
import { z } from 'zod';
import type { PodEvent } from '../../actors/kinds/pod/facts.ts';
import { commons } from '../../actors/rules/place/names.ts';
import { link, linkEnd, present } from './facts.ts';
import {
  isOrphaned,
  isOver,
  isWorkshop,
  type Life,
  lives,
  onPod,
  type PodVariants,
  type Role,
  shared,
  stands,
} from './pod-life.ts';
import type { Refusal } from './stage.ts';

type Contribute = Extract<PodEvent, { type: 'contribute' }>;

const answers = (rest: Partial<Contribute> = {}): Contribute => ({
  type: 'contribute',
  by: 'visitor',
  accept: true,
  max_share: null,
  facts: present,
  ...rest,
});

const answer = (life: Life, by: Role, body: object): Promise<Refusal> =>
  life.people[by].post(onPod(life, '/contribution'), body);

const deploys = (tier: 'tiny' | 'small', fresh: boolean): PodEvent => ({
  type: 'deploy',
  by: 'speaker',
  location: commons,
  name: null,
  tier,
  description: null,
  links: fresh ? [link()] : [],
  pricing: null,
  features: [],
  funding: 6_000,
  contributors: ['speaker', 'helper', 'owner', 'helper'],
  facts: { ...present, linkEnds: fresh ? [linkEnd()] : [], balance: 1_000_000 },
});

function deploy({ name: source, people: { speaker, helper, owner } }: Life, body: object): Promise<Refusal> {
  const contributors = [speaker, helper, owner, helper].map(({ id }) => id);
  return speaker.post('/v1/deploy', { source, funding: { initial_credits: 6, contributors }, ...body });
}

const Record = z.looseObject({ contributors: z.array(z.looseObject({ status: z.string() })) });

/** Ticks pass until nobody is asked any more; the pool has enough for that, in parts that buy no way. */
async function saysNothing(life: Life, parts: number, amount: number): Promise<Refusal> {
  const { name, stage, people } = life;
  for (let part = 0; part < parts; part++) await people.speaker.post(`/v1/credits/pools/${name}/fund`, { amount });
  let refusal: Refusal;
  do refusal = await stage.passTick();
  while (refusal === undefined && (await isAsked(life)));
  return refusal;
}

async function isAsked(life: Life): Promise<boolean> {
  const { contributors } = Record.parse(await life.people.speaker.get(onPod(life, '')));
  return contributors.some(({ status }) => status === 'asked');
}

const expires: PodEvent = { type: 'contributions.expire', facts: present };

export const contributing: PodVariants = {
  'one who was named pays its share': {
    when: shared((at) => lives(at) || isOver(at)),
    hears: [answers()],
    play: (life) => answer(life, 'visitor', { accept: true }),
  },
  'one who was named says no': {
    when: shared(lives),
    hears: [answers({ accept: false })],
    play: (life) => answer(life, 'visitor', { accept: false }),
  },
  'one who was named would pay less': {
    when: shared(lives),
    hears: [answers({ max_share: 1_999 })],
    play: (life) => answer(life, 'visitor', { accept: true, max_share: 1.999 }),
  },
  'one who was named answers twice': {
    when: shared(lives),
    hears: [answers({ accept: false }), answers()],
    play: async (life) => {
      await answer(life, 'visitor', { accept: false });
      return answer(life, 'visitor', { accept: true });
    },
  },
  'one who was not named pays a share': {
    when: shared(lives),
    hears: [answers({ by: 'helper' })],
    play: (life) => answer(life, 'helper', { accept: true }),
  },
  'one who was named says nothing': {
    when: shared((at) => lives(at) && !isOrphaned(at)),
    hears: [expires],
    play: (life) => saysNothing(life, 1, 30),
  },
  'one who was named says nothing, cut off': {
    when: shared(isOrphaned),
    hears: [expires],
    play: (life) => saysNothing(life, 30, 1),
  },
  'is deployed, and others are named': {
    when: shared(isWorkshop),
    hears: [deploys('tiny', true)],
    play: (life) => deploy(life, { tier: 'tiny', connections: [{ from: commons }] }),
  },
  'is made larger, and others are named': {
    when: shared(stands),
    hears: [deploys('small', false)],
    play: (life) => deploy(life, { tier: 'small' }),
  },
};
