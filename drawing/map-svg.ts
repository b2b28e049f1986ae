/** The middle of the town as SVG, as the map of a page shows it at first: it stands there until the page has drawn its own. */
import type { Land } from '../land/land.ts';
import { radiusOf } from './drawn-town.ts';
import type { FirstMap } from './scene.ts';
import { drawnTown } from './town.ts';
import { townSvg } from './town-svg.ts';

/** What is shown, as a multiple of what a square map shows: a wide or a high one shows more to two of its sides. */
const reach = 2.5;
/** Whole numbers from the middle to each side: about as many as a page has pixels for it. */
const half = 750;
const size = { width: 2 * half, height: 2 * half };

export function mapSvg({ town, isDark }: FirstMap, land: Land): string {
  const view = { x: 0, y: 0, scale: half / (reach * radiusOf(town)), middle: { x: half, y: half }, size };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">`,
    townSvg(drawnTown(town, land, 'core'), { view, tick: town.tick, isDark }),
    '</svg>',
  ].join('\n');
}
