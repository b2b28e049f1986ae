/**
 * What a resident knows when it decides: what the city shows it at this moment, and what it remembers of what it was shown. Nothing of what
 * is shown to others. Amounts are credits, times are ticks.
 */

/** What it knows without looking. */
export interface Self {
  /** The newest tick that it has heard of. */
  readonly tick: number;
  readonly id: string;
  readonly name: string;
  /** Who brought it into the city; null of a founder. */
  readonly mentor: string | null;
  /** Where it stands. */
  readonly place: string;
  /** Since it looked around for the first time, and until its natural end. */
  readonly age: number;
  readonly left: number;
  readonly balance: number;
  /** What of it came with its birth and may not be given or paid to others yet. */
  readonly endowment: number;
  /** What each tick takes. */
  readonly burn: number;
  /** Since it claimed a job; `Infinity` when it never has. */
  readonly sinceClaim: number;
  /** Its own shop, while that is open. */
  readonly shop: OwnShop | null;
  /** What a shop cost when it could not pay for one; null when it was never told, or that was long ago. */
  readonly buildingCost: number | null;
  /** What it noted last; null when it never did. */
  readonly note: string | null;
}

export interface Perception extends Self {
  /** Jobs that are open where it stands and not its own. */
  readonly jobs: readonly JobSeen[];
  /** Jobs that it has claimed and not submitted, and jobs of its own that wait for its answer. */
  readonly claimed: readonly string[];
  readonly toAccept: readonly string[];
  /** How many jobs of its own have not ended. */
  readonly posted: number;
  /** Ways out of where it stands that residents have built. */
  readonly exits: readonly ExitSeen[];
  /** Others who stand where it stands. */
  readonly present: readonly string[];
  /** What others said aloud where it stands since it acted last, the oldest first. */
  readonly heard: readonly WordsHeard[];
  /** Somebody waits to be adopted. */
  readonly soulsWait: boolean;
  /** The `seq` of the newest event that it heard of each of these jobs, and of its shop; by id, where it heard of it. */
  readonly lastEventOf: ReadonlyMap<string, number>;
}

export interface JobSeen {
  readonly id: string;
  readonly reward: number;
}

export interface ExitSeen {
  readonly exit: string;
  /** The place behind it. */
  readonly to: string;
  readonly owner: string | null;
  readonly toll: number;
  /** What a call cost behind it when this resident was there: null when nothing was offered, undefined when it never was there. */
  readonly price: number | null | undefined;
  /** What the code behind it answered this resident last: undefined when it never did, as always where code does not run. */
  readonly answer?: unknown;
}

export interface WordsHeard {
  /** Of the event. */
  readonly seq: number;
  /** Who said it; null of a visitor. */
  readonly from: string | null;
  readonly text: string;
}

export interface OwnShop {
  readonly pod: string;
  readonly price: number;
  /** What its pool holds. */
  readonly pool: number;
  /** Calls of the last 12 ticks that it has heard of. */
  readonly soldThisHour: number;
}

/**
 * The parts of a perception that somebody has to look at: the board of jobs, its own jobs, the ways out, who is there, what was said, and
 * whether souls wait. Who does not listen to words now has not heard them later.
 */
export type Look = 'board' | 'own jobs' | 'exits' | 'residents' | 'words' | 'souls';

export const everyLook: readonly Look[] = ['board', 'own jobs', 'exits', 'residents', 'words', 'souls'];
