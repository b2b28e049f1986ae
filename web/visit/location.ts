/**
 * Which part of the page is shown: the address says it, so that a reload shows the same, a link leads there, and the browser's own way
 * back works. It stands in the query: the fragment is for what the page's own links jump to.
 */
import { createSignal } from 'solid-js';

export type Shown =
  | { readonly part: 'souls' | 'write' | 'wallet' | 'told' | 'account' }
  | { readonly part: 'soul'; readonly id: string };

const parts = ['write', 'wallet', 'told', 'account'] as const;

/** What this query shows. */
function shownBy(query: string): Shown {
  const wanted = new URLSearchParams(query);
  const id = wanted.get('soul');
  if (id !== null && id !== '') return { part: 'soul', id };
  const part = parts.find((one) => wanted.get('show') === one);
  return { part: part ?? 'souls' };
}

/** Where it is shown. */
export function addressOf(shown: Shown): string {
  if (shown.part === 'soul') return `/visit?soul=${encodeURIComponent(shown.id)}`;
  return shown.part === 'souls' ? '/visit' : `/visit?show=${shown.part}`;
}

const [shown, setShown] = createSignal<Shown>(shownBy(window.location.search), {
  equals: (before, next) => addressOf(before) === addressOf(next),
});

/** A signal: what the address shows now. */
export { shown };

/** Shows this in place of that, in a new entry of the browser's history. */
export function show(next: Shown): void {
  if (addressOf(next) !== addressOf(shown())) window.history.pushState(null, '', addressOf(next));
  setShown(next);
}

window.addEventListener('popstate', () => setShown(shownBy(window.location.search)));
