/** Pictures as SVG, one after the other. */
import { Land } from '../land/land.ts';
import type { Lettering } from './lettering.ts';
import { mapSvg } from './map-svg.ts';
import type { Drawable } from './scene.ts';
import { sceneSvg } from './scene-svg.ts';

export class PictureDrawing {
  readonly #lettering: Lettering;
  #land: Land | undefined;

  constructor(lettering: Lettering) {
    this.#lettering = lettering;
  }

  svg(shown: Drawable): string {
    const land = this.#landOf(shown.town.land);
    return shown.type === 'first map' ? mapSvg(shown, land) : sceneSvg(shown, land, this.#lettering);
  }

  /** Made once for each seed that is asked for in a row: a city has one. */
  #landOf(seed: string): Land {
    if (this.#land?.seed !== seed) this.#land = new Land(seed);
    return this.#land;
  }
}
