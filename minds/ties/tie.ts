/**
 * What a mind holds of one other: how close it is, how grateful or sore it is, how far it trusts, and the reasons that it remembers.
 *
 * TI1  All of it is bounded: the numbers by their ranges, the reasons by `reasonsMax`. A reason is a word of a fixed list; nothing of what
 *      anybody said stands in it.
 * TI2  What is not renewed fades with the ticks: gratitude and soreness within a few days, closeness slower, trust towards what a stranger
 *      has.
 */
import { z } from 'zod';

/** Why somebody is held as it is, as it is remembered. */
export const reasons = [
  ...([
    'gave',
    'left_estate',
    'paid',
    'bought',
    'vouched',
    'praised',
    'thanked',
    'consoled',
    'forgave',
    'warned',
  ] as const),
  ...(['invited', 'brought_up', 'was_brought_up', 'talked', 'agreed', 'let_in', 'apologised', 'took_work'] as const),
  ...(['turned_down', 'shut_out', 'hurried_away', 'blamed', 'boasted', 'doubted', 'disagreed', 'kept_silent'] as const),
  ...(['rivalled', 'ran_down', 'built_with', 'stayed_away', 'spoken_for'] as const),
  ...(['sold_badly', 'sold_nothing', 'drew_guests', 'paid_late', 'took_estate', 'told_tales'] as const),
  ...(['kept_loan', 'kept_vouch', 'broke_word', 'refused_help'] as const),
] as const;
export type Reason = (typeof reasons)[number];

export const reasonsMax = 3;
/** The oldest that are not close are forgotten first. */
export const tiesMax = 48;

const Remembered = z.object({
  why: z.enum(reasons),
  tick: z.number(),
  /** How much it mattered; below 0: it was felt as a wrong. */
  weight: z.number().min(-1).max(1),
});
export type Remembered = z.infer<typeof Remembered>;

export const TieText = z.object({
  close: z.number().min(0).max(1),
  /** Below 0: sore. */
  grateful: z.number().min(-1).max(1),
  trust: z.number().min(0).max(1),
  /** Up to when it has faded. */
  tick: z.number(),
  why: z.array(Remembered).max(reasonsMax),
});
export type Tie = z.infer<typeof TieText>;

/** What something does to a tie. */
export interface Feeling {
  readonly close?: number;
  readonly grateful?: number;
  readonly trust?: number;
}

/** Of what is not renewed, each tick leaves so much. */
const fading = { close: 0.997, grateful: 0.985, trust: 0.996 } as const;
/** The trust that a stranger has. */
const trustOfStranger = 0.5;
/** A reason as old as this is forgotten; one that weighs much is kept three times as long. */
const reasonTicks = 96;
const heavy = 0.2;

/** Three places are enough, and short to write down. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
const within = (value: number, least: number, most: number): number => rounded(Math.max(least, Math.min(most, value)));

export const stranger = (tick: number): Tie => ({ close: 0, grateful: 0, trust: trustOfStranger, tick, why: [] });

/** The tie as it is at a later tick (TI2). */
export function faded(tie: Tie, tick: number): Tie {
  const ticks = Math.max(0, tick - tie.tick);
  if (ticks === 0) return tie;
  const keptTicks = ({ weight }: Remembered) => (Math.abs(weight) >= heavy ? 3 * reasonTicks : reasonTicks);
  return {
    close: rounded(tie.close * fading.close ** ticks),
    grateful: rounded(tie.grateful * fading.grateful ** ticks),
    trust: rounded(trustOfStranger + (tie.trust - trustOfStranger) * fading.trust ** ticks),
    tick,
    why: tie.why.filter((reason) => tick - reason.tick <= keptTicks(reason)),
  };
}

/** What somebody has done changes the tie; the weightiest reasons are kept, each kind once, the newest last. */
export function changed(before: Tie, feeling: Feeling, why: Reason, tick: number): Tie {
  const tie = faded(before, tick);
  const { close = 0, grateful = 0, trust = 0 } = feeling;
  const same = tie.why.find((reason) => reason.why === why);
  const felt = grateful + (close + trust) / 2;
  const weight = within(felt + (same === undefined ? 0 : same.weight / 2), -1, 1);
  const others = tie.why.filter((reason) => reason !== same);
  const all = weight === 0 ? others : [...others, { why, tick, weight }];
  const kept = new Set([...all].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight)).slice(0, reasonsMax));
  return {
    close: within(tie.close + close * (1 - tie.close / 2), 0, 1),
    grateful: within(tie.grateful + grateful, -1, 1),
    trust: within(tie.trust + trust, 0, 1),
    tick: tie.tick,
    why: all.filter((reason) => kept.has(reason)),
  };
}

/** The weightiest good reason, and the weightiest bad one. */
export const best = ({ why }: Tie): Reason | undefined =>
  [...why].sort((a, b) => b.weight - a.weight).find(({ weight }) => weight > 0)?.why;
export const worst = ({ why }: Tie): Reason | undefined =>
  [...why].sort((a, b) => a.weight - b.weight).find(({ weight }) => weight < 0)?.why;

/** The tick of the weightiest wrong. */
export const worstTick = (tie: Tie): number | undefined => tie.why.find(({ why }) => why === worst(tie))?.tick;

export const isFriend = ({ close, grateful }: Tie): boolean => close >= 0.3 && grateful > -0.1;
export const isSore = ({ grateful }: Tie): boolean => grateful <= -0.12;

/** From -1 to 1: how much it likes the other, all in all. */
export const liking = ({ close, grateful, trust }: Tie): number =>
  within(close * 0.5 + grateful + (trust - trustOfStranger) * 0.5, -1, 1);
