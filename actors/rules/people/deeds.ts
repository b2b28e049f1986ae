/** Deeds: which acts of a resident are counted, and which achievements they lead to. */

/**
 * Words said to others (whispers too), rooms added, pods deployed, calls sold, jobs done, mentees born. Jobs earn trust from others
 * (`earned_trust`) and pass it on to them (`passed_trust`), in thousandths of what one job gives. Gifts count in millicredits: `thanked`
 * are those that it was given and that counted for who gave them, `gifts` those of its own that have counted (AC2).
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
  | 'gifts'
  | 'thanked';

/**
 * Thousandths: the trust of one job that is paid in full, and all the trust that a resident who pays for jobs passes on in its life (VO4).
 */
export const trustOfJob = 1_000;

/** In the order in which they are published when several come at once. */
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

/** An absent deed counts 0. */
export type Deeds = Readonly<Partial<Record<Deed, number>>>;

/** The counts stop at what achievements ask for. Jobs, and the trust earned by them, are counted further, since others see how many. */
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
  thanked: 10_000,
};

/** How often the deed was done. */
export const countOf = ({ deeds }: { readonly deeds?: Deeds }, deed: Deed): number => deeds?.[deed] ?? 0;

/** The counts with `more` added to this deed. */
export const withDeed = (kept: { readonly deeds?: Deeds }, deed: Deed, more = 1): Deeds => ({
  ...kept.deeds,
  [deed]: Math.min(countedTo[deed], countOf(kept, deed) + more),
});

/** A vouch counts 1, what one job gives 0.1 (VO4). */
export const trustScore = (vouches: number, earned: number): number =>
  (10 * trustOfJob * vouches + earned) / (10 * trustOfJob);
