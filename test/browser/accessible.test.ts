/** Nothing on any page keeps people out, as far as axe can tell. */
import { sized } from '../crash/size.ts';
import { findingsIn } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { looks } from './screenshots.ts';
import { openShown, shownTown, unfound } from './shown-town.ts';
import { Town } from './town.ts';

/** A small one in the dark, a large one in the light; the first alone with `SIZE=test`, all of them with `SIZE=full`. */
const looked = looks.slice(sized(1, 1, 0), sized(2, 3, looks.length));

browserTest('axe has no serious finding on any page, light or dark', async (t, windows) => {
  for (const fault of unfound) windows.faults.foresee(fault);
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
