/** The page's side of the worker that draws the town, where none can be begun: as here, where there are no workers of the web. */
import t from 'tap';
import type { Point } from '../../web/landing/map/camera.ts';
import { TownMaker } from '../../web/landing/map/town-maker.ts';

t.test('without a worker the map begins all the same, and whoever walks goes straight', async (t) => {
  const maker = new TownMaker('a land');
  const told: string[] = [];
  maker.listen({ begun: () => told.push('begun'), drawn: () => told.push('drawn') });
  t.same(told, ['begun']);
  const ways: (readonly Point[])[] = [];
  for (let n = 0; n < 20; n++) maker.way('a land', 1, 2, (way) => ways.push(way));
  t.same(ways, Array(20).fill([]));
  maker.draw({ land: 'a land', tick: 1, places: [], homes: [], sites: [], ruins: [], dead: [] });
  maker.close();
  t.same(told, ['begun'], 'no town is drawn');
});
