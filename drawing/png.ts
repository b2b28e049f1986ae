/** SVG as PNG, by resvg. Only on a thread of its own: it takes tenths of a second. */
import { Resvg } from '@resvg/resvg-js';

export function pngOf(svg: string): Buffer {
  // No fonts are looked for on the machine: all letters are outlines.
  const image = new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: 'off' });
  return image.render().asPng();
}
