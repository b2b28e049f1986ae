/** Decisions of a resident before it opens a workshop or deploys a pod: tier, funding, prices, and shares. */
import type { Resident } from '../resident.ts';
import { podUpkeep, type Tier } from './prices.ts';

export const podNames = ['Lamp Shop', 'Mill', 'Post Office', 'Bakery', 'Ledger', 'Clock Tower', 'Ferry', 'Dye Works'];

/** Ticks of upkeep that a place is funded with when it is to run dry. */
const starvingTicks = 3;
const fundedTicks = 60;

export interface WorkshopPlan {
  readonly name: string;
  readonly tier: Tier;
  readonly collaborators: readonly string[];
  /** Nobody will fund it: it is to run dry. */
  readonly starves: boolean;
  /** Millicredits for the pool. */
  readonly funding: number;
}

export function planWorkshop(who: Resident): WorkshopPlan {
  const { random, expectedState, channels } = who.context;
  const tier: Tier = random.withProbability(0.7) ? 'tiny' : 'small';
  const starves = random.withProbability(0.2);
  const funding = podUpkeep[tier] * (starves ? starvingTicks : fundedTicks);
  const helper = random.pick([...expectedState.residents.keys()]);
  const collaborators = helper === undefined || helper === who.id ? [] : [helper];
  return { name: `${random.pick(podNames) ?? ''} ${channels.run}`, tier, collaborators, starves, funding };
}

/** The options of a deploy, and what follows from them. Amounts in millicredits. */
export interface DeployPlan {
  readonly tier: Tier;
  readonly funding: number;
  readonly pricing: { readonly perEntry: number; readonly perQuery: number };
  readonly split: readonly (readonly [string, number])[];
}

export function planDeploy(who: Resident, tier: Tier, starves: boolean): DeployPlan {
  const { random, expectedState } = who.context;
  const partner = random.pick([...expectedState.residents.keys()]) ?? who.id;
  const split: [string, number][] = random.withProbability(0.5) ? [] : [[who.id, 0.25]];
  if (split.length > 0 && partner !== who.id) split.push([partner, 0.5]);
  return {
    tier,
    funding: podUpkeep[tier] * (starves ? 1 : fundedTicks),
    pricing: {
      perEntry: random.integerBelow(3_000),
      perQuery: random.withProbability(0.2) ? 0 : random.integerBelow(2_000),
    },
    split,
  };
}

/** The pricing of a plan in the form of the request. */
export const pricingBody = ({ pricing: { perEntry, perQuery }, split }: DeployPlan) => ({
  per_entry: perEntry / 1000,
  per_query: perQuery / 1000,
  revenue_split: Object.fromEntries(split),
});
