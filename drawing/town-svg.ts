/** A part of the town as SVG: what the graphics card makes of it in a browser (`web/landing/map/shaders.ts`), by day and by night. */
import type { Point, Shape } from '../land/shapes.ts';
import { type Daylight, daylightAt } from './daylight.ts';
import type { DrawnTown } from './drawn-town.ts';
import { polygonsOf, shadowsOf } from './polygons.ts';
import { pictureSize, viewMiddle } from './scene.ts';
import { closed, hexOf, rounded } from './svg.ts';
import { colourOfTone, tones, tonesAt } from './tones.ts';
import type { Paint } from './triangles.ts';

/** The point of the map in the middle of the view, and pixels for each unit. */
export interface View extends Point {
  readonly scale: number;
}

/** Units up the map for each unit of height. */
const rise = 0.75;
const lamp = [0.96, 0.72, 0.11];
const lightColour = [1, 0.72, 0.34];
/** Shades from light to dark in which trees are painted; after them those in blossom. */
const treeShades = 6;

export const onPicture = ({ x, y, scale }: View, point: Point): Point => ({
  x: (point.x - x) * scale + viewMiddle.x,
  y: (point.y - y) * scale + viewMiddle.y,
});

/** `mark`: a lot whose border is drawn on the ground. */
export function townSvg(town: DrawnTown, view: View, tick: number, mark: Shape | undefined): string {
  const light = daylightAt(tick);
  const colours = tonesAt(false, light.night);
  return [
    `<rect width="${pictureSize.width}" height="${pictureSize.height}" fill="${hexOf(colourOfTone(colours, tones.green))}"/>`,
    painted(town.ground, view, colours, light),
    mark === undefined ? '' : marked(mark, view),
    shaded(town.shadows, view, light),
    grown(town.trees, view, colours),
    painted(town.built, view, colours, light),
    light.night > 0 ? lit(town.lights, view, light) : '',
  ].join('\n');
}

/** Shapes of one colour that follow each other are one path. */
function painted(numbers: Float32Array, view: View, colours: readonly number[], light: Daylight): string {
  const paths: string[] = [];
  let [fill, d] = ['', ''];
  const end = () => {
    if (d !== '') paths.push(`<path fill="${fill}" d="${d}"/>`);
    d = '';
  };
  for (const { points, paint } of polygonsOf(numbers)) {
    const placed = points.map(({ x, y, h }) => onPicture(view, { x, y: y - h * rise }));
    if (!isSeen(placed)) continue;
    const colour = hexOf(shown(paint, colours, light.night));
    if (colour !== fill) end();
    fill = colour;
    d += closed(placed);
  }
  end();
  return paths.join('\n');
}

const mixed = (from: readonly number[], to: readonly number[], share: number): readonly number[] =>
  from.map((part, at) => part + ((to[at] ?? part) - part) * share);

function shown({ tone, shade, glow }: Required<Paint>, colours: readonly number[], night: number): readonly number[] {
  const plain = colourOfTone(colours, tone).slice(0, 3);
  const sided =
    shade < 0 ? plain.map((part) => part * (1 + shade)) : mixed(plain, [1, 1, 1], shade * (1 - 0.8 * night));
  return mixed(sided, lamp, glow < 0 ? -glow * night : glow * (0.55 + 0.45 * night));
}

function isSeen(points: readonly Point[], around = 0): boolean {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const isWithin = (all: readonly number[], most: number) =>
    Math.max(...all) > -around && Math.min(...all) < most + around;
  return isWithin(xs, pictureSize.width) && isWithin(ys, pictureSize.height);
}

const marked = ({ points }: Shape, view: View): string =>
  `<path d="${closed(points.map((point) => onPicture(view, point)))}" fill="#ffca45" fill-opacity=".35" stroke="#f5b81c" stroke-width="6" stroke-linejoin="round"/>`;

/** One path, so that shadows that overlap are not darker. */
function shaded(numbers: Float32Array, view: View, { shadow, depth }: Daylight): string {
  let d = '';
  for (const points of shadowsOf(numbers, shadow)) {
    const placed = points.map((point) => onPicture(view, point));
    if (isSeen(placed)) d += closed(placed);
  }
  return d === '' ? '' : `<path fill="#080d24" fill-opacity="${depth.toFixed(3)}" d="${d}"/>`;
}

/** Round crowns, lighter to one side. */
function grown(numbers: Float32Array, view: View, colours: readonly number[]): string {
  const [leaf, dark] = [colourOfTone(colours, tones.leaf), colourOfTone(colours, tones.leafDark)];
  const shades = Array.from({ length: treeShades }, (_, at) => mixed(leaf, dark, at / (treeShades - 1)));
  const blossom = colourOfTone(colours, tones.leafBloom);
  const gradients = [...shades, blossom].map((colour, at) => {
    const stop = (offset: number, by: number) =>
      `<stop offset="${offset}" stop-color="${hexOf(colour.slice(0, 3).map((part) => part * by))}"/>`;
    return `<radialGradient id="tree${at}" cx=".35" cy=".32" r=".55">${stop(0, 1.16)}${stop(1, 0.78)}</radialGradient>`;
  });
  const crowns = spotsIn(numbers, view).map(({ x, y, size, part }) => {
    const shade = part > 1.5 ? treeShades : Math.round(part * (treeShades - 1));
    return `<circle cx="${rounded(x)}" cy="${rounded(y - size * 0.7)}" r="${rounded(size)}" fill="url(#tree${shade})"/>`;
  });
  return `<defs>${gradients.join('')}</defs>\n${crowns.join('\n')}`;
}

/** What is lit by night: added to what lies below it. */
function lit(numbers: Float32Array, view: View, { night }: Daylight): string {
  const stops = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (offset) =>
      `<stop offset="${offset}" stop-color="${hexOf(lightColour)}" stop-opacity="${((1 - offset) ** 2).toFixed(3)}"/>`,
  );
  const lights = spotsIn(numbers, view).map(
    ({ x, y, size, part }) =>
      `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${rounded(size)}" fill="url(#light)" fill-opacity="${(part * night).toFixed(3)}"/>`,
  );
  return `<defs><radialGradient id="light">${stops.join('')}</radialGradient></defs>
<g style="mix-blend-mode:screen">${lights.join('')}</g>`;
}

/** Of four numbers each: where it is, how large, and one more. */
function spotsIn(numbers: Float32Array, view: View) {
  const spots: { readonly x: number; readonly y: number; readonly size: number; readonly part: number }[] = [];
  for (let at = 0; at + 3 < numbers.length; at += 4) {
    const [x = 0, y = 0, radius = 0, part = 0] = numbers.subarray(at, at + 4);
    const place = onPicture(view, { x, y });
    const size = radius * view.scale;
    if (isSeen([place], 2 * size)) spots.push({ ...place, size, part });
  }
  return spots;
}
