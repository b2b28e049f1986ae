/** What is counted of a run: a row for each tick, and what it comes to. Amounts are millicredits. */

import { z } from 'zod';
import { indexes } from '../../actors/indexes.ts';
import { residentActor } from '../../actors/rules/place/names.ts';
import type { FeedEvent } from '../../engine/command.ts';
import { kindOf, nameOf } from '../../engine/ids.ts';
import type { CityState } from '../../engine/state/city-state.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import type { EngineClient } from '../simulation/engine-client.ts';
import { gini } from './gini.ts';

/** What the accounts hold, by who has them. */
interface Held {
  readonly residents: number;
  readonly pools: number;
  readonly visitors: number;
  readonly escrow: number;
  readonly treasury: number;
}

export interface TickFigures {
  readonly tick: number;
  readonly population: number;
  readonly births: number;
  readonly deaths: number;
  readonly held: Held;
  /** Of what those who live hold, six decimals; null when they hold nothing. */
  readonly gini: number | null;
  /** Commands carried out and refused, and events told, in it. */
  readonly applied: number;
  readonly refused: number;
  readonly events: number;
}

export interface Figures {
  readonly population: number;
  /** Founders are not among them. */
  readonly births: number;
  readonly deaths: Readonly<Record<string, number>>;
  readonly gini: number | null;
  /** Pods that can be reached, at its end. */
  readonly pods: number;
  readonly balances: Held;
  readonly turns: number;
  readonly events: number;
  readonly commands: { readonly applied: number; readonly refused: Readonly<Record<string, number>> };
}

const Born = z.object({ data: z.object({ mentor: z.string().nullable() }) });
const Died = z.object({ data: z.object({ cause: z.string() }) });
const decimals = 1_000_000;

interface Counts {
  readonly births: number;
  readonly deaths: number;
  readonly applied: number;
  readonly refused: number;
  readonly events: number;
}

/** All that a recorder knows, as plain data. */
export interface Recorded {
  readonly deaths: ReadonlyMap<string, number>;
  readonly births: number;
  readonly events: number;
  readonly before: Counts;
}

const nothing: Recorded = {
  deaths: new Map(),
  births: 0,
  events: 0,
  before: { births: 0, deaths: 0, applied: 0, refused: 0, events: 0 },
};

export class FigureRecorder {
  readonly #deaths: Map<string, number>;
  #births: number;
  #events: number;
  /** What was counted when the last row was made. */
  #before: Counts;

  /** `recorded`: by the one that this one goes on for. */
  constructor({ deaths, births, events, before }: Recorded = nothing) {
    this.#deaths = new Map(deaths);
    this.#births = births;
    this.#events = events;
    this.#before = before;
  }

  get recorded(): Recorded {
    return { deaths: this.#deaths, births: this.#births, events: this.#events, before: this.#before };
  }

  hear({ type, json }: FeedEvent): void {
    this.#events += 1;
    if (type === 'resident.born' && Born.parse(JSON.parse(json)).data.mentor !== null) this.#births += 1;
    if (type !== 'resident.died') return;
    const { cause } = Died.parse(JSON.parse(json)).data;
    this.#deaths.set(cause, (this.#deaths.get(cause) ?? 0) + 1);
  }

  /** The row of the tick that has just come. */
  row(client: EngineClient): TickFigures {
    const { state } = client.city;
    const now = {
      births: this.#births,
      deaths: sum(this.#deaths),
      applied: client.applied,
      refused: sum(client.refusals),
      events: this.#events,
    };
    const before = this.#before;
    this.#before = now;
    return {
      tick: state.counters.tick,
      population: state.index(indexes.status).count('alive'),
      births: now.births - before.births,
      deaths: now.deaths - before.deaths,
      held: heldIn(state),
      gini: giniOf(state),
      applied: now.applied - before.applied,
      refused: now.refused - before.refused,
      events: now.events - before.events,
    };
  }

  figures({ city: { state }, applied, refusals }: EngineClient): Figures {
    return {
      population: state.index(indexes.status).count('alive'),
      births: this.#births,
      deaths: inOrder(this.#deaths),
      gini: giniOf(state),
      pods: state.actorsByState.counts('pod').get('deployed') ?? 0,
      balances: heldIn(state),
      turns: state.counters.turn,
      events: this.#events,
      commands: { applied, refused: inOrder(refusals) },
    };
  }
}

/** Of a city at one moment. */
export const cityFigures = (state: CityState): Pick<Figures, 'population' | 'gini' | 'balances'> => ({
  population: state.index(indexes.status).count('alive'),
  gini: giniOf(state),
  balances: heldIn(state),
});

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, one) => all + one, 0);
const inOrder = (counts: ReadonlyMap<string, number>) =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));

function heldIn({ accounts, counters }: CityState): Held {
  const held = { residents: 0, pools: 0, visitors: 0, escrow: 0, treasury: 0 };
  for (const [id, account] of accounts) {
    const balance = balanceAt(account, counters.tick);
    if (id === 'escrow') held.escrow += balance;
    else if (id === 'treasury') held.treasury += balance;
    else if (kindOf(id) === 'pod') held.pools += balance;
    else if (kindOf(id) === 'visitor') held.visitors += balance;
    else held.residents += balance;
  }
  return held;
}

function giniOf(state: CityState): number | null {
  const { tick } = state.counters;
  const living = state.index(indexes.status).page('alive', '', Number.POSITIVE_INFINITY);
  const found = gini(living.map((id) => balanceAt(state.account(residentActor(nameOf(id))), tick)));
  return found === null ? null : Math.round(found * decimals) / decimals;
}

/** As a row of the table `ticks`. */
export function cellsOf({ tick, population, births, deaths, held, gini: of, applied, refused, events }: TickFigures) {
  const { residents, pools, visitors, escrow, treasury } = held;
  return [tick, population, births, deaths, residents, pools, visitors, escrow, treasury, of, applied, refused, events];
}
