/** What the tests know of all pages: how to see that one is live, and that it was not loaded again meanwhile. */
import type { Locator, Page } from 'playwright-core';

const connection = (page: Page, words: RegExp): Locator => page.getByRole('status').filter({ hasText: words });

/** Resolves when the page hears what happens. */
export const live = (page: Page): Promise<void> => connection(page, /^Live$/).waitFor();

export const lost = (page: Page): Promise<void> => connection(page, /Connection lost/).waitFor();

/** Marks the document, so that `isSameDocument` knows it again. */
export const markDocument = (page: Page): Promise<unknown> => page.evaluate('window.__marked = true');

export const isSameDocument = (page: Page): Promise<boolean> => page.evaluate<boolean>('window.__marked === true');

/** The whole of it stands in the window. */
export async function isSeen(page: Page, element: Locator): Promise<boolean> {
  const [box, size] = [await element.boundingBox(), page.viewportSize()];
  return box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height;
}
