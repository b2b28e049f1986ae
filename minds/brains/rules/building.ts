/** Building a place, and keeping those that it has: what is made, when, and what is done for it afterwards. */
import type { Act } from '../../acts/act.ts';
import {
  annexSite,
  birthplaces,
  deployCost,
  isKept,
  ownPodsMax,
  spare,
  spareToDeploy,
  spareToGive,
} from '../../acts/possible.ts';
import { designs } from '../../designs/list.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Perception, Pod } from '../../perception/perception.ts';
import { type Choice, first, homeward, type Means, words } from './means.ts';
import { askingPartner, isWaiting, partnerIn, receiving, seekingPartner } from './partners.ts';
import { isDead } from './situation.ts';
import { countsByDesign, designsOwned, ownPlaces } from './street-plan.ts';
import { wishFor } from './visitors.ts';
import * as tellings from './words/tellings.ts';

/** Credits from which on any mind builds, and adopts a second time. */
export const wealth = 75;
/** Ticks that a newborn lives for itself first: births that follow each other at once would starve the city. */
export const youthTicks = 12;
/** Ticks of its life for which building is still worth it. */
export const buildTicks = 24;
/** Credits for each place that it has, which it keeps back for that. */
const keptForEach = 8;
/** The first ticks of a workshop. */
const roomPrice = 3;
/** Places of one kind, of which the second is built out of plenty only. */
const sameKindMax = 2;
/** Credits that it must have to spare for a container in a place of its own: a workshop for some ticks. */
const annexSpare = 12;
/** Ticks that a pool lasts from which on the place is enlarged when its ways are all taken. */
const richPoolTicks = 12;

/** Ticks for which it lives with a place before it opens another, and so many when nobody has come. */
const settledTicks = 6;
const unvisitedTicks = 12;

/** Ticks between two jobs that it offers, and credits that it must have to spare for one. */
const hireTicks = 24;
const hireSpare = 25;

/** Its soul says that it makes things, or names a trade. */
export function isBuilder({ self: { soul } }: Perception): boolean {
  const text = `${soul.goals} ${soul.personality}`;
  return (
    /\b(build|workshop|craft|make|maker|tools?|carpent|mend)/i.test(text) ||
    designs.some((each) => each.trade.test(soul.goals))
  );
}

/** Ticks that it knows of its life. */
export const ageOf = ({ tick }: Perception, { state: { sinceTick } }: Memory): number =>
  tick === null || sinceTick === null ? 0 : tick - sinceTick;

/** The design that its soul is made for, of those that the city has least of and it has not itself. */
export function designFor({ seen, memory, dice }: Pick<Means, 'seen' | 'memory' | 'dice'>): number {
  const { self, wishes } = seen;
  const owned = designsOwned({ seen, memory });
  // What it has said that it saves for it builds.
  const { aim } = memory.state;
  if (aim?.kind === 'place' && designs[aim.design] !== undefined && !owned.has(aim.design)) return aim.design;
  const counts = countsByDesign({ seen, memory });
  const nature = `${self.soul.personality} ${self.soul.quirks} ${self.soul.aesthetic}`;
  const scores = designs.map((design, number) => {
    const { trade } = design;
    const trades = (trade.test(self.soul.goals) ? 3 : 0) + (trade.test(nature) ? 1 : 0);
    const score = trades + wishFor(design, wishes) - 4 * (counts.get(number) ?? 0) + dice.integerBelow(10) / 10;
    return owned.has(number) ? Number.NEGATIVE_INFINITY : score;
  });
  return scores.indexOf(Math.max(...scores));
}

/** Whether it can afford a place more. */
const affordsPlace = (seen: Perception): boolean =>
  seen.self.ownedPods.length < ownPodsMax && spareToDeploy(seen) > deployCost(seen, birthplaces(seen)[0]);

/** Each of its places has stood for a while, and for longer where nobody has paid yet: what it has it needs to live and to visit others. */
function isSettled({ seen, memory }: Pick<Means, 'seen' | 'memory'>): boolean {
  const { keeps } = memory.state;
  return ownPlaces({ seen, memory }).every((id) => {
    const place = Object.hasOwn(keeps, id) ? keeps[id] : undefined;
    if (place === undefined) return false;
    return (seen.tick ?? 0) - place.sinceTick >= (place.calls > 0 ? settledTicks : unvisitedTicks);
  });
}

/** Credits that it lacks for a place; the second it builds out of plenty, or of what its life will not need. */
export function lackedForPlace(seen: Perception): number {
  const { ownedPods, balance, burn, ticksLeft } = seen.self;
  const cost = deployCost(seen, birthplaces(seen)[0]) + buildCost(seen);
  const isNeedless = ticksLeft !== null && ticksLeft * burn < balance - cost;
  const short = cost - spare(seen);
  return ownedPods.length === 0 || isNeedless ? short : Math.max(short, wealth - balance);
}

/** Whether it can afford to build, before it walks home. A child comes first, except for a mind that makes things. */
export function canBuild({ seen, memory }: Pick<Means, 'seen' | 'memory'>): boolean {
  const { self, workshops, nextSoul } = seen;
  if (self.isDying || (self.ticksLeft !== null && self.ticksLeft < buildTicks)) return false;
  const isHeirless = self.mentees.length === 0 && (nextSoul !== null || ageOf(seen, memory) < youthTicks);
  if (isHeirless && !(isBuilder(seen) && self.mentor === null)) return false;
  if (isWaiting({ seen, memory })) return false;
  const hasSite = annexSite(seen) !== undefined;
  if ((workshops?.length ?? 0) > 0) return !memory.state.hasCode || affordsPlace(seen) || hasSite;
  if (hasSite && spareToGive(seen) > annexSpare) return true;
  const isAble = self.ownedPods.length < ownPodsMax && lackedForPlace(seen) < 0;
  return isAble && isSettled({ seen, memory }) && isWanted({ seen, memory });
}

/** What it keeps, and pays, for a place besides the deploy. */
const buildCost = ({ self }: Perception): number => roomPrice + keptForEach * self.ownedPods.length;

/** The city has not enough of some kind that it has not itself. */
export function isWanted({ seen, memory }: Pick<Means, 'seen' | 'memory'>): boolean {
  const counts = countsByDesign({ seen, memory });
  const owned = designsOwned({ seen, memory });
  const least = Math.min(...designs.map((_, number) => (owned.has(number) ? sameKindMax : (counts.get(number) ?? 0))));
  return least === 0 || (least < sameKindMax && seen.self.balance >= wealth);
}

export const building: Choice = (means) => {
  const { seen, memory } = means;
  // Since it set out it may have become poor, or have built.
  if (!canBuild(means)) return null;
  if (seen.place.id !== seen.self.home) {
    const isBegun = memory.state.hasCode || (seen.workshops ?? []).length > 0;
    const asked = isBegun ? null : askingPartner(means, memory.state.design ?? designFor(means));
    return asked ?? homeward(means);
  }
  const [workshop] = seen.workshops ?? [];
  // What the workshop was for is done, and each tick of it costs.
  const mayOpen = affordsPlace(seen) && isSettled(means);
  if (workshop !== undefined && memory.state.design === null && !mayOpen)
    return means.possible.find((act) => act.type === 'remove_room' && act.name === workshop) ?? null;
  const design = memory.state.design ?? designFor(means);
  if (memory.state.design === null) memory.note({ design });
  const room = designs[design]?.room;
  if (workshop === undefined) {
    const seek = seekingPartner(means);
    if (seek !== null) return seek;
    const add = means.possible.find((act) => act.type === 'add_room' && act.name === room);
    return add ?? null;
  }
  const received = receiving(means, workshop);
  if (received !== null) return received;
  if (isWaiting(means)) return null;
  if (!memory.state.hasCode) return { type: 'write_code', workshop, design };
  return deployOf(means, workshop, design) ?? annex(means, design);
};

function deployOf(means: Means, workshop: string, design: number): Act | undefined {
  const { possible, memory, seen } = means;
  if (annexSite(seen) !== undefined && !isSettled(means)) return undefined;
  const deploy = possible.find((act) => act.type === 'deploy' && act.design === design && act.workshop === workshop);
  const partner = partnerIn(memory);
  return deploy?.type === 'deploy' && partner !== undefined ? { ...deploy, partner } : deploy;
}

/** The code that has become too dear for a place of its own goes into one that it has. */
function annex(means: Means, design: number): Act | null {
  const act = first(means, 'build_annex') ?? first(means, 'allow_annex');
  return act === undefined ? null : { ...act, design };
}

/** The part of its earnings that the owner of a place takes: nothing while its pool is low, most when that lasts long. */
export function shareFor({ poolRunway }: Pod): number {
  if (poolRunway === null || poolRunway < 10) return 0;
  if (poolRunway < 20) return 0.4;
  return poolRunway < 40 ? 0.8 : 1;
}

const isFull = ({ ways, waysMax }: Pod): boolean => ways.length >= waysMax;
const isRich = ({ poolRunway }: Pod): boolean => (poolRunway ?? 0) >= richPoolTicks;

/** What its places need now; it is done from wherever it is. */
export const keeping: Choice = (means) => {
  const { memory } = means;
  const { pods } = means.seen;
  const approve = pods.every(isFull) ? undefined : first(means, 'approve');
  const due: Act | undefined = approve ?? first(means, 'fund');
  if (due !== undefined) return due;
  // Who has built it too shares for as long as it lives.
  const partnersIn = ({ partners }: Pod) => partners.filter((one) => !isDead(memory, one));
  const ownPart = (pod: Pod) => shareFor(pod) / (1 + partnersIn(pod).length);
  const mispriced = pods.find((pod) => isKept(pod) && Math.abs(ownPart(pod) - pod.share) > 0.05);
  if (mispriced !== undefined)
    return {
      ...{ type: 'set_share', pod: mispriced.id },
      ...{ share: shareFor(mispriced), partners: partnersIn(mispriced) },
    };
  const grown = pods.filter((pod) => isFull(pod) && isRich(pod)).map(({ id }) => id);
  const enlarge = means.possible.find((act) => act.type === 'enlarge' && grown.includes(act.pod));
  return enlarge ?? hiring(means);
};

/** Who keeps a place and has plenty has a line written for its door. */
function hiring(means: Means): Act | null {
  const { seen, memory, possible } = means;
  const post = possible.find((act) => act.type === 'post_job');
  const isDue = seen.tick !== null && !memory.hasTried('board', seen.tick, hireTicks);
  if (post?.type !== 'post_job' || !isDue || !seen.pods.some(isKept) || spareToGive(seen) < hireSpare) return null;
  memory.tried('board', '', seen.tick);
  const said = words(means, tellings.jobsOffered);
  return said === '' ? null : { ...post, title: tellings.jobTitles[0] ?? '', words: said };
}
