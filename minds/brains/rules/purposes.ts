/** The act for each purpose, or null when there is nothing (more) to do for it. The first that applies counts. */
import type { Act } from '../../acts/act.ts';
import { hasPublicWork, isKept, prices } from '../../acts/possible.ts';
import type { Memory } from '../../memory/memory.ts';
import { isAtCommons, isAtHome, type Perception } from '../../perception/perception.ts';
import { ageOf, building, isBuilder, keeping, wealth, youthTicks } from './building.ts';
import type { Purpose } from './chart.ts';
import { helping, pleading } from './helping.ts';
import { composed } from './legacy.ts';
import { type Choice, first, homeward, type Means, toCommons, words } from './means.ts';
import { scoreOf } from './situation.ts';
import { calling, visiting } from './visiting.ts';
import * as tellings from './words/tellings.ts';

const settling: Choice = (means) => {
  const { seen, memory, talk, maySpeak } = means;
  const { self, tick } = seen;
  if (self.heir !== null && mustAsk(self.heir, means)) {
    memory.tried(will, '', tick);
    return { type: 'bequeath', heir: self.heir };
  }
  const heir = heirFor(means);
  if (heir !== null && isBetterHeir(heir, means)) return { type: 'bequeath', heir };
  if (self.legacyTitle === null) return composed(means);
  if (seeksHeir(means)) return toCommons(means);
  if (!self.isDying || memory.state.deeds.includes('said my last words') || !maySpeak) return null;
  memory.did('said my last words');
  return talk.announce({ kind: 'dying', name: '', about: self.id }, seen);
};

/** Under what it notes when it last asked whether its heir lives. */
const will = 'will';
/** In its last ticks, while it can still walk to others, it asks again each so many. */
const lastTicks = 8;
const askAgainTicks = 2;

/**
 * The city takes no heir who is dead: naming it again asks whether it lives. It is asked of whom others say that it is dead, and, for
 * whom it has places to leave, at the end: a friend of its own age may have died just before.
 */
function mustAsk(heir: string, { seen: { self, tick }, memory }: Pick<Means, 'seen' | 'memory'>): boolean {
  if (memory.hasFoundDead(heir)) return false;
  if (memory.isGone(heir)) return true;
  const isLast = self.isDying || (self.ticksLeft !== null && self.ticksLeft <= lastTicks);
  return isLast && self.ownedPods.length > 0 && !memory.hasTried(will, tick, askAgainTicks);
}

/** It has none that lives, as far as the city has told it, or a friend where it has brought somebody up since. */
function isBetterHeir(heir: string, { seen: { self }, memory }: Means): boolean {
  if (self.heir === null || memory.hasFoundDead(self.heir)) return true;
  return self.mentees.includes(heir) && !self.mentees.includes(self.heir);
}

/** Near its end it has more to say, to leave or to ask. */
export function isUnsettled(means: Means): boolean {
  const { self } = means.seen;
  if (self.legacyTitle === null || seeksHeir(means)) return true;
  if (self.isDying && !means.memory.state.deeds.includes('said my last words')) return true;
  const heir = heirFor(means);
  return (self.heir !== null && mustAsk(self.heir, means)) || (heir !== null && isBetterHeir(heir, means));
}

/** It has places, and nobody to leave them to: while it can walk it goes where others are. What is nobody's is not kept by anybody. */
function seeksHeir({ seen, memory }: Pick<Means, 'seen' | 'memory'>): boolean {
  const { heir, ownedPods, isDying } = seen.self;
  return ownedPods.length > 0 && !isDying && !isAtCommons(seen) && (heir === null || memory.hasFoundDead(heir));
}

/** The youngest whom it brought up and who lives, as far as the city has told it; else a friend. */
const heirFor = (means: Means): string | null =>
  means.seen.self.mentees.findLast((id) => !means.memory.hasFoundDead(id)) ?? bestFriend(means);

/** To whom it would rather leave what it has, of those who are here and whom it knows: an heir who is dead inherits nothing. */
function bestFriend({ seen, memory }: Means): string | null {
  const known = seen.people
    .map(({ id }) => id)
    .filter((id) => hasTalked(seen, memory, id, heirTalks) || (seen.self.isDying && seen.self.ownedPods.length > 0));
  const wanted = known
    .map((id) => [id, scoreOf('bequeath', seen, memory, id)] as const)
    .filter(([, score]) => score > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([id]) => id);
  return wanted.find((id) => isYounger(id, memory)) ?? wanted[0] ?? null;
}

/** Ticks of its own life after which whom it meets is younger: who is as old as it dies with it. */
const youngerTicks = 24;

function isYounger(id: string, memory: Memory): boolean {
  const { sinceTick } = memory.state;
  const firstTick = memory.acquaintance(id)?.firstTick ?? null;
  return firstTick !== null && sinceTick !== null && firstTick - sinceTick >= youngerTicks;
}

/** Talks, and ticks since the first, after which it knows somebody well enough for a vouch. */
const friendTalks = 3;
const friendTicks = 12;
/** For an estate one talk is enough, as long ago: of whose owners nobody inherits, places are lost. */
const heirTalks = 1;

function hasTalked({ tick }: Perception, memory: Memory, id: string, talks: number): boolean {
  const known = memory.acquaintance(id);
  if (known === undefined || known.firstTick === null || tick === null) return false;
  return known.talks >= talks && tick - known.firstTick >= friendTicks;
}

const talking: Choice = (means) => {
  const { seen, talk, maySpeak, memory } = means;
  if (maySpeak) {
    const answer = talk.answer(seen) ?? talk.tellNews(seen);
    if (answer !== null) return answer;
  }
  const vouch = vouching(means);
  if (vouch !== null) return vouch;
  if (seen.people.length === 0) return isAtCommons(seen) ? null : toCommons(means);
  if (!maySpeak) return null;
  const letter = memory.state.beat % 5 === 0 ? first(means, 'letter') : undefined;
  if (letter !== undefined) return { ...letter, words: words(means, tellings.lettersHome, letter.to) };
  return talk.open(seen) ?? (talk.speaker.chance(0.4) ? talk.remark(seen) : null);
};

/** A vouch for somebody whom it knows. */
function vouching(means: Means): Act | null {
  const { seen, possible, memory } = means;
  const act = possible.find(
    (one) =>
      one.type === 'vouch' &&
      hasTalked(seen, memory, one.for, friendTalks) &&
      scoreOf('vouch', seen, memory, one.for) > 0,
  );
  const note = act?.type === 'vouch' ? words(means, tellings.vouchNotes, act.for) : '';
  return act?.type === 'vouch' && note !== '' ? { ...act, words: note } : null;
}

const working: Choice = (means) => {
  const { seen } = means;
  const accept = first(means, 'accept');
  if (accept !== undefined) return accept;
  const submit = first(means, 'submit');
  if (submit !== undefined) {
    const own = seen.claimed.find(({ id }) => id === submit.job)?.poster === null;
    return { ...submit, words: words(means, own ? tellings.works : tellings.lines) };
  }
  if (seen.claimed.some(({ status }) => status === 'claimed')) return isAtCommons(seen) ? null : toCommons(means);
  const claims = isWorkWanted(seen) ? means.possible.filter((act) => act.type === 'claim') : [];
  const most = Math.max(...claims.map((act) => worth(seen, act)));
  // Of equals any: else all who look at the board want the same one.
  const best = means.dice.pick(claims.filter((act) => worth(seen, act) === most));
  if (best !== undefined) return best;
  if (!isAtCommons(seen)) return toCommons(means);
  // Work is posted with the ticks: who has little waits for it where it is posted.
  if (!isBroke(seen) || !isWorkWanted(seen) || hasPublicWork(seen)) return null;
  return pleading(means) ?? { type: 'rest' };
};

/** Runway below which work comes before everything that can wait: public work is paid 12 ticks later. */
const poorTicks = 60;
const brokeTicks = 20;
const isBroke = ({ self: { runway } }: Perception): boolean => runway !== null && runway < brokeTicks;
export const isPoor = ({ self: { runway } }: Perception): boolean => runway !== null && runway < poorTicks;

/** Public works come before other jobs, whatever those pay: they are paid without anybody's judgement. */
function worth({ jobs }: Perception, act: Act): number {
  const job = act.type === 'claim' ? jobs.find(({ id }) => id === act.job) : undefined;
  if (job === undefined) return 0;
  return job.poster === null ? Number.POSITIVE_INFINITY : job.reward;
}

const mentoring: Choice = (means) => first(means, 'adopt') ?? null;

const wandering: Choice = (means) => {
  const { seen, possible, memory, dice, talk, maySpeak } = means;
  const call = calling(means);
  if (call !== null) {
    memory.tried(seen.place.id, seen.place.name, seen.tick);
    return call;
  }
  if (maySpeak && seen.people.length > 0 && dice.withProbability(0.25)) return talk.remark(seen);
  // Into the house of somebody else it goes for what it was invited for.
  const isOpen = (to: string) => to === seen.self.home || !to.startsWith('city-housing/');
  const ways = possible.filter((act) => act.type === 'go' && isOpen(act.to));
  // The only way leads home: mostly it is better here.
  if (isAtCommons(seen) && ways.length === 1 && seen.people.length > 0 && dice.withProbability(0.6)) return null;
  const weight = (act: Act): number =>
    act.type !== 'go'
      ? 0
      : weightOf(memory.visits(act.to), act.to === seen.self.home) * (act.to === memory.state.invitedTo ? 6 : 1);
  return dice.pickWeighted(ways.map((act) => [act, weight(act)] as const)) ?? null;
};

/** New places attract most, its own house least. */
const weightOf = (visits: number, isHome: boolean): number => (isHome ? 1 : Math.max(2, Math.round(24 / (1 + visits))));

const resting: Choice = (means) => {
  const { seen, dice, memory } = means;
  const isLate = memory.state.beat % 3 === 0;
  return (isLate && !isAtHome(seen) && dice.withProbability(0.3) ? homeward(means) : null) ?? { type: 'rest' };
};

export const choices: Readonly<Record<Purpose, Choice>> = {
  settling,
  talking,
  working,
  mentoring,
  building,
  keeping,
  helping,
  visiting,
  wandering,
  resting,
};

const menteesMax = 3;
/** Ticks of runway above which it leaves public works to others. */
const comfortTicks = 90;
/** Ticks until work is paid, with the tick in which it is done: a mind that does not live so long is not paid. */
export const paidTicks = 13;

/**
 * The city pays for public works with what it has taken: a mind that does not need them leaves them to others, unless it has a pod to
 * keep.
 */
export const isWorkWanted = ({ self, pods }: Perception): boolean =>
  self.runway !== null &&
  (self.runway < comfortTicks || pods.some(isKept)) &&
  (self.ticksLeft === null || self.ticksLeft > paidTicks);

/**
 * Whether it adopts: once in a life, when it is grown up; a founder at once, since the city is empty; a mind that makes things after it
 * has built; more often only in plenty, or with credits that it will not need.
 */
export function mayMentor(seen: Perception, memory: Memory): boolean {
  const { self } = seen;
  if (self.ticksLeft !== null && self.ticksLeft <= 3) return false;
  const age = ageOf(seen, memory);
  // What it has begun to build it finishes first: a room costs each tick.
  if ((seen.workshops?.length ?? 0) > 0 && self.balance < prices.donation + wealth) return false;
  if (isBuilder(seen) && self.mentor === null && self.ownedPods.length === 0 && age < youthTicks) return false;
  const isGrown = self.mentor === null ? age >= 1 : age >= youthTicks;
  const isRich = self.balance >= wealth || (self.ticksLeft ?? youthTicks) * self.burn < self.balance - prices.donation;
  return isGrown && (self.mentees.length === 0 || (self.mentees.length < menteesMax && isRich));
}
