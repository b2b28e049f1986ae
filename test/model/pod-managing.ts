/** What its representative does with a pod, and what anyone may ask of one where it stands. */
import type { PodEvent } from '../../actors/kinds/pod/facts.ts';
import { present } from './facts.ts';
import { built, meanwhile } from './pod-asking.ts';
import { containers } from './pod-containers.ts';
import { handed } from './pod-handing.ts';
import { isOver, isWorkshop, type Life, onPod, type PodVariants, shared, stands } from './pod-life.ts';
import type { Refusal, Resident } from './stage.ts';

type Event<Type extends PodEvent['type']> = Extract<PodEvent, { type: Type }>;

const pricing = { perEntry: 2_000, perQuery: 250, split: { visitor: 0.5 } };

const access: Event<'set_access'> = {
  type: 'set_access',
  by: 'speaker',
  access: { type: 'members', allowed: ['visitor'] },
  facts: present,
};
const setAccess = (life: Life, who: Resident): Promise<Refusal> =>
  who.post(onPod(life, '/access'), { type: 'members', allowed: [life.people.visitor.id] });

const prices: Event<'set_pricing'> = { type: 'set_pricing', by: 'speaker', pricing, facts: present };
const setPricing = (life: Life, who: Resident): Promise<Refusal> =>
  who.post(onPod(life, '/pricing'), {
    per_entry: 2,
    per_query: 0.25,
    revenue_split: { [life.people.visitor.id]: 0.5 },
  });

const terms: PodVariants = {
  'its access is set by another': {
    when: shared(stands),
    hears: [{ ...access, by: 'visitor' }],
    play: (life) => setAccess(life, life.people.visitor),
  },
  'its access is set': {
    when: shared((at) => stands(at) || isOver(at)),
    hears: [access],
    play: (life) => setAccess(life, life.people.speaker),
  },
  'its prices are set by another': {
    when: shared(stands),
    hears: [{ ...prices, by: 'visitor' }],
    play: (life) => setPricing(life, life.people.visitor),
  },
  'its prices are set': {
    when: shared((at) => stands(at) || isOver(at)),
    hears: [prices],
    play: (life) => setPricing(life, life.people.speaker),
  },
};

export const managing: PodVariants = {
  ...handed(
    'appoint',
    'is represented',
    shared((at) => isWorkshop(at) || stands(at)),
  ),
  ...handed('transfer_pod', 'is given away', shared(stands)),
  ...terms,
  ...containers,
  ...built,
  ...meanwhile,
};
