/** People on the map's canvas, as they are drawn while few are seen: each with a figure of its own (`drawing/figure.ts`). */
import { eye, type FigureShape, figureInk, figureLine, figureOf, figureSize, hood } from '../../../drawing/figure.ts';
import { hashOf } from '../../../land/random.ts';
import type { Box } from './labels.ts';

const { width, height } = figureSize;
/** Pixels of a figure's picture for each of its units. */
const sharpness = 3;
const picturesMax = 400;
const pictures = new Map<string, HTMLCanvasElement>();

export const figureHeight = (scale: number): number => Math.max(17, Math.min(38, 12 * scale));

/** The room that somebody takes who stands here. */
export function figureBox(x: number, y: number, scale: number): Box {
  const high = figureHeight(scale);
  const half = (high * width) / height / 3;
  return { left: x - half, right: x + half, top: y - high, bottom: y + 1 };
}

export interface Figure {
  readonly id: string;
  /** On the screen, where its feet are. */
  readonly x: number;
  readonly y: number;
  readonly isWalking: boolean;
}

/** Draws them, those further up the map first. */
export function drawFigures(
  context: CanvasRenderingContext2D,
  figures: readonly Figure[],
  scale: number,
  now: number,
): void {
  const high = figureHeight(scale);
  const wide = (high * width) / height;
  for (const { id, x, y, isWalking } of [...figures].sort((a, b) => a.y - b.y)) {
    const step = isWalking ? Math.abs(Math.sin(now * 9 + (hashOf(id) % 7))) * high * 0.07 : 0;
    context.fillStyle = '#0a142840';
    context.beginPath();
    context.ellipse(x, y - 1, wide * 0.3, wide * 0.12, 0, 0, 2 * Math.PI);
    context.fill();
    context.drawImage(pictureOf(id), x - wide / 2, y - high - step, wide, high);
  }
}

function pictureOf(id: string): HTMLCanvasElement {
  const known = pictures.get(id);
  if (known !== undefined) return known;
  const picture = document.createElement('canvas');
  picture.width = width * sharpness;
  picture.height = height * sharpness;
  const context = picture.getContext('2d');
  if (context !== null) {
    context.scale(sharpness, sharpness);
    paint(context, id);
  }
  if (pictures.size >= picturesMax) pictures.clear();
  pictures.set(id, picture);
  return picture;
}

function paint(context: CanvasRenderingContext2D, id: string): void {
  context.lineWidth = figureLine;
  context.lineJoin = 'round';
  context.strokeStyle = figureInk;
  for (const shape of figureOf(id)) {
    context.beginPath();
    outline(context, shape);
    context.fillStyle = shape.fill;
    context.fill();
    context.stroke();
  }
  context.fillStyle = figureInk;
  for (const x of eye.xs) context.fillRect(x - eye.half, eye.y, 2 * eye.half, eye.height);
}

function outline(context: CanvasRenderingContext2D, shape: FigureShape): void {
  switch (shape.type) {
    case 'box':
      context.roundRect(shape.x, shape.y, shape.width, shape.height, shape.corner);
      break;
    case 'oval':
      context.ellipse(shape.x, shape.y, shape.rx, shape.ry, 0, 0, 2 * Math.PI);
      break;
    case 'dome':
      context.ellipse(shape.x, shape.y, shape.rx, shape.ry, 0, Math.PI, 2 * Math.PI);
      break;
    case 'corners':
      for (const [x, y] of shape.points) context.lineTo(x, y);
      context.closePath();
      break;
    case 'hood': {
      const { x, y, outer, inner, from, to } = hood;
      context.ellipse(x, y, outer[0], outer[1], 0, from, to);
      context.ellipse(x, y, inner[0], inner[1], 0, to, from, true);
    }
  }
}
