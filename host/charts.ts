/** Composition: the charts of the city, drawn for the Portal Gateway, and observed in the engine while somebody looks at them. */
import { kinds } from '../actors/index.ts';
import type { CityOptions } from '../engine/city-options.ts';
import type { Charts } from '../gateways/portal/routes/machines.ts';
import { chartOf } from '../research/charts/chart.ts';
import { type DrawnChart, drawnOf } from '../research/charts/drawn.ts';
import { layoutOf } from '../research/charts/layout.ts';
import { TakenTransitions } from '../research/charts/taken-transitions.ts';

export class CityCharts implements Charts {
  readonly #taken = new TakenTransitions(kinds);
  /** At most one entry for each kind. */
  readonly #drawn = new Map<string, readonly DrawnChart[]>();

  /** With these the engine's charts are observed. */
  get engineOptions(): Pick<CityOptions, 'kinds' | 'onSealed' | 'onDropped'> {
    const { kinds, sealed, dropped } = this.#taken;
    return { kinds, onSealed: sealed, onDropped: dropped };
  }

  drawn(kind: string): readonly DrawnChart[] | undefined {
    const known = this.#drawn.get(kind) ?? drawingsOf(kind);
    if (known !== undefined) this.#drawn.set(kind, known);
    return known;
  }

  taken(kind: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
    return this.#taken.of(kind);
  }
}

function drawingsOf(kind: string): readonly DrawnChart[] | undefined {
  const known = kinds.find(({ name }) => name === kind);
  if (known === undefined) return undefined;
  const machines = [known.machine, ...Object.values(known.machinesOf ?? {})];
  return machines.map((machine) => drawnOf(chartOf(machine), layoutOf(machine.id)));
}
