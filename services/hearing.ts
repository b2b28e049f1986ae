/** Types for what residents were there to hear: the city knows it, a service that remembers for residents asks. */

/** The time of a resident at one place. */
export interface Visit {
  /** The number of the event with which it began, and of the one with which it ended; null: it is still there. */
  readonly from: number;
  readonly until: number | null;
  readonly place: string;
  readonly began: Date;
}

/** Words that were said aloud where the resident was, by itself or by somebody else. */
export interface HeardMessage {
  /** Their number among all events. */
  readonly seq: number;
  /** The number with which the visit began. */
  readonly visit: number;
  /** The resident who said it. */
  readonly peer: string;
  readonly content: string;
  readonly created_at: Date;
}

export interface Hearing {
  /** Visits that began after this number, in order. */
  visits(resident: string, after: number, limit: number): Promise<readonly Visit[]>;
  /** What was said during a visit between these numbers (both excluded), in order from the oldest, or the newest first. */
  words(
    visit: Visit,
    between: { readonly after: number; readonly before: number },
    limit: number,
    first: 'newest' | 'oldest',
  ): Promise<readonly HeardMessage[]>;
  /** What was said during so many of its newest visits: so many of the newest words of each, the newest first. */
  newest(resident: string, visits: number, wordsOfEach: number): Promise<readonly HeardMessage[]>;
}
