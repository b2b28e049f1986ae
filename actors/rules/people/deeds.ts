/** What of a resident's doings is counted, and what it can achieve by that. */

/**
 * Words said to others, whispers among them, rooms added, pods deployed, calls sold, jobs done, mentees born, millicredits given. By
 * jobs trust is earned from others (`earned_trust`), and passed on to them (`passed_trust`): thousandths of what one job gives.
 */
export type Deed =
  | 'words'
  | 'rooms'
  | 'pods'
  | 'sales'
  | 'jobs'
  | 'earned_trust'
  | 'passed_trust'
  | 'mentees'
  | 'gifts';

/** Thousandths: what one job gives that is paid in full, and all that one who pays for jobs passes on in its life (VO4). */
export const trustOfJob = 1_000;

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

/** Nothing is counted further than an achievement asks for; jobs are, and the trust earned by them, since others see how many. */
export const countedTo: Readonly<Record<Deed, number>> = {
  words: 1,
  rooms: 1,
  pods: 5,
  sales: 100,
  jobs: Number.MAX_SAFE_INTEGER,
  earned_trust: Number.MAX_SAFE_INTEGER,
  passed_trust: trustOfJob,
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

/** A vouch counts 1, what one job gives 0.1 (VO4). */
export const trustScore = (vouches: number, earned: number): number =>
  (10 * trustOfJob * vouches + earned) / (10 * trustOfJob);
