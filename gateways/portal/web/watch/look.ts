/** Looks at something over and over while the page is seen, and keeps why the last look failed. */
import { createSignal, onCleanup } from 'solid-js';
import { type Refusal, refusalOf } from '../lib/api.ts';
import { whileSeen } from '../lib/while-seen.ts';

/** Heals what was missed; the feed tells the rest. */
const everyMs = 20_000;
/** After a look that failed. */
const againMs = 4_000;
/** Looks that are asked for meanwhile are one. */
const soonMs = 3_000;

export interface Looking {
  /** Why the last look failed; undefined when it did not. A signal. */
  readonly refusal: () => Refusal | undefined;
  readonly now: () => Promise<void>;
  /** In a moment: for what events only hint at. */
  readonly soon: () => void;
}

/** `look` is called at once and at most once at a time. */
export function looking(look: () => Promise<void>): Looking {
  const [refusal, setRefusal] = createSignal<Refusal>();
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const once = async () => {
    try {
      await look();
      setRefusal(undefined);
    } catch (thrown) {
      setRefusal(refusalOf(thrown));
    } finally {
      running = undefined;
    }
  };
  const now = () => {
    running ??= once();
    return running;
  };
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void now();
    }, soonMs);
  };
  onCleanup(whileSeen(everyMs, () => void now()));
  onCleanup(whileSeen(againMs, () => refusal()?.code === 'unreachable' && void now()));
  onCleanup(() => clearTimeout(timer));
  void now();
  return { refusal, now, soon };
}
