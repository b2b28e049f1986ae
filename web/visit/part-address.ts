/**
 * The part of the page that is shown: the address names it, so that a reload shows the same, a link leads there, and the browser's back
 * button works. It is in the query: the fragment is for the page's own links.
 */
import { createSignal } from 'solid-js';

export type Shown =
  | { readonly part: 'souls' | 'write' | 'hand' | 'wallet' | 'told' | 'account' }
  | { readonly part: 'soul'; readonly id: string };

const parts = ['write', 'hand', 'wallet', 'told', 'account'] as const;

/** The part that this query names. */
function shownBy(query: string): Shown {
  const wanted = new URLSearchParams(query);
  const id = wanted.get('soul');
  if (id !== null && id !== '') return { part: 'soul', id };
  const part = parts.find((one) => wanted.get('show') === one);
  return { part: part ?? 'souls' };
}

/** The address of a part. */
export function addressOf(shown: Shown): string {
  if (shown.part === 'soul') return `/visit?soul=${encodeURIComponent(shown.id)}`;
  return shown.part === 'souls' ? '/visit' : `/visit?show=${shown.part}`;
}

const [shown, setShown] = createSignal<Shown>(shownBy(window.location.search), {
  equals: (before, next) => addressOf(before) === addressOf(next),
});

/** A signal: the part that the address names now. */
export { shown };

/** Shows this part, in a new entry of the browser's history. */
export function show(next: Shown): void {
  if (addressOf(next) !== addressOf(shown())) window.history.pushState(null, '', addressOf(next));
  setShown(next);
}

window.addEventListener('popstate', () => setShown(shownBy(window.location.search)));
