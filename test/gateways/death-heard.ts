/** When somebody dies, as the feed has it. */
import type { Test } from 'tap';
import type { City, FeedItem } from '../../engine/city-interface.ts';

/** The number of the death that comes: of what follows it the chronicle keeps nothing, and need not reach that. */
export function seqOfDeath(t: Test, city: Pick<City, 'subscribe'>): () => number {
  let seq = Number.POSITIVE_INFINITY;
  const hear = (items: readonly FeedItem[]) => {
    for (const item of items) if (item.type === 'event' && item.event.type === 'resident.died') seq = item.event.seq;
  };
  t.teardown(city.subscribe(hear));
  return () => seq;
}
