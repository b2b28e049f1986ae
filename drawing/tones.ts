/** The tones of the town: their colours by day, in the light scheme; the dark one and the night are made of these. */

/** Red, green, blue and opacity, 0 to 1. */
export type Colour = readonly [number, number, number, number];

const colours = {
  meadow: '#cbdc9c',
  field: '#e2d392',
  acre: '#bcd18a',
  street: '#ead9b8',
  kerb: '#cdb98f',
  lot: '#c6d996',
  yard: '#dfd0a2',
  hedge: '#93b163',
  green: '#aecb7e',
  soil: '#b38d62',
  sand: '#e8d9ae',
  water: '#74b2d2',
  waterLight: '#a4d3e6',
  paving: '#ecdab2',
  pavingDark: '#d8c08c',
  roofRed: '#cb6242',
  roofOchre: '#d99a45',
  roofSlate: '#6f7f9c',
  roofMoss: '#7d9a5c',
  roofBlue: '#4f86b6',
  roofTeal: '#4d9a94',
  roofPlum: '#96597c',
  wallCream: '#f6e9cb',
  wallWhite: '#fcf7ea',
  wallBrick: '#d99e78',
  wallSand: '#e9cf98',
  wallRose: '#eec4ae',
  frame: '#fdf9ee',
  chimney: '#a7644c',
  wood: '#9c7048',
  window: '#4a6183',
  door: '#6b4630',
  stone: '#b9b1a0',
  grave: '#dcd8ca',
  ivy: '#5f8c48',
  flag: '#d8423c',
  petal: '#f2f0e4',
  bloom: '#e58a9a',
  leaf: '#7fab57',
  leafDark: '#5c8a4a',
  leafBloom: '#eab6c4',
  bridge: '#c9a673',
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

/** What the moon leaves of each colour, and what it adds. */
const moon = [0.25, 0.31, 0.42];
const sky = [0.02, 0.035, 0.075];
/** How bright the dark scheme is by day, and towards which colour it goes. */
const dim = 0.7;
const dusk = [0.1, 0.13, 0.24];
const dusky = 0.16;

/** Four numbers for each tone. `night`: 0 by day to 1 at midnight. */
export function tonesAt(isDark: boolean, night: number): readonly number[] {
  return Object.values(colours).flatMap((text) => {
    const light = channels(text);
    const day = light.map((part, at) => (isDark ? mixed(part * dim, dusk[at] ?? 0, dusky) : part));
    const dark = light.map((part, at) => part * (moon[at] ?? 1) + (sky[at] ?? 0));
    return [...day.map((part, at) => mixed(part, dark[at] ?? part, night)), 1];
  });
}

/** The colour of a tone, for what is not drawn of triangles. */
export const colourOfTone = (all: readonly number[], tone: Tone): Colour => {
  const [red = 0, green = 0, blue = 0] = all.slice(4 * tone, 4 * tone + 3);
  return [red, green, blue, 1];
};
