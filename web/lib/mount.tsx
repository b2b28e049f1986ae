/** Puts a page in place of the empty one that came. */
import type { JSX } from 'solid-js';
import { render } from 'solid-js/web';

export function mount(page: () => JSX.Element): void {
  const root = document.getElementById('page');
  if (root === null) throw new Error('the page has no place for its content');
  // One that the browser has kept for its way back may be of a visitor who has logged out since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  render(page, root);
}
