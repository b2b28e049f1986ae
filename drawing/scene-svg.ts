/** A scene as SVG: the town, who stands in it, a portrait, and the card. */
import { Land } from '../land/land.ts';
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

export class SceneDrawing {
  readonly #lettering: Lettering;
  #land: Land | undefined;

  constructor(lettering: Lettering) {
    this.#lettering = lettering;
  }

  svg({ town, view, lot, people, portrait, words }: Scene): string {
    const land = this.#landOf(town.land);
    const marked = lot === null ? undefined : land.lot(lot);
    const seen: View = { ...view, ...(marked && middleOf(marked)) };
    const drawn = drawnTown(town, land, 'whole');
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}" height="${pictureSize.height}" viewBox="0 0 ${pictureSize.width} ${pictureSize.height}">`,
      townSvg(drawn, seen, town.tick, portrait === null ? marked?.shape : undefined),
      ...peopleSvg(people, seen),
      portrait?.isDead === true ? dusk : '',
      portrait === null ? '' : portraitSvg(portrait, { x: viewMiddle.x, y: pictureSize.height / 2 }, portraitRadius),
      cardSvg(words, this.#lettering),
      '</svg>',
    ].join('\n');
  }

  /** Made once for each seed that is asked for in a row: a city has one. */
  #landOf(seed: string): Land {
    if (this.#land?.seed !== seed) this.#land = new Land(seed);
    return this.#land;
  }
}

/** Over the town in which somebody lived. */
const dusk = `<rect width="${pictureSize.width}" height="${pictureSize.height}" fill="#12294a" fill-opacity=".34"/>`;

const middleOf = ({ centre }: Lot) => ({ x: centre.x, y: centre.y - raisedBy });

/** Those further up the map first. */
function peopleSvg(people: Scene['people'], view: View): readonly string[] {
  const { each, least, most } = figureHeights;
  const height = Math.max(least, Math.min(most, each * view.scale));
  return [...people].sort((a, b) => a.y - b.y).map((one) => figureSvg(one.face, onPicture(view, one), height));
}
