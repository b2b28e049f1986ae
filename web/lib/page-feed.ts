/** The feed of a page that shows a visitor more than others: private data is removed when the visitor logs out. */
import { onCleanup } from 'solid-js';
import { Feed } from './feed.ts';

/** Ends with the page. When the visitor logs out, here or in another tab, the page is loaded again. */
export function pageFeed(): Feed {
  const feed = new Feed();
  feed.onLeft(() => window.location.reload());
  onCleanup(() => feed.close());
  return feed;
}
