/** What is kept of a simulated economy: a line for each tick, and a row for each span of 72 ticks. Amounts are credits. */

import { imageOf } from '../../actors/registry.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import type { FeedEvent } from '../../engine/command.ts';
import { type AccountId, kindOf } from '../../engine/ids.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { gini } from '../../research/runs/gini.ts';

/** Ticks of a usual life. */
export const span = 72;
const hour = 12;

/** Those of the table of births. */
export const policyNames = ['worker', 'builder', 'mentor', 'allrounder', 'idler'] as const;
type PolicyName = (typeof policyNames)[number];

/** The policy of the resident of this name. */
const policyOf = (name: string): PolicyName => policyNames.find((policy) => policy === name) ?? 'idler';

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
  /** Births of souls; founders are not among them. */
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

const heardTypes = new Set(['resident.born', 'resident.died', 'job.completed', 'service.called']);

export class Records {
  readonly rows: SpanRow[] = [];
  readonly curve: TickRow[] = [];
  readonly #living = new Map<string, Life>();
  /** Credits paid for each call of a service. */
  #prices: number[] = [];
  #births = 0;
  #deaths: Record<string, number> = {};
  #lives = forPolicies<number[]>(() => []);
  #publicRewards = 0;
  #rewards = 0;
  #workerJobs = 0;
  #workerHours = 0;

  /** To be called with each event. */
  hear({ type, json }: FeedEvent): void {
    if (heardTypes.has(type)) this.#hear(JSON.parse(json));
  }

  /** To be called after each tick. */
  note(tick: number, state: CityState): void {
    this.#workerHours += [...this.#living.values()].filter(({ policy }) => policy === 'worker').length / hour;
    this.curve.push({ tick, population: this.#living.size, supply: supplyOf(state) });
    if (tick % span === 0 || this.#living.size === 0) this.#close(state);
  }

  #hear({ type, tick, subject, data }: Told): void {
    const id = String(subject);
    if (type === 'service.called') {
      if (data['outcome'] === 'finished') this.#prices.push(Number(data['charged']));
      return;
    }
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

  #close(state: CityState): void {
    const prices = this.#prices;
    this.rows.push({
      span: this.rows.length + 1,
      population: this.#living.size,
      generation: this.#generation(state),
      births: this.#births,
      deaths: this.#deaths,
      lives: this.#lives,
      held: this.#held(state),
      gini: gini([...this.#living.keys()].map((id) => creditsOf(state, residentActor(id)))),
      shops: state.actorsByState.counts('pod').get('deployed') ?? 0,
      calls: prices.length,
      price: prices.length === 0 ? null : sum(prices) / prices.length,
      publicRewards: this.#publicRewards,
      rewards: this.#rewards,
      workerJobs: this.#workerJobs,
      workerHours: this.#workerHours,
    });
    this.#births = this.#publicRewards = this.#rewards = this.#workerJobs = this.#workerHours = 0;
    this.#prices = [];
    this.#deaths = {};
    this.#lives = forPolicies<number[]>(() => []);
  }

  #generation(state: CityState): number {
    const finds = { image: (id: Parameters<CityState['imageOf']>[0]) => state.imageOf(id) };
    const all = [...this.#living.keys()].map((id) => imageOf(finds, residentActor(id))?.context.generation ?? 0);
    return Math.max(0, ...all);
  }

  #held(state: CityState): SpanRow['held'] {
    const held = forPolicies(() => 0);
    for (const [id, { policy }] of this.#living) held[policy] += creditsOf(state, residentActor(id));
    const pods = [...state.accounts.keys()].filter(isPod);
    return {
      ...held,
      pools: sum(pods.map((id) => creditsOf(state, id))),
      escrow: creditsOf(state, 'escrow'),
      supply: supplyOf(state),
    };
  }
}

/** What the account shows now, in credits. */
const creditsOf = (state: CityState, account: AccountId): number =>
  balanceAt(state.account(account), state.counters.tick) / 1000;

const supplyOf = (state: CityState): number => -creditsOf(state, 'treasury');

const isPod = (id: AccountId): boolean => id !== 'treasury' && id !== 'escrow' && kindOf(id) === 'pod';

function forPolicies<Value>(make: () => Value): Record<PolicyName, Value> {
  const [worker, builder, mentor, allrounder, idler] = [make(), make(), make(), make(), make()];
  return { worker, builder, mentor, allrounder, idler };
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Null of an empty list. */
export function median(numbers: readonly number[]): number | null {
  const rising = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(rising.length / 2);
  const [low, high] = [rising[rising.length % 2 === 0 ? middle - 1 : middle], rising[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
