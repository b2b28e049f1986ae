/** What is kept of a simulated economy: a line for each tick, and a row for each span of 72 ticks. Amounts are credits. */

import { imageOf } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import { type AccountId, kindOf } from '../../engine/ids.ts';
import type { World } from '../world.ts';
import type { Market } from './market.ts';
import { type PolicyName, policyOf } from './policies.ts';
import { creditsOf, findsIn } from './reading.ts';

/** Ticks of a usual life. */
export const span = 72;
const hour = 12;

type OfPolicies<Value> = Readonly<Record<PolicyName, Value>>;

export interface TickRow {
  readonly tick: number;
  readonly population: number;
  /** All that is not the treasury's. */
  readonly supply: number;
}

export interface SpanRow {
  /** Counted from 1. */
  readonly span: number;
  /** At its end, and the highest generation that lives then. */
  readonly population: number;
  readonly generation: number;
  /** Of souls; founders are not among them. */
  readonly births: number;
  readonly deaths: Readonly<Record<string, number>>;
  /** Of those who died in it, by policy: how much of a whole span they lived. */
  readonly lives: OfPolicies<readonly number[]>;
  /** At its end: what residents hold by policy, what pools hold, and what is in escrow; in all what is not the treasury's. */
  readonly held: OfPolicies<number> & Readonly<Record<'pools' | 'escrow' | 'supply', number>>;
  /** Of what those who live hold; null when nobody does. */
  readonly gini: number | null;
  /** Services that are open at its end, calls paid in it, and what one cost on average. */
  readonly shops: number;
  readonly calls: number;
  readonly price: number | null;
  /** Rewards that the city paid, and that residents paid, in it. */
  readonly publicRewards: number;
  readonly rewards: number;
  /** Jobs that workers were paid for, and hours that they lived, in it. */
  readonly workerJobs: number;
  readonly workerHours: number;
}

interface Life {
  readonly policy: PolicyName;
  readonly bornTick: number;
}

type Told = {
  readonly type: string;
  readonly tick: number;
  readonly subject: string | null;
  readonly data: Readonly<Record<string, unknown>>;
};

const heardTypes = new Set(['resident.born', 'resident.died', 'job.completed']);

export class Records {
  readonly rows: SpanRow[] = [];
  readonly curve: TickRow[] = [];
  readonly #world: World;
  readonly #market: Market;
  readonly #living = new Map<string, Life>();
  #read = 0;
  #births = 0;
  #deaths: Record<string, number> = {};
  #lives = forPolicies<number[]>(() => []);
  #publicRewards = 0;
  #rewards = 0;
  #workerJobs = 0;
  #workerHours = 0;

  constructor(world: World, market: Market) {
    this.#world = world;
    this.#market = market;
  }

  /** To be called after each tick. */
  note(tick: number): void {
    const { events } = this.#world.store;
    for (const { type, json } of events.slice(this.#read)) if (heardTypes.has(type)) this.#hear(JSON.parse(json));
    this.#read = events.length;
    this.#workerHours += [...this.#living.values()].filter(({ policy }) => policy === 'worker').length / hour;
    this.curve.push({ tick, population: this.#living.size, supply: this.#supply() });
    if (tick % span === 0 || this.#living.size === 0) this.#close();
  }

  #hear({ type, tick, subject, data }: Told): void {
    const id = String(subject);
    if (type === 'job.completed') {
      if (data['poster'] === null) this.#publicRewards += Number(data['reward']);
      else this.#rewards += Number(data['reward']);
      if (this.#living.get(String(data['claimer']))?.policy === 'worker') this.#workerJobs += 1;
      return;
    }
    if (type === 'resident.born') {
      if (data['mentor'] !== null) this.#births += 1;
      this.#living.set(id, { policy: policyOf(String(data['name'])), bornTick: tick });
      return;
    }
    const cause = String(data['cause']);
    this.#deaths[cause] = (this.#deaths[cause] ?? 0) + 1;
    const life = this.#living.get(id);
    if (life === undefined) return;
    this.#lives[life.policy].push((tick - life.bornTick) / span);
    this.#living.delete(id);
  }

  #close(): void {
    const prices = this.#market.takePrices();
    this.rows.push({
      span: this.rows.length + 1,
      population: this.#living.size,
      generation: this.#generation(),
      births: this.#births,
      deaths: this.#deaths,
      lives: this.#lives,
      held: this.#held(),
      gini: gini([...this.#living.keys()].map((id) => creditsOf(this.#world, residentActor(id)))),
      shops: this.#market.shops,
      calls: prices.length,
      price: prices.length === 0 ? null : sum(prices) / prices.length,
      publicRewards: this.#publicRewards,
      rewards: this.#rewards,
      workerJobs: this.#workerJobs,
      workerHours: this.#workerHours,
    });
    this.#births = this.#publicRewards = this.#rewards = this.#workerJobs = this.#workerHours = 0;
    this.#deaths = {};
    this.#lives = forPolicies<number[]>(() => []);
  }

  #generation(): number {
    const finds = findsIn(this.#world);
    const all = [...this.#living.keys()].map((id) => imageOf(finds, residentActor(id))?.context.generation ?? 0);
    return Math.max(0, ...all);
  }

  #held(): SpanRow['held'] {
    const held = forPolicies(() => 0);
    for (const [id, { policy }] of this.#living) held[policy] += creditsOf(this.#world, residentActor(id));
    const pods = [...this.#world.city.state.accounts.keys()].filter(isPod);
    return {
      ...held,
      pools: sum(pods.map((id) => creditsOf(this.#world, id))),
      escrow: creditsOf(this.#world, 'escrow'),
      supply: this.#supply(),
    };
  }

  #supply(): number {
    return -creditsOf(this.#world, 'treasury');
  }
}

const isPod = (id: AccountId): boolean => id !== 'treasury' && id !== 'escrow' && kindOf(id) === 'pod';

function forPolicies<Value>(make: () => Value): Record<PolicyName, Value> {
  const [worker, builder, mentor, mixed, idler] = [make(), make(), make(), make(), make()];
  return { worker, builder, mentor, mixed, idler };
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Null of nothing. */
export function median(numbers: readonly number[]): number | null {
  const rising = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(rising.length / 2);
  const [low, high] = [rising[rising.length % 2 === 0 ? middle - 1 : middle], rising[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Gini coefficient: 0 when all hold the same; null when they hold nothing. */
function gini(balances: readonly number[]): number | null {
  const rising = balances.toSorted((a, b) => a - b);
  const total = sum(rising);
  if (total <= 0) return null;
  const n = rising.length;
  return (2 * sum(rising.map((held, at) => (at + 1) * held))) / (n * total) - (n + 1) / n;
}
