/** Fetches after ticks: not after each one while they come fast, and not while nobody sees the page. */
import { onCleanup } from 'solid-js';
import type { Feed } from '../lib/feed.ts';
import { Refresher } from '../lib/refresher.ts';

/** The row of a tick is written shortly after it. */
const afterMs = 700;
const everyMs = 3_000;

interface Looks {
  readonly ticked: () => Promise<unknown>;
  /** Called after ticks may have been missed: the connection was lost, or the page was hidden. */
  readonly missed: () => Promise<unknown>;
}

export function afterTicks(feed: Feed, { ticked, missed }: Looks): void {
  let hasMissed = false;
  const refresher = new Refresher({
    ...{ everyMs, afterMs },
    look: async () => {
      const looks = hasMissed ? missed : ticked;
      hasMissed = false;
      await looks();
    },
  });
  const heard = feed.listen((event) => {
    if (event.type !== 'tick.completed') return;
    hasMissed ||= document.hidden;
    refresher.ask();
  });
  const gap = feed.onGap(() => {
    hasMissed = true;
    refresher.ask();
    return undefined;
  });
  onCleanup(() => {
    heard();
    gap();
    refresher.close();
  });
}
