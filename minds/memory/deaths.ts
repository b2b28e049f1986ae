/** Of whose death a mind knows, and of which of them by the city, not only because somebody says so. */

/** As many as live and die in its own time, about. */
export const deadMax = 96;

export interface Deaths {
  /** Of whose death it knows, the newest last. */
  readonly dead: readonly string[];
  /** Of those the ones of whom the city has said so, the newest last. */
  readonly foundDead: readonly string[];
}

export const withDead = ({ dead, foundDead }: Deaths, id: string, isFound: boolean): Deaths => ({
  dead: withNewest(dead, id),
  foundDead: isFound ? withNewest(foundDead, id) : foundDead,
});

export const withoutDead = ({ dead, foundDead }: Deaths, id: string): Deaths => ({
  dead: without(dead, id),
  foundDead: without(foundDead, id),
});

const without = (ids: readonly string[], id: string): readonly string[] => ids.filter((one) => one !== id);
const withNewest = (ids: readonly string[], id: string): readonly string[] => [...without(ids, id), id].slice(-deadMax);
