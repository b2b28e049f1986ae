/**
 * Buildings: what stands on a lot, as triangles. Their form follows what they are, how large, how old, and a hash of whose they are; places
 * of one trade look alike, since their form and colours follow from what their names say that they are.
 */
import type { Lot } from '../land/lots.ts';
import { hashOf } from '../land/random.ts';
import { between, direction, inward, type Point, towards } from '../land/shapes.ts';
import {
  at,
  box,
  flat,
  floorHeight,
  footprint,
  gable,
  middleOf,
  type Outline,
  octagon,
  pyramid,
  raise,
  type Site,
  scaled,
  seenSides,
} from './building-parts.ts';
import type { Age, BuildingForm, Tier } from './drawn-town.ts';
import { type Tone, tones } from './tones.ts';
import { tradeOf } from './trade.ts';

export interface Building {
  readonly lot: Lot;
  readonly form: BuildingForm;
  readonly id: string;
  /** Of a place, its name. */
  readonly name: string;
  readonly isLit: boolean;
  readonly tier: Tier | null;
  readonly annexes: number;
  readonly age: Age;
}

const roofs = [tones.roofRed, tones.roofOchre, tones.roofSlate, tones.roofMoss, tones.roofRed, tones.roofPlum];
const signRoofs = [tones.roofBlue, tones.roofTeal, tones.roofRed, tones.roofPlum, tones.roofMoss, tones.roofOchre];
const walls = [tones.wallCream, tones.wallWhite, tones.wallBrick, tones.wallSand, tones.wallRose];

const sizes: Readonly<Record<Tier, { readonly half: number; readonly floors: number }>> = {
  tiny: { half: 8.5, floors: 1 },
  small: { half: 9.5, floors: 2 },
  medium: { half: 11, floors: 2 },
  large: { half: 12, floors: 3 },
  massive: { half: 13, floors: 4 },
};

/** How the places of a trade are built, by a word of their names; others by their hash. */
const styles = ['barn', 'hall', 'tower', 'pavilion', 'terrace'] as const;
type Style = (typeof styles)[number];
const styleWords: readonly (readonly [RegExp, Style])[] = [
  [/garden|dance|floor|park|grove/i, 'pavilion'],
  [/vault|counting|gallery|bank|court|library|school/i, 'hall'],
  [/gate|wall|tower|lamp|news/i, 'tower'],
  [/bakery|kitchen|mill|inn|mending|bench/i, 'barn'],
];

/** Picks by a part of a hash. */
const pick = (all: readonly Tone[], hash: number, shift: number): Tone =>
  all[(hash >>> shift) % all.length] ?? tones.wallCream;

/** Draws it, and returns how high it is. */
export function build(site: Site, building: Building): number {
  return forms[building.form](site, building);
}

function house(site: Site, { lot, id, isLit, age }: Building): number {
  const hash = hashOf(id);
  const outline = footprint(lot, 8 + ((hash >>> 3) % 3), 7 + ((hash >>> 5) % 2));
  if (outline === undefined) return 0;
  const wall = pick(walls, hash, 7);
  const height = 7.5 + ((hash >>> 9) % 2) * 2;
  raise(site, { outline, height, tone: wall, isLit, floors: 1 });
  const [a, b, c, d] = outline;
  const isAcross = (hash >>> 14) % 3 === 0;
  const tone = pick(roofs, hash, 11);
  const top = gable(site, { outline: isAcross ? [b, c, d, a] : outline, height, tone, wall });
  if (site.hasDetail) {
    const spot = between(middleOf(outline), between(a, d), 0.45);
    box(site, { x: spot.x, y: spot.y - 1 }, 1.1, [height + 2, top + 2.6], tones.chimney);
    if (age === 'old' || hash % 4 === 0) ivy(site, outline, 0.7);
  }
  return top;
}

function pod(site: Site, building: Building): number {
  const { lot, id, isLit, tier, name } = building;
  const [own, trade] = [hashOf(id), hashOf(tradeOf(name))];
  const { half, floors } = sizes[tier ?? 'small'];
  const outline = footprint(lot, half + (own % 2), half - 1);
  if (outline === undefined) return 0;
  const wall = pick(walls, own, 4);
  const roof = pick(signRoofs, trade, 3);
  const height = floors * floorHeight + 2.5;
  for (let n = 0; n < Math.min(3, building.annexes); n++) annex(site, outline, n, wall, roof);
  const style = styleWords.find(([word]) => word.test(name))?.[1] ?? styles[trade % styles.length] ?? 'barn';
  const of = { outline, height, tone: wall, isLit, floors };
  const top = raised[style](site, of, roof);
  if (site.hasDetail) dressed(site, outline, roof, building);
  return top;
}

type Body = Parameters<typeof raise>[1] & { readonly outline: Outline };

/** Each returns how high it is. */
const raised: Readonly<Record<Style, (site: Site, body: Body, roof: Tone) => number>> = {
  barn: (site, body, roof) => {
    raise(site, body);
    return gable(site, { outline: body.outline, height: body.height, tone: roof, wall: body.tone }, 0.55);
  },
  hall: (site, body, roof) => {
    raise(site, { ...body, tone: tones.wallWhite });
    const [a, b, c, d] = body.outline;
    if (site.hasDetail) columns(site, [a, b], body.height);
    return gable(site, { outline: [b, c, d, a], height: body.height, tone: roof, wall: tones.wallWhite }, 0.36);
  },
  tower: (site, body, roof) => {
    raise(site, body);
    flat(site, body.outline, body.height, roof);
    const shaft = scaled(body.outline, 0.5);
    const top = body.height + 10;
    raise(site, { ...body, outline: shaft, base: body.height, height: top, floors: 1 });
    pyramid(site, scaled(shaft, 1.25), top, 9, roof);
    return top + 9;
  },
  pavilion: (site, body, roof) => {
    const middle = middleOf(body.outline);
    const [a, , c] = body.outline;
    const radius = Math.hypot(a.x - c.x, a.y - c.y) * 0.38;
    raise(site, { ...body, outline: octagon(middle, radius) });
    pyramid(site, octagon(middle, radius * 1.16), body.height, 8, roof);
    box(site, { x: middle.x, y: middle.y - 0.6 }, 0.7, [body.height + 7, body.height + 10], tones.flag);
    return body.height + 10;
  },
  terrace: (site, body, roof) => {
    raise(site, body);
    flat(site, body.outline, body.height, roof);
    const upper = scaled(body.outline, 0.62);
    raise(site, { ...body, outline: upper, base: body.height, height: body.height + floorHeight, floors: 1 });
    flat(site, upper, body.height + floorHeight, roof);
    return body.height + floorHeight;
  },
};

/** Before a front that is seen. */
function columns({ built }: Site, [a, b]: readonly [Point, Point], height: number): void {
  if (a.x <= b.x) return;
  for (const share of [0.06, 0.28, 0.72, 0.94]) {
    const { x, y } = between(a, b, share);
    const corner = (dx: number, h: number) => at({ x: x + dx, y: y + 0.6 }, h);
    built.fan([corner(-0.9, 0), corner(0.9, 0), corner(0.9, height), corner(-0.9, height)], { tone: tones.frame });
  }
}

/** A lean-to at the side of a place, for a container in it. */
function annex(site: Site, [a, b, c, d]: Outline, number: number, wall: Tone, roof: Tone): void {
  const along = direction(a, b);
  const aside = number % 2 === 0 ? 1 : -1;
  const [front, rear] = number % 2 === 0 ? [b, c] : [a, d];
  const begin = between(front, rear, number < 2 ? 0.2 : 0.6);
  const end = between(front, rear, number < 2 ? 0.55 : 0.95);
  const out = (point: Point) => towards(point, along, aside * 4.5);
  const outline: Outline = number % 2 === 0 ? [begin, out(begin), out(end), end] : [out(begin), begin, end, out(end)];
  raise(site, { outline, height: 5, tone: wall, isLit: false, floors: 0 });
  flat(site, outline, 5, roof);
}

/** An awning over the door, where it is seen; ivy on what is old, flags on what is new. */
function dressed(site: Site, outline: Outline, roof: Tone, { age, isLit }: Building): void {
  const [a, b] = outline;
  if (age === 'old') ivy(site, outline, 1);
  if (age === 'new') for (const end of [0.03, 0.97]) flag(site, between(a, b, end));
  if (a.x <= b.x) return;
  const out = towards({ x: 0, y: 0 }, inward(direction(a, b)), -3.2);
  for (let n = 0; n < 6; n++) {
    const [from, to] = [between(a, b, 0.14 + n * 0.12), between(a, b, 0.26 + n * 0.12)];
    const stripe = [at(from, 7), at(to, 7), at({ x: to.x + out.x, y: to.y + out.y }, 5.2)];
    site.built.fan([...stripe, at({ x: from.x + out.x, y: from.y + out.y }, 5.2)], {
      tone: n % 2 === 0 ? roof : tones.wallWhite,
      shade: 0.06,
      glow: isLit ? 0.12 : 0,
    });
  }
}

function flag({ built }: Site, { x, y }: Point): void {
  const pole = (dx: number, h: number) => at({ x: x + dx, y }, h);
  built.fan([pole(-0.4, 0), pole(0.4, 0), pole(0.4, 16), pole(-0.4, 16)], { tone: tones.wood });
  built.fan([pole(0.4, 16), pole(6, 14.4), pole(0.4, 12.6)], { tone: tones.flag });
}

function ivy({ built }: Site, outline: Outline, size: number): void {
  const [side] = seenSides(outline);
  if (side === undefined) return;
  const { from, to } = side;
  const leaf = (s: number, h: number) => at(between(from, to, s * size), h * size);
  built.fan([leaf(0, 0), leaf(0.36, 0), leaf(0.26, 3.5), leaf(0.15, 7), leaf(0, 9)], { tone: tones.ivy });
  built.fan([leaf(0, 0), leaf(0.2, 0), leaf(0.1, 5), leaf(0, 6)], { tone: tones.ivy, shade: -0.14 });
}

/** Poles, planks and a first floor of a wall. */
function scaffold(site: Site, { lot }: Building): number {
  const { built, shadows } = site;
  const outline = footprint(lot, 9, 8.5);
  if (outline === undefined) return 0;
  built.fan(outline, { tone: tones.soil });
  for (const { from, to } of seenSides(outline))
    built.fan([at(from, 0), at(to, 0), at(to, 5), at(from, 5)], { tone: tones.wallBrick, shade: -0.05 });
  const sides = outline.map((from, index) => ({ from, to: outline[(index + 1) % outline.length] ?? from }));
  for (const { from, to } of sides) {
    for (const height of [6, 11])
      built.fan([at(from, height), at(to, height), at(to, height + 1.1), at(from, height + 1.1)], { tone: tones.wood });
    built.fan([at(from, 0), at(from, 1), at(to, 11.6), at(to, 10.6)], { tone: tones.wood, shade: -0.12 });
    for (const foot of [from, between(from, to)]) {
      const pole = (dx: number, h: number) => at({ x: foot.x + dx, y: foot.y }, h);
      built.fan([pole(-0.5, 0), pole(0.5, 0), pole(0.5, 15), pole(-0.5, 15)], { tone: tones.wood, shade: 0.1 });
    }
  }
  const [a, b] = outline;
  box(site, towards(between(a, b, 0.2), inward(direction(a, b)), -2), 1.6, [0, 2], tones.wood);
  shadows.cast(outline, 6);
  return 15;
}

/** What is left of walls, each side a little of another height, and green where the floor was. */
function ruin({ built, shadows }: Site, { lot, id }: Building): number {
  const outline = footprint(lot, 8, 8);
  if (outline === undefined) return 0;
  const hash = hashOf(id);
  shadows.cast(outline, 3);
  built.fan(outline, { tone: tones.green, shade: -0.08 });
  const sides = outline.map((from, index) => ({ from, to: outline[(index + 1) % outline.length] ?? from, index }));
  for (const { from, to, index } of sides.sort((a, b) => a.from.y + a.to.y - b.from.y - b.to.y))
    for (let n = 0; n < 4; n++) {
      const high = (part: number) => 0.6 + ((hash >>> (index * 4 + part)) % 5) * 1.5;
      const [a, b] = [between(from, to, n / 4), between(from, to, (n + 1) / 4)];
      const shade = from.x > to.x ? -0.08 : -0.24;
      built.fan([at(a, 0), at(b, 0), at(b, high(n + 1)), at(a, high(n))], { tone: tones.stone, shade });
      if (n === hash % 4) built.fan(octagon(a, 1.4), { tone: tones.ivy });
    }
  return 7;
}

const forms: Readonly<Record<BuildingForm, (site: Site, building: Building) => number>> = {
  house,
  pod,
  site: scaffold,
  ruin,
};
