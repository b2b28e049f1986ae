/** What a mind knows of places that stand, and of the way to them: from what it saw at the Commons and at places since. */
import { designAt } from '../../designs/list.ts';
import { designsOf, ownDesigns } from '../../designs/owned.ts';
import type { Memory } from '../../memory/memory.ts';
import { commons, type Perception } from '../../perception/perception.ts';

/** The type of an exit that somebody built. */
const builtWay = 'agent-built';

/** Where the built ways out of here lead, as it sees them. */
export const waysHere = ({ exits }: Perception): readonly string[] =>
  exits.filter(({ type, to }) => type === builtWay && to !== commons).map(({ to }) => to);

const waysOf = (memory: Memory, place: string): readonly string[] => memory.known(place)?.ways ?? [];

/** Places that a way leads to from the Commons, or from one of those. */
export function standing(memory: Memory): ReadonlySet<string> {
  const fromCommons = waysOf(memory, commons);
  return new Set([...fromCommons, ...fromCommons.flatMap((place) => waysOf(memory, place))]);
}

interface Knowing {
  readonly seen: Perception;
  readonly memory: Memory;
}

/** Its own places, with what it has opened and does not see among them yet. */
export const ownPlaces = ({ seen: { self }, memory }: Knowing): readonly string[] => [
  ...new Set([...self.ownedPods, ...Object.keys(memory.state.keeps)]),
];

/** The designs that it has already, and builds no more. */
export const designsOwned = (of: Knowing): ReadonlySet<number> =>
  new Set([...designsOf(ownPlaces(of)), ...ownDesigns(of.seen)]);

/** How many places it knows by each design, its own among them before it has walked to their doors. */
export function countsByDesign(of: Knowing): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const place of new Set([...standing(of.memory), ...ownPlaces(of)])) {
    const design = designAt(place);
    if (design !== undefined) counts.set(design, (counts.get(design) ?? 0) + 1);
  }
  return counts;
}

export interface Step {
  /** Where to go first. */
  readonly to: string;
  /** How many steps it is in all. */
  readonly steps: number;
}

/** The first step to a place; undefined when it knows no way. */
export function stepTo(place: string, seen: Perception, memory: Memory): Step | undefined {
  const here = waysHere(seen);
  if (here.includes(place)) return { to: place, steps: 1 };
  const around = here.find((near) => waysOf(memory, near).includes(place));
  if (around !== undefined) return { to: around, steps: 2 };
  if (seen.place.id === commons) return undefined;
  const fromCommons = waysOf(memory, commons);
  if (fromCommons.includes(place)) return { to: commons, steps: 2 };
  const isBehind = fromCommons.some((near) => waysOf(memory, near).includes(place));
  return isBehind ? { to: commons, steps: 3 } : undefined;
}
