/** People while few are seen, each with the figure of its soul (`drawing/faces/`); and the dead, by faces on their stones. */

import { figureOf, figureSize, portraitOf } from '../../../drawing/faces/people.ts';
import type { Shape } from '../../../drawing/faces/shapes.ts';
import { hashOf } from '../../../land/random.ts';
import { faceOf } from '../../faces/known-faces.ts';
import type { Point } from './camera.ts';
import type { Box } from './labels.ts';

const { width, height } = figureSize;
/** Pixels of a picture for each of its units: figures are less high on the map than that, on any screen. */
const sharpness = 1;
const picturesMax = 400;
const pictures = new Map<string, HTMLCanvasElement>();

/** The square of a portrait that holds a face. */
const faceSquare = { left: 10, top: 6, size: 44 } as const;
/** Units of the land from the foot of a gravestone to the middle of the face on it, and half of that face. */
const onStone = { up: 3.4, half: 1.8 } as const;
/** Smaller faces would be dots, in CSS pixels. */
const faceMin = 8;

export const figureHeight = (scale: number): number => Math.max(18, Math.min(42, 13 * scale));

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
    context.ellipse(x, y - 1, wide * 0.34, wide * 0.14, 0, 0, 2 * Math.PI);
    context.fill();
    context.drawImage(pictureOf(faceOf(id)), x - wide / 2, y - high - step, wide, high);
  }
}

/** Draws faces on gravestones of which the feet are at these points of the screen; none where they would be too small. */
export function drawFacesOfDead(
  context: CanvasRenderingContext2D,
  graves: readonly (Point & { readonly id: string })[],
  scale: number,
): void {
  const half = onStone.half * scale;
  if (2 * half < faceMin) return;
  for (const { id, x, y } of graves) {
    context.save();
    context.beginPath();
    context.ellipse(x, y - onStone.up * scale, half, half, 0, 0, 2 * Math.PI);
    context.fillStyle = '#efe9da';
    context.fill();
    context.clip();
    context.drawImage(stoneOf(faceOf(id)), x - half, y - onStone.up * scale - half, 2 * half, 2 * half);
    context.restore();
  }
}

const pictureOf = (face: string | null): HTMLCanvasElement =>
  kept(`figure ${face ?? ''}`, { left: 0, top: 0, wide: width, high: height }, () => figureOf(face));

const stoneOf = (face: string | null): HTMLCanvasElement => {
  const { left, top, size } = faceSquare;
  return kept(`stone ${face ?? ''}`, { left, top, wide: size, high: size }, () => portraitOf(face));
};

interface Part {
  readonly left: number;
  readonly top: number;
  readonly wide: number;
  readonly high: number;
}

/** The picture of this name; drawn when it is first asked for. */
function kept(name: string, { left, top, wide, high }: Part, shapes: () => readonly Shape[]): HTMLCanvasElement {
  const known = pictures.get(name);
  if (known !== undefined) return known;
  const picture = document.createElement('canvas');
  picture.width = wide * sharpness;
  picture.height = high * sharpness;
  const context = picture.getContext('2d');
  if (context !== null) {
    context.scale(sharpness, sharpness);
    context.translate(-left, -top);
    for (const shape of shapes()) paint(context, shape);
  }
  if (pictures.size >= picturesMax) pictures.clear();
  pictures.set(name, picture);
  return picture;
}

function paint(context: CanvasRenderingContext2D, { d, fill, stroke, width: wide }: Shape): void {
  const path = new Path2D(d);
  if (fill !== 'none') {
    context.fillStyle = fill;
    context.fill(path);
  }
  if (stroke === undefined || wide === undefined) return;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.strokeStyle = stroke;
  context.lineWidth = wide;
  context.stroke(path);
}
