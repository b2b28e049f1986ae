/**
 * The part of the map that does not move while residents walk: drawn once, kept by the graphics card, and copied under each frame. Without
 * this, two thousand places take half of each frame where no card helps to draw.
 */
/** Of each pixel. */
const samplesEach = 4;

export class Ground {
  readonly #gl: WebGL2RenderingContext;
  readonly #framebuffer: WebGLFramebuffer;
  readonly #renderbuffer: WebGLRenderbuffer;
  /** It is drawn here, with edges that are smooth, and copied to the former once. */
  readonly #smooth: WebGLFramebuffer;
  readonly #samples: WebGLRenderbuffer;
  #width = 0;
  #height = 0;
  /** The objects of the last drawing: the same objects mean the same picture. */
  #drawnFor: readonly unknown[] = [];

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#framebuffer = gl.createFramebuffer();
    this.#renderbuffer = gl.createRenderbuffer();
    this.#smooth = gl.createFramebuffer();
    this.#samples = gl.createRenderbuffer();
  }

  /** Copies the ground to the canvas; calls `draw` before that if it was last drawn for other objects. */
  lay(of: readonly unknown[], draw: () => void): void {
    const gl = this.#gl;
    const isOld = this.#fit() || of.some((part, index) => part !== this.#drawnFor[index]);
    if (isOld) {
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.#smooth);
      draw();
      this.#copy(this.#smooth, this.#framebuffer);
      this.#drawnFor = of;
    }
    // Chromium empties a canvas that was shown before the next drawing, and does not count a copy alone as one.
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.#copy(this.#framebuffer, null);
  }

  #copy(from: WebGLFramebuffer, to: WebGLFramebuffer | null): void {
    const gl = this.#gl;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, to);
    const [width, height] = [this.#width, this.#height];
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /** As large as the canvas; true when the size has changed, and the ground is empty now. */
  #fit(): boolean {
    const gl = this.#gl;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    if (width === this.#width && height === this.#height) return false;
    this.#width = width;
    this.#height = height;
    for (const [framebuffer, renderbuffer, samples] of [
      [this.#framebuffer, this.#renderbuffer, 0],
      [this.#smooth, this.#samples, samplesEach],
    ] as const) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, gl.RGBA8, width, height);
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, renderbuffer);
    }
    return true;
  }
}
