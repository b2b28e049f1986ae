/**
 * People, as they are drawn while few are seen: each with a figure of its own, which follows from its id, so that it is the same on every
 * page and tomorrow.
 */
import { hashOf } from '../../../land/random.ts';
import type { Box } from './labels.ts';

const skins = ['#f2d3b3', '#e3b58c', '#c98f63', '#9a6540', '#6e4630', '#f7dfc8'];
const hairs = ['#2b2320', '#5b3a24', '#8a5a2b', '#c9963f', '#9a9a9a', '#a8442a', '#e8e2d4', '#3d3350'];
const coats = [
  '#b8433a',
  '#2f6f8f',
  '#3f7a4e',
  '#c98a1f',
  '#6b4a8a',
  '#d06a8a',
  '#40507a',
  '#7a5a3a',
  '#4f9a94',
  '#8a2f5a',
];
const trousers = ['#2e3440', '#5a4632', '#37474f', '#4a3a4a', '#6a6a52'];
const hats = ['none', 'none', 'brim', 'cap', 'pointed', 'none', 'hood', 'bun'] as const;

/** Of the picture of a figure, in its own units: feet at the bottom. */
const width = 24;
const height = 34;
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

/** The part of a person's look with this name. */
const of = <T>(all: readonly T[], id: string, part: string): T | undefined =>
  all[hashOf(`${part} of ${id}`) % all.length];

function paint(context: CanvasRenderingContext2D, id: string): void {
  const [skin = '', hair = '', coat = ''] = [of(skins, id, 'skin'), of(hairs, id, 'hair'), of(coats, id, 'coat')];
  const scarf = of(coats, id, 'scarf') ?? '';
  const isLong = hashOf(`cut of ${id}`) % 3 === 0;
  const shape = (fill: string, draw: () => void) => {
    context.beginPath();
    draw();
    context.fillStyle = fill;
    context.fill();
    context.stroke();
  };
  context.lineWidth = 1.1;
  context.lineJoin = 'round';
  context.strokeStyle = '#1b2338';
  const legs = of(trousers, id, 'trousers') ?? '';
  for (const left of [8.2, 12.6]) shape(legs, () => context.roundRect(left, 25, 3.4, 8, 1.2));
  if (isLong) shape(coat, () => path(context, [8.5, 15, 15.5, 15, 18.5, 30, 5.5, 30]));
  else shape(coat, () => context.roundRect(6.5, 15, 11, 12, 3.5));
  for (const left of [4.4, 16.2]) shape(coat, () => context.roundRect(left, 16.5, 3.4, 8.5, 1.7));
  shape(scarf, () => context.roundRect(8.2, 14.6, 7.6, 2.8, 1.3));
  const hasLongHair = hashOf(`length of ${id}`) % 3 === 0;
  if (hasLongHair) shape(hair, () => context.roundRect(5.6, 6, 12.8, 12, 4));
  shape(skin, () => context.ellipse(12, 10.2, 5.4, 5.8, 0, 0, 2 * Math.PI));
  shape(hair, () => context.ellipse(12, 8.2, 5.8, 4.2, 0, Math.PI, 2 * Math.PI));
  hat(context, of(hats, id, 'hat') ?? 'none', of(coats, id, 'hat colour') ?? '', hair, shape);
  context.fillStyle = '#1b2338';
  for (const eye of [9.9, 14.1]) context.fillRect(eye - 0.6, 10, 1.2, 1.7);
}

function hat(
  context: CanvasRenderingContext2D,
  kind: (typeof hats)[number],
  colour: string,
  hair: string,
  shape: (fill: string, draw: () => void) => void,
): void {
  if (kind === 'brim') {
    shape(colour, () => context.roundRect(8, 1.5, 8, 6, 2));
    shape(colour, () => context.roundRect(4.5, 6.2, 15, 2, 1));
  } else if (kind === 'cap') shape(colour, () => context.ellipse(12, 7.4, 6.2, 4.6, 0, Math.PI, 2 * Math.PI));
  else if (kind === 'pointed') shape(colour, () => path(context, [5.5, 7.6, 12, 0.6, 18.5, 7.6]));
  else if (kind === 'bun') shape(hair, () => context.ellipse(12, 3.4, 2.6, 2.4, 0, 0, 2 * Math.PI));
  else if (kind === 'hood')
    shape(colour, () => {
      context.ellipse(12, 9.4, 6.8, 6.8, 0, Math.PI * 0.95, Math.PI * 2.05);
      context.ellipse(12, 9.4, 4.6, 4.8, 0, Math.PI * 2.05, Math.PI * 0.95, true);
    });
}

function path(context: CanvasRenderingContext2D, points: readonly number[]): void {
  for (let at = 0; at + 1 < points.length; at += 2) context.lineTo(points[at] ?? 0, points[at + 1] ?? 0);
  context.closePath();
}
