/** Works out the land and draws the town on it, on a thread of its own: the page's is free for what happens meanwhile. */

import type { Extent } from '../../../drawing/drawn-town.ts';
import { drawnTown } from '../../../drawing/town.ts';
import { Land } from '../../../land/land.ts';
import type { Answer, Question } from './town-maker.ts';

let land: Land | undefined;
let isFirst = true;

/** The land of this seed: made once. */
function landOf(seed: string): Land {
  if (land?.seed !== seed) land = new Land(seed);
  return land;
}

const answer = (said: Answer, transfer: Transferable[] = []): void => postMessage(said, { transfer });

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if (data.type === 'begin') {
    answer({ type: 'begun' });
    if (data.seed !== undefined) landOf(data.seed);
    return;
  }
  if (data.type === 'way') {
    const { number, seed, from, to } = data;
    answer({ type: 'way', number, way: landOf(seed).way(from ?? undefined, to ?? undefined) });
    return;
  }
  const of = landOf(data.map.land);
  // The middle is there long before the rest.
  if (isFirst) draw(data.number, data.map, of, 'core');
  isFirst = false;
  draw(data.number, data.map, of, 'whole');
});

function draw(number: number, map: Parameters<typeof drawnTown>[0], of: Land, extent: Extent): void {
  const town = drawnTown(map, of, extent);
  const { ground, shadows, built, trees, lights } = town;
  answer(
    { type: 'town', number, town, extent },
    [ground, shadows, built, trees, lights].map(({ buffer }) => buffer),
  );
}
