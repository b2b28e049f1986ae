/** The town: the ground, shadows, what is built, trees and lights, on a canvas that is drawn only when the look at it changes. */

import type { DrawnTown } from '../../../drawing/drawn-town.ts';
import { type Colour, colourOfTone, tones, tonesAt, tonesCount } from '../../../drawing/tones.ts';
import { cornerNumbers, shadowNumbers } from '../../../drawing/triangles.ts';
import { type Frame, Look, viewOf } from './frame.ts';
import { drawingOn, Program } from './program.ts';
import { lightShaders, shadowShaders, townShaders, treeShaders } from './shaders.ts';

/** Units up the map for each unit of height. */
const rise = 0.75;

/** Of lamps and windows by night. */
const lightColour: Colour = [1, 0.72, 0.34, 1];

const corners = [
  ['corner', 3],
  ['paint', 3],
] as const;

/**
 * A triangle or point of each kind that is nowhere to be seen. Drawn while the town is worked out: many a card translates a program when it
 * is used first, which takes as long as all else where there is no card.
 */
const unseen = {
  ground: new Float32Array(3 * cornerNumbers),
  shadows: new Float32Array(3 * shadowNumbers),
  built: new Float32Array(3 * cornerNumbers),
  trees: new Float32Array([1e6, 1e6, 0, 0]),
  lights: new Float32Array([1e6, 1e6, 0, 0]),
};

export class TownPicture {
  readonly #gl: WebGL2RenderingContext;
  readonly #land: Program;
  readonly #shadows: Program;
  readonly #built: Program;
  readonly #trees: Program;
  readonly #lights: Program;
  readonly #look = new Look();
  /** Identifies the town that was laid last: a new object for each. */
  #laid: object = {};

  /** Throws when the graphics card does not accept its programs. */
  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
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
    this.lay(unseen);
  }

  /** Undefined where the browser has no WebGL2. */
  static on(canvas: HTMLCanvasElement): TownPicture | undefined {
    const gl = drawingOn(canvas, { alpha: false, antialias: true });
    return gl && new TownPicture(gl);
  }

  lay({ ground, shadows, built, trees, lights }: Pick<DrawnTown, keyof typeof unseen>): void {
    this.#land.load(ground);
    this.#shadows.load(shadows);
    this.#built.load(built);
    this.#trees.load(trees);
    this.#lights.load(lights);
    this.#laid = {};
  }

  draw(frame: Frame): void {
    const { camera, size, palette, daylight } = frame;
    if (!this.#look.isNew(camera, size, palette, daylight, this.#laid)) return;
    const gl = this.#gl;
    const { night, shadow, depth } = daylight;
    const view = viewOf(frame);
    const colours = tonesAt(palette.isNight, night);
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(...colourOfTone(colours, tones.green));
    gl.clear(gl.COLOR_BUFFER_BIT);
    const { lamp } = palette;
    const town = { ...view, rise, night, lamp, tones: colours };
    this.#land.draw(town);
    this.#shadows.draw({ ...view, sun: shadow, depth });
    const [leaf, leafDark] = [colourOfTone(colours, tones.leaf), colourOfTone(colours, tones.leafDark)];
    const blossom = colourOfTone(colours, tones.leafBloom);
    this.#trees.draw({ ...view, leaf, leafDark, blossom });
    this.#built.draw(town);
    if (night > 0) this.#lights.draw({ ...view, lamp: lightColour, night });
  }
}
