/** Screenshots that a run leaves in `screenshots/`, for people to look at. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { desk, phone } from './browser-test.ts';

const folder = fileURLToPath(new URL('../../screenshots/', import.meta.url));

/** Every look that a page is photographed in: at rest, so that two runs are alike. */
export const looks = [phone, desk].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme, reducedMotion: 'reduce' as const })),
);

/** Takes a picture of the whole page. */
export async function photograph(page: Page, name: string, look: (typeof looks)[number]): Promise<void> {
  const path = join(folder, `${name}-${look.viewport.width}-${look.colorScheme}.png`);
  await page.screenshot({ path, fullPage: true });
}
