/**
 * Ten lives of minds, one after the other, of 100 seeds at scale 1: how many towns die out, and in how many one resident comes to hold half
 * of all credits. Of no other program is there a figure: none may.
 */
import { lifeLine, liveTown, type TownLife } from './harness/minds-town.ts';
import { scale } from './harness/settings.ts';
import { type Bench, compared, type Row } from './harness/table-row.ts';

const seeds = Math.max(1, Math.round(100 * scale));
const lives = Math.max(1, Math.round(10 * Math.min(1, 10 * scale)));
const half = 0.5;

export const generations: Bench = {
  name: 'generations',
  run: async () => {
    const towns: TownLife[] = [];
    for (let seed = 1; seed <= seeds; seed++) {
      const town = await liveTown(seed, lives);
      towns.push(town);
      console.log(lifeLine(town));
    }
    return [
      row('towns that died out', towns, ({ fewest }) => fewest === 0),
      row('towns in which one held half of all credits', towns, ({ largest }) => largest >= half),
    ];
  },
};

function row(figure: string, towns: readonly TownLife[], is: (town: TownLife) => boolean): Row {
  const count = towns.filter(is).length;
  const cells = {
    figure: `${figure}, of ${towns.length} of minds, ${lives} lives each`,
    ours: String(count),
    comparator: 'none may',
    details: [],
  };
  return compared(cells, count, { atMost: 0 });
}
