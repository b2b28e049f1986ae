/** The connection of a page that shows a visitor more than others: what only the visitor may see goes when the visitor does. */
import { onCleanup } from 'solid-js';
import { Feed } from './feed.ts';

/** Ends with the page. Whoever logs out, here or in another tab, finds it begun anew. */
export function pageFeed(): Feed {
  const feed = new Feed();
  feed.onLeft(() => window.location.reload());
  onCleanup(() => feed.close());
  return feed;
}
