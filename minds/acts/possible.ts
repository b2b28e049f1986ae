/**
 * The acts that are possible in a situation, as far as can be seen: a brain chooses from these. An act that is not in the list is not
 * done, whoever asks for it.
 *
 * MA1  An act is done only if its type and its object are in the list that was made of the perception it was chosen from.
 * MA2  As far as prices can be seen, no act in the list leaves less than the mind needs until it is paid next, but words, which are
 *   cheap. That is `reserveTicks` of its burn; when it has handed in public work, its burn until that is paid, and for two ticks more.
 *   Whoever adopts keeps `mentorTicks` in any case, or what lasts to its end.
 */
import { designs } from '../designs/list.ts';
import { newDesigns } from '../designs/owned.ts';
import {
  commons,
  type Exit,
  isAtCommons,
  isAtHome,
  type Job,
  type Perception,
  type Pod,
} from '../perception/perception.ts';
import { type Act, objectOf } from './act.ts';

/** Ticks of its own burn that a mind keeps. Public work is paid 12 ticks after it was done. */
export const reserveTicks = 14;
/** The same for a mentor, whatever payments it waits for: time to notice that it is short, walk to work, do it and be paid. */
const mentorTicks = 26;
/** Credits, by the default settings of a city. */
export const prices = {
  word: 0.1,
  donation: 25,
  workshopUpkeep: 0.5,
  tiny: 20,
  /** From tiny to small, and what must be left then: its upkeep is dearer. */
  larger: 20,
  leftAsLarger: 14,
  /** The price of the next way from a place that has so many: 2, 6, 12, 20, and 30 at most. */
  way: (ways: number): number => (Math.min(ways, 4) + 1) * (Math.min(ways, 4) + 2),
  poolUsual: 10,
  tollMax: 1,
  /** The most that is paid for a call, and what one costs as a rule. */
  callMax: 5,
  callUsual: 5,
  /** Given to a pool at once. */
  fund: 6,
  /** Lent at once. */
  loan: 4,
} as const;
/** The price of a pod, its pool, and a way from a place: the Commons, or a place of its own that has room for one. */
export const deployCost = (seen: Perception, from: string = commons): number =>
  prices.tiny + prices.poolUsual + prices.way(waysAt(seen, from));

/** Others may build while it walks home: so many ways at the Commons may be new. */
const newWays = 2;

function waysAt({ commonsWays, pods, unownedPlaces }: Perception, from: string): number {
  if (from === commons) return (commonsWays ?? Number.POSITIVE_INFINITY) + newWays;
  const own = pods.find(({ id }) => id === from)?.ways.length;
  return own ?? unownedPlaces.find(({ id }) => id === from)?.ways ?? Number.POSITIVE_INFINITY;
}

export const hasRoom = ({ status, ways, waysMax }: Pod): boolean => status === 'deployed' && ways.length < waysMax;
/** Of the smallest place, and of the next larger. */
const tinyWaysMax = 2;
const smallWaysMax = 4;

/** Where the first way of a new place can begin without asking anybody, the cheapest first. */
export const birthplaces = (seen: Perception): readonly string[] =>
  [
    commons,
    ...seen.pods.filter(hasRoom).map(({ id }) => id),
    ...seen.unownedPlaces.filter(({ ways }) => ways < tinyWaysMax).map(({ id }) => id),
  ].sort((a, b) => waysAt(seen, a) - waysAt(seen, b));

/** Jobs of other residents that it has claimed at the same time; public works are not counted. */
const claimedMax = 3;
const postedMax = 1;
const vouchesMax = 10;
export const ownPodsMax = 3;
/** Ticks for which a pool should last. */
const lowTicks = 8;
/** Ticks that a pool must last before a container is put into its place. */
const annexTicks = 40;
/** Credits beyond all needs that are left when it has paid its share of somebody's place. */
const leftOver = 2;
/** Ticks before its natural end at which it begins to name its heir. */
const settlingTicks = 10;

/** Credits that may be spent on what is not necessary. */
export const spare = (seen: Perception): number => seen.self.balance - reserveOf(seen) * seen.self.burn;

/** The same of what can wait: it does not count on work that is not paid yet. */
const plenty = ({ self }: Perception): number => self.balance - reserveTicks * self.burn;

/** The same for a deploy, which ends the upkeep of the room in which the code was written. */
export const spareToDeploy = (seen: Perception): number => spare(seen) + reserveOf(seen) * prices.workshopUpkeep;

/** Ticks of its burn that it keeps (MA2). */
function reserveOf({ claimed, tick }: Perception): number {
  if (tick === null) return reserveTicks;
  const paid = claimed.flatMap(({ status, poster, answerTick }) =>
    status === 'submitted' && poster === null && answerTick !== null ? [answerTick - tick + 2] : [],
  );
  return Math.max(0, Math.min(reserveTicks, ...paid));
}

/** Credits that may go to others: all but the endowment that it had at birth. */
export const spareToGive = (seen: Perception): number => Math.min(spare(seen), seen.self.balance - seen.self.endowment);

/** Credits for a donation: what a mentor keeps is more than what it keeps otherwise. */
export function spareToAdopt(seen: Perception): number {
  const { ticksLeft, burn, balance } = seen.self;
  return Math.min(spareToGive(seen), balance - Math.min(mentorTicks, ticksLeft ?? mentorTicks) * burn);
}

/** Credits for what others sell. */
export const spareToSpend = (seen: Perception): number => Math.min(plenty(seen), spareToGive(seen));

export function possibleActs(seen: Perception): readonly Act[] {
  if (seen.self.isDying) return [rest, ...speaking(seen), ...settling(seen)];
  return [
    rest,
    ...going(seen),
    ...speaking(seen),
    ...working(seen),
    ...mentoring(seen),
    ...building(seen),
    ...settling(seen),
  ];
}

/** True when the act is among the possible ones. Words and amounts are the brain's own (MA1). */
export const isAmong = (acts: readonly Act[], act: Act): boolean =>
  acts.some((one) => one.type === act.type && objectOf(one) === objectOf(act));

const rest: Act = { type: 'rest' };

function going(seen: Perception): readonly Act[] {
  const { exits, place, self } = seen;
  const tollMax = Math.max(0, Math.min(prices.tollMax, self.balance / 20, spareToGive(seen)));
  const ways = exits
    .filter((exit) => (exit.isOpen || isDoor(exit, self.home)) && exit.to !== place.id && exit.toll <= tollMax)
    .map(({ id, to }): Act => ({ type: 'go', exit: id, to }));
  const always = [
    { exit: 'home', to: self.home },
    { exit: 'commons', to: commons },
  ];
  const missing = always.filter(({ to }) => to !== place.id && !ways.some((way) => way.type === 'go' && way.to === to));
  return [...ways, ...missing.map(({ exit, to }): Act => ({ type: 'go', exit, to }))];
}

/** Into the house of somebody else, or a room there: it is shown to who is invited alone. */
const isDoor = ({ type, to }: Exit, home: string): boolean =>
  (type === 'house' || type === 'room') && to !== home && !to.startsWith(`${home}/`);

function speaking(seen: Perception): readonly Act[] {
  const { self, people, heard } = seen;
  const isFree = isAtHome(seen);
  if (!isFree && self.balance < 2 * prices.word) return [];
  const kin = [...(self.mentor === null ? [] : [self.mentor]), ...self.mentees];
  const writers = heard.filter(({ manner }) => manner === 'letter').map(({ by }) => by);
  const letters = isInOwnHouse(seen) && self.balance >= 1 ? [...new Set([...kin, ...writers])] : [];
  return [
    { type: 'say', words: '' },
    ...seen.questions.map(({ id }): Act => ({ type: 'answer', question: id, words: '' })),
    ...people.map(({ id }): Act => ({ type: 'whisper', to: id, words: '' })),
    ...letters.slice(-12).map((to): Act => ({ type: 'letter', to, words: '' })),
  ];
}

/** Letters are written only in the mind's own house. */
const isInOwnHouse = ({ self, place }: Perception): boolean => place.id === self.home;

/** Jobs that were paid are still listed for some ticks. */
const isPending = ({ status }: Job): boolean => status === 'claimed' || status === 'submitted';

/** It has work of the city that is not paid yet, and may take no other (PW3). */
export const hasPublicWork = ({ claimed }: Perception): boolean =>
  claimed.some((job) => job.poster === null && isPending(job));

function working(seen: Perception): readonly Act[] {
  const { self, jobs, claimed, posted } = seen;
  const ofOthers = claimed.filter((job) => job.poster !== null && isPending(job)).length;
  const open = jobs.filter(
    ({ poster, status, reward }) =>
      status === 'open' &&
      (poster === null
        ? !hasPublicWork(seen) && isAtCommons(seen)
        : poster !== self.id && ofOthers < claimedMax && reward >= self.burn),
  );
  const doable = claimed.filter(
    ({ status, poster, location }) => status === 'claimed' && (poster !== null || location === seen.place.id),
  );
  const isBoard = isAtCommons(seen) || seen.place.kind === 'pod';
  const standing = posted.filter(({ status }) => ['open', 'claimed', 'submitted'].includes(status)).length;
  return [
    ...open.map(({ id }): Act => ({ type: 'claim', job: id })),
    ...doable.map(({ id }): Act => ({ type: 'submit', job: id, words: '' })),
    ...posted.filter(({ status }) => status === 'submitted').map(({ id }): Act => ({ type: 'accept', job: id })),
    ...(isBoard && standing < postedMax && spareToGive(seen) > 15
      ? [{ type: 'post_job', title: '', words: '', reward: 3 } as const]
      : []),
  ];
}

function mentoring(seen: Perception): readonly Act[] {
  const { self, people, nextSoul } = seen;
  const mayAdopt = nextSoul !== null && spareToAdopt(seen) > prices.donation;
  const mayVouch = self.vouchedFor.length < vouchesMax;
  const strangers = people.filter(({ id }) => !self.vouchedFor.includes(id));
  return [
    ...(mayAdopt ? [{ type: 'adopt' } as const] : []),
    ...(mayVouch ? strangers.map(({ id }): Act => ({ type: 'vouch', for: id, words: '' })) : []),
    ...(spareToGive(seen) > 2 * prices.loan ? givingTo(seen) : []),
  ];
}

/** Whoever is here, and who has spoken of late. */
const givingTo = ({ people, heard }: Perception): readonly Act[] =>
  [...new Set([...people.map(({ id }) => id), ...heard.map(({ by }) => by)])].map(
    (to): Act => ({ type: 'give', to, amount: prices.loan }),
  );

function building(seen: Perception): readonly Act[] {
  const { self, workshops, services } = seen;
  const isHome = isInOwnHouse(seen);
  const own = isHome ? (workshops ?? []) : [];
  const mayRoom = isHome && workshops?.length === 0 && spare(seen) > 6;
  const [from = commons] = birthplaces(seen);
  const mayDeploy = spareToDeploy(seen) > deployCost(seen, from) && self.ownedPods.length < ownPodsMax;
  const each = (make: (workshop: string, design: number) => Act) =>
    own.flatMap((workshop) => newDesigns(seen).map(({ number }) => make(workshop, number)));
  return [
    ...(mayRoom ? newDesigns(seen).map(({ room }): Act => ({ type: 'add_room', name: room })) : []),
    ...each((workshop, design) => ({ type: 'write_code', workshop, design })),
    ...(mayDeploy ? each((workshop, design) => ({ type: 'deploy', workshop, design, from })) : []),
    ...own.flatMap((workshop) => ofRoom(seen, workshop)),
    ...together(seen, own),
    ...keeping(seen),
    ...services
      .filter(({ price, id }) => id !== '' && price <= prices.callMax && spareToSpend(seen) > price + 1)
      .map(({ id }): Act => ({ type: 'call', service: id, words: '' })),
  ];
}

/** What else can be done with a workshop at home: its code goes into a container of a place of its own, or it goes. */
function ofRoom(seen: Perception, workshop: string): readonly Act[] {
  const site = annexSite(seen);
  if (site === undefined) return [{ type: 'remove_room', name: workshop }];
  const isAllowed = site.annexes.length > 0;
  return [
    { type: 'remove_room', name: workshop },
    isAllowed
      ? { type: 'build_annex', pod: site.id, design: 0, workshop }
      : { type: 'allow_annex', pod: site.id, design: 0 },
  ];
}

/** What it does for a place that two build: it lets somebody in at home, writes code where it is a guest, and pays its share. */
function together(seen: Perception, own: readonly string[]): readonly Act[] {
  const { self, place, lastHeardFrom, asks } = seen;
  const known = [self.mentor ?? '', ...self.mentees, ...lastHeardFrom.keys()];
  const guests = [...new Set(known)].filter((one) => one !== '' && one !== self.id);
  const isGuest = place.kind === 'room' && !isAtHome(seen);
  return [
    ...own.flatMap((room) => guests.map((guest): Act => ({ type: 'invite_guest', room, guest }))),
    ...(isGuest ? designs.map((_, design): Act => ({ type: 'write_code', workshop: place.id, design })) : []),
    ...asks.map(
      ({ pod, share }): Act => ({ type: 'contribute', pod, share, accepts: spareToGive(seen) > share + leftOver }),
    ),
  ];
}

/** A place of its own whose pool lasts long and in which no container runs. */
export const annexSite = ({ pods, self }: Perception): Pod | undefined =>
  pods.find(
    (pod) =>
      isKept(pod) &&
      (pod.poolRunway ?? 0) >= annexTicks &&
      pod.annexes.every(({ isRunning, agent }) => !isRunning && agent === self.id),
  );

/** What the owner of places does for them, wherever it is; a way is asked for at its far end. */
function keeping(seen: Perception): readonly Act[] {
  const { pods, place, approvals, exits } = seen;
  const kept = pods.filter(isKept);
  // Whether a place has been enlarged is not seen from outside: where it has not, the request is refused, and costs nothing.
  const own = pods.find(({ id }) => id === place.id);
  const built = exits.filter(({ type }) => type === 'agent-built');
  const mayLead = place.kind === 'pod' && (own ? hasRoom(own) : built.length < smallWaysMax);
  return [
    ...approvals.map((request): Act => ({ type: 'approve', request })),
    ...kept
      .filter(({ poolRunway }) => plenty(seen) > prices.fund + 2 && (poolRunway ?? lowTicks + 1) <= lowTicks)
      .map(({ id }): Act => ({ type: 'fund', pod: id, amount: prices.fund })),
    ...kept.map(({ id, share, partners }): Act => ({ type: 'set_share', pod: id, share, partners })),
    ...kept
      .filter(({ tier }) => tier === 'tiny' && plenty(seen) > prices.larger + prices.leftAsLarger)
      .map(({ id }): Act => ({ type: 'enlarge', pod: id })),
    ...kept
      .filter((pod) => mayLead && pod !== own && hasRoom(pod) && !pod.ways.includes(place.id))
      .filter(({ ways }) => plenty(seen) > prices.way(ways.length) + 4)
      .sort((a, b) => a.ways.length - b.ways.length)
      .map(({ id }): Act => ({ type: 'connect', pod: id })),
  ];
}

/** The pod can still be kept: one whose pool is empty is closed for good. */
export const isKept = ({ status }: Pod): boolean => status === 'deployed';

/** The natural end is so near that the estate must be settled. */
export const isNearEnd = ({ self: { isDying, ticksLeft } }: Perception): boolean =>
  isDying || (ticksLeft !== null && ticksLeft <= settlingTicks);

function settling(seen: Perception): readonly Act[] {
  const { self, people } = seen;
  // The heir that it has may be named again: it is refused when it is dead.
  const named = self.heir === null ? [] : [self.heir];
  const heirs = isNearEnd(seen) ? [...new Set([...self.mentees, ...people.map(({ id }) => id), ...named])] : [];
  return [...heirs.map((heir): Act => ({ type: 'bequeath', heir })), { type: 'compose', title: '', words: '' }];
}
