/**
 * The facts that make a sentence true when it is said: `{?founded}` at its beginning is not spoken, and only a mind that was founded says
 * the sentence. The value of a slot is true by itself (slots.ts).
 */
import type { Memory } from '../../../memory/memory.ts';
import { isAtHome, type Perception } from '../../../perception/perception.ts';

/** Ticks of life above and below which a mind speaks of a long or a short life; credits above the second count as many. */
const longTicks = 24;
const shortTicks = 12;
/** Ticks that a mind must have left to speak of being there later. */
const stayTicks = 3;
/** Below so many acquaintances a mind says that it knows few people. */
const fewPeople = 4;

const deedsOfWork: readonly string[] = ['looked after the Commons', 'did a job for somebody'];

/** `other`: the listener. */
export function factsFor(seen: Perception, memory: Memory, other?: string): readonly string[] {
  const { self, workshops, peopleCount, exits, place, jobs } = seen;
  const { deeds, people } = memory.state;
  const { ticksLeft, isDying, runway } = self;
  const all: Readonly<Record<string, boolean>> = {
    founded: self.mentor === null,
    adopted: self.mentor !== null,
    childless: self.mentees.length === 0,
    heirless: self.heir === null,
    settled: self.heir !== null && self.legacyTitle !== null,
    keeper: seen.pods.some(({ status }) => status === 'deployed'),
    podless: self.ownedPods.length === 0,
    workshop: workshops !== null && workshops.length > 0,
    roomless: workshops?.length === 0 && self.ownedPods.length === 0,
    abroad: !isAtHome(seen),
    square: place.kind === 'commons',
    alone: peopleCount === 0,
    ways: exits.length > 0,
    staying: !isDying && ticksLeft !== null && ticksLeft >= stayTicks,
    young: !isDying && ticksLeft !== null && ticksLeft >= longTicks,
    old: ticksLeft !== null && ticksLeft < shortTicks,
    solvent: runway === null || runway >= longTicks,
    poor: runway !== null && runway < shortTicks,
    worked: deeds.includes('looked after the Commons'),
    idle: seen.claimed.length === 0 && !deeds.some((deed) => deedsOfWork.includes(deed)),
    boardEmpty: place.kind === 'commons' && jobs.length === 0,
    fewKnown: Object.values(people).filter(({ talks }) => talks > 0).length < fewPeople,
    answered: memory.acquaintance(other ?? '')?.hasSpoken === true,
  };
  return Object.keys(all).filter((fact) => all[fact]);
}
