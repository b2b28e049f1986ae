/**
 * What a resident has achieved, each once, derived from its context: from its counted deeds, the places that it knows, and how it died
 * (AC1).
 */
import type { Scene } from '../../chart.ts';
import {
  type Achievement,
  achievementNames,
  countedTo,
  countOf,
  type Deed,
  trustOfJob,
  withDeed,
} from '../../rules/people/deeds.ts';
import { change, on } from './base.ts';
import type { ResidentEvent } from './facts.ts';
import type { ResidentContext } from './messages.ts';

/** Places that a wanderer must know. */
const placesNeeded = 20;
/** Jobs paid in full that a craftsman must have done, in units of the trust that they give. */
const jobsNeeded = 10;

type IsEarned = (kept: ResidentContext) => boolean;

const counts =
  (deed: Deed, needed = countedTo[deed]): IsEarned =>
  (kept) =>
    countOf(kept, deed) >= needed;

const isEarned: Readonly<Record<Achievement, IsEarned>> = {
  first_words: counts('words'),
  wanderer: ({ knownLocations }) => knownLocations.length >= placesNeeded,
  homemaker: counts('rooms'),
  builder: counts('pods', 1),
  architect: counts('pods'),
  shopkeeper: counts('sales'),
  employer: counts('passed_trust'),
  craftsman: counts('earned_trust', jobsNeeded * trustOfJob),
  mentor: counts('mentees'),
  patron: counts('gifts'),
  elder: ({ cause, diedAt }) => cause === 'natural' && diedAt !== null,
};

/** The first achievement that it has earned and does not have yet. */
const newAchievement = (kept: ResidentContext): Achievement | undefined =>
  achievementNames.find((name) => kept.achievements?.includes(name) !== true && isEarned[name](kept));

export const achieving = {
  guards: {
    hasAchieved: ({ context }: Scene<ResidentContext, ResidentEvent>) => newAchievement(context) !== undefined,
    hasSpoken: ({ context }: Scene<ResidentContext, ResidentEvent>) => countOf(context, 'words') > 0,
    isCountedEnough: on('counted', ({ context, event }) => countOf(context, event.deed) >= countedTo[event.deed]),
  },
  actions: {
    countWords: change(({ context }) => ({ deeds: withDeed(context, 'words') })),
    count: change(on('counted', ({ context, event }) => ({ deeds: withDeed(context, event.deed, event.more) }))),
    noteAchievement: change(({ context }) => {
      const earned = newAchievement(context);
      return earned === undefined ? {} : { achievements: [...(context.achievements ?? []), earned] };
    }),
  },
};
