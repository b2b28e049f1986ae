/** Puts a page in place of the empty one that the server sent. */
import type { JSX } from 'solid-js';
import { render } from 'solid-js/web';

export function mount(page: () => JSX.Element): void {
  const root = document.getElementById('page');
  if (root === null) throw new Error('the page has no place for its content');
  // A page from the browser's back/forward cache may belong to a visitor who has logged out since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  render(page, root);
}
