/** People as SVG: small ones on the map, and a portrait. */
import type { Point } from '../land/shapes.ts';
import { figureOf, figureSize, portraitOf } from './faces/people.ts';
import type { Shape } from './faces/shapes.ts';
import { rounded } from './svg.ts';

/** `height`: pixels from its feet, which are at `feet`, to its top. */
export function figureSvg(face: string | null, feet: Point, height: number): string {
  const scale = height / figureSize.height;
  const wide = figureSize.width * scale;
  const shadow = `<ellipse cx="${rounded(feet.x)}" cy="${rounded(feet.y - 1)}" rx="${rounded(wide * 0.3)}" ry="${rounded(wide * 0.12)}" fill="#0a1428" fill-opacity=".25"/>`;
  return `${shadow}${placed(feet.x - wide / 2, feet.y - height, scale, figureOf(face), unchanged)}`;
}

export interface Portrait {
  /** What its look follows from. */
  readonly face: string | null;
  readonly isDead: boolean;
}

/** The middle of a face, and how much around it is seen, in the units of a portrait. */
const seen = { x: 32, y: 38, radius: 35 } as const;

/** Head and shoulders in a disc; of the dead they are pale. */
export function portraitSvg({ face, isDead }: Portrait, middle: Point, radius: number): string {
  const scale = radius / seen.radius;
  const [light, dark] = isDead ? ['#c9d0d8', '#97a3b3'] : ['#ffe9a8', '#f5b81c'];
  const at = { x: middle.x - seen.x * scale, y: middle.y - seen.y * scale };
  const body = placed(at.x, at.y, scale, portraitOf(face), isDead ? pale : unchanged);
  const disc = (r: number, more: string) => `<circle cx="${middle.x}" cy="${middle.y}" r="${r}" ${more}/>`;
  return `<defs>
<radialGradient id="sky" cx=".5" cy=".35" r=".75"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient>
<clipPath id="disc">${disc(radius, '')}</clipPath>
</defs>
${disc(radius + 22, 'fill="#081020" fill-opacity=".22"')}
${disc(radius + 14, 'fill="#fffaf0"')}
${disc(radius, 'fill="url(#sky)"')}
<g clip-path="url(#disc)">${body}</g>
${disc(radius, 'fill="none" stroke="#12294a" stroke-width="4"')}`;
}

type Dye = (colour: string) => string;
const unchanged: Dye = (colour) => colour;

function placed(x: number, y: number, scale: number, shapes: readonly Shape[], dye: Dye): string {
  const paths = shapes.map((shape) => shapeSvg(shape, dye)).join('');
  return `<g transform="translate(${rounded(x)} ${rounded(y)}) scale(${scale.toFixed(3)})" stroke-linejoin="round" stroke-linecap="round">${paths}</g>`;
}

function shapeSvg({ d, fill, stroke, width }: Shape, dye: Dye): string {
  const line = stroke === undefined ? '' : ` stroke="${dye(stroke)}" stroke-width="${width ?? 0}"`;
  return `<path d="${d}" fill="${fill === 'none' ? fill : dye(fill)}"${line}/>`;
}

/** More grey than colour; what shines through stays so. */
function pale(colour: string): string {
  const parts = [1, 3, 5].map((begin) => Number.parseInt(colour.slice(begin, begin + 2), 16));
  const grey = parts.reduce((sum, part) => sum + part, 0) / 3;
  const channels = parts.map((part) => Math.round((part + 2 * grey) * 0.27 + 45));
  return `#${channels.map((part) => part.toString(16).padStart(2, '0')).join('')}${colour.slice(7)}`;
}
