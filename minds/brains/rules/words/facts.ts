/**
 * What must hold for a sentence to be true when it is said: `{?founded}` at its beginning is not said, and the sentence is only said by who
 * was founded. What a slot names is true by itself (slots.ts).
 */
import type { Memory } from '../../../memory/memory.ts';
import { isAtHome, type Perception } from '../../../perception/perception.ts';

/** Ticks of life from which one speaks of much time, and below which of little; more of credits than the second is enough. */
const longTicks = 24;
const shortTicks = 12;
/** Ticks that somebody needs who means to be there later. */
const stayTicks = 3;
/** Whom one has talked with, below which these are few. */
const fewPeople = 4;

const deedsOfWork: readonly string[] = ['looked after the Commons', 'did a job for somebody'];

/** `other`: to whom it is said. */
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
