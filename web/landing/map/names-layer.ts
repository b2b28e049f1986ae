/**
 * Names on the map, on a canvas of their own above it: places first, from the Commons outwards as the map lists them; residents when few
 * are visible.
 */
import { type Camera, onScreen, type Point, type Size } from './camera.ts';

export interface Label {
  readonly text: string;
  readonly at: Point;
  /** CSS pixels between the point and the text below it. */
  readonly below: number;
  readonly isResident: boolean;
}

export interface NamesStyle {
  readonly ink: string;
  readonly paper: string;
}

/** CSS pixels of the map for each name: more names would hide it. */
const areaEach = 16_000;
const charactersMax = 28;
const lineHeight = 18;

/** Draws as many as there is room for, in their order. */
export function drawNames(
  context: CanvasRenderingContext2D,
  { camera, size, ratio }: { readonly camera: Camera; readonly size: Size; readonly ratio: number },
  labels: readonly Label[],
  style: NamesStyle,
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = style.paper;
  context.fillStyle = style.ink;
  const labelsMax = (size.width * size.height) / areaEach;
  const taken: Box[] = [];
  for (const label of labels) {
    if (taken.length >= labelsMax) return;
    const point = onScreen(camera, size, label.at);
    if (point.x < 0 || point.x > size.width || point.y < 0 || point.y > size.height) continue;
    const text = shortened(label.text);
    context.font = label.isResident ? '500 13px Overpass, sans-serif' : '700 14px Overpass, sans-serif';
    const box = fitting(boxOf(point, context.measureText(text).width, label.below), size.width);
    if (taken.some((other) => overlap(box, other))) continue;
    taken.push(box);
    const middle = (box.left + box.right) / 2;
    context.strokeText(text, middle, box.top);
    context.fillText(text, middle, box.top);
  }
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const boxOf = ({ x, y }: Point, width: number, below: number): Box => ({
  left: x - width / 2 - 3,
  right: x + width / 2 + 3,
  top: y + below,
  bottom: y + below + lineHeight,
});

/** Names keep within the map, and clear of the buttons in its corner. */
const cornerWidth = 68;
const cornerHeight = 156;

function fitting(box: Box, width: number): Box {
  const rightMost = box.top < cornerHeight ? width - cornerWidth : width;
  const aside = Math.min(0, rightMost - box.right) + Math.max(0, -box.left);
  return { ...box, left: box.left + aside, right: box.right + aside };
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join('')}…`;
}
