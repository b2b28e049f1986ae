/** Charts that report their transitions while the city of the walks runs them. */
import type { ActorKind } from '../../engine/actor-kind.ts';
import { must } from '../../engine/assert.ts';
import type { Observe } from '../../engine/turn/decision.ts';
import { ChartMap } from './chart-map.ts';

/** The kind, with each transition of its actors written down under `<kind>:<id>`. */
export function observed(kind: ActorKind, heard: Map<string, string[]>): ActorKind {
  const maps = [kind.machine, ...Object.values(kind.machinesOf ?? {})].map((machine) => new ChartMap(machine));
  const observe: Observe = ({ transitions, context }) => {
    const actor = `${kind.name}:${context['id']}`;
    const names = transitions.map((transition) => nameIn(maps, transition));
    const before = heard.get(actor);
    if (before === undefined) heard.set(actor, names);
    else before.push(...names);
  };
  return { ...kind, observe };
}

function nameIn(maps: readonly ChartMap[], transition: Parameters<ChartMap['nameOf']>[0]): string {
  const map = maps.find((one) => one.has(transition));
  return must(map, 'a chart with this transition').nameOf(transition);
}
