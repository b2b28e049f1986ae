/** Every page in every look: photographed, no wider than its window, and nothing wrong in it. */
import { browserTest } from './browser-test.ts';
import { looks, photograph } from './screenshots.ts';
import { openShown, shownTown, unfound } from './shown-town.ts';
import { Town } from './town.ts';

browserTest('every page at 390 and 1,440 pixels, light and dark', async (t, windows) => {
  for (const fault of unfound) windows.faults.foresee(fault);
  const town = await Town.open(t);
  for (const shown of await shownTown(town))
    for (const look of looks) {
      const page = await windows.open(look);
      await openShown(page, town, shown);
      await photograph(page, shown.name, look);
      const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      t.equal(await page.evaluate(tooWide), 0, `${shown.name} at ${look.viewport.width} does not scroll sideways`);
      await windows.close(page);
    }
});
