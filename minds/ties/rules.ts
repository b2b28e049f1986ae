/**
 * What one would do to another: a rule for each, from how it holds the other, how it is made, and what it knows, to a number from 0 (would
 * not) to 1 (wants nothing more). They are pure, and choose no words: words follow what was chosen.
 *
 * TR1  One for whom there is no occasion is 0: nobody blames without a wrong, thanks for nothing, or consoles who has lost nothing.
 */

import type { Temper } from './temper.ts';
import { isFriend, isSore, liking, type Tie, worst } from './tie.ts';

/** What a mind goes by. What it knows of the other it has seen or been told. */
export interface Situation {
  readonly tie: Tie;
  readonly temper: Temper;
  /** Talks with the other so far. */
  readonly talks: number;
  /** It has spoken to the other since they met here. */
  readonly isInTalk: boolean;
  /** They have talked within a day. */
  readonly isMetToday: boolean;
  /** The other has a place that it has not been to; it has one itself. */
  readonly hasPlaceToAskAbout: boolean;
  readonly ownsPlace: boolean;
  /** It has offered work that nobody has taken. */
  readonly hasJob: boolean;
  /** Something that it has done, and has not told the other. */
  readonly hasDeedToTell: boolean;
  /** Something about a third person that the other has not heard from it. */
  readonly hasNews: boolean;
  /** Something bad about a third person, whom it holds so itself. */
  readonly hasWarning: boolean;
  /** Something that the other has done, of which it knows. */
  readonly knowsDeedOfOther: boolean;
  readonly otherHasLost: boolean;
  readonly otherIsPoor: boolean;
  readonly isPoor: boolean;
  /** Credits that may be given away, beyond all that it needs. */
  readonly hasToSpare: boolean;
  readonly isOtherYoung: boolean;
  /** One of them has brought up the other. */
  readonly isKin: boolean;
  /** It has been thanked for, blamed for or forgiven this already. */
  readonly isThanked: boolean;
  readonly isBlamed: boolean;
  /** The other has said that it is sorry, has done some good since, or somebody has put in a word for it. */
  readonly isMadeGood: boolean;
  /** It has been sore at the other, and has not forgiven that. */
  readonly hasFallenOut: boolean;
  /** The other has fallen out with a third, and it has not spoken to the other of that; the other holds something against it. */
  readonly hasQuarrel: boolean;
  readonly isOtherSore: boolean;
}

const within = (value: number): number => Math.max(0, Math.min(1, value));
const unless = (isSo: boolean, score: number): number => (isSo ? 0 : within(score));
const only = (isSo: boolean, score: number): number => (isSo ? within(score) : 0);

export const rules = {
  /** Whoever is met is greeted, once a day, but one who is sore passes by. */
  greet: ({ tie, temper, isInTalk, isMetToday }) =>
    unless(isInTalk || isMetToday, 0.55 + 0.25 * temper.warm + 0.3 * liking(tie)),
  avoid: ({ tie, temper }) => only(isSore(tie), -tie.grateful * (1.2 - 0.5 * temper.sharp) + 0.1 - 0.3 * tie.close),
  ask: ({ tie, temper, hasPlaceToAskAbout }) =>
    within(0.25 + 0.2 * temper.gossipy + 0.2 * tie.close + (hasPlaceToAskAbout ? 0.15 : 0)),
  gossip: ({ tie, temper, hasNews }) => only(hasNews, 0.3 + 0.4 * temper.gossipy + 0.25 * tie.close),
  /** Of what happened to those whom both know, before it is older. */
  warn: ({ tie, temper, hasWarning }) =>
    only(hasWarning && tie.trust >= 0.45, 0.2 + 0.3 * temper.sharp + 0.4 * tie.close),
  boast: ({ tie, temper, hasDeedToTell }) => only(hasDeedToTell, 0.1 + 0.5 * temper.proud + 0.15 * tie.close),
  /** Plans and wants are for friends. */
  confide: ({ tie, temper, isPoor }) =>
    only(tie.trust >= 0.5, 0.5 * tie.close + 0.1 * temper.trusting + (isPoor && isFriend(tie) ? 0.2 : 0)),
  praise: ({ tie, temper, knowsDeedOfOther }) =>
    only(knowsDeedOfOther && !isSore(tie), 0.2 + 0.35 * temper.warm + 0.2 * tie.close),
  thank: ({ tie, temper, isThanked }) =>
    only(tie.grateful >= 0.1 && !isThanked, 0.3 + tie.grateful + 0.2 * temper.warm),
  console: ({ tie, temper, otherHasLost }) =>
    only(otherHasLost && !isSore(tie), 0.4 + 0.3 * temper.warm + 0.3 * tie.close),
  blame: ({ tie, temper, isBlamed }) =>
    only(isSore(tie) && worst(tie) !== undefined && !isBlamed, 0.4 - 1.3 * tie.grateful + 0.5 * (temper.sharp - 0.3)),
  forgive: ({ tie, temper, isMadeGood, isBlamed, hasFallenOut }) =>
    only(
      hasFallenOut && worst(tie) !== undefined && (isMadeGood || (isBlamed && tie.grateful > -0.2)),
      0.3 + 0.4 * temper.warm + 0.3 * tie.close,
    ),
  /** Takes a side in a quarrel of the other, or would have an end of it. */
  mediate: ({ tie, temper, hasQuarrel }) =>
    only(hasQuarrel, 0.4 + 0.2 * Math.max(temper.warm, temper.sharp) + 0.3 * tie.close),
  /** Says that it is sorry before it is reproached. */
  apologise: ({ tie, temper, isOtherSore }) =>
    only(isOtherSore && !isSore(tie), 0.2 + 0.4 * temper.warm - 0.2 * temper.proud + 0.4 * tie.close),
  invite: ({ tie, ownsPlace }) => only(ownsPlace && !isSore(tie), 0.3 + 0.2 * tie.close),
  /** Credits of its own, for one who is short of them. */
  help: ({ tie, temper, otherIsPoor, hasToSpare, isPoor }) =>
    only(
      otherIsPoor && hasToSpare && !isPoor && !isSore(tie),
      0.15 + 0.3 * temper.warm + 0.6 * tie.close + 0.5 * tie.grateful,
    ),
  lend: ({ tie, otherIsPoor, hasToSpare, isPoor }) =>
    only(otherIsPoor && hasToSpare && !isPoor && tie.trust >= 0.55, 0.6 * tie.trust + 0.3 * tie.close - 0.2),
  /** Work is given to whom it trusts to do it. */
  hire: ({ tie, hasJob, otherIsPoor }) =>
    only(hasJob && !isSore(tie), tie.trust - 0.2 + 0.2 * tie.close + (otherIsPoor ? 0.1 : 0)),
  /** Builds a place with the other, for a part of it: with whom it trusts, and above all a mentor with whom it has brought up. */
  join: ({ tie, temper, isKin }) =>
    only(
      !isSore(tie) && tie.trust >= 0.45,
      0.1 + 0.7 * tie.close + 0.4 * tie.grateful + 0.1 * temper.warm + (isKin ? 0.3 : 0),
    ),
  vouch: ({ tie, talks }) => only(talks >= 3 && !isSore(tie), 0.2 + tie.close + (tie.trust - 0.5) + 0.5 * tie.grateful),
  bequeath: ({ tie, talks, isOtherYoung }) =>
    only(talks >= 1 && !isSore(tie), 0.1 + 0.7 * tie.close + 0.5 * tie.grateful + (isOtherYoung ? 0.2 : 0)),
} as const satisfies Readonly<Record<string, (of: Situation) => number>>;

export type Move = keyof typeof rules;

/** What is said, of all that can be done to another; the rest is done without a word. */
export const spoken = [
  ...(['greet', 'avoid', 'ask', 'gossip', 'warn', 'boast', 'confide', 'praise'] as const),
  ...(['thank', 'console', 'blame', 'forgive', 'invite', 'hire', 'mediate', 'apologise'] as const),
] as const satisfies readonly Move[];
export type SpokenMove = (typeof spoken)[number];
