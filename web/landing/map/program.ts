/** A program of the graphics card, with the numbers that it reads for each corner or point that is drawn. */

export interface Shaders {
  readonly vertex: string;
  readonly fragment: string;
}

/** The inputs of a program: their names in order, and how many numbers each has. */
export type Layout = readonly (readonly [name: string, numbers: number])[];

export type Uniforms = Readonly<Record<string, number | readonly number[]>>;

export interface ProgramOptions {
  readonly shaders: Shaders;
  readonly layout: Layout;
  readonly draws: 'points' | 'triangles';
}

export class Program {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #array: WebGLVertexArrayObject;
  readonly #buffer: WebGLBuffer;
  readonly #mode: GLenum;
  readonly #locations = new Map<string, WebGLUniformLocation | null>();
  /** Of each corner or point. */
  readonly #numbers: number;
  /** Corners or points that were sent. */
  #count = 0;

  /** Throws when the graphics card does not accept it. */
  constructor(gl: WebGL2RenderingContext, { shaders, layout, draws }: ProgramOptions) {
    this.#gl = gl;
    this.#mode = draws === 'points' ? gl.POINTS : gl.TRIANGLES;
    this.#program = linked(gl, shaders);
    this.#array = gl.createVertexArray();
    this.#buffer = gl.createBuffer();
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    this.#numbers = layout.reduce((sum, [, numbers]) => sum + numbers, 0);
    let offset = 0;
    for (const [name, numbers] of layout) {
      const location = gl.getAttribLocation(this.#program, name);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, numbers, gl.FLOAT, false, 4 * this.#numbers, offset);
      offset += 4 * numbers;
    }
  }

  /** Sends these numbers to the graphics card, in place of those before. */
  load(numbers: Float32Array): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.DYNAMIC_DRAW);
    this.#count = numbers.length / this.#numbers;
  }

  /** Draws what was sent. */
  draw(uniforms: Uniforms): void {
    if (this.#count === 0) return;
    const gl = this.#gl;
    gl.useProgram(this.#program);
    for (const [name, value] of Object.entries(uniforms)) this.#set(name, value);
    gl.bindVertexArray(this.#array);
    gl.drawArrays(this.#mode, 0, this.#count);
  }

  #set(name: string, value: number | readonly number[]): void {
    const gl = this.#gl;
    let location = this.#locations.get(name);
    if (location === undefined) {
      location = gl.getUniformLocation(this.#program, name);
      this.#locations.set(name, location);
    }
    if (typeof value === 'number') gl.uniform1f(location, value);
    else if (value.length === 2) gl.uniform2fv(location, value);
    else gl.uniform4fv(location, value);
  }
}

/** What draws on this canvas; undefined where the browser has no WebGL2. */
export function drawingOn(canvas: HTMLCanvasElement, more: WebGLContextAttributes): WebGL2RenderingContext | undefined {
  const gl = canvas.getContext('webgl2', { depth: false, stencil: false, ...more }) ?? undefined;
  gl?.enable(gl.BLEND);
  gl?.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  return gl;
}

function linked(gl: WebGL2RenderingContext, { vertex, fragment }: Shaders): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) throw new Error('the graphics card is gone');
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`the graphics card does not take a program: ${gl.getProgramInfoLog(program)}`);
  return program;
}
