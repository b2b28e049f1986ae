/** A part of the town as SVG: what the graphics card makes of it in a browser (`web/landing/map/shaders.ts`), by day and by night. */
import type { Point, Shape } from '../land/shapes.ts';
import { type Daylight, daylightAt } from './daylight.ts';
import type { DrawnTown } from './drawn-town.ts';
import { polygonsOf, shadowsOf } from './polygons.ts';
import { closed, hexOf } from './svg.ts';
import { colourOfTone, tones, tonesAt } from './tones.ts';
import type { Paint } from './triangles.ts';

/** What of the map is on a picture, and where. */
export interface View extends Point {
  /** Steps for each unit: what is drawn has whole numbers of them. */
  readonly scale: number;
  /** Where on the picture the point of the map is. */
  readonly middle: Point;
  readonly size: { readonly width: number; readonly height: number };
}

/** Units up the map for each unit of height. */
const rise = 0.75;
/** Units: the border of a lot that is marked. */
const markWidth = 0.75;
/** Of each scheme, as pages have it (`--lamp`). */
const lamps = { light: [0.96, 0.72, 0.11], dark: [1, 0.79, 0.27] };
const lightColour = [1, 0.72, 0.34];
/** Shades from light to dark in which trees are painted; after them those in blossom. */
const treeShades = 6;

interface Lit extends Daylight {
  /** The colour of lamps. */
  readonly lamp: readonly number[];
}

export const onPicture = ({ x, y, scale, middle }: View, point: Point): Point => ({
  x: (point.x - x) * scale + middle.x,
  y: (point.y - y) * scale + middle.y,
});

export interface Sight {
  readonly view: View;
  readonly tick: number;
  /** In the colours of the dark scheme. */
  readonly isDark: boolean;
  /** A lot whose border is drawn on the ground. */
  readonly mark?: Shape | undefined;
}

/** In whole steps. */
export function townSvg(town: DrawnTown, { view, tick, isDark, mark }: Sight): string {
  const light = { ...daylightAt(tick), lamp: isDark ? lamps.dark : lamps.light };
  const colours = tonesAt(isDark, light.night);
  return [
    `<rect width="${view.size.width}" height="${view.size.height}" fill="${hexOf(colourOfTone(colours, tones.green))}"/>`,
    painted(town.ground, view, colours, light),
    mark === undefined ? '' : marked(mark, view),
    shaded(town.shadows, view, light),
    grown(town.trees, view, colours),
    painted(town.built, view, colours, light),
    light.night > 0 ? lit(town.lights, view, light) : '',
  ].join('\n');
}

/** Shapes of one colour that follow each other are one path. */
function painted(numbers: Float32Array, view: View, colours: readonly number[], light: Lit): string {
  const paths: string[] = [];
  let [fill, d] = ['', ''];
  const end = () => {
    if (d !== '') paths.push(`<path fill="${fill}" d="${d}"/>`);
    d = '';
  };
  for (const { points, paint } of polygonsOf(numbers)) {
    const placed = points.map(({ x, y, h }) => onPicture(view, { x, y: y - h * rise }));
    if (!isSeen(placed, view)) continue;
    const colour = hexOf(shown(paint, colours, light));
    if (colour !== fill) end();
    fill = colour;
    d += closed(placed);
  }
  end();
  return paths.join('\n');
}

const mixed = (from: readonly number[], to: readonly number[], share: number): readonly number[] =>
  from.map((part, at) => part + ((to[at] ?? part) - part) * share);

function shown({ tone, shade, glow }: Required<Paint>, colours: readonly number[], { night, lamp }: Lit) {
  const plain = colourOfTone(colours, tone).slice(0, 3);
  const sided =
    shade < 0 ? plain.map((part) => part * (1 + shade)) : mixed(plain, [1, 1, 1], shade * (1 - 0.8 * night));
  return mixed(sided, lamp, glow < 0 ? -glow * night : glow * (0.55 + 0.45 * night));
}

function isSeen(points: readonly Point[], { size }: View, around = 0): boolean {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const isWithin = (all: readonly number[], most: number) =>
    Math.max(...all) > -around && Math.min(...all) < most + around;
  return isWithin(xs, size.width) && isWithin(ys, size.height);
}

const marked = ({ points }: Shape, view: View): string =>
  `<path d="${closed(points.map((point) => onPicture(view, point)))}" fill="#ffca45" fill-opacity=".35" stroke="#f5b81c" stroke-width="${markWidth * view.scale}" stroke-linejoin="round"/>`;

/** One path, so that shadows that overlap are not darker. */
function shaded(numbers: Float32Array, view: View, { shadow, depth }: Daylight): string {
  let d = '';
  for (const points of shadowsOf(numbers, shadow)) {
    const placed = points.map((point) => onPicture(view, point));
    if (isSeen(placed, view)) d += closed(placed);
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
    return `<circle cx="${Math.round(x)}" cy="${Math.round(y - size * 0.7)}" r="${Math.round(size)}" fill="url(#tree${shade})"/>`;
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
      `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(size)}" fill="url(#light)" fill-opacity="${(part * night).toFixed(3)}"/>`,
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
    if (isSeen([place], view, 2 * size)) spots.push({ ...place, size, part });
  }
  return spots;
}
