/** The charts of the city by their names. */
import type { ActorKind } from '../../engine/actor-kind.ts';
import { type Chart, chartOf } from './chart.ts';

/** One for each kind of actor, and one for each actor that has a chart of its own, such as the Commons. */
export const chartsOf = (kinds: readonly ActorKind[]): ReadonlyMap<string, Chart> =>
  new Map(
    kinds
      .flatMap(({ machine, machinesOf = {} }) => [machine, ...Object.values(machinesOf)])
      .map((machine) => [machine.id, chartOf(machine)]),
  );
