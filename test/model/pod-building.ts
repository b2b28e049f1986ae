/** From a workshop to a pod, a larger tier, and the turns of its fate. */
import { z } from 'zod';
import type { PodEvent } from '../../actors/kinds/pod/facts.ts';
import { commons, commonsExit, homeOf } from '../../actors/rules/place/names.ts';
import { libraryTerminal } from '../../actors/rules/workshops/deploy-rules.ts';
import { buildPod } from './building.ts';
import { link, linkEnd, present, site } from './facts.ts';
import {
  type At,
  births,
  comeIn,
  cutOff,
  dies,
  enters,
  firstFunding,
  hears,
  isDeployed,
  isOrphaned,
  isOver,
  isShared,
  isWorkshop,
  type Life,
  lives,
  type PodVariants,
  podName,
  runDry,
  runLow,
  shared,
  stands,
  statusOf,
  wayIn,
} from './pod-life.ts';
import type { Refusal, Resident } from './stage.ts';

type Deploy = Extract<PodEvent, { type: 'deploy' }>;

const rich = 1_000_000;

/** A deploy in which nothing is wrong. */
const deploying = (rest: Partial<Deploy> = {}, facts: Partial<Deploy['facts']> = {}): Deploy => ({
  type: 'deploy',
  by: 'speaker',
  location: commons,
  name: null,
  tier: 'tiny',
  description: null,
  links: [link()],
  pricing: null,
  features: [],
  funding: 2_000,
  contributors: [],
  ...rest,
  facts: { ...present, linkEnds: [linkEnd()], balance: rich, ...facts },
});

const raising = (rest: Partial<Deploy> = {}, facts: Partial<Deploy['facts']> = {}): Deploy =>
  deploying({ tier: 'small', links: [], ...rest }, { linkEnds: [], ...facts });

const deploy = ({ name: source }: Life, who: Resident, rest: object = {}): Promise<Refusal> =>
  who.post('/v1/deploy', { source, tier: 'tiny', connections: [{ from: commons }], funding: firstFunding, ...rest });

const raise = ({ name: source }: Life, who: Resident, rest: object = {}): Promise<Refusal> =>
  who.post('/v1/deploy', { source, tier: 'small', funding: firstFunding, ...rest });

/** Leaves the representative too little to deploy anything. */
async function poor({ people: { speaker, visitor } }: Life): Promise<Resident> {
  await speaker.pay(visitor, (await speaker.balance()) - 5);
  return speaker;
}

const isProvisioning = ({ state }: At) => state === 'workshop.provisioning';
/** A home workshop that was deployed was never prepared as a pod. */
const mayBePreparing = (at: At) => isProvisioning(at) || (isShared(at) && (stands(at) || isOver(at)));
const inHouse = (at: At) => isWorkshop(at) && at.context.birthplace !== commons;
/** Its owner speaks for it, and it hangs from the owner's house. */
const hangsFromHome = (at: At) => !isShared(at) && isDeployed(at);

const workshop: PodVariants = {
  'its sandbox is prepared': {
    when: mayBePreparing,
    hears: [{ type: 'sandbox.prepare.done', result: {}, facts: present }],
    play: (life) => hears(life, life.preparing.open),
  },
  'its sandbox cannot be prepared': {
    when: mayBePreparing,
    hears: [{ type: 'sandbox.prepare.failed', facts: present }],
    play: (life) => hears(life, life.preparing.break),
  },
  'is deployed from within': {
    when: shared(isWorkshop),
    hears: [deploying({ location: podName })],
    play: async (life) => {
      await comeIn(life, 'speaker');
      return deploy(life, life.people.speaker);
    },
  },
  'is deployed by another': {
    when: shared(isWorkshop),
    hears: [deploying({ by: 'helper' })],
    play: (life) => deploy(life, life.people.helper),
  },
  'is deployed with a first link from elsewhere': {
    when: shared(isWorkshop),
    hears: [deploying({ links: [link('elsewhere')] }, { linkEnds: [linkEnd({ place: 'elsewhere' })] })],
    play: (life) => deploy(life, life.people.speaker, { connections: [{ from: homeOf(life.people.speaker.id) }] }),
  },
  'is deployed with a terminal too large for it': {
    when: shared(isWorkshop),
    hears: [deploying({ features: [libraryTerminal] })],
    play: (life) => deploy(life, life.people.speaker, { features: [libraryTerminal] }),
  },
  'is deployed with less than a tick of upkeep': {
    when: shared(isWorkshop),
    hears: [deploying({ funding: 500 })],
    play: (life) => deploy(life, life.people.speaker, { funding: { initial_credits: 0.5 } }),
  },
  'is deployed with a link from nowhere': {
    when: shared(isWorkshop),
    hears: [deploying({ links: [link(), link('nowhere')] }, { linkEnds: [linkEnd(), linkEnd({ status: 'unknown' })] })],
    play: (life) => deploy(life, life.people.speaker, { connections: [{ from: commons }, { from: 'nowhere' }] }),
  },
  'is deployed with more links than its tier has': {
    when: shared(isWorkshop),
    hears: [deploying({ links: [link(), link(), link()] }, { linkEnds: [linkEnd(), linkEnd(), linkEnd()] })],
    play: (life) =>
      deploy(life, life.people.speaker, { connections: [{ from: commons }, { from: commons }, { from: commons }] }),
  },
  'is deployed with a link that nobody approved': {
    when: shared(isWorkshop),
    hears: [
      deploying(
        { links: [link(), link('house')] },
        { linkEnds: [linkEnd(), linkEnd({ place: 'house', representative: 'visitor' })] },
      ),
    ],
    play: (life) => {
      const { speaker, visitor } = life.people;
      return deploy(life, speaker, { connections: [{ from: commons }, { from: homeOf(visitor.id) }] });
    },
  },
  'is deployed by one who cannot pay': {
    when: shared(isWorkshop),
    hears: [deploying({}, { balance: 5_000 })],
    play: async (life) => deploy(life, await poor(life)),
  },
  'is deployed': {
    when: shared(isWorkshop),
    hears: [
      deploying({
        name: 'The Lantern',
        tier: 'tiny',
        pricing: { perEntry: null, perQuery: 500, split: { helper: 0.25 } },
      }),
    ],
    play: (life) => {
      const { speaker, helper } = life.people;
      const pricing = { per_query: 0.5, revenue_split: { [helper.id]: 0.25 } };
      return deploy(life, speaker, { name: 'The Lantern', pricing });
    },
  },
  'is visited as if it were open': {
    when: shared(isWorkshop),
    hears: [{ type: 'call_service', by: 'helper', input: '', max_price: null, facts: { ...present, call: 'call_1' } }],
    play: async (life) => {
      await comeIn(life, 'helper');
      return life.people.helper.post(`/v1/services/${life.name}/call`, { input: 1 });
    },
  },
  'loses the place where it was opened': {
    when: inHouse,
    hears: [{ type: 'birthplace.ended', facts: { ...present, request: 'req_2', exit: 'exit_2' } }],
    play: (life) => dies(life, life.people.host),
  },
  'loses the place where it was opened, and is found at the Commons': {
    when: inHouse,
    hears: [{ type: 'birthplace.ended', facts: { ...present, request: 'req_2', exit: 'exit_2' } }, enters('owner')],
    play: async (life) => {
      await dies(life, life.people.host);
      await comeIn(life, 'owner');
      return undefined;
    },
  },
};

const larger: PodVariants = {
  'is made larger by another': {
    when: shared(stands),
    hears: [raising({ by: 'visitor' })],
    play: (life) => raise(life, life.people.visitor),
  },
  'is made as large as it is': {
    when: shared(stands),
    hears: [raising({ tier: 'tiny' })],
    play: (life) => raise(life, life.people.speaker, { tier: 'tiny' }),
  },
  'is made larger, with a link': {
    when: shared(stands),
    hears: [raising({ links: [link()] }, { linkEnds: [linkEnd()] })],
    play: (life) => raise(life, life.people.speaker, { connections: [{ from: commons }] }),
  },
  'is made larger by one who cannot pay': {
    when: shared(stands),
    hears: [raising({}, { balance: 5_000 })],
    play: async (life) => raise(life, await poor(life)),
  },
  'is made larger': {
    when: shared((at) => stands(at) || isOver(at)),
    hears: [raising({ name: 'The Lighthouse' })],
    play: (life) => raise(life, life.people.speaker, { name: 'The Lighthouse' }),
  },
};

/** Its owner says that it has died; whose the pod is now it heard before. */
const hearsDue: PodEvent = { type: 'hears.due', facts: present };

const fate: PodVariants = {
  'runs dry': {
    when: lives,
    hears: [{ type: 'account.dry', facts: { ...present, isSeen: true, isHidden: false } }],
    play: async (life) => {
      if (life.birth === births.shared) await comeIn(life, 'speaker', 'helper');
      return runDry(life.stage, life.people.visitor, life.name);
    },
  },
  'runs low': {
    when: shared(lives),
    hears: [{ type: 'account.low', facts: { ...present, balance: 6_000, burn: 1_000 } }],
    play: runLow,
  },
  'loses its owner, who leaves an heir': {
    when: shared(lives),
    hears: [
      {
        type: 'owner.ended',
        facts: {
          ...present,
          heir: 'visitor',
          pendingRequests: [],
          allowed: [],
          balance: 1000,
          burn: 1000,
          isSeen: true,
        },
      },
      hearsDue,
    ],
    play: async (life) => {
      const { owner, visitor } = life.people;
      await owner.post('/v1/legacy/bequeath', { heir: visitor.id });
      return dies(life, owner);
    },
  },
  'loses its owner, who leaves no heir': {
    when: shared(lives),
    hears: [
      {
        type: 'owner.ended',
        facts: { ...present, heir: null, pendingRequests: [], allowed: [], balance: 1000, burn: 1000, isSeen: true },
      },
      hearsDue,
    ],
    play: (life) => dies(life, life.people.owner),
  },
  'loses its owner and its way, and finds an heir': {
    when: hangsFromHome,
    hears: [
      {
        type: 'owner.ended',
        facts: {
          ...present,
          heir: 'visitor',
          pendingRequests: [],
          allowed: [],
          balance: 1000,
          burn: 1000,
          isSeen: true,
        },
      },
      { type: 'cut.off', facts: { ...present, isSeen: true, isHidden: false } },
      hearsDue,
    ],
    play: async (life) => {
      const { owner, visitor } = life.people;
      await owner.post('/v1/legacy/bequeath', { heir: visitor.id });
      return dies(life, owner);
    },
  },
  'loses its owner and its way': {
    when: hangsFromHome,
    hears: [
      {
        type: 'owner.ended',
        facts: { ...present, heir: null, pendingRequests: [], allowed: [], balance: 1000, burn: 1000, isSeen: true },
      },
      { type: 'cut.off', facts: { ...present, isSeen: true, isHidden: false } },
      hearsDue,
    ],
    play: (life) => dies(life, life.people.owner),
  },
  'loses its representative': {
    when: shared(lives),
    hears: [{ type: 'representative.ended', facts: { ...present, pendingRequests: [] } }],
    play: (life) => dies(life, life.people.speaker),
  },
  'is cut off': {
    when: shared(isDeployed),
    hears: [{ type: 'cut.off', facts: { ...present, isSeen: true, isHidden: false } }],
    play: cutOff,
  },
  'is cut off by the end of the pod before it': {
    when: shared(isDeployed),
    hears: [{ type: 'cut.off', facts: { ...present, isSeen: true, isHidden: false } }],
    play: endOfThePodBefore,
  },
  'is reached again': {
    when: shared(isOrphaned),
    hears: [{ type: 'reached', facts: { ...present, isSeen: true, isHidden: false } }],
    play: ({ name, people: { speaker } }) => {
      const asked = { from_pod: 'current', to_pod: name };
      return speaker.move(commonsExit).then(() => speaker.post('/v1/connections/request', asked));
    },
  },
  'is funded with enough for a way': {
    when: shared(isOrphaned),
    hears: [
      {
        type: 'fund',
        by: 'visitor',
        amount: 40_000,
        facts: { ...present, commons: site({ connectionsMax: 1_000 }), request: 'req_2', exit: 'exit_2' },
      },
      { type: 'reached', facts: { ...present, isSeen: true, isHidden: false } },
    ],
    play: ({ name, people: { visitor } }) => visitor.post(`/v1/credits/pools/${name}/fund`, { amount: 40 }),
  },
  'its sandbox is removed': {
    when: isOver,
    hears: [{ type: 'sandbox.remove.done', result: {}, facts: present }],
    play: (life) => hears(life, life.removing.open),
  },
  'its sandbox cannot be removed': {
    when: isOver,
    hears: [{ type: 'sandbox.remove.failed', facts: present }],
    play: (life) => hears(life, life.removing.break),
  },
};

const Requested = z.looseObject({ request_id: z.string() });

/** The only way leads through another pod, which runs dry. */
async function endOfThePodBefore(life: Life): Promise<Refusal> {
  const { name, stage, people } = life;
  const { speaker, visitor } = people;
  const direct = await wayIn(life);
  await visitor.post(`/v1/credits/pools/${name}/fund`, { amount: 20 });
  const between = await buildPod(visitor, { funding: 2 });
  await speaker.move(between.exit);
  const asked = { from_pod: 'current', to_pod: name };
  await visitor.post('/v1/connections/approve', {
    request_id: Requested.parse(await speaker.make('/v1/connections/request', asked)).request_id,
  });
  await speaker.post('/v1/connections/close', { exit_id: direct });
  let refusal: Refusal;
  do refusal = await stage.passTick();
  while (refusal === undefined && (await statusOf(visitor, name)) === 'deployed');
  return refusal;
}

export const building: PodVariants = { ...workshop, ...larger, ...fate };
