/** What a drawing of the map depends on. */

import type { Daylight } from '../../../drawing/daylight.ts';
import type { Colour } from '../../../drawing/tones.ts';
import type { Camera, Size } from './camera.ts';
import type { Uniforms } from './program.ts';

export interface Palette {
  readonly ink: Colour;
  readonly lamp: Colour;
  readonly isNight: boolean;
}

export interface Frame {
  readonly camera: Camera;
  /** A new object whenever the canvases are given their size, which empties them. */
  readonly size: Size;
  /** Pixels of the screen for one CSS pixel. */
  readonly ratio: number;
  /** Seconds on the map's clock. */
  readonly now: number;
  readonly palette: Palette;
  readonly daylight: Daylight;
}

/** From where it is looked at, as the programs of the graphics card take it. */
export const viewOf = ({ camera, size, ratio }: Frame): Uniforms => ({
  centre: [camera.x, camera.y],
  size: [size.width, size.height],
  ...{ scale: camera.scale, ratio },
});

/** Tells whether what is drawn is as it was: the same objects mean the same picture. */
export class Look {
  #parts: readonly unknown[] = [];

  isNew(...parts: readonly unknown[]): boolean {
    const isNew = parts.length !== this.#parts.length || parts.some((part, at) => part !== this.#parts[at]);
    this.#parts = parts;
    return isNew;
  }
}
