/** Puts a page in place of the empty one that came. */
import type { JSX } from 'solid-js';
import { render } from 'solid-js/web';

export function mount(page: () => JSX.Element): void {
  const root = document.getElementById('page');
  if (root === null) throw new Error('the page has no place for its content');
  render(page, root);
}
