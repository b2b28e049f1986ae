/**
 * A simulated city (`research/simulation/simulation.ts`) in which residents live by the table of births, visitors keep the queue of souls
 * filled, and nobody else gives or founds anything; its book is audited at every tick. The same seed is the same city.
 */
import { readConfig } from '../../config/settings.ts';
import { balanceAt } from '../../engine/state/ledger.ts';
import { mixed, type PolicyTable } from '../../population/policies/built-in.ts';
import type { Policy } from '../../population/policies/policy.ts';
import { Simulation } from '../../research/simulation/simulation.ts';
import { heldInImages } from '../actors/built-places.ts';
import { Records, type SpanRow, span, type TickRow } from './records.ts';

export interface Course {
  readonly seed: number;
  /** Residents founded at the beginning, and how many may live before visitors write no more souls. */
  readonly founders: number;
  readonly peopleMax: number;
  /** Whole lives, one after the other, of `span` ticks each. */
  readonly spans: number;
  readonly env?: Record<string, string>;
  /** Which policy whoever is born lives by; unset: `mixed`. */
  readonly table?: PolicyTable<Policy>;
}

export interface Findings {
  readonly rows: readonly SpanRow[];
  readonly curve: readonly TickRow[];
  readonly violations: readonly string[];
}

export async function runEconomy({
  seed,
  founders,
  peopleMax,
  spans,
  env = {},
  table = mixed,
}: Course): Promise<Findings> {
  const records = new Records();
  const simulation = await Simulation.open({
    seed,
    residents: founders,
    peopleMax,
    table,
    config: readConfig({ MINDS: '0', ...env }),
    onEvent: (event) => records.hear(event),
  });
  const violations: string[] = [];
  for (let tick = 1; tick <= spans * span; tick++) {
    await simulation.tick();
    violations.push(...faultsOf(simulation));
    records.note(tick, simulation.client.city.state);
    if (simulation.living === 0) break;
  }
  return { rows: records.rows, curve: records.curve, violations };
}

function faultsOf({ client }: Simulation): readonly string[] {
  const { state } = client.city;
  const { tick } = state.counters;
  const { credits, burn, overdrawn } = state.totals();
  const isBalanced = credits === 0 && burn === 0 && overdrawn.length === 0;
  const isHeld = balanceAt(state.account('escrow'), tick) === heldInImages(state.images.values());
  return [
    ...(isBalanced ? [] : [`[L7] the book is wrong at ${tick}`]),
    ...(isHeld ? [] : [`[L5] escrow is wrong at ${tick}`]),
  ];
}
