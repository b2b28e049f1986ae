/** Every page in every look: photographed, no wider than its window, nothing wrong in it, and nothing in it that keeps people out. */
import { sized } from '../crash/size.ts';
import { findingsIn } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { looks, photograph } from './screenshots.ts';
import { openShown, shownTown } from './shown-town.ts';
import { Town } from './town.ts';

/** Pages that are not there are answered so. */
const ofUnknown =
  /^answer: 404 GET [^ ]*\/(watch\/place|watch\/resident|v1\/places|v1\/residents)\/(nowhere|nobody-99)$/;
/** A station that has sent no picture. */
const ofCamera = /^answer: 404 GET [^ ]*\/camera$/;

browserTest('every page at 390 and 1,440 pixels, light and dark', async (t, windows) => {
  windows.faults.foresee(ofUnknown);
  windows.faults.foresee(ofCamera);
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

/** A small one in the dark, a large one in the light; all of them with `SIZE=full`. */
const looked = looks.slice(sized(1, 1, 0), sized(3, 3, looks.length));

browserTest('axe has no serious finding on any page, light or dark', async (t, windows) => {
  windows.faults.foresee(ofUnknown);
  windows.faults.foresee(ofCamera);
  const town = await Town.open(t);
  for (const shown of await shownTown(town))
    for (const look of looked) {
      const page = await windows.open({ ...look, bypassCSP: true });
      await openShown(page, town, shown);
      const name = `${shown.name} at ${look.viewport.width}, ${look.colorScheme}`;
      t.same(await findingsIn(page), [], name);
      await windows.close(page);
    }
});
