/** The map, as the graphics card draws it: the town, and above it those who stand and those who move where residents are many. */

import type { DrawnTown } from '../../../drawing/drawn-town.ts';
import { type CrowdCanvases, CrowdPicture } from './crowd-picture.ts';
import type { Frame } from './frame.ts';
import { TownPicture } from './town-picture.ts';
import type { Walkers } from './walkers.ts';

/** Its canvases: the town at the bottom, who moves at the top. */
export interface PictureCanvases extends CrowdCanvases {
  readonly town: HTMLCanvasElement;
}

export class Picture {
  readonly #canvases: PictureCanvases;
  readonly #town: TownPicture;
  readonly #refused: () => void;
  /** Begun when residents are many for the first time: a small city does not wait for it. */
  #crowd: CrowdPicture | 'refused' | undefined;

  private constructor(canvases: PictureCanvases, town: TownPicture, refused: () => void) {
    this.#canvases = canvases;
    this.#town = town;
    this.#refused = refused;
  }

  /**
   * Undefined where the browser has no WebGL2, or the graphics card does not accept the programs. `refused` is called when that turns out
   * later, of those for residents.
   */
  static on(canvases: PictureCanvases, refused: () => void): Picture | undefined {
    const town = begun(() => TownPicture.on(canvases.town));
    return town && new Picture(canvases, town, refused);
  }

  lay(town: DrawnTown): void {
    this.#town.lay(town);
  }

  /** `walkers`: who is drawn as a point of light. True when it is to be drawn again although nobody moves. */
  draw(frame: Frame, walkers: Walkers | undefined): boolean {
    this.#town.draw(frame);
    if (walkers !== undefined) this.#beginCrowd();
    return isBegun(this.#crowd) && this.#crowd.draw(frame, walkers);
  }

  setBack(seconds: number): void {
    if (isBegun(this.#crowd)) this.#crowd.setBack(seconds);
  }

  #beginCrowd(): void {
    if (this.#crowd !== undefined) return;
    this.#crowd = begun(() => CrowdPicture.on(this.#canvases)) ?? 'refused';
    if (this.#crowd === 'refused') this.#refused();
  }
}

const isBegun = (crowd: CrowdPicture | 'refused' | undefined): crowd is CrowdPicture => crowd instanceof CrowdPicture;

function begun<T>(begin: () => T | undefined): T | undefined {
  try {
    return begin();
  } catch {
    return undefined;
  }
}

/** The graphics card may lose all that it has; `restored` is called when it takes a new picture. */
export function onRestored(canvases: PictureCanvases, restored: () => void): void {
  for (const canvas of [canvases.town, canvases.standing, canvases.moving]) {
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', restored);
  }
}
