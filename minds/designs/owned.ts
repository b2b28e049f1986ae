/** What a mind has already of what it could build: nobody builds the same twice while the first stands. */
import type { Perception } from '../perception/perception.ts';
import { designAt, designs } from './list.ts';

/** The designs of places and containers, by their ids. */
export const designsOf = (ids: readonly string[]): ReadonlySet<number> =>
  new Set(ids.flatMap((id) => designAt(id) ?? []));

/** The designs of its places, and of its containers that run in them. */
export function ownDesigns({ self, pods }: Perception): ReadonlySet<number> {
  const annexes = pods.flatMap(({ id, annexes }) =>
    annexes.filter(({ isRunning, agent }) => isRunning && agent === self.id).map(({ name }) => `${id}/${name}`),
  );
  return designsOf([...self.ownedPods, ...annexes]);
}

/** All other designs: their numbers, and the rooms in which they are made. */
export function newDesigns(seen: Perception): readonly { readonly number: number; readonly room: string }[] {
  const own = ownDesigns(seen);
  return designs.flatMap(({ room }, number) => (own.has(number) ? [] : { number, room }));
}
