/**
 * A person as shapes, from its id alone, so that it looks the same on every page, in every picture and tomorrow. Each shape has an outline;
 * feet are at the bottom.
 */
import { hashOf } from '../land/random.ts';

/** In units of its own. */
export const figureSize = { width: 24, height: 34 } as const;
export const figureInk = '#1b2338';
export const figureLine = 1.1;

export type FigureShape = { readonly fill: string } & (
  | {
      readonly type: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly corner: number;
    }
  | { readonly type: 'oval'; readonly x: number; readonly y: number; readonly rx: number; readonly ry: number }
  /** The upper half of an oval. */
  | { readonly type: 'dome'; readonly x: number; readonly y: number; readonly rx: number; readonly ry: number }
  | { readonly type: 'corners'; readonly points: readonly (readonly [number, number])[] }
  /** An arch around the head. */
  | { readonly type: 'hood' }
);

/** Of the arch of a hood: its middle, its outer and inner radii, and where it ends, in radians. */
export const hood = {
  x: 12,
  y: 9.4,
  outer: [6.8, 6.8],
  inner: [4.6, 4.8],
  from: 0.95 * Math.PI,
  to: 2.05 * Math.PI,
} as const;

/** Of an eye: half its width, and its height. */
export const eye = { xs: [9.9, 14.1], y: 10, half: 0.6, height: 1.7 } as const;

const skins = ['#f2d3b3', '#e3b58c', '#c98f63', '#9a6540', '#6e4630', '#f7dfc8'];
const hairs = ['#2b2320', '#5b3a24', '#8a5a2b', '#c9963f', '#9a9a9a', '#a8442a', '#e8e2d4', '#3d3350'];
const coats = [
  '#b8433a',
  '#2f6f8f',
  '#3f7a4e',
  '#c98a1f',
  '#6b4a8a',
  '#d06a8a',
  '#40507a',
  '#7a5a3a',
  '#4f9a94',
  '#8a2f5a',
];
const trousers = ['#2e3440', '#5a4632', '#37474f', '#4a3a4a', '#6a6a52'];
const hats = ['none', 'none', 'brim', 'cap', 'pointed', 'none', 'hood', 'bun'] as const;

/** The part of a person's look with this name. */
const of = <T>(all: readonly T[], id: string, part: string): T | undefined =>
  all[hashOf(`${part} of ${id}`) % all.length];

const box = (fill: string, x: number, y: number, width: number, height: number, corner: number): FigureShape => ({
  ...{ type: 'box', fill, x, y, width, height, corner },
});
const oval = (fill: string, x: number, y: number, rx: number, ry: number): FigureShape => ({
  ...{ type: 'oval', fill, x, y, rx, ry },
});
const dome = (fill: string, x: number, y: number, rx: number, ry: number): FigureShape => ({
  ...{ type: 'dome', fill, x, y, rx, ry },
});

/** What lies behind comes first. Eyes are drawn over all of it. */
export function figureOf(id: string): readonly FigureShape[] {
  const [skin = '', hair = '', coat = ''] = [of(skins, id, 'skin'), of(hairs, id, 'hair'), of(coats, id, 'coat')];
  const [scarf = '', legs = ''] = [of(coats, id, 'scarf'), of(trousers, id, 'trousers')];
  const isLong = hashOf(`cut of ${id}`) % 3 === 0;
  const hasLongHair = hashOf(`length of ${id}`) % 3 === 0;
  return [
    ...[8.2, 12.6].map((left) => box(legs, left, 25, 3.4, 8, 1.2)),
    isLong ? skirt(coat) : box(coat, 6.5, 15, 11, 12, 3.5),
    ...[4.4, 16.2].map((left) => box(coat, left, 16.5, 3.4, 8.5, 1.7)),
    box(scarf, 8.2, 14.6, 7.6, 2.8, 1.3),
    ...(hasLongHair ? [box(hair, 5.6, 6, 12.8, 12, 4)] : []),
    oval(skin, 12, 10.2, 5.4, 5.8),
    dome(hair, 12, 8.2, 5.8, 4.2),
    ...hatOf(of(hats, id, 'hat') ?? 'none', of(coats, id, 'hat colour') ?? '', hair),
  ];
}

const skirt = (fill: string): FigureShape => ({
  ...{ type: 'corners', fill },
  points: [
    [8.5, 15],
    [15.5, 15],
    [18.5, 30],
    [5.5, 30],
  ],
});

function hatOf(kind: (typeof hats)[number], colour: string, hair: string): readonly FigureShape[] {
  switch (kind) {
    case 'brim':
      return [box(colour, 8, 1.5, 8, 6, 2), box(colour, 4.5, 6.2, 15, 2, 1)];
    case 'cap':
      return [dome(colour, 12, 7.4, 6.2, 4.6)];
    case 'pointed':
      return [
        {
          type: 'corners',
          fill: colour,
          points: [
            [5.5, 7.6],
            [12, 0.6],
            [18.5, 7.6],
          ],
        },
      ];
    case 'bun':
      return [oval(hair, 12, 3.4, 2.6, 2.4)];
    case 'hood':
      return [{ type: 'hood', fill: colour }];
    case 'none':
      return [];
  }
}
