/** The scene of a page as SVG: the town, who stands in it, a portrait, and the card. */
import type { Land } from '../land/land.ts';
import type { Lot } from '../land/lots.ts';
import { cardSvg } from './card.ts';
import { figureSvg, portraitSvg } from './figure-svg.ts';
import type { Lettering } from './lettering.ts';
import { pictureSize, type Scene, viewMiddle } from './scene.ts';
import { drawnTown } from './town.ts';
import { onPicture, townSvg, type View } from './town-svg.ts';

/** Pixels: how high people are, whatever the scale. */
const figureHeights = { each: 11, least: 30, most: 96 };
const portraitRadius = 196;
/** Units from the door of a lot to the middle of what is seen of its building. */
const raisedBy = 4;
/** Steps into which a pixel is divided for what is drawn of the town. */
const fine = 10;

export function sceneSvg(scene: Scene, land: Land, lettering: Lettering): string {
  const { town, view, lot, people, portrait, words } = scene;
  const marked = lot === null ? undefined : land.lot(lot);
  const seen: View = { ...view, ...(marked && middleOf(marked)), middle: viewMiddle, size: pictureSize };
  const mark = portrait === null ? marked?.shape : undefined;
  const { width, height } = pictureSize;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<g transform="scale(${1 / fine})">`,
    townSvg(drawnTown(town, land, 'whole'), { view: finer(seen), tick: town.tick, isDark: false, mark }),
    '</g>',
    ...peopleSvg(people, seen),
    portrait?.isDead === true ? dusk : '',
    portrait === null ? '' : portraitSvg(portrait, { x: viewMiddle.x, y: height / 2 }, portraitRadius),
    cardSvg(words, lettering),
    '</svg>',
  ].join('\n');
}

const finer = ({ x, y, scale, middle, size }: View): View => ({
  x,
  y,
  scale: scale * fine,
  middle: { x: middle.x * fine, y: middle.y * fine },
  size: { width: size.width * fine, height: size.height * fine },
});

/** Over the town in which somebody lived. */
const dusk = `<rect width="${pictureSize.width}" height="${pictureSize.height}" fill="#12294a" fill-opacity=".34"/>`;

const middleOf = ({ centre }: Lot) => ({ x: centre.x, y: centre.y - raisedBy });

/** Those further up the map first. */
function peopleSvg(people: Scene['people'], view: View): readonly string[] {
  const { each, least, most } = figureHeights;
  const height = Math.max(least, Math.min(most, each * view.scale));
  return [...people].sort((a, b) => a.y - b.y).map((one) => figureSvg(one.face, onPicture(view, one), height));
}
