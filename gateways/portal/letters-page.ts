/** Pages of events that are kept as letters of an actor or in a register, newest first. */
import type { City } from '../../engine/city-interface.ts';
import type { FeedEvent, Viewed } from '../../engine/command.ts';
import type { ActorId } from '../../engine/ids.ts';
import type { PageOf } from '../answers/common.ts';

/** The page after `cursor`, which is the `seq` of the last event shown before. It is fast however many there are. */
export async function lettersPage<Item>(
  city: Pick<City, 'letters'>,
  of: ActorId,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  shown: (event: FeedEvent) => Item,
): Promise<Viewed<PageOf<Item>>> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
  const events = await city.letters(of, before, limit + 1);
  const items = events.slice(0, limit);
  const next_cursor = events.length > limit ? String(items.at(-1)?.seq) : null;
  return { type: 'shown', value: { items: items.map(shown), next_cursor } };
}
