/** The map, as the graphics card draws it: the town, and above it those who stand and those who move where residents are many. */

import type { DrawnTown } from '../../../drawing/drawn-town.ts';
import { type CrowdCanvases, CrowdPicture } from './crowd-picture.ts';
import type { Frame } from './frame.ts';
import { TownPicture } from './town-picture.ts';
import type { Walkers } from './walkers.ts';

/** Its canvases, the first at the bottom. */
export interface PictureCanvases extends CrowdCanvases {
  readonly town: HTMLCanvasElement;
}

export class Picture {
  readonly #canvases: PictureCanvases;
  readonly #town: TownPicture;
  /** Begun when residents are many for the first time: a small city does not wait for it. */
  #crowd: CrowdPicture | undefined;

  private constructor(canvases: PictureCanvases, town: TownPicture) {
    this.#canvases = canvases;
    this.#town = town;
  }

  /** Undefined where the browser has no WebGL2, or the graphics card does not accept the programs. */
  static on(canvases: PictureCanvases): Picture | undefined {
    try {
      const town = TownPicture.on(canvases.town);
      return town && new Picture(canvases, town);
    } catch {
      return undefined;
    }
  }

  lay(town: DrawnTown): void {
    this.#town.lay(town);
  }

  /** `walkers`: who is drawn as a point of light. True when it is to be drawn again although nobody moves. */
  draw(frame: Frame, walkers: Walkers | undefined): boolean {
    this.#town.draw(frame);
    if (walkers !== undefined) this.#crowd ??= CrowdPicture.on(this.#canvases);
    return this.#crowd?.draw(frame, walkers) === true;
  }

  setBack(seconds: number): void {
    this.#crowd?.setBack(seconds);
  }
}

/** The graphics card may lose all that it has; `restored` is called when it takes a new picture. */
export function onRestored(canvases: PictureCanvases, restored: () => void): void {
  for (const canvas of [canvases.town, canvases.standing, canvases.moving]) {
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', restored);
  }
}
