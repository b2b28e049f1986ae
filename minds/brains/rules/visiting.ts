/**
 * Visits: what a mind wants that only places sell, where it goes for it, and what it does there. A need grows with the ticks since it was
 * met, as fast as this mind is made for it; from 1 on the mind goes.
 */
import type { Act } from '../../acts/act.ts';
import { prices, spareToAdopt, spareToSpend } from '../../acts/possible.ts';
import { type Design, needs, type PlaceNeed } from '../../designs/design.ts';
import { designAt, designs } from '../../designs/list.ts';
import type { Memory } from '../../memory/memory.ts';
import { commons, type Perception } from '../../perception/perception.ts';
import { made } from '../../ties/temper.ts';
import { ageOf, youthTicks } from './building.ts';
import { joining, linking, stepToJoin } from './linking.ts';
import { type Choice, first, type Means, wayTo, words } from './means.ts';
import { standing, stepTo, waysHere } from './street-plan.ts';
import * as tellings from './words/tellings.ts';

/** Ticks after which each need is felt, on average. */
const periods: Readonly<Record<PlaceNeed, number>> = {
  hunger: 10,
  wonder: 18,
  skill: 24,
  comfort: 20,
  play: 22,
  remembrance: 26,
};
/** Ticks after which it calls the same service again. */
const againTicks = 16;
/** From here on a need is met where the mind happens to be. */
const nearlyFelt = 0.5;
/** What is left after the dearest call. */
const leftOver = 1;

/** Of one mind who knew somebody who is dead: as much as a need that was not met for half of its time. */
const grief = 0.5;
/** Talks from which on somebody is missed. */
const missedTalks = 2;

/** Somebody who is dead, and for whom it has not been where the dead are remembered: whom it knew best. */
export function whomToMourn({ state }: Memory): readonly [id: string, name: string] | undefined {
  const [missed] = Object.entries(state.people)
    .filter(([, { isGone, isMourned, talks }]) => isGone === true && isMourned !== true && talks >= missedTalks)
    .sort(([, a], [, b]) => b.talks - a.talks);
  return missed === undefined ? undefined : [missed[0], missed[1].name];
}

/** How much it feels the need; 1: it goes. A newborn feels some of them soon. */
export function urge(need: PlaceNeed, { self, tick }: Perception, memory: Memory): number {
  const { state } = memory;
  const nature = made(self.id, need);
  const period = periods[need] * (0.7 + 0.6 * nature);
  const now = tick ?? 0;
  const metTick = Object.hasOwn(state.metTicks, need) ? state.metTicks[need] : undefined;
  const sinceTick = metTick ?? (state.sinceTick ?? now) - 1.6 * period * made(self.id, `first ${need}`);
  const missing = need === 'remembrance' && whomToMourn(memory) !== undefined ? grief : 0;
  return (now - sinceTick) / period + missing;
}

const needAt = (place: string): PlaceNeed | undefined => designs[designAt(place) ?? -1]?.need;

/** Ticks before it is old enough to adopt, from which on it saves for that; and left of its life, below which it does not. */
const savingTicks = 6;
const lateTicks = 13;

/**
 * It has brought up nobody, and a soul waits: it saves for that. What it buys is paid from the same free part of what it has, and who buys
 * first never has a donation.
 */
function savesForChild({ seen, memory }: Pick<Means, 'seen' | 'memory'>): boolean {
  const { mentees, ticksLeft } = seen.self;
  const isOldEnough = ageOf(seen, memory) >= youthTicks - savingTicks;
  return seen.nextSoul !== null && mentees.length === 0 && isOldEnough && (ticksLeft === null || ticksLeft > lateTicks);
}

/** It can pay for whatever it finds there. */
function canPay(means: Pick<Means, 'seen' | 'memory'>): boolean {
  const { seen } = means;
  const spare = savesForChild(means)
    ? Math.min(spareToSpend(seen), spareToAdopt(seen) - prices.donation)
    : spareToSpend(seen);
  return spare > prices.callUsual + leftOver;
}

/** Places that it knows to be nobody's. */
const unownedIn = ({ unownedPlaces }: Perception): ReadonlySet<string> => new Set(unownedPlaces.map(({ id }) => id));

/**
 * A place that is nobody's, where another is somebody's that meets the same need. What is paid there nobody gets: it lies in a pool that
 * only grows, and the city counts it as in circulation, so that it posts the less work for those who live.
 */
function isForNobody(place: string, { seen, memory }: Pick<Means, 'seen' | 'memory'>): boolean {
  const unowned = unownedIn(seen);
  const need = needAt(place);
  if (!unowned.has(place) || need === undefined) return false;
  return placesKnown(seen, memory).some((one) => needAt(one) === need && !unowned.has(one));
}

/** Places to which it knows a way; none of its own, where it pays nothing. */
const placesKnown = (seen: Perception, memory: Memory): readonly string[] =>
  [...standing(memory), ...seen.exits.map(({ to }) => to)].filter((one) => !seen.self.ownedPods.includes(one));

interface Target {
  readonly step: string;
  readonly worth: number;
}

/** Where it would go, the best first. */
function targets({ seen, memory }: Pick<Means, 'seen' | 'memory'>): readonly Target[] {
  const felt = new Map(needs.map((need) => [need, urge(need, seen, memory)]));
  // Who is in a street already walks on to the next door for less than it would leave home for.
  const next = new Set(seen.place.id === commons ? [] : waysHere(seen));
  return placesKnown(seen, memory)
    .flatMap((place): readonly Target[] => {
      const need = needAt(place);
      const strength = need === undefined ? 0 : (felt.get(need) ?? 0);
      const least = next.has(place) ? nearlyFelt : 1;
      if (strength < least || memory.hasTried(place, seen.tick, againTicks) || isForNobody(place, { seen, memory }))
        return [];
      const step = stepTo(place, seen, memory);
      if (step === undefined) return [];
      const novelty = 1 / (1 + memory.visits(place));
      return [{ step: step.to, worth: strength + novelty + made(seen.self.id, place) - 0.4 * step.steps }];
    })
    .sort((a, b) => b.worth - a.worth);
}

/** Whether it wants something that is sold here or behind a way that it knows, or to join two places of its own, and can pay for it. */
export const wantsToVisit = (means: Means): boolean =>
  stepToJoin(means) !== undefined || (canPay(means) && (calling(means) !== null || targets(means).length > 0));

/** Uses the service here, if it has not of late, and something in it wants that. */
export function calling(means: Means, leastUrge = nearlyFelt): Act | null {
  const { seen, memory } = means;
  const call = first(means, 'call');
  const isOwn = seen.self.ownedPods.includes(seen.place.id);
  if (savesForChild(means) && !canPay(means)) return null;
  if (isForNobody(seen.place.id, means)) return null;
  if (call === undefined || isOwn || memory.hasTried(seen.place.id, seen.tick, againTicks)) return null;
  const design = designs[designAt(seen.place.id) ?? -1];
  if (design !== undefined && urge(design.need, seen, memory) < leastUrge) return null;
  const said = design === undefined ? '' : asking(design, means);
  return { ...call, words: said || (design === undefined ? 'What do you do?' : `From ${seen.self.name}.`) };
}

/** What it says there: where the dead are remembered, of somebody whom it knew. */
function asking({ need, questions }: Design, means: Means): string {
  const [dead] = (need === 'remembrance' ? whomToMourn(means.memory) : undefined) ?? [];
  const said = dead === undefined ? '' : words(means, tellings.ofTheDead, dead);
  return said || words(means, questions);
}

export const visiting: Choice = (means) => {
  const { seen, memory } = means;
  const call = calling(means);
  if (call !== null) {
    memory.tried(seen.place.id, seen.place.name, seen.tick);
    return call;
  }
  const link = linking(means);
  if (link !== null) return link;
  const join = joining(means);
  if (join !== null) return join;
  if (!canPay(means)) return null;
  const [best] = targets(means);
  return best === undefined ? null : wayTo(means, best.step);
};
