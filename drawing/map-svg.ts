/** The middle of the town as SVG, as the map of a page shows it at first: it stands there until the page has drawn its own. */
import type { Land } from '../land/land.ts';
import type { FirstMap } from './scene.ts';
import { drawnTown } from './town.ts';
import { townSvg } from './town-svg.ts';

/** What is shown, as multiples of what a square map shows: a wide or a high one shows more to two of its sides. */
const reach = { x: 7, y: 2.3 };
/** Steps from the middle to the side of a square map: about as many as a page has pixels for it. */
const half = 300;
const middle = { x: reach.x * half, y: reach.y * half };
const size = { width: 2 * middle.x, height: 2 * middle.y };

export function mapSvg({ town, radius, isDark }: FirstMap, land: Land): string {
  const view = { x: 0, y: 0, scale: half / radius, middle, size };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">`,
    townSvg(drawnTown(town, land, 'core'), { view, tick: town.tick, isDark }),
    '</svg>',
  ].join('\n');
}
