/** Looks at something again and again while the page is seen, and keeps why the last look failed. */
import { createSignal, onCleanup } from 'solid-js';
import { type Refusal, refusalOf } from '../lib/api.ts';
import { Refresher } from '../lib/refresher.ts';

/** Heals what was missed; the feed tells the rest. */
const repeatMs = 20_000;
/** After no answer came. */
const againMs = 4_000;
const everyMs = 3_000;

export interface Looking {
  /** Why the last look failed; undefined when it did not. A signal. */
  readonly refusal: () => Refusal | undefined;
  /** Rejects when no answer came. */
  readonly now: () => Promise<void>;
  /** Soon: for what events only hint at. */
  readonly ask: () => void;
}

/** `look` is called at once, and for as long as the page is there. */
export function looking(look: () => Promise<void>): Looking {
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
