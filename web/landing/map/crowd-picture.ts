/**
 * Residents while they are many: points of light above the town. Of a crowd, those who stand are on a canvas of their own that is drawn
 * seldom: where no card helps to draw, five thousand points take longer than a frame may.
 */
import { type Frame, Look, viewOf } from './frame.ts';
import { drawingOn, Program } from './program.ts';
import { residentShaders } from './shaders.ts';
import { type Walkers, wordSeconds } from './walkers.ts';

/** More residents are a crowd; no light is drawn around their lamps, which is expensive, and the lights of many merge. */
const crowdMin = 1_000;
/** Between two drawings of those who stand, at least: meanwhile who has set off is also seen where it stood. */
const standingEverySeconds = 0.5;
const longAgo = Number.NEGATIVE_INFINITY;

const layout = [
  ['walk', 4],
  ['times', 4],
] as const;

/** A canvas of points of light. */
export interface LampsCanvas {
  /** Draws the residents of these rows (`Walkers.rows`) and nobody else; `halo`: radii of a lamp that its light reaches. */
  readonly draw: (rows: Float32Array, frame: Frame, halo: number) => void;
}

/** One through which one sees what lies below. */
class Lamps implements LampsCanvas {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: Program;
  #isEmpty = true;

  /** Throws when the graphics card does not accept its program. */
  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = new Program(gl, { shaders: residentShaders, layout, draws: 'points' });
  }

  draw(rows: Float32Array, frame: Frame, halo: number): void {
    if (this.#isEmpty && rows.length === 0) return;
    const { palette, camera, now } = frame;
    const gl = this.#gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.#program.load(rows);
    this.#program.draw({
      ...{ ...viewOf(frame), now, word: wordSeconds, halo },
      radius: Math.max(1.2, Math.min(6.5, 3.6 * Math.sqrt(camera.scale))),
      glow: palette.isNight ? 0.6 : 0.5,
      ink: palette.isNight ? palette.lamp : palette.ink,
      fill: palette.lamp,
    });
    this.#isEmpty = rows.length === 0;
  }
}

/** Those of who stands and of who moves, the latter above. */
export interface CrowdCanvases {
  readonly standing: HTMLCanvasElement;
  readonly moving: HTMLCanvasElement;
}

const nobody = new Float32Array();

export class CrowdPicture {
  readonly #standing: LampsCanvas;
  readonly #moving: LampsCanvas;
  readonly #look = new Look();
  /** When those who stand were drawn last, and of which `changes` of the walkers. */
  #drawnAt = longAgo;
  #drawnOf = 0;

  constructor(standing: LampsCanvas, moving: LampsCanvas) {
    this.#standing = standing;
    this.#moving = moving;
  }

  /** Undefined where the browser has no WebGL2; throws when the graphics card does not accept its program. */
  static on({ standing, moving }: CrowdCanvases): CrowdPicture | undefined {
    const seeThrough = { alpha: true, antialias: false };
    const below = drawingOn(standing, seeThrough);
    const above = drawingOn(moving, seeThrough);
    return below && above && new CrowdPicture(new Lamps(below), new Lamps(above));
  }

  /** Nobody is drawn without `walkers`. True when it is to be drawn again although nobody moves. */
  draw(frame: Frame, walkers: Walkers | undefined): boolean {
    const isCrowd = walkers !== undefined && walkers.count > crowdMin;
    const halo = isCrowd ? 1 : frame.palette.isNight ? 4 : 2.4;
    const isNew = this.#look.isNew(frame.camera, frame.size, frame.palette, isCrowd);
    if (!isCrowd) {
      this.#drawnAt = longAgo;
      this.#standing.draw(nobody, frame, halo);
    } else if (isNew || (this.#isBehind(walkers) && frame.now - this.#drawnAt >= standingEverySeconds)) {
      this.#drawnAt = frame.now;
      this.#drawnOf = walkers.changes;
      this.#standing.draw(walkers.rows('standing', frame.now), frame, halo);
    }
    this.#moving.draw(walkers?.rows('others', this.#drawnAt) ?? nobody, frame, halo);
    return isCrowd && this.#isBehind(walkers);
  }

  /** Sets the clock back by this many seconds. */
  setBack(seconds: number): void {
    this.#drawnAt -= seconds;
  }

  #isBehind(walkers: Walkers): boolean {
    return walkers.changes !== this.#drawnOf || walkers.isMoving(this.#drawnAt);
  }
}
