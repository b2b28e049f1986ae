/** What is said in a place just now: each time for as long as it takes to read, the newest few at once. */
import { createSignal, onCleanup } from 'solid-js';
import type { CityEvent } from '../lib/events.ts';

const bubblesMax = 3;
/** Milliseconds for which words are seen, at least, and for each character. */
const shownMs = 6_000;
const shownMsEach = 50;
const charactersMax = 200;

/** `words`: a signal, by who speaks. `hear`: what is said here from now on. */
export function spokenHere(place: string) {
  const [words, setWords] = createSignal<ReadonlyMap<string, string>>(new Map());
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  onCleanup(() => {
    for (const timer of timers.values()) clearTimeout(timer);
  });
  const end = (who: string) => {
    clearTimeout(timers.get(who));
    timers.delete(who);
    setWords((before) => new Map([...before].filter(([id]) => id !== who)));
  };
  const hear = (event: CityEvent): void => {
    const { actor: who, location } = event;
    if (who === null || location !== place) return;
    if (event.type === 'resident.departed' || event.type === 'resident.died') end(who);
    if (event.type !== 'message.broadcast' && event.type !== 'message.shout') return;
    end(who);
    const { message } = event.data;
    setWords((before) => new Map([...before, [who, message] as const].slice(-bubblesMax)));
    const ms = shownMs + shownMsEach * Math.min(charactersMax, message.length);
    timers.set(
      who,
      setTimeout(() => end(who), ms),
    );
  };
  return { words, hear };
}
