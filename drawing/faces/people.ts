/**
 * People as shapes, wherever they are drawn: a portrait of head and shoulders, or the whole figure. Both in the same units: 64 wide, the
 * middle of the face at (32, 30).
 */
import { beard, hairBefore, hairBehind, hat } from './hair.ts';
import { type Look, lookOf } from './look.ts';
import { box, ellipse, flat, ink, line, type Shape, solid } from './shapes.ts';

export const portraitSize = { width: 64, height: 72 } as const;
/** Feet at the bottom. */
export const figureSize = { width: 64, height: 96 } as const;

/** Head and shoulders; null: of somebody whose face is not known, who is drawn as a shadow and not as somebody else. */
export function portraitOf(face: string | null): readonly Shape[] {
  if (face === null) return shadow(portraitOf(somebody));
  const look = lookOf(face);
  return [...hairBehind(look), ...shoulders(look), ...head(look)];
}

/** From head to feet; null: as in a portrait. */
export function figureOf(face: string | null): readonly Shape[] {
  if (face === null) return shadow(figureOf(somebody));
  const look = lookOf(face);
  return [...hairBehind(look), ...body(look), ...head(look)];
}

/** Its outline is that of a shadow: nothing else of it is seen. */
const somebody = 'somebody';
const shade = '#8c93a3';
const shadow = (shapes: readonly Shape[]): readonly Shape[] =>
  shapes.filter(({ fill }) => fill !== 'none').map(({ d }) => ({ d, fill: shade, stroke: shade, width: 1.9 }));

const jaws: Readonly<Record<Look['jaw'], string>> = {
  round: ellipse(32, 30, 14.5, 16.5),
  long: ellipse(32, 31, 13, 18),
  square: 'M 18.5 23Q18.5 13 32 13Q45.5 13 45.5 23V35Q45.5 47 32 47Q18.5 47 18.5 35Z',
  heart: 'M 17.5 25Q17.5 13 32 13Q46.5 13 46.5 25Q46.5 39 32 48.5Q17.5 39 17.5 25Z',
};

const head = (look: Look): readonly Shape[] => [
  ...[17.6, 46.4].map((x) => solid(look.skin, ellipse(x, 31, 3, 4))),
  solid(look.skin, jaws[look.jaw]),
  ...mark(look),
  ...beard(look),
  ...mouths[look.mouth],
  ...nose(look),
  ...eyes(look),
  ...brows[look.brows],
  ...hairBefore(look),
  ...glasses[look.glasses],
  ...hat(look),
];

const eyesAt = [26, 38] as const;

function eyes({ eyes: kind, iris }: Look): readonly Shape[] {
  return eyesAt.flatMap((x): readonly Shape[] => {
    if (kind === 'dots') return [flat(ink, ellipse(x, 30, 1.9, 2.4))];
    if (kind === 'smiling') return [line(`M${x - 3.2} 31Q${x} 27 ${x + 3.2} 31`, 2)];
    if (kind === 'large')
      return [
        solid('#ffffff', ellipse(x, 30, 4.2, 4.6)),
        flat(iris, ellipse(x, 30.4, 2.6)),
        flat(ink, ellipse(x, 30.4, 1.3)),
      ];
    const white =
      kind === 'wide' ? ellipse(x, 30, 3.6) : `M${x - 4} 30.4Q${x} 26.6 ${x + 4} 30.4Q${x} 33 ${x - 4} 30.4Z`;
    return [{ ...solid('#ffffff', white), width: 1.3 }, flat(iris, ellipse(x, 30.2, 1.9))];
  });
}

const brows: Readonly<Record<Look['brows'], readonly Shape[]>> = {
  flat: eyesAt.map((x) => line(`M${x - 3.4} 24.4H${x + 3.4}`)),
  raised: eyesAt.map((x) => line(`M${x - 3.4} 24.6Q${x} 21.4 ${x + 3.4} 24.6`)),
  stern: [line('M 22.4 23L29.4 25.2', 2.2), line('M 41.6 23L34.6 25.2', 2.2)],
  thick: eyesAt.map((x) => line(`M${x - 3.6} 24.6Q${x} 22.8 ${x + 3.6} 24.6`, 3)),
  none: [],
};

const noses: Readonly<Record<Look['nose'], string>> = {
  hook: 'M 31.6 30Q36 35.6 31 36',
  button: 'M 30 35Q32 37.2 34 35',
  long: 'M 32 27.5L34 35.6H30.4',
  small: 'M 31.2 34.6H33.2',
};

const nose = ({ nose: kind }: Look): readonly Shape[] => [line(noses[kind], 1.6)];

const mouths: Readonly<Record<Look['mouth'], readonly Shape[]>> = {
  smile: [line('M 27 40.4Q32 44.6 37 40.4', 2)],
  flat: [line('M 28 41.6H36', 2)],
  open: [solid('#7a2f35', ellipse(32, 41.6, 3, 2.4))],
  grin: [solid('#ffffff', 'M 26.6 39.8H37.4Q36 45 32 45Q28 45 26.6 39.8Z')],
  aside: [line('M 28.4 42Q33 42.4 36.4 39.8', 2)],
};

const glasses: Readonly<Record<Look['glasses'], readonly Shape[]>> = {
  none: [],
  round: [...eyesAt.map((x) => line(ellipse(x, 30, 5.2), 1.5)), line('M 31.2 29.4H32.8', 1.5)],
  square: [...eyesAt.map((x) => line(box(x - 5.2, 25.8, 10.4, 8, 1), 1.5)), line('M 31.2 29H32.8', 1.5)],
};

function mark({ mark: kind }: Look): readonly Shape[] {
  if (kind === 'mole') return [flat('#5a3420', ellipse(40.5, 36.5, 1.1))];
  if (kind === 'blush') return [22.8, 41.2].map((x) => flat('#d9604a55', ellipse(x, 36, 3.2, 2.2)));
  if (kind === 'none') return [];
  return [21.6, 24.4, 39.6, 42.4].flatMap((x, at) => [flat('#8a4f2c99', ellipse(x, 35 + (at % 2) * 1.6, 0.8))]);
}

/** What is worn over the coat, from the neck to `end`. */
function trimmed({ clothes: kind, trim }: Look, end: number): readonly Shape[] {
  if (kind === 'collar')
    return [solid('#fcf7ea', 'M 23.5 49L32 57.5L25 60.5L20 52Z'), solid('#fcf7ea', 'M 40.5 49L32 57.5L39 60.5L44 52Z')];
  if (kind === 'scarf')
    return [
      solid(trim, 'M 37 54L43 53L44.5 66L38.5 67Z'),
      solid(trim, 'M 20.5 48.5Q32 56 43.5 48.5L44.5 54Q32 61.5 19.5 54Z'),
    ];
  if (kind === 'buttons') return [58, 64, 70].filter((y) => y < end - 1).map((y) => solid(trim, ellipse(32, y, 1.5)));
  if (kind === 'stripes') return [58, 63.5, 69].filter((y) => y < end - 1).map((y) => line(`M 22 ${y}H 42`, 2.6, trim));
  if (kind === 'straps') return [24.5, 39.5].map((x) => line(`M${x} 52V${end - 1}`, 3.2, trim));
  return [];
}

function shoulders(look: Look): readonly Shape[] {
  return [
    solid(look.skin, box(27, 42, 10, 12, 3)),
    solid(look.coat, 'M 7 72Q8 55 24 51Q32 56 40 51Q56 55 57 72Z'),
    ...trimmed(look, 72),
  ];
}

function body(look: Look): readonly Shape[] {
  const { coat, trousers, hasLongCoat } = look;
  return [
    ...[21.5, 33.5].map((x) => solid(trousers, box(x, 70, 9, 24, 3))),
    solid(coat, hasLongCoat ? 'M 23 46H41L50 84H14Z' : box(17.5, 45, 29, 32, 8)),
    ...[11, 44].map((x) => solid(coat, box(x, 49, 9, 24, 4.5))),
    ...trimmed(look, 77),
  ];
}
