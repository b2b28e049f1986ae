/** One page of a list at a time, with a way back to earlier pages. */
import { createEffect, createSignal, on, untrack } from 'solid-js';
import type { PageOf } from '../lib/lists.ts';
import { ownRefusal } from './operator.ts';

export interface Paged<Item> {
  readonly items: () => readonly Item[];
  readonly error: () => unknown;
  readonly hasBefore: () => boolean;
  readonly hasMore: () => boolean;
  readonly back: () => void;
  readonly on: () => void;
}

/** Pages that one can go back over; from there the list begins again. */
const pagesMax = 200;

/** Begins again when `start` changes, and fetches the same page again when `revision` does. */
export function paged<Item>(
  look: (cursor: string | undefined, start: string) => Promise<PageOf<Item>>,
  start: () => string,
  revision: () => unknown,
): Paged<Item> {
  /** The cursors of the pages so far; the first has none. */
  const [cursors, setCursors] = createSignal<readonly (string | undefined)[]>([undefined]);
  const [answer, setAnswer] = createSignal<PageOf<Item>>({ items: [], next_cursor: null });
  const [error, setError] = createSignal<unknown>();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    const number = asked;
    try {
      const page = await look(untrack(cursors).at(-1), untrack(start));
      // Only the newest request counts, whichever is answered last.
      if (number !== asked) return;
      setAnswer(page);
      setError(undefined);
    } catch (thrown) {
      if (number === asked) setError(ownRefusal(thrown));
    }
  };
  createEffect(on(start, () => setCursors([undefined]), { defer: true }));
  createEffect(on([cursors, revision], () => void ask()));
  return {
    items: () => answer().items,
    error,
    hasBefore: () => cursors().length > 1,
    hasMore: () => answer().next_cursor !== null,
    back: () => setCursors((before) => (before.length > 1 ? before.slice(0, -1) : before)),
    on: () => {
      const next = answer().next_cursor;
      if (next !== null) setCursors((before) => (before.length < pagesMax ? [...before, next] : [undefined, next]));
    },
  };
}
