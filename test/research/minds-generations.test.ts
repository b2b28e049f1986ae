/**
 * Lives of minds, one after the other, on a virtual clock: no city of theirs dies out, and in none does one of them come to hold half of
 * all credits. `SIZE=full`: 100 seeds, ten lives each.
 */
import t from 'tap';
import { lifeLine, liveTown } from '../../bench/harness/minds-town.ts';
import { seed as firstSeed, sized } from '../crash/size.ts';

// A guard against what hangs, not a measure.
t.setTimeout(0);

const seeds = sized(1, 1, 100);
/** Of a life as the settings have it. */
const lives = sized(1, 2, 10);
/** With fewer, one death may be the last. */
const livingMin = 4;

for (let seed = firstSeed; seed < firstSeed + seeds; seed++)
  t.test(`seed ${seed}: a town of minds lives on, and nobody owns it`, async (t) => {
    const town = await liveTown(seed, lives);
    t.ok(town.fewest >= livingMin, `never fewer than ${town.fewest} live`);
    t.ok(town.largest < 0.5, `one holds at most ${(100 * town.largest).toFixed(0)} % of all credits`);
    t.comment(lifeLine(town));
  });
