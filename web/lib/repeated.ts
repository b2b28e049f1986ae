/** A look that a part of a page repeats for as long as it is there and somebody sees it. */
import { onCleanup } from 'solid-js';
import { Refresher } from './refresher.ts';

/** Looks at once, and again so many milliseconds after each look. */
export function repeated(repeatMs: number, look: () => Promise<unknown>): Refresher {
  const refresher = new Refresher({ look, repeatMs, everyMs: 0 });
  onCleanup(() => refresher.close());
  refresher.ask();
  return refresher;
}
