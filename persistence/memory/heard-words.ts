/** Words said aloud, of a city in memory. Looks at every event of the time in question: nobody keeps a long history in memory. */
import type { FeedEvent } from '../../engine/command.ts';
import type { ActorId } from '../../engine/ids.ts';
import type { Events, HeardWords, Stay } from '../../engine/ports.ts';
import { firstAbove, isKeptAt } from '../postgres/audience.ts';
import type { MemoryStore } from './memory-database.ts';

type Store = Pick<MemoryStore, 'events' | 'followings'>;

export function saidIn(
  { events }: Store,
  ...[topic, { after, before }, limit, first = 'newest']: Parameters<Events['said']>
): readonly FeedEvent[] {
  const begin = firstAbove(events, after, (event) => event.seq);
  const end = firstAbove(events, before - 1, (event) => event.seq);
  const step = first === 'newest' ? -1 : 1;
  const found: FeedEvent[] = [];
  for (let i = first === 'newest' ? end - 1 : begin; i >= begin && i < end && found.length < limit; i += step) {
    const event = events[i];
    if (event !== undefined && isKeptAt(event) && event.audience[0] === topic) found.push(event);
  }
  return found;
}

export function staysIn({ events, followings }: Store, actor: ActorId, after: number, limit: number): readonly Stay[] {
  const own = followings.get(actor) ?? [];
  const stays = own.flatMap(({ seq: from, topic }, n) => {
    if (topic === null || from <= after) return [];
    const begun = events[firstAbove(events, from - 1, (event) => event.seq)];
    const at = begun === undefined ? '1970-01-01T00:00:00.000Z' : timeOf(begun);
    return [{ from, until: own[n + 1]?.seq ?? null, topic, at }];
  });
  return stays.slice(0, limit);
}

export function heardIn(
  store: Store,
  ...[actor, stays, wordsOfEach]: Parameters<Events['heard']>
): readonly HeardWords[] {
  const own = store.followings.get(actor) ?? [];
  const newest = own.map(({ seq, topic }, n) => ({ seq, topic, until: own[n + 1]?.seq ?? Number.MAX_SAFE_INTEGER }));
  return newest
    .slice(-stays)
    .reverse()
    .flatMap(({ seq: stay, topic, until }) => {
      if (topic === null) return [];
      const words = saidIn(store, topic, { after: stay - 1, before: until }, wordsOfEach);
      return words.map((event) => ({ event, stay }));
    });
}

function timeOf({ json }: FeedEvent): string {
  const { at }: { readonly at: string } = JSON.parse(json);
  return at;
}
