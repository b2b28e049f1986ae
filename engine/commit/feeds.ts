/**
 * The feeds: hand each commit's events and changes of topic to the subscribers, in turn order, after it is durable (T3).
 * In one process they are the city's message bus. Who hears an event is in its audience; gateways match it
 * with their sockets.
 */
import type { FeedItem } from '../city-interface.ts';
import type { Batch, Log } from '../ports.ts';

export class Feeds {
  readonly #listeners = new Set<(items: readonly FeedItem[]) => void>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  subscribe(listener: (items: readonly FeedItem[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hands out a durable batch. A change of topic comes just before the first event that it concerns. */
  publish(batch: Batch): void {
    if (this.#listeners.size === 0 || (batch.events.length === 0 && batch.followings.length === 0)) return;
    const items = merge(batch);
    for (const listener of this.#listeners) {
      try {
        listener(items);
      } catch (cause) {
        this.#log.error({ cause: String(cause) }, 'a feed listener threw');
      }
    }
  }
}

function merge(batch: Batch): FeedItem[] {
  const items: FeedItem[] = [];
  let next = 0;
  for (const event of batch.events) {
    for (; next < batch.followings.length; next++) {
      const following = batch.followings[next];
      if (following === undefined || following.seq > event.seq) break;
      items.push({ type: 'following', actor: following.actor, topic: following.topic });
    }
    items.push({ type: 'event', event });
  }
  for (const following of batch.followings.slice(next))
    items.push({ type: 'following', actor: following.actor, topic: following.topic });
  return items;
}
