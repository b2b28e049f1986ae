/** What is looked at again when a tick is over: not at each one while they come fast, and not while nobody sees the page. */
import { onCleanup } from 'solid-js';
import type { Feed } from '../lib/feed.ts';

/** The row of a tick is written behind it. */
const behindMs = 700;
/** Between two looks. */
const apartMs = 3_000;

interface Looks {
  readonly ticked: () => Promise<unknown>;
  /** Ticks were missed: the connection was lost, or the page was hidden. */
  readonly missed: () => Promise<unknown>;
}

export function afterTicks(feed: Feed, { ticked, missed }: Looks): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookedAt = 0;
  let hasMissed = false;
  const look = () => {
    timer = undefined;
    lookedAt = Date.now();
    const isLong = hasMissed;
    hasMissed = false;
    void (isLong ? missed() : ticked());
  };
  const soon = () => {
    timer ??= setTimeout(look, Math.max(behindMs, lookedAt + apartMs - Date.now()));
  };
  const heard = feed.listen((event) => {
    if (event.type !== 'tick.completed') return;
    if (document.hidden) hasMissed = true;
    else soon();
  });
  const seen = () => {
    if (!document.hidden && hasMissed) soon();
  };
  document.addEventListener('visibilitychange', seen);
  const gap = feed.onGap(() => {
    hasMissed = true;
    soon();
    return undefined;
  });
  onCleanup(() => {
    heard();
    gap();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  });
}
