/** What of a resident's doings is counted, and what it can achieve by that. */

/** Words said to others, whispers among them, rooms added, pods deployed, calls sold, rewards paid, jobs done, mentees born, millicredits given. */
export type Deed = 'words' | 'rooms' | 'pods' | 'sales' | 'rewards' | 'jobs' | 'mentees' | 'gifts';

/** In the order in which they are told when several come at once. */
export const achievementNames = [
  'first_words',
  'wanderer',
  'homemaker',
  'builder',
  'architect',
  'shopkeeper',
  'employer',
  'craftsman',
  'mentor',
  'patron',
  'elder',
] as const;

export type Achievement = (typeof achievementNames)[number];

/** What is not there has not been done. */
export type Deeds = Readonly<Partial<Record<Deed, number>>>;

/** Nothing is counted further than an achievement asks for; jobs are, since others see how many. */
export const countedTo: Readonly<Record<Deed, number>> = {
  words: 1,
  rooms: 1,
  pods: 5,
  sales: 100,
  rewards: 1,
  jobs: Number.MAX_SAFE_INTEGER,
  mentees: 1,
  gifts: 100_000,
};

/** Of somebody of whom this is kept. */
export const countOf = ({ deeds }: { readonly deeds?: Deeds }, deed: Deed): number => deeds?.[deed] ?? 0;

/** The same, with so much more of it. */
export const withDeed = (kept: { readonly deeds?: Deeds }, deed: Deed, more = 1): Deeds => ({
  ...kept.deeds,
  [deed]: Math.min(countedTo[deed], countOf(kept, deed) + more),
});
