/** The colours of the page's style, as the map needs them: it follows day and night with the page. */

import type { Colour } from '../../../drawing/tones.ts';
import type { Palette } from './frame.ts';

export interface MapPalette extends Palette {
  /** For text, as in CSS. */
  readonly inkText: string;
  readonly paperText: string;
}

export const night = '(prefers-color-scheme: dark)';
export const still = '(prefers-reduced-motion: reduce)';

export function readPalette(element: Element): MapPalette {
  const style = getComputedStyle(element);
  const text = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: colourOf(text('--ink')),
    lamp: colourOf(text('--lamp')),
    isNight: matchMedia(night).matches,
    inkText: text('--ink'),
    paperText: text('--paper-raised'),
  };
}

/** `#rrggbb`: all colours of the style have this form. */
function colourOf(text: string): Colour {
  const parts = [1, 3, 5].map((begin) => Number.parseInt(text.slice(begin, begin + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => (Number.isNaN(part) ? 0 : part));
  return [red, green, blue, 1];
}
