/** What stands in drawn rooms, as shapes: 80 wide, 100 high, on the floor at the lower edge. All of it is drawn, nothing is loaded. */
import { box, ellipse, flat, line, type Shape, solid } from '../../../drawing/faces/shapes.ts';

export type Theme = 'square' | 'kitchen' | 'garden' | 'workshop' | 'study' | 'parlour';

export type Piece = () => readonly Shape[];

export const pieceSize = { width: 80, height: 100 } as const;

const wood = '#a9794c';
const darkWood = '#7d5636';
const stone = '#b9b1a0';
const leaf = '#6f9c57';
const cream = '#f6e9cb';
const bright = ['#b8433a', '#2f6f8f', '#c98a1f', '#3f7a4e', '#6b4a8a', '#d9a441'] as const;
const colour = (at: number): string => bright[at % bright.length] ?? bright[0];

const range = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);

const books: Piece = () => [
  solid(darkWood, box(8, 8, 64, 92, 2)),
  ...range(3).flatMap((row) => [
    flat('#5a3d27', box(12, 13 + row * 29, 56, 24)),
    ...range(8).map((at) => {
      const high = 15 + ((at * 7 + row * 5) % 8);
      return flat(colour(at * 3 + row), box(13 + at * 6.8, 37 + row * 29 - high, 5.6, high));
    }),
  ]),
];

const desk: Piece = () => [
  solid(wood, box(8, 56, 64, 8, 1)),
  ...[12, 58].map((x) => solid(darkWood, box(x, 64, 10, 36))),
  solid(cream, 'M 22 55L27 46H45L42 55Z'),
  line('M 28 49H40M27 52H38', 1.2, '#7c8797'),
  solid('#2f6f8f', box(52, 45, 9, 11, 2)),
  line('M 56 45L62 34', 1.8),
];

const lectern: Piece = () => [
  solid(darkWood, box(34, 48, 12, 48)),
  solid(darkWood, box(24, 94, 32, 6, 2)),
  solid(wood, 'M 16 50L22 36H58L64 50Z'),
  solid(cream, 'M 22 46L26 38H39V46Z'),
  solid(cream, 'M 41 46V38H54L58 46Z'),
];

const letters: Piece = () => [
  solid(wood, box(6, 20, 68, 58, 2)),
  ...range(9).flatMap((at) => {
    const [x, y] = [11 + (at % 3) * 21, 25 + Math.floor(at / 3) * 17];
    const hole = flat('#5a3d27', box(x, y, 17, 13));
    return at % 2 === 0 ? [hole, flat(cream, box(x + 2, y + 5, 13, 8))] : [hole];
  }),
  ...[10, 62].map((x) => solid(darkWood, box(x, 78, 8, 22))),
];

const oven: Piece = () => [
  solid('#b06a4c', 'M 10 100V46Q10 22 40 22Q70 22 70 46V100Z'),
  solid('#8d5038', box(30, 0, 20, 26)),
  solid('#3a2a26', 'M 22 100V72Q22 54 40 54Q58 54 58 72V100Z'),
  flat('#f08a2c', 'M 28 100Q26 82 34 74Q36 84 40 68Q46 82 47 76Q54 88 52 100Z'),
  flat('#ffd75e', 'M 34 100Q34 88 40 82Q46 90 46 100Z'),
];

const jars: Piece = () => [
  ...[34, 64].flatMap((y, row) => [
    ...range(4).map((at) => solid(colour(at * 2 + row), box(12 + at * 15, y - 19, 11, 19, 3))),
    ...range(4).map((at) => flat(cream, box(14 + at * 15, y - 12, 7, 6))),
    solid(wood, box(6, y, 68, 5)),
  ]),
  solid(darkWood, box(8, 78, 64, 22, 2)),
  line('M 40 78V100', 1.6),
  ...[36, 44].map((x) => flat(cream, ellipse(x, 88, 1.5))),
];

const table: Piece = () => [
  solid(darkWood, box(36, 70, 8, 26)),
  solid(darkWood, box(24, 95, 32, 5, 2)),
  solid(wood, ellipse(40, 68, 36, 7)),
  solid('#4f9a94', box(22, 54, 9, 11, 2)),
  solid(cream, 'M 40 64Q38 52 46 52H54Q60 52 58 64Z'),
  line('M 59 55Q66 56 58 61', 1.8),
];

const barrels: Piece = () => [
  ...[8, 44].flatMap((x) => [
    solid(wood, `M${x} 62H${x + 28}Q${x + 33} 81 ${x + 28} 100H${x}Q${x - 5} 81 ${x} 62Z`),
    line(`M${x - 2} 72H${x + 30}M${x - 2} 90H${x + 30}`, 2.4, '#4b5563'),
  ]),
  solid(wood, 'M 26 28H54Q59 46 54 62H26Q21 46 26 28Z'),
  line('M 24 38H56M24 53H56', 2.4, '#4b5563'),
];

const bench: Piece = () => [
  solid(wood, box(6, 58, 68, 7, 2)),
  ...[12, 60].map((x) => solid(darkWood, box(x, 65, 8, 35))),
  solid('#6b7280', box(46, 46, 20, 12, 2)),
  line('M 52 46V38H62', 2.4),
  ...[14, 26, 38].map((x, at) => solid(colour(at), box(x - 3, 12, 6, 9, 1))),
  ...[14, 26, 38].map((x) => line(`M${x} 21V36`, 2.6, '#4b5563')),
  line('M 6 12H74', 2.4, darkWood),
];

const crates: Piece = () => [
  ...(
    [
      [6, 66],
      [42, 66],
      [22, 34],
    ] as const
  ).flatMap(([x, y]) => [
    solid(wood, box(x, y, 33, 33, 1)),
    line(`M${x} ${y + 8}H${x + 33}M${x} ${y + 25}H${x + 33}M${x + 4} ${y + 9}L${x + 29} ${y + 24}`, 1.6, darkWood),
  ]),
];

const lamps: Piece = () => [
  line('M 6 8H74', 3, darkWood),
  ...[16, 40, 64].flatMap((x, at) => {
    const y = 28 + (at % 2) * 16;
    return [
      line(`M${x} 8V${y - 9}`, 1.6),
      solid(colour(at), `M${x - 9} ${y}Q${x} ${y - 18} ${x + 9} ${y}Z`),
      solid('#ffe08a', ellipse(x, y + 3, 4.4)),
    ];
  }),
  solid(darkWood, box(10, 76, 60, 24, 2)),
];

const plant: Piece = () => [
  ...[-24, -10, 8, 22].map((lean, at) =>
    solid(
      at % 2 === 0 ? leaf : '#86b06a',
      `M 40 76Q${34 + lean} 56 ${40 + lean * 1.2} ${24 + (at % 2) * 10}Q${48 + lean} 56 40 76Z`,
    ),
  ),
  solid('#b5643f', 'M 24 74H56L51 100H29Z'),
  solid('#c97a52', box(22, 70, 36, 8, 2)),
];

const blooms: Piece = () => [
  solid(darkWood, box(6, 74, 68, 26, 2)),
  ...range(7).flatMap((at) => {
    const [x, y] = [12 + at * 9.4, 40 + ((at * 11) % 22)];
    return [
      line(`M${x} 75V${y}`, 2, '#4f7d42'),
      solid(colour(at), ellipse(x, y, 5.6)),
      flat('#ffe9b8', ellipse(x, y, 2)),
    ];
  }),
];

const trellis: Piece = () => [
  line('M 14 100V8M40 100V4M66 100V8M8 24H72M8 52H72M8 80H72', 3, wood),
  ...range(11).map((at) =>
    flat(at % 3 === 0 ? '#e58a9a' : leaf, ellipse(12 + ((at * 23) % 60), 14 + ((at * 31) % 78), 6, 5)),
  ),
];

const seat: Piece = () => [
  solid(colour(1), 'M 14 84V50Q14 38 26 38H54Q66 38 66 50V84Z'),
  solid('#3d86a8', box(20, 66, 40, 16, 4)),
  ...[8, 60].map((x) => solid(colour(1), box(x, 58, 12, 34, 5))),
  ...[16, 58].map((x) => solid(darkWood, box(x, 90, 6, 10))),
];

const clock: Piece = () => [
  solid(darkWood, box(24, 16, 32, 84, 3)),
  solid(darkWood, 'M 22 18L40 2L58 18Z'),
  solid(cream, ellipse(40, 34, 12)),
  line('M 40 34V26M40 34L46 37', 2),
  solid('#3a2a26', box(31, 54, 18, 36, 2)),
  line('M 40 54V76', 1.4, cream),
  solid('#d9a441', ellipse(40, 78, 4.6)),
];

const lamp: Piece = () => [
  line('M 40 40V96', 3.4, '#4b5563'),
  solid('#4b5563', ellipse(40, 97, 15, 3.4)),
  flat('#ffca4544', ellipse(40, 34, 30, 26)),
  solid('#ffe08a', 'M 24 42L31 16H49L56 42Z'),
];

const chest: Piece = () => [
  solid(wood, box(8, 66, 64, 34, 2)),
  solid(wood, 'M 8 68V58Q8 50 18 50H62Q72 50 72 58V68Z'),
  line('M 8 68H72M20 50V100M60 50V100', 2.2, darkWood),
  solid('#d9a441', box(35, 63, 10, 11, 2)),
];

const fountain: Piece = () => [
  solid(stone, 'M 4 82H76L70 100H10Z'),
  flat('#8cc4df', ellipse(40, 82, 34, 5)),
  solid(stone, box(36, 46, 8, 36)),
  solid(stone, 'M 22 46H58Q56 56 40 56Q24 56 22 46Z'),
  line('M 40 44Q34 26 28 44M40 44Q46 26 52 44M40 44V26', 2, '#8cc4df'),
];

const tree: Piece = () => [
  solid(darkWood, 'M 35 100Q38 80 36 58H44Q42 80 46 100Z'),
  solid(leaf, ellipse(40, 34, 30, 27)),
  flat('#86b06a', ellipse(32, 26, 14, 11)),
];

const stall: Piece = () => [
  ...[12, 62].map((x) => solid(wood, box(x, 30, 5, 70))),
  ...range(5).map((at) =>
    solid(
      at % 2 === 0 ? '#b8433a' : cream,
      `M${5 + at * 14} 14H${19 + at * 14}V34Q${12 + at * 14} 42 ${5 + at * 14} 34Z`,
    ),
  ),
  solid(darkWood, box(8, 68, 64, 32, 2)),
  ...range(6).map((at) => solid(colour(at), ellipse(16 + at * 10, 64, 4.8))),
];

const lantern: Piece = () => [
  line('M 40 34V100', 4, '#4b5563'),
  flat('#ffca4540', ellipse(40, 22, 24)),
  solid('#ffe08a', 'M 32 12H48L45 34H35Z'),
  line('M 30 12H50', 3, '#4b5563'),
];

const pieces: Readonly<Record<Theme, readonly Piece[]>> = {
  square: [fountain, tree, stall, lantern],
  kitchen: [oven, jars, table, barrels, plant, clock, crates],
  garden: [plant, blooms, trellis, tree, table, lantern, seat],
  workshop: [bench, crates, lamps, chest, barrels, desk, jars],
  study: [books, desk, lectern, letters, clock, lamp, books],
  parlour: [seat, table, lamp, plant, chest, clock, books],
};

export const piecesOf = (theme: Theme): readonly Piece[] => pieces[theme];

/** A door, 44 wide and 84 high, in its frame. */
export const door = (trim: string): readonly Shape[] => [
  solid(darkWood, 'M 0 84V24Q0 0 22 0Q44 0 44 24V84Z'),
  solid(trim, 'M 5 84V25Q5 5 22 5Q39 5 39 25V84Z'),
  line('M 22 6V84M6 44H38', 1.4, '#1b233866'),
  solid('#ffe08a', ellipse(33, 50, 2.4)),
];

/** On the square a way leads between two posts, under a board. */
export const gate = (trim: string): readonly Shape[] => [
  flat('#e8d6ac', 'M 8 84L14 34H30L36 84Z'),
  ...[1, 36].map((x) => solid(wood, box(x, 10, 7, 74, 1))),
  solid(trim, box(-3, 4, 50, 13, 2)),
];
