/** Parts of an SVG text. Nothing in it was written by anybody outside: words are outlines of letters (`lettering.ts`). */
import type { Point } from '../land/shapes.ts';

/** A coordinate, to a tenth of a pixel. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

/**
 * A closed path of whole numbers, each point told from the one before it, to the right around its inside: shapes of one path that overlap
 * are then one shape. Empty where fewer than three points are left of it once those are gone that fall together with the one before.
 */
export function closed(points: readonly Point[]): string {
  const turned = isToTheLeft(points) ? [...points].reverse() : points;
  const whole = turned.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
  const [first, ...rest] = whole.filter(({ x, y }, at) => x !== whole[at - 1]?.x || y !== whole[at - 1]?.y);
  if (first === undefined || rest.length < 2) return '';
  let before = first;
  const steps = rest.map((point) => {
    const step = `${signed(point.x - before.x)}${signed(point.y - before.y)}`;
    before = point;
    return step;
  });
  return `M${first.x} ${first.y}l${steps.join('').trimStart()}z`;
}

/** Set apart from the number before it. */
const signed = (value: number): string => (value < 0 ? `${value}` : ` ${value}`);

function isToTheLeft(points: readonly Point[]): boolean {
  let sum = 0;
  for (const [at, { x, y }] of points.entries()) {
    const next = points[(at + 1) % points.length] ?? { x, y };
    sum += x * next.y - next.x * y;
  }
  return sum < 0;
}

const channel = (share: number): string =>
  Math.round(255 * Math.max(0, Math.min(1, share)))
    .toString(16)
    .padStart(2, '0');

/** `#rrggbb` of parts from 0 to 1. */
export const hexOf = ([red = 0, green = 0, blue = 0]: readonly number[]): string =>
  `#${channel(red)}${channel(green)}${channel(blue)}`;
