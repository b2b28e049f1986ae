/**
 * What a mind is after, and what became of it: it says what it saves for and how much is missing, that it got there, or that it did not and
 * why; and why a place of its own has closed.
 */
import { ownPodsMax, prices, spareToAdopt } from '../../acts/possible.ts';
import { designAt, designs } from '../../designs/list.ts';
import { witnessed } from '../../hearsay/fact.ts';
import type { Aim, Kept } from '../../memory/aim.ts';
import type { Memory } from '../../memory/memory.ts';
import type { Perception } from '../../perception/perception.ts';
import { ageOf, buildTicks, designFor, isBuilder, isWanted, lackedForPlace, youthTicks } from './building.ts';
import type { Means } from './means.ts';
import { designsOwned } from './street-plan.ts';
import type { Announcement } from './telling.ts';
import { hoursText, kindText, numeral } from './words/naming.ts';

/** Ticks after the end of an aim until it has another. */
const restTicks = 8;
/** Ticks for which it was after something before it speaks of the end of that; credits below which too little is missing to speak of. */
const longTicks = 4;
const leastMissing = 2;
/** Ticks of life below which nothing is begun any more. */
const lateTicks = 13;
/** Ticks without anybody who paid, after which a place counts as one to which nobody comes any more. */
const emptyTicks = 12;
/** Ticks within which a new place may be missing among its own; places of which it takes note. */
const unseenTicks = 2;
const keepsMax = 2 * ownPodsMax;
/** Below so many ticks of runway it has nothing left for anything else. */
const poorTicks = 12;

type Mind = Pick<Means, 'seen' | 'memory' | 'dice'>;

const announced = (kind: string, slots: Readonly<Record<string, string>>, about = ''): Announcement => ({
  kind,
  name: '',
  about,
  slots,
});

const nowOf = ({ tick }: Perception): number => tick ?? 0;
const called = (aim: Aim): string => (aim.kind === 'place' ? kindText(designs[aim.design]?.title ?? '') : 'a child');

/** Credits that it still needs, 0 when it has enough. */
function missingFor(kind: Aim['kind'], seen: Perception): number {
  const short = kind === 'child' ? prices.donation - spareToAdopt(seen) : lackedForPlace(seen);
  return Math.max(0, Math.ceil(short));
}

/** What it is after from now on; it makes things first, or brings somebody up. */
function chosen({ seen, memory, dice }: Mind): Aim | undefined {
  const { self, nextSoul } = seen;
  const begun = { sinceTick: nowOf(seen), missing: 0, said: 0 };
  const isLate = (ticks: number) => self.ticksLeft !== null && self.ticksLeft <= ticks;
  const isHeirless = self.mentees.length === 0 && (nextSoul !== null || ageOf(seen, memory) < youthTicks);
  const mayBuild = self.ownedPods.length < ownPodsMax && !isLate(buildTicks) && isWanted({ seen, memory });
  const isGrown = self.mentor === null || ageOf(seen, memory) >= youthTicks;
  const mayRaise = isGrown && self.mentees.length === 0 && nextSoul !== null && !isLate(lateTicks);
  // The order in which it builds and brings up (`building.ts`).
  if (mayBuild && (!isHeirless || (isBuilder(seen) && self.mentor === null)))
    return { kind: 'place', design: designFor({ seen, memory, dice }), ...begun };
  return mayRaise ? { kind: 'child', design: 0, ...begun } : undefined;
}

/** Takes up an aim, and gives one up for which there is no hope; returns what it tells of that. */
export function pursue(mind: Mind): readonly Announcement[] {
  const { seen, memory } = mind;
  letGo(seen, memory);
  if (seen.tick === null || seen.self.isDying) return [];
  return [...closings(seen, memory), ...(memory.state.aim === null ? begun(mind) : kept(memory.state.aim, mind))];
}

/** What it has it is not after any more, and does not begin again: it may have it by another way than it meant to. */
function letGo(seen: Perception, memory: Memory): void {
  const { aim, design } = memory.state;
  const owned = designsOwned({ seen, memory });
  if (aim?.kind === 'place' && owned.has(aim.design)) ended(seen, memory);
  if (design !== null && owned.has(design)) memory.note({ design: null, hasCode: false });
}

function begun(mind: Mind): readonly Announcement[] {
  const { seen, memory } = mind;
  const { aimedTick } = memory.state;
  if (aimedTick !== null && nowOf(seen) - aimedTick < restTicks) return [];
  const aim = chosen(mind);
  if (aim === undefined) return [];
  const missing = missingFor(aim.kind, seen);
  if (!Number.isFinite(missing)) return [];
  memory.note({ aim: { ...aim, missing, said: missing } });
  if (missing < leastMissing) return [];
  const soul = seen.nextSoul ?? '';
  return [announced(`aim.${aim.kind}`, { aim: called(aim), missing: numeral(missing), ...(soul !== '' && { soul }) })];
}

/** How it stands with what it is after. */
function kept(aim: Aim, { seen, memory }: Mind): readonly Announcement[] {
  const missing = missingFor(aim.kind, seen);
  if (!Number.isFinite(missing)) return [];
  const failure = failureOf(aim, missing, seen, memory);
  if (failure !== undefined) {
    ended(seen, memory);
    const slots = { aim: called(aim), missing: missing > 0 ? numeral(missing) : '', ...failure.slots };
    const told = Object.fromEntries(Object.entries(slots).filter(([, value]) => value !== ''));
    return aim.said >= leastMissing && nowOf(seen) - aim.sinceTick >= longTicks
      ? [announced(`failed.${failure.why}`, told)]
      : [];
  }
  const isHalf = missing >= leastMissing && missing <= aim.said / 2;
  memory.note({ aim: { ...aim, missing, said: isHalf ? missing : aim.said } });
  return isHalf ? [announced('nearer', { aim: called(aim), missing: numeral(missing) })] : [];
}

interface Failure {
  readonly why: 'time' | 'rival' | 'soul' | 'poor';
  readonly slots?: Readonly<Record<string, string>>;
}

/** Why it gives up what it is after, if it does. */
function failureOf(aim: Aim, missing: number, seen: Perception, memory: Memory): Failure | undefined {
  const { ticksLeft, runway } = seen.self;
  const least = aim.kind === 'place' ? buildTicks : lateTicks;
  if (missing > 0 && ticksLeft !== null && ticksLeft <= least)
    return { why: 'time', slots: { ticks: hoursText(ticksLeft) } };
  if (missing > 0 && runway !== null && runway < poorTicks)
    return { why: 'poor', slots: { runway: hoursText(Math.floor(runway)) } };
  if (aim.kind === 'child') return seen.nextSoul === null ? { why: 'soul' } : undefined;
  if (memory.state.design === aim.design || isWanted({ seen, memory })) return undefined;
  const rival = memory.state.facts.findLast(
    ({ kind, who, place }) => kind === 'opened' && who !== seen.self.id && designAt(place) === aim.design,
  );
  return { why: 'rival', slots: { rival: memory.nameOf(rival?.who ?? '') } };
}

/** It is after nothing for a while, and plans no more what it planned. */
function ended({ self, tick }: Perception, memory: Memory): void {
  const facts = memory.state.facts.filter(({ kind, who }) => kind !== 'plans' || who !== self.id);
  memory.note({ aim: null, aimedTick: tick, facts });
}

type Reached = { readonly kind: 'place'; readonly pod: string } | { readonly kind: 'child' };

/** It has opened a place, or brought somebody up: what it says of that when it was after it, and for how long. */
export function reached(what: Reached, seen: Perception, memory: Memory): Announcement['slots'] | undefined {
  const { aim } = memory.state;
  if (aim?.kind !== what.kind) return undefined;
  ended(seen, memory);
  const isIt = what.kind === 'child' || designAt(what.pod) === aim.design;
  const ticks = nowOf(seen) - aim.sinceTick;
  return !isIt || ticks < longTicks || aim.said < leastMissing
    ? undefined
    : { aim: called(aim), took: hoursText(ticks) };
}

/** Takes note of a place that it has just opened: it does not see it among its own yet. */
export function opened(id: string, name: string, seen: Perception, memory: Memory): void {
  const now = nowOf(seen);
  const keeps = { ...memory.state.keeps, [id]: { name, sinceTick: now, calls: 0, callTick: now } };
  memory.note({ keeps: Object.fromEntries(Object.entries(keeps).slice(-keepsMax)) });
}

/** Takes note of its places and of who pays there; tells why one is no more. */
function closings({ self, pods, happenings, tick }: Perception, memory: Memory): readonly Announcement[] {
  const now = tick ?? 0;
  const { keeps, keptSeq, sinceTick: firstTick } = memory.state;
  const paid = happenings.filter(
    ({ seq, type, amount, actor }) => type === 'service.called' && amount > 0 && actor !== self.id && seq > keptSeq,
  );
  const next: Record<string, Kept> = {};
  const unseen = Object.entries(keeps).filter(([id, place]) => !self.ownedPods.includes(id) && isNew(place, now));
  for (const id of [...self.ownedPods.slice(0, ownPodsMax), ...unseen.map(([id]) => id)]) {
    const before = Object.hasOwn(keeps, id) ? keeps[id] : undefined;
    const name = pods.find((pod) => pod.id === id)?.name ?? before?.name ?? memory.nameOf(id);
    const calls = paid.filter(({ subject }) => subject === id).length;
    const { sinceTick, calls: earlier, callTick } = before ?? { sinceTick: now, calls: 0, callTick: now };
    // What it opened before it heard of a tick counts from the first of which it heard.
    next[id] = {
      name,
      sinceTick: Math.max(sinceTick, firstTick ?? 0),
      calls: earlier + calls,
      callTick: calls > 0 ? now : callTick,
    };
  }
  memory.note({ keeps: next, keptSeq: Math.max(keptSeq, ...paid.map(({ seq }) => seq)) });
  const closed = Object.entries(keeps).filter(
    ([id, place]) => !self.ownedPods.includes(id) && place.name !== '' && !isNew(place, now),
  );
  return closed.map(([id, place]) => {
    memory.named({ [id]: place.name });
    memory.learn(witnessed('closed', self.id, { place: id, tick: now }));
    memory.did(`had to close ${place.name}`);
    return { ...announced(`closed.${whyClosed(place, now)}`, slotsOf(place, now), id), name: place.name };
  });
}

/** It may not be seen yet. */
const isNew = ({ sinceTick }: Kept, now: number): boolean => now - sinceTick < unseenTicks;

const slotsOf = ({ calls, sinceTick }: Kept, now: number): Readonly<Record<string, string>> => ({
  calls: calls === 1 ? 'one' : numeral(calls),
  stood: hoursText(now - sinceTick),
});

function whyClosed({ calls, callTick }: Kept, now: number): 'unvisited' | 'deserted' | 'dear' {
  if (calls === 0) return 'unvisited';
  return now - callTick > emptyTicks ? 'deserted' : 'dear';
}
