/** The map, as the graphics card draws it: ways, then places, then residents. */
import type { Camera, Size } from './camera.ts';
import { Ground } from './ground.ts';
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

/** Beyond so many residents no light is drawn around the lamps: it is expensive, and the lights of many merge. */
const farHaloMax = 1_000;

/** A size in world units, on the screen; kept within the bounds, however near the camera is. */
const grown = (units: number, { camera }: Frame, least: number, most: number) =>
  Math.max(least, Math.min(most, units * Math.sqrt(camera.scale)));

export const placeRadius = (frame: Frame): number => grown(8, frame, 2, 17);
export const residentRadius = (frame: Frame): number => grown(3.6, frame, 1.2, 6.5);

export class Picture {
  readonly #gl: WebGL2RenderingContext;
  readonly #ground: Ground;
  readonly #ways: Program;
  readonly #places: Program;
  readonly #residents: Program;
  #waysCount = 0;
  #placesCount = 0;
  /** Identifies the city that was laid last: a new object for each. */
  #laid: object = {};

  private constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#ground = new Ground(gl);
    this.#ways = new Program(gl, { shaders: wayShaders, layout: [['ends', 4]], draws: 'triangles' });
    this.#places = new Program(gl, { shaders: placeShaders, layout: [['place', 3]], draws: 'points' });
    const layout = [['walk', 4] as const, ['times', 4] as const];
    this.#residents = new Program(gl, { shaders: residentShaders, layout, draws: 'points' });
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** Undefined where the browser has no WebGL2, or the graphics card does not accept the programs. */
  static on(canvas: HTMLCanvasElement): Picture | undefined {
    const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, stencil: false });
    if (gl === null) return undefined;
    try {
      return new Picture(gl);
    } catch {
      return undefined;
    }
  }

  /** `ways`: x and y of both ends, for each of the six corners of each; `places`: x, y and 1 for the Commons, 0 for others. */
  lay(ways: Float32Array, places: Float32Array): void {
    this.#ways.load(ways);
    this.#places.load(places);
    this.#waysCount = ways.length / 4;
    this.#placesCount = places.length / 3;
    this.#laid = {};
  }

  /** Sends the graphics card the residents who have begun to walk, or have spoken; `all`: it has none yet. */
  follow(walkers: Walkers, all = false): void {
    const { first, end } = all ? { first: 0, end: walkers.count } : walkers.changed;
    if (first < end) this.#residents.load(walkers.numbers, first * numbersEach, end * numbersEach);
    walkers.changed = { first: 0, end: 0 };
  }

  draw(frame: Frame, residents: number): void {
    const { now, palette } = frame;
    this.#gl.viewport(0, 0, this.#gl.drawingBufferWidth, this.#gl.drawingBufferHeight);
    this.#ground.lay([frame.camera, palette, this.#laid], () => this.#drawGround(frame));
    this.#residents.draw(residents, {
      ...{ ...viewOf(frame), now, word: wordSeconds, radius: residentRadius(frame) },
      halo: residents > farHaloMax ? 1 : palette.isNight ? 4 : 2.4,
      glow: palette.isNight ? 0.6 : 0.5,
      ink: palette.isNight ? palette.lamp : palette.ink,
      fill: palette.lamp,
    });
  }

  #drawGround(frame: Frame): void {
    const gl = this.#gl;
    const { ratio, palette } = frame;
    const view = viewOf(frame);
    gl.clearColor(...palette.paper);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.#ways.draw(this.#waysCount, { ...view, width: grown(1.6, frame, 1, 3), ink: palette.line });
    const place = { ...view, radius: placeRadius(frame), edge: 1.75 * ratio, ink: palette.ink, fill: palette.paper };
    this.#places.draw(this.#placesCount, place);
  }
}

const viewOf = ({ camera, size, ratio }: Frame) => ({
  centre: [camera.x, camera.y],
  size: [size.width, size.height],
  ...{ scale: camera.scale, ratio },
});
