/** How a mind stands to another now: what there is between them, and what it could speak of with that one. */

import type { Dice } from '../../../population/seeded-random.ts';
import { isKept, spareToGive } from '../../acts/possible.ts';
import { designs } from '../../designs/list.ts';
import {
  type Fact,
  isAbout,
  isDoubtedDeath,
  isOfDeath,
  isPast,
  isWorn,
  kinds,
  untoldBelow,
  worthOf,
} from '../../hearsay/fact.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Perception } from '../../perception/perception.ts';
import { type Move, rules, type Situation } from '../../ties/rules.ts';
import { temperOf } from '../../ties/temper.ts';
import { best, isSore, type Tie, worst, worstTick } from '../../ties/tie.ts';
import { planOf } from './meaning.ts';

/** What could be spoken of: facts that the other has not heard from this mind, each list the most worth telling first. */
export interface Occasions {
  readonly news: readonly Fact[];
  readonly deeds: readonly Fact[];
  /** What it keeps for friends. */
  readonly secrets: readonly Fact[];
  readonly ofOther: readonly Fact[];
  readonly losses: readonly Fact[];
  /** Whom it would warn of. */
  readonly warnings: readonly Fact[];
  /** A quarrel of the other with a third of which it has not spoken to the other; what the other holds against it. */
  readonly quarrel: Fact | undefined;
  readonly grudge: Fact | undefined;
  /** A place of its own, and one of somebody else's to ask about. */
  readonly ownPlace: string;
  readonly placeToAsk: string;
}

const secretKinds: ReadonlySet<string> = new Set(['sore', 'fond', 'plans', 'poor']);
const lossKinds: ReadonlySet<string> = new Set(['lost', 'closed', 'poor']);
/** Ticks for which something is consoled for, and for which somebody counts as short of credits after it said so. */
const freshTicks = 24;
/** Credits beyond all needs, from which on something can be given. */
const spareLeast = 12;
/** Ticks for which it does not greet the same one again. */
const dayTicks = 24;
/** Runway below which it counts its credits. */
const poorTicks = 24;

export function occasionsFor({ self, pods, tick }: Perception, memory: Memory, other: string): Occasions {
  const { state } = memory;
  const now = tick ?? 0;
  // Of the dead it tells that they are dead, and what they left; not that they mourn, nor what they have now.
  const isTrue = (fact: Fact) =>
    fact.kind === 'died' || ![fact.who, isOfDeath(fact) ? '' : fact.whom].some((id) => memory.isGone(id));
  // What it does not believe of deaths it does not tell on, nor speak of.
  const facts = state.facts.filter((fact) => !isDoubtedDeath(fact));
  const untold = facts
    .filter((fact) => fact.from !== other && !fact.told.includes(other) && isTrue(fact))
    .sort((a, b) => worthOf(b, now) - worthOf(a, now));
  const mine = untold.filter(
    ({ who, whom, kind }) => (kind === 'born' ? whom : who) === self.id && who !== other && whom !== other,
  );
  const theirs = facts.filter(({ who, whom, kind }) => (kind === 'born' ? whom : who) === other && whom !== self.id);
  const places = Object.keys(state.places).filter((id) => kindOfPlace(id) && !self.ownedPods.includes(id));
  return {
    news: untold.filter(
      (fact) =>
        !isAbout(fact, self.id) &&
        !isAbout(fact, other) &&
        fact.who !== '' &&
        fact.belief >= untoldBelow &&
        !isPast(fact, now) &&
        !isWorn(fact),
    ),
    deeds: [
      ...mine.filter(({ kind }) => !secretKinds.has(kind)),
      ...untold.filter(({ whom, kind, who }) => whom === self.id && kind !== 'born' && who !== other),
    ],
    secrets: mine.filter(
      (fact) =>
        secretKinds.has(fact.kind) && (fact.kind !== 'sore' || (isSore(memory.tie(fact.whom)) && !isWorn(fact))),
    ),
    // A turn at the square is nothing to speak to somebody of.
    ofOther: theirs.filter(({ told, kind }) => !told.includes(other) && !lossKinds.has(kind) && kind !== 'worked'),
    losses: theirs.filter(
      ({ told, kind, tick }) => lossKinds.has(kind) && !told.includes(other) && now - tick <= freshTicks,
    ),
    warnings: mine.filter((fact) => fact.kind === 'sore' && isSore(memory.tie(fact.whom)) && !isWorn(fact)),
    ...quarrelsOf(self.id, memory, other, now),
    ownPlace: pods.find(isKept)?.id ?? '',
    placeToAsk: places[now % Math.max(1, places.length)] ?? '',
  };
}

/** Ticks after which it speaks to the same one of a quarrel again, or says again that it is sorry. */
const quarrelAgainTicks = 16;

function quarrelsOf(self: string, memory: Memory, other: string, now: number): Pick<Occasions, 'quarrel' | 'grudge'> {
  const sore = memory.state.facts.filter(
    ({ kind, who, whom, why, belief }) =>
      kind === 'sore' && why !== undefined && belief >= untoldBelow && (who === other || whom === other),
  );
  const { mediatedTick = Number.NEGATIVE_INFINITY, sorryTick = Number.NEGATIVE_INFINITY } =
    memory.acquaintance(other) ?? {};
  const isOpen = (fact: Fact) => !isAbout(fact, self) && [fact.who, fact.whom].every((id) => !isDead(memory, id));
  return {
    quarrel: now - mediatedTick >= quarrelAgainTicks ? sore.findLast(isOpen) : undefined,
    grudge:
      now - sorryTick >= quarrelAgainTicks
        ? sore.findLast(({ who, whom }) => who === other && whom === self)
        : undefined,
  };
}

/** Somebody's place, no house and none of the city's. */
const kindOfPlace = (id: string): boolean => !id.startsWith('city-');

const isPoorBy = (facts: readonly Fact[], id: string, now: number): boolean =>
  facts.some(({ kind, who, tick }) => kind === 'poor' && who === id && now - tick <= freshTicks);

/** A good reason that is newer than the worst one. */
function isMadeGood(tie: Tie): boolean {
  const wrong = tie.why.find(({ why }) => why === worst(tie));
  return wrong !== undefined && tie.why.some(({ weight, tick }) => weight > 0.05 && tick >= wrong.tick);
}

export function situationOf(seen: Perception, memory: Memory, other: string, occasions: Occasions): Situation {
  const { self, tick } = seen;
  const now = tick ?? 0;
  const tie = memory.tie(other);
  const known = memory.acquaintance(other);
  const tickOf = (reason: string | undefined) => tie.why.find(({ why }) => why === reason)?.tick ?? now;
  return {
    tie,
    temper: temperOf(self),
    talks: known?.talks ?? 0,
    isInTalk: (known?.exchanges ?? 0) > 0,
    isMetToday: known?.talkTick != null && now - known.talkTick < dayTicks,
    hasPlaceToAskAbout: occasions.placeToAsk !== '',
    ownsPlace: occasions.ownPlace !== '',
    hasJob: seen.posted.some(({ status }) => status === 'open'),
    hasDeedToTell: occasions.deeds.length > 0,
    hasNews: occasions.news.length > 0,
    hasWarning: occasions.warnings.length > 0,
    knowsDeedOfOther: occasions.ofOther.length > 0,
    otherHasLost: occasions.losses.length > 0,
    otherIsPoor: isPoorBy(memory.state.facts, other, now),
    isPoor: self.runway !== null && self.runway < poorTicks,
    hasToSpare: spareToGive(seen) > spareLeast,
    isKin: self.mentor === other || self.mentees.includes(other),
    isOtherYoung: memory.state.facts.some(({ kind, who }) => kind === 'born' && who === other),
    isThanked: (known?.thankedTick ?? Number.NEGATIVE_INFINITY) >= tickOf(best(tie)),
    isBlamed: (known?.blamedTick ?? Number.NEGATIVE_INFINITY) >= tickOf(worst(tie)),
    isMadeGood: isMadeGood(tie),
    hasFallenOut: memory.state.facts.some(
      ({ kind, who, whom }) => kind === 'sore' && who === self.id && whom === other,
    ),
    hasQuarrel: occasions.quarrel !== undefined,
    isOtherSore: occasions.grudge !== undefined,
  };
}

/** It knows that somebody is dead. */
export const isDead = (memory: Memory, id: string): boolean => memory.isGone(id);

/** One of the facts, by what it is worth, and the less often the more there are of its kind: nobody speaks of deaths alone. */
export function drawn(facts: readonly Fact[], { dice, seen }: Drawing): Fact | undefined {
  const now = seen.tick ?? 0;
  const alike = (kind: Fact['kind']) => facts.filter((fact) => fact.kind === kind).length;
  return dice.pickWeighted(
    facts.map((fact) => [fact, 1 + Math.round((1_000 * worthOf(fact, now)) / alike(fact.kind))] as const),
  );
}

interface Drawing {
  readonly dice: Dice;
  readonly seen: Perception;
}

/** How much it would do something to somebody (`minds/ties/rules.ts`). */
export const scoreOf = (move: Move, seen: Perception, memory: Memory, id: string): number =>
  rules[move](situationOf(seen, memory, id, occasionsFor(seen, memory, id)));

/** What it could tell of somebody, or of a place, that the other has not heard from it. */
export const tellable = (of: Occasions, about: string): Fact | undefined =>
  about === '' ? undefined : [...of.news, ...of.deeds].find((fact) => isAbout(fact, about) || fact.place === about);

/** What goes on in the mind itself, that it could tell: whom it is sore at, whom it is fond of, what it plans. */
export function innerFacts({ self, tick }: Perception, memory: Memory): readonly Omit<Fact, 'told'>[] {
  const now = tick ?? 0;
  const { state } = memory;
  const base = { who: self.id, place: '', tick: now, from: '', hops: 0, belief: 1, worn: 0 };
  const ties = Object.keys(state.ties)
    .filter((id) => memory.nameOf(id) !== '' && !memory.isGone(id))
    .map((id) => [id, memory.tie(id)] as const);
  // Of one who is sore without knowing why there is nothing to tell.
  const sore = ties.flatMap(([whom, tie]) => {
    const why = worst(tie);
    if (!isSore(tie) || why === undefined) return [];
    return [{ ...base, kind: 'sore' as const, whom, why, tick: worstTick(tie) ?? now }];
  });
  const fond = ties
    .filter(
      ([id, { grateful, close }]) => memory.acquaintance(id)?.hasSpoken === true && (grateful > 0.2 || close > 0.5),
    )
    .map(([whom]) => ({ ...base, kind: 'fond' as const, whom }));
  const poor = self.runway !== null && self.runway < poorTicks ? [{ ...base, kind: 'poor' as const, whom: '' }] : [];
  const { aim } = state;
  const room = aim?.kind === 'place' ? designs[aim.design]?.room : undefined;
  const plans = room === undefined ? [] : [{ ...base, kind: 'plans' as const, whom: '', place: planOf(room) }];
  return [...plans, ...sore.slice(0, 2), ...fond.slice(0, 2), ...poor];
}

export const isPraiseworthy = ({ kind }: Fact): boolean => kinds[kind].tone === 'good' || kinds[kind].tone === 'kind';
