/** The camera of the map. World units are those of `/v1/map`, y downwards; pixels are CSS pixels. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Camera extends Point {
  /** Pixels for one unit. */
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const scaleMin = 0.02;
const scaleMax = 8;
/** The first view is not nearer than this, however small the city is. */
const firstScaleMax = 2.6;
/** Room for names at the edge. */
const margin = 70;

/** The position of a point of the world on the screen. */
export const onScreen = (camera: Camera, { width, height }: Size, point: Point): Point => ({
  x: (point.x - camera.x) * camera.scale + width / 2,
  y: (point.y - camera.y) * camera.scale + height / 2,
});

/** The point of the world at a position on the screen. */
export const inWorld = (camera: Camera, { width, height }: Size, point: Point): Point => ({
  x: (point.x - width / 2) / camera.scale + camera.x,
  y: (point.y - height / 2) / camera.scale + camera.y,
});

/** Shows all of these points, as near as possible. */
export function showing(points: readonly Point[], { width, height }: Size): Camera {
  if (points.length === 0 || width === 0 || height === 0) return { x: 0, y: 0, scale: 1 };
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const room = (pixels: number) => Math.max(pixels - 2 * margin, pixels / 2);
  const fitting = Math.min(room(width) / Math.max(1, right - left), room(height) / Math.max(1, bottom - top));
  const scale = Math.max(scaleMin, Math.min(firstScaleMax, fitting));
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

/** Moved by this many pixels: what was under the finger remains there. */
export const moved = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y - dy / camera.scale,
});

/** `factor` times as near; what is at `point` of the screen remains there. */
export function nearer(camera: Camera, size: Size, factor: number, point: Point, farthest = scaleMin): Camera {
  const scale = Math.max(farthest, Math.min(scaleMax, camera.scale * factor));
  const fixed = inWorld(camera, size, point);
  const there = inWorld({ ...camera, scale }, size, point);
  return { x: camera.x + fixed.x - there.x, y: camera.y + fixed.y - there.y, scale };
}
