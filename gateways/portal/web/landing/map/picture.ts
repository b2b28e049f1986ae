/** The map as the graphics card draws it: ways, then places, then residents. */
import type { Camera, Size } from './camera.ts';
import { Program } from './program.ts';
import { placeShaders, residentShaders, wayShaders } from './shaders.ts';
import { numbersEach, type Walkers, wordSeconds } from './walkers.ts';

/** Red, green, blue and opacity, 0 to 1. */
export type Colour = readonly [number, number, number, number];

export interface Palette {
  readonly paper: Colour;
  readonly ink: Colour;
  readonly line: Colour;
  readonly lamp: Colour;
  readonly isNight: boolean;
}

export interface Frame {
  readonly camera: Camera;
  readonly size: Size;
  /** Pixels of the screen for one CSS pixel. */
  readonly ratio: number;
  /** Seconds on the map's clock. */
  readonly now: number;
  readonly palette: Palette;
}

/** A light that reaches far is dear to draw, and many of them run together. */
const farHaloMax = 1_000;

/** What is as large as this at one pixel for one unit; on the screen it keeps within the bounds, however near one is. */
const grown = (units: number, { camera }: Frame, least: number, most: number) =>
  Math.max(least, Math.min(most, units * Math.sqrt(camera.scale)));

export const placeRadius = (frame: Frame): number => grown(8, frame, 2.5, 17);
export const residentRadius = (frame: Frame): number => grown(3.6, frame, 2, 6.5);

export class Picture {
  readonly #gl: WebGL2RenderingContext;
  readonly #ways: Program;
  readonly #places: Program;
  readonly #residents: Program;
  #waysCount = 0;
  #placesCount = 0;

  private constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#ways = new Program(gl, { shaders: wayShaders, layout: [['ends', 4]], corners: 4 });
    this.#places = new Program(gl, { shaders: placeShaders, layout: [['place', 3]], corners: 1 });
    const layout = [['walk', 4] as const, ['times', 3] as const];
    this.#residents = new Program(gl, { shaders: residentShaders, layout, corners: 1 });
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** Undefined where the browser has no WebGL2, or its card does not take what is to be drawn. */
  static on(canvas: HTMLCanvasElement): Picture | undefined {
    const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, stencil: false });
    if (gl === null) return undefined;
    try {
      return new Picture(gl);
    } catch {
      return undefined;
    }
  }

  /** `ways`: x and y of both ends of each; `places`: x, y and 1 for the Commons, 0 for others. */
  lay(ways: Float32Array, places: Float32Array): void {
    this.#ways.load(ways);
    this.#places.load(places);
    this.#waysCount = ways.length / 4;
    this.#placesCount = places.length / 3;
  }

  /** Tells the card who has begun to walk, or has spoken; `all`: it knows nothing yet. */
  follow(walkers: Walkers, all = false): void {
    const { first, end } = all ? { first: 0, end: walkers.count } : walkers.changed;
    if (first < end) this.#residents.load(walkers.numbers, first * numbersEach, end * numbersEach);
    walkers.changed = { first: 0, end: 0 };
  }

  draw(frame: Frame, residents: number): void {
    const gl = this.#gl;
    const { camera, size, ratio, now, palette } = frame;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(...palette.paper);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const view = { centre: [camera.x, camera.y], size: [size.width, size.height], scale: camera.scale, ratio };
    this.#ways.draw(this.#waysCount, { ...view, width: grown(1.6, frame, 1, 3), ink: palette.line });
    const place = { ...view, radius: placeRadius(frame), edge: 1.75 * ratio, ink: palette.ink, fill: palette.paper };
    this.#places.draw(this.#placesCount, place);
    this.#residents.draw(residents, {
      ...{ ...view, now, word: wordSeconds, radius: residentRadius(frame) },
      halo: residents > farHaloMax ? 1.3 : palette.isNight ? 4 : 2.4,
      glow: palette.isNight ? 0.6 : 0.5,
      ink: palette.isNight ? palette.lamp : palette.ink,
      fill: palette.lamp,
    });
  }
}
