/**
 * Who would have heard an event: the rule by which both implementations answer `missed`. An actor hears events that name it, everyone, or
 * the topic that it followed at that event's seq; the public hears public events.
 */
import type { FeedEvent, Following } from '../../engine/command.ts';
import type { ActorId } from '../../engine/ids.ts';

/** The topic of events for every actor. */
export const everyone = 'all';
/** The topic of events for anyone, the Portal included. */
const anyone = 'public';

/** True for words that are kept at a place; the index `event_said` has the same ones. */
export const isKeptAt = ({ type, audience: [first = ''] }: FeedEvent): boolean =>
  (type === 'message.broadcast' || type === 'message.shout') && first.startsWith('at:');

/** The predicate whether `actor` (null: the public) heard an event, given its followings in order of seq. */
export function audienceOf(actor: ActorId | null, followings: readonly Following[]): (event: FeedEvent) => boolean {
  if (actor === null) return (event) => event.audience.includes(anyone);
  const own = `to:${actor}`;
  return (event) => {
    if (event.audience.includes(own) || event.audience.includes(everyone)) return true;
    const topic = topicAt(followings, event.seq);
    return topic !== null && event.audience.includes(topic);
  };
}

/** What was followed at the event `seq`; null for nothing. */
function topicAt(followings: readonly Following[], seq: number): string | null {
  return followings[firstAbove(followings, seq, (following) => following.seq) - 1]?.topic ?? null;
}

/** The index of the first item whose number is above `limit`, in a list that rises by that number; its length for none. */
export function firstAbove<T>(items: readonly T[], limit: number, number: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && number(item) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The seq after which an actor may have heard anything: its birth, the first thing that it followed, when that is still
 * kept; older followings than `oldest` may have been pruned.
 */
export function beginOf(after: number, born: number, oldest: number): number {
  return born > oldest ? Math.max(after, born - 1) : after;
}
