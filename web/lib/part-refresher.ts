/** A fetch that a part of a page repeats for as long as it exists and somebody sees it. */
import { onCleanup } from 'solid-js';
import { Refresher } from './refresher.ts';

/** Fetches at once, and again this many milliseconds after each fetch. */
export function partRefresher(repeatMs: number, look: () => Promise<unknown>): Refresher {
  const refresher = new Refresher({ look, repeatMs, everyMs: 0 });
  onCleanup(() => refresher.close());
  refresher.ask();
  return refresher;
}
