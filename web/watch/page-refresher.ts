/** Fetches repeatedly while the page is seen, and keeps why the last fetch failed. */
import { createSignal, onCleanup } from 'solid-js';
import { type Refusal, refusalOf } from '../lib/api.ts';
import { Refresher } from '../lib/refresher.ts';

/** Makes up for missed events; the feed reports the rest. */
const repeatMs = 20_000;
/** After a request without an answer. */
const againMs = 4_000;
const everyMs = 3_000;

export interface PageRefresher {
  /** Why the last fetch failed; undefined when it did not. A signal. */
  readonly refusal: () => Refusal | undefined;
  /** Fetches now. Rejects when no answer came. */
  readonly now: () => Promise<void>;
  /** Requests a fetch, after an event that only hints at a change. */
  readonly ask: () => void;
}

/** Calls `look` at once, and repeatedly for as long as the page exists. */
export function pageRefresher(look: () => Promise<void>): PageRefresher {
  const [refusal, setRefusal] = createSignal<Refusal>();
  const refresher = new Refresher({
    ...{ everyMs, repeatMs, againMs },
    look: async () => {
      const why = await look().then(() => undefined, refusalOf);
      setRefusal(why);
      if (why?.code === 'unreachable') throw why;
    },
  });
  onCleanup(() => refresher.close());
  refresher.ask();
  return { refusal, now: () => refresher.now(), ask: () => refresher.ask() };
}
