/** The tones of the town: their colours by day, in the light scheme; the dark one and the night are made of these. */

/** Red, green, blue and opacity, 0 to 1. */
export type Colour = readonly [number, number, number, number];

const colours = {
  meadow: '#dbe3b8',
  field: '#e3deae',
  acre: '#d2d9a2',
  street: '#efe5cf',
  lot: '#d9e0b6',
  yard: '#e6dcbb',
  green: '#bfd296',
  water: '#9cc6d8',
  paving: '#e9d8b4',
  pavingDark: '#d9c498',
  roofRed: '#c76a4b',
  roofOchre: '#d59f51',
  roofSlate: '#76839a',
  roofMoss: '#879b62',
  roofBlue: '#5d88ad',
  roofPlum: '#94627e',
  wallCream: '#f5ebd3',
  wallWhite: '#fdf8ec',
  wallBrick: '#dba681',
  wallSand: '#e9d2a0',
  wood: '#a67d52',
  window: '#4a5f7c',
  door: '#6d4a31',
  stone: '#bdb5a5',
  grave: '#d9d4c6',
  ivy: '#6d9152',
  flag: '#d8423c',
  leaf: '#7fa35f',
  leafDark: '#648a50',
  bridge: '#c7a878',
} as const;

export type ToneName = keyof typeof colours;
export type Tone = number;

const names = Object.keys(colours);
export const tones: Readonly<Record<ToneName, Tone>> = Object.fromEntries(
  names.map((name, at) => [name, at]),
) as Readonly<Record<ToneName, Tone>>;
export const tonesCount = names.length;

const channels = (text: string): readonly number[] =>
  [1, 3, 5].map((begin) => Number.parseInt(text.slice(begin, begin + 2), 16) / 255);
const mixed = (from: number, to: number, share: number): number => from + (to - from) * share;

const navy = [0.06, 0.11, 0.2];
const moon = [0.3, 0.36, 0.56];
/** How bright the dark scheme is by day. */
const dim = 0.66;

/** Four numbers for each tone. `night`: 0 by day to 1 at midnight. */
export function tonesAt(isDark: boolean, night: number): readonly number[] {
  return Object.values(colours).flatMap((text) => {
    const day = channels(text).map((part, at) => (isDark ? mixed(part * dim, navy[at] ?? 0, 0.35) : part));
    const dark = day.map((part, at) => part * mixed(1, moon[at] ?? 1, isDark ? 0.45 : 0.85));
    return [...day.map((part, at) => mixed(part, dark[at] ?? part, night)), 1];
  });
}

/** The colour of a tone, for what is not drawn of triangles. */
export const colourOfTone = (all: readonly number[], tone: Tone): Colour => {
  const [red = 0, green = 0, blue = 0] = all.slice(4 * tone, 4 * tone + 3);
  return [red, green, blue, 1];
};
