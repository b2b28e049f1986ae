/**
 * Where everything in a drawn room is: doors and furniture along its wall, and spots on its floor for those who are there. It follows from
 * what strangers see of the place, and from how wide the drawing is; the same place is furnished alike each time.
 */
import { chanceOf, hashOf } from '../../../land/random.ts';
import { type Piece, piecesOf, type Theme } from './furniture.ts';

export type Tier = 'tiny' | 'small' | 'medium' | 'large' | 'massive';

export interface RoomPlace {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly description: string | null;
  readonly tier: Tier | null;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Plan {
  readonly theme: Theme;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Where the wall ends and the floor begins. */
  readonly floor: number;
  /** The middles of doors, from left to right: as many as there is room for. */
  readonly doors: readonly number[];
  readonly furniture: readonly { readonly x: number; readonly piece: Piece }[];
  /** Where the feet of somebody are, the first ones in the middle. */
  readonly seats: readonly Spot[];
}

/** Of a door or a piece of furniture, in CSS pixels. */
export const slotWide = 80;
const seatWide = 92;
const seatHigh = 112;
const wallHigh = 196;
/** Narrower drawings have a row more. */
const narrow = 480;
const slotsMost = 10;

interface RoomSize {
  readonly pieces: number;
  readonly rows: number;
  /** Pixels. */
  readonly widest: number;
}

/** How many pieces of furniture a place has, how many rows of people find room, and how wide it is at most. */
const sizes: Readonly<Record<Tier | 'square', RoomSize>> = {
  tiny: { pieces: 3, rows: 2, widest: 600 },
  small: { pieces: 4, rows: 2, widest: 720 },
  medium: { pieces: 5, rows: 2, widest: 860 },
  large: { pieces: 6, rows: 3, widest: 1_000 },
  massive: { pieces: 8, rows: 3, widest: 1_400 },
  square: { pieces: 5, rows: 2, widest: 1_400 },
};

/** What a place is for, by the words of its name and of its description; any other is somebody's parlour. */
const themes: readonly (readonly [RegExp, Theme])[] = [
  [/\b(tea|inn|tavern|kitchen|baker\w*|bread|mill|soup|cook\w*|cafe|coffee|hearth)\b/i, 'kitchen'],
  [/\b(garden\w*|grove|park|orchard|flowers?|greenhouse|dance|dancing)\b/i, 'garden'],
  [/\b(workshop|mend\w*|forge|smith\w*|tools?|lamps?|repair\w*|carpent\w*|shop|store|market|stall)\b/i, 'workshop'],
  [
    /\b(librar\w*|school|archive\w*|books?|letters?|post|news|counting|bank|gallery|court|museum|study|vault)\b/i,
    'study',
  ],
];

export function themeOf({ kind, name, description }: Pick<RoomPlace, 'kind' | 'name' | 'description'>): Theme {
  if (kind === 'commons') return 'square';
  const found = (text: string) => themes.find(([words]) => words.test(text))?.[1];
  return found(name) ?? found(description ?? '') ?? 'parlour';
}

const sizeOf = ({ tier, kind }: Pick<RoomPlace, 'tier' | 'kind'>): RoomSize =>
  sizes[tier ?? (kind === 'commons' ? 'square' : 'small')];

/** Pixels: a small place is a small room, however wide the page. */
export const widestOf = (place: Pick<RoomPlace, 'tier' | 'kind'>): number => sizeOf(place).widest;

export function planOf(place: RoomPlace, width: number, doorsWanted: number): Plan {
  const theme = themeOf(place);
  const { pieces, rows } = sizeOf(place);
  const slots = Math.max(3, Math.min(slotsMost, Math.floor(width / slotWide)));
  const middle = (slot: number): number => Math.round(((slot + 0.5) * width) / slots);
  const doors = Math.min(doorsWanted, slots - 1);
  const withDoor = new Set(Array.from({ length: doors }, (_, at) => Math.floor(((at + 0.5) * slots) / doors)));
  const free = Array.from({ length: slots }, (_, slot) => slot).filter((slot) => !withDoor.has(slot));
  const chosen = shuffled(piecesOf(theme), place.id);
  const stands = [...shuffled(free, `${place.id} slots`).slice(0, pieces)].sort((a, b) => a - b);
  const allRows = rows + (width < narrow ? 1 : 0);
  return {
    theme,
    width,
    height: wallHigh + 44 + allRows * seatHigh,
    floor: wallHigh,
    doors: [...withDoor].map(middle),
    furniture: stands.flatMap((slot, at) => {
      const piece = chosen[at % chosen.length];
      return piece === undefined ? [] : [{ x: middle(slot), piece }];
    }),
    seats: seatsOn(width, allRows, place.id),
  };
}

function seatsOn(width: number, rows: number, salt: string): readonly Spot[] {
  const columns = Math.max(2, Math.floor(width / seatWide));
  const [apart, centre] = [width / columns, (rows - 1) / 2];
  const seats = Array.from({ length: columns * rows }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const aside = (hashOf(`${at} ${salt}`) % 13) - 6;
    const down = (hashOf(`${salt} ${at}`) % 9) - 4;
    const x = Math.round((column + 0.5) * apart + aside);
    const y = Math.round(wallHigh + 124 + row * seatHigh + down);
    return { x, y, far: Math.abs(x - width / 2) / apart + 1.3 * Math.abs(row - centre) };
  });
  return seats.sort((a, b) => a.far - b.far).map(({ x, y }) => ({ x, y }));
}

/** In an order that follows from `salt`. */
function shuffled<Item>(all: readonly Item[], salt: string): readonly Item[] {
  const chance = chanceOf(salt);
  return all
    .map((item) => ({ item, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/**
 * Who has which spot: whoever stays keeps it, whoever comes takes the first that is free. `max`: spots; whoever finds none has none until
 * somebody goes.
 */
export function seated(
  before: ReadonlyMap<string, number>,
  people: readonly string[],
  max: number,
): ReadonlyMap<string, number> {
  const now = new Map<string, number>();
  const taken = new Set<number>();
  for (const id of people) {
    const had = before.get(id);
    if (had === undefined || had >= max) continue;
    now.set(id, had);
    taken.add(had);
  }
  let seat = 0;
  for (const id of people) {
    if (now.has(id)) continue;
    while (taken.has(seat)) seat += 1;
    if (seat >= max) break;
    now.set(id, seat);
    taken.add(seat);
  }
  return now;
}

/** Pixels of a bubble of four lines. */
const bubbleHigh = 100;

/** Of who speaks, the newest last, those whose bubbles, so many pixels wide, lie on no newer one. */
export function heardApart(
  speakers: readonly (readonly [id: string, spot: Spot])[],
  wide: number,
): ReadonlySet<string> {
  const heard = new Map<string, Spot>();
  for (const [id, spot] of speakers.toReversed()) {
    const isFree = [...heard.values()].every(
      ({ x, y }) => Math.abs(x - spot.x) >= wide || Math.abs(y - spot.y) >= bubbleHigh,
    );
    if (isFree) heard.set(id, spot);
  }
  return new Set(heard.keys());
}
