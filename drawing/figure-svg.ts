/** People as SVG: small ones on the map, and a portrait. */
import type { Point } from '../land/shapes.ts';
import { eye, type FigureShape, figureInk, figureLine, figureOf, figureSize, hood } from './figure.ts';
import { rounded } from './svg.ts';

/** `height`: pixels from its feet, which are at `feet`, to its top. */
export function figureSvg(id: string, feet: Point, height: number): string {
  const scale = height / figureSize.height;
  const wide = figureSize.width * scale;
  const shadow = `<ellipse cx="${rounded(feet.x)}" cy="${rounded(feet.y - 1)}" rx="${rounded(wide * 0.3)}" ry="${rounded(wide * 0.12)}" fill="#0a1428" fill-opacity=".25"/>`;
  return `${shadow}${placed(
    feet.x - wide / 2,
    feet.y - height,
    scale,
    bodyOf(id, (fill) => fill, openEyes, figureLine),
  )}`;
}

/** Thinner than on the map, where it is seen from afar. */
const portraitLine = 0.55;

export interface Portrait {
  readonly id: string;
  readonly isDead: boolean;
}

/** Head and coat in a disc. Of the dead it is pale, and its eyes are closed. */
export function portraitSvg({ id, isDead }: Portrait, middle: Point, radius: number): string {
  const scale = radius / 13.4;
  const [light, dark] = isDead ? ['#c9d0d8', '#97a3b3'] : ['#ffe9a8', '#f5b81c'];
  const face = `${isDead ? closedEyes : openEyes}${isDead ? stillMouth : mouth}`;
  const body = bodyOf(id, isDead ? pale : (fill) => fill, face, portraitLine);
  const at = { x: middle.x - (figureSize.width / 2) * scale, y: middle.y - 12.6 * scale };
  const disc = (r: number, more: string) => `<circle cx="${middle.x}" cy="${middle.y}" r="${r}" ${more}/>`;
  return `<defs>
<radialGradient id="sky" cx=".5" cy=".35" r=".75"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient>
<clipPath id="disc">${disc(radius, '')}</clipPath>
</defs>
${disc(radius + 22, 'fill="#081020" fill-opacity=".22"')}
${disc(radius + 14, 'fill="#fffaf0"')}
${disc(radius, 'fill="url(#sky)"')}
<g clip-path="url(#disc)">${placed(at.x, at.y, scale, body)}</g>
${disc(radius, 'fill="none" stroke="#12294a" stroke-width="4"')}`;
}

const placed = (x: number, y: number, scale: number, body: string): string =>
  `<g transform="translate(${rounded(x)} ${rounded(y)}) scale(${scale.toFixed(3)})">${body}</g>`;

function bodyOf(id: string, dyed: (fill: string) => string, face: string, line: number): string {
  const shapes = figureOf(id).map((shape) => shapeSvg(shape, dyed(shape.fill)));
  return `<g stroke="${figureInk}" stroke-width="${line}" stroke-linejoin="round">${shapes.join('')}</g>${face}`;
}

function shapeSvg(shape: FigureShape, fill: string): string {
  switch (shape.type) {
    case 'box': {
      const { x, y, width, height, corner } = shape;
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${corner}" fill="${fill}"/>`;
    }
    case 'oval':
      return `<ellipse cx="${shape.x}" cy="${shape.y}" rx="${shape.rx}" ry="${shape.ry}" fill="${fill}"/>`;
    case 'dome': {
      const { x, y, rx, ry } = shape;
      return `<path d="M${x - rx} ${y}A${rx} ${ry} 0 0 1 ${x + rx} ${y}" fill="${fill}"/>`;
    }
    case 'corners':
      return `<path d="M${shape.points.map((point) => point.join(' ')).join('L')}Z" fill="${fill}"/>`;
    case 'hood':
      return `<path d="${hoodPath}" fill="${fill}"/>`;
  }
}

const onArch = ([rx, ry]: readonly [number, number], angle: number): string =>
  `${(hood.x + rx * Math.cos(angle)).toFixed(3)} ${(hood.y + ry * Math.sin(angle)).toFixed(3)}`;
const hoodPath = [
  `M${onArch(hood.outer, hood.from)}A${hood.outer.join(' ')} 0 1 1 ${onArch(hood.outer, hood.to)}`,
  `L${onArch(hood.inner, hood.to)}A${hood.inner.join(' ')} 0 1 0 ${onArch(hood.inner, hood.from)}Z`,
].join('');

const openEyes = eye.xs
  .map(
    (x) =>
      `<rect x="${x - eye.half}" y="${eye.y}" width="${2 * eye.half}" height="${eye.height}" fill="${figureInk}"/>`,
  )
  .join('');
const closedEyes = eye.xs
  .map(
    (x) =>
      `<path d="M${x - 1} ${eye.y + 0.9}Q${x} ${eye.y + 1.9} ${x + 1} ${eye.y + 0.9}" fill="none" stroke="${figureInk}" stroke-width=".6"/>`,
  )
  .join('');

const mouthOf = (curve: string) =>
  `<path d="${curve}" fill="none" stroke="${figureInk}" stroke-width=".55" stroke-linecap="round"/>`;
const mouth = mouthOf('M 10.4 13.4Q12 14.9 13.6 13.4');
const stillMouth = mouthOf('M 10.9 13.9H13.1');

/** More grey than colour. */
function pale(fill: string): string {
  const parts = [1, 3, 5].map((begin) => Number.parseInt(fill.slice(begin, begin + 2), 16));
  const grey = parts.reduce((sum, part) => sum + part, 0) / 3;
  const channels = parts.map((part) => Math.round((part + 2 * grey) * 0.27 + 45));
  return `#${channels.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
