/** The map, as the graphics card draws it: the ground, shadows, what is built, trees, lights, then residents where they are many. */

import type { Daylight } from '../../../drawing/daylight.ts';
import type { DrawnTown } from '../../../drawing/drawn-town.ts';
import { type Colour, colourOfTone, tones, tonesAt, tonesCount } from '../../../drawing/tones.ts';
import { cornerNumbers, shadowNumbers } from '../../../drawing/triangles.ts';
import type { Camera, Size } from './camera.ts';
import { Ground } from './ground.ts';
import { Program } from './program.ts';
import { lightShaders, residentShaders, shadowShaders, townShaders, treeShaders } from './shaders.ts';
import { numbersEach, type Walkers, wordSeconds } from './walkers.ts';

export interface Palette {
  readonly paper: Colour;
  readonly ink: Colour;
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
  readonly daylight: Daylight;
}

/** Units up the map for each unit of height. */
const rise = 0.75;

/** Beyond so many residents no light is drawn around the lamps: it is expensive, and the lights of many merge. */
const farHaloMax = 1_000;

/** A size in world units, on the screen; kept within the bounds, however near the camera is. */
const grown = (units: number, { camera }: Frame, least: number, most: number) =>
  Math.max(least, Math.min(most, units * Math.sqrt(camera.scale)));

const residentRadius = (frame: Frame): number => grown(3.6, frame, 1.2, 6.5);

/** Of lamps and windows by night. */
const lightColour: Colour = [1, 0.72, 0.34, 1];
/** Of each tree and light. */
const spotNumbers = 4;

const corners = [
  ['corner', 3],
  ['paint', 3],
] as const;

export class Picture {
  readonly #gl: WebGL2RenderingContext;
  readonly #ground: Ground;
  readonly #land: Program;
  readonly #shadows: Program;
  readonly #built: Program;
  readonly #trees: Program;
  readonly #lights: Program;
  readonly #residents: Program;
  #counts = { land: 0, shadows: 0, built: 0, trees: 0, lights: 0 };
  /** Identifies the town that was laid last: a new object for each. */
  #laid: object = {};

  private constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#ground = new Ground(gl);
    const town = { shaders: townShaders(tonesCount), layout: corners, draws: 'triangles' } as const;
    this.#land = new Program(gl, town);
    this.#built = new Program(gl, town);
    this.#shadows = new Program(gl, {
      shaders: shadowShaders,
      layout: [
        ['foot', 2],
        ['side', 3],
      ],
      draws: 'triangles',
    });
    this.#trees = new Program(gl, { shaders: treeShaders, layout: [['tree', 4]], draws: 'points' });
    this.#lights = new Program(gl, { shaders: lightShaders, layout: [['light', 4]], draws: 'points' });
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

  lay({ ground, shadows, built, trees, lights }: DrawnTown): void {
    this.#land.load(ground);
    this.#shadows.load(shadows);
    this.#built.load(built);
    this.#trees.load(trees);
    this.#lights.load(lights);
    this.#counts = {
      land: ground.length / cornerNumbers,
      shadows: shadows.length / shadowNumbers,
      built: built.length / cornerNumbers,
      trees: trees.length / spotNumbers,
      lights: lights.length / spotNumbers,
    };
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
    this.#ground.lay([frame.camera, palette, frame.daylight, this.#laid], () => this.#drawGround(frame));
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
    const { palette, daylight } = frame;
    const { night, shadow, depth } = daylight;
    const view = viewOf(frame);
    const colours = tonesAt(palette.isNight, night);
    gl.clearColor(...colourOfTone(colours, tones.green));
    gl.clear(gl.COLOR_BUFFER_BIT);
    const { lamp } = palette;
    const town = { ...view, rise, night, lamp, tones: colours };
    this.#land.draw(this.#counts.land, town);
    this.#shadows.draw(this.#counts.shadows, { ...view, sun: shadow, depth });
    const [leaf, leafDark] = [colourOfTone(colours, tones.leaf), colourOfTone(colours, tones.leafDark)];
    const blossom = colourOfTone(colours, tones.leafBloom);
    this.#trees.draw(this.#counts.trees, { ...view, leaf, leafDark, blossom });
    this.#built.draw(this.#counts.built, town);
    if (night > 0) this.#lights.draw(this.#counts.lights, { ...view, lamp: lightColour, night });
  }
}

const viewOf = ({ camera, size, ratio }: Frame) => ({
  centre: [camera.x, camera.y],
  size: [size.width, size.height],
  ...{ scale: camera.scale, ratio },
});
