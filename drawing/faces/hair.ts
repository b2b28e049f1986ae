/** Hair, beards and hats, in the units of a head (`head.ts`): what hangs behind it, and what lies on it. */
import type { Look } from './look.ts';
import { box, ellipse, flat, line, type Shape, solid } from './shapes.ts';

interface Cut {
  readonly behind?: readonly string[];
  readonly before?: readonly string[];
}

const parted = 'M 17 29Q15 9 33 9.5Q49 10 47 29Q45 20 38 16Q33 22 24 22Q19 24 17 29Z';
const middle = 'M 17 28Q16 10 32 10Q48 10 47 28Q43 17 32 15Q21 17 17 28Z';
const fringe = 'M 16.5 30Q14 9 32 9Q50 9 47.5 30L45.5 24Q39 26 32 24Q25 26 18.5 24Z';
const swept = 'M 17.5 26Q17 11 32 11Q47 11 46.5 26Q42 16 32 16Q22 16 17.5 26Z';
const curls = [
  [17, 27],
  [47, 27],
  [19, 20],
  [45, 20],
  [24, 13.5],
  [40, 13.5],
  [32, 11.5],
] as const;

const cuts: Readonly<Record<Look['cut'], Cut>> = {
  short: { before: ['M 17.5 27Q16 10 32 10Q48 10 46.5 27Q44 19 37 18.5Q26 18 22 20Q19 22 17.5 27Z'] },
  parted: { before: [parted] },
  fringe: { before: [fringe] },
  curly: { behind: [ellipse(32, 24, 18, 15)], before: curls.map(([x, y]) => ellipse(x, y, 5.4)) },
  long: {
    behind: ['M 14 26Q13 8 32 8Q51 8 50 26L52 56Q44 60 40 54L24 54Q20 60 12 56Z'],
    before: [parted],
  },
  bob: { behind: ['M 15 27Q13 9 32 9Q51 9 49 27L50 44Q42 48 40 44L24 44Q22 48 14 44Z'], before: [fringe] },
  braids: {
    behind: [14, 50].flatMap((x) => [ellipse(x, 56, 2.8, 4.4), ellipse(x, 49, 3.4, 5), ellipse(x, 41, 3.8, 5.4)]),
    before: [middle],
  },
  bun: { behind: [ellipse(32, 7, 7.5, 6)], before: [swept] },
  crest: { before: ['M 27.5 20Q24 5 34 1.5Q42 7 37 20Q32 17.5 27.5 20Z'] },
  tufts: { behind: [ellipse(16.5, 27, 4, 7), ellipse(47.5, 27, 4, 7)] },
  bald: {},
  waves: {
    behind: ['M 13 30Q12 8 32 8Q52 8 51 30Q55 38 50 44Q53 50 46 54L18 54Q11 50 14 44Q9 38 13 30Z'],
    before: [middle],
  },
};

export const hairBehind = ({ cut, hair }: Look): readonly Shape[] =>
  (cuts[cut].behind ?? []).map((d) => solid(hair, d));

export const hairBefore = ({ cut, hair }: Look): readonly Shape[] =>
  (cuts[cut].before ?? []).map((d) => solid(hair, d));

const jawline = 'M 18.5 31Q19 49 32 51.5Q45 49 45.5 31Q43 37 38 37.5Q32 35 26 37.5Q21 37 18.5 31Z';

/** Below the mouth, which is drawn on it. */
export const beard = ({ beard: kind, hair }: Look): readonly Shape[] => {
  if (kind === 'full') return [solid(hair, jawline)];
  if (kind === 'stubble') return [flat(`${hair}55`, jawline)];
  if (kind === 'goatee') return [solid(hair, ellipse(32, 47, 5.4, 4.6))];
  if (kind === 'moustache')
    return [solid(hair, 'M 32 36.5Q26 34.5 22.5 39.5Q29 40.5 32 38.5Q35 40.5 41.5 39.5Q38 34.5 32 36.5Z')];
  return [];
};

const petals = [
  [18, 20],
  [23, 15],
  [29, 12.5],
  [35, 12.5],
  [41, 15],
  [46, 20],
] as const;

type Hat = Exclude<Look['hat'], 'none'>;

const hats: Readonly<Record<Hat, (colour: string, trim: string) => readonly Shape[]>> = {
  brim: (colour, trim) => [
    solid(colour, 'M 21 16Q21 2.5 32 3Q43 2.5 43 16Z'),
    flat(trim, box(21.6, 11.5, 20.8, 3.4)),
    solid(colour, ellipse(32, 16.5, 20, 3.4)),
  ],
  cap: (colour) => [
    solid(colour, 'M 17 20Q16.5 6 32 6Q47.5 6 47 20Z'),
    solid(colour, 'M 38 19Q52 16 56 21Q47 22.5 38 21Z'),
  ],
  pointed: (colour, trim) => [
    solid(colour, 'M 15.5 19Q29 14 34 1.5Q38 14 48.5 19Q32 23.5 15.5 19Z'),
    line('M 21 18.5Q32 21.5 43 18.5', 2, trim),
  ],
  beret: (colour) => [solid(colour, 'M 14.5 17Q14 5 33 5.5Q53 6 50 16Q38 20.5 14.5 17Z'), line('M 33 5.5L35 2', 2.4)],
  knitted: (colour, trim) => [
    solid(colour, 'M 17 19Q16 6 32 6Q48 6 47 19Z'),
    solid(trim, box(15.5, 16.5, 33, 5.6, 2.6)),
    solid(trim, ellipse(32, 5, 3.8, 3.4)),
  ],
  band: (colour) => [solid(colour, 'M 16.8 24Q32 15.5 47.2 24L47 28Q32 20 17 28Z')],
  flowers: (colour, trim) =>
    petals.flatMap(([x, y], at) => [
      solid(at % 2 === 0 ? colour : trim, ellipse(x, y, 3.4)),
      flat('#f6e9cb', ellipse(x, y, 1.2)),
    ]),
};

export const hat = ({ hat: kind, hatColour, trim }: Look): readonly Shape[] =>
  kind === 'none' ? [] : hats[kind](hatColour, trim === hatColour ? '#f6e9cb' : trim);
