/**
 * A perception, as one value: where the mind is, who is here, what it heard lately, what it has, and what can be done.
 *
 * PC1  Everything in it has a bound: lists by number, texts by characters, the whole by `perceptionBytesMax` when it is written
 *      (text.ts).
 * PC2  Words of others are in `heard`, `questions`, `wishes`, names, titles, descriptions and `work`, and nowhere else. They are quoted
 *      wherever they are shown.
 */

export const bounds = {
  /** Characters of a name, and of other texts that somebody wrote. */
  nameChars: 80,
  idChars: 200,
  wordsChars: 400,
  /** How many of each. */
  people: 30,
  exits: 48,
  heard: 12,
  happenings: 12,
  lastEvents: 64,
  jobs: 10,
  pods: 5,
  services: 8,
  approvals: 5,
  asks: 4,
  partners: 4,
  ways: 8,
  annexes: 4,
  unownedPlaces: 24,
  questions: 3,
  wishes: 10,
} as const;

export interface Person {
  readonly id: string;
  readonly name: string;
}

export interface Exit {
  readonly id: string;
  readonly to: string;
  readonly type: string;
  readonly description: string;
  readonly toll: number;
  readonly isOpen: boolean;
}

export type Manner = 'aloud' | 'whisper' | 'shout' | 'letter';

/** Something that somebody else said. */
export interface Heard {
  readonly seq: number;
  readonly tick: number | null;
  readonly by: string;
  readonly manner: Manner;
  readonly words: string;
}

/** Something that happened here, or to the mind itself. */
export interface Happening {
  readonly seq: number;
  readonly tick: number | null;
  readonly type: string;
  readonly actor: string;
  readonly subject: string;
  /** The name in the event: of a newborn or a dead resident, of a pod, of a job. */
  readonly name: string;
  readonly amount: number;
  /** Whose it was: the mentor of a newborn, who paid, the owner of a pod, the poster of a job; '' where there is nobody. */
  readonly of: string;
  /** The claimer of a job, who was paid, or where somebody went. */
  readonly to: string;
  /** Why credits came. */
  readonly reason: string;
}

/** What a visitor asks it. */
export interface Question {
  readonly id: string;
  readonly words: string;
}

export interface Job {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly reward: number;
  readonly status: string;
  /** Null: the city. */
  readonly poster: string | null;
  readonly claimer: string | null;
  readonly location: string;
  readonly work: string;
  /** The tick at which submitted work is paid at the latest; null before it is submitted. */
  readonly answerTick: number | null;
}

export interface Pod {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly poolRunway: number | null;
  readonly tier: string;
  /** The far ends of its open ways, and how many it may have. */
  readonly ways: readonly string[];
  readonly waysMax: number;
  /** The part of what it earns that goes to the mind itself, from 0 to 1. */
  readonly share: number;
  /** Others who share in what it earns. */
  readonly partners: readonly string[];
  /** Credits for a call of its service. */
  readonly price: number;
  /** Containers that are in it, or allowed there. */
  readonly annexes: readonly Annex[];
}

export interface Annex {
  readonly name: string;
  readonly agent: string;
  readonly isRunning: boolean;
}

/** It is asked for a part of the first funding of somebody's place. */
export interface FundingAsk {
  readonly pod: string;
  readonly from: string;
  readonly share: number;
  /** From then on no answer is taken. */
  readonly untilTick: number;
}

export interface Service {
  readonly id: string;
  readonly pod: string;
  readonly name: string;
  readonly price: number;
}

/** The texts of its soul; '' for one that it has not. */
export interface Soul {
  readonly aesthetic: string;
  readonly personality: string;
  readonly goals: string;
  readonly firstMemory: string;
  readonly quirks: string;
}

export interface Self {
  readonly id: string;
  readonly name: string;
  readonly home: string;
  readonly soul: Soul;
  readonly isDying: boolean;
  readonly balance: number;
  /** The part of the balance that it had at birth and cannot give to others yet. */
  readonly endowment: number;
  readonly burn: number;
  /** Ticks; null: for ever. */
  readonly runway: number | null;
  /** Ticks until its natural end; null before it knows the tick. */
  readonly ticksLeft: number | null;
  readonly mentor: string | null;
  readonly mentees: readonly string[];
  readonly heir: string | null;
  readonly legacyTitle: string | null;
  readonly vouchedFor: readonly string[];
  readonly ownedPods: readonly string[];
}

export interface Place {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly description: string;
  readonly owner: string | null;
}

export interface Perception {
  readonly tick: number | null;
  readonly self: Self;
  readonly place: Place;
  /** Others who are here. */
  readonly people: readonly Person[];
  readonly peopleCount: number;
  readonly exits: readonly Exit[];
  /** Ways from the Commons into pods when it was last there: each makes the next one dearer. Null before. */
  readonly commonsWays: number | null;
  /** Places that nobody owned when it was last there, with how many built ways they had. */
  readonly unownedPlaces: readonly { readonly id: string; readonly ways: number }[];
  /** The newest last. */
  readonly heard: readonly Heard[];
  readonly happenings: readonly Happening[];
  /**
   * The seq of the newest event that it heard of a job, a pod, a request for a way, a room of its own, somebody's birth, or its own end, by
   * the id of that.
   */
  readonly lastEventOf: ReadonlyMap<string, number>;
  /** The same of what another said, gave or vouched, by who that is. */
  readonly lastHeardFrom: ReadonlyMap<string, number>;
  /** Open jobs on the board here; jobs that it has claimed; jobs that it has posted. */
  readonly jobs: readonly Job[];
  readonly claimed: readonly Job[];
  readonly posted: readonly Job[];
  /** The next soul in the queue. */
  readonly nextSoul: string | null;
  /** Names of its own workshops; null while it does not know them (it sees them at home). */
  readonly workshops: readonly string[] | null;
  /** Those of them in which there is code, whoever wrote it. */
  readonly written: readonly string[];
  readonly pods: readonly Pod[];
  /** What it is asked to pay for places of others, and has not answered. */
  readonly asks: readonly FundingAsk[];
  /** Requests for ways to its own places that wait for its word. */
  readonly approvals: readonly string[];
  readonly services: readonly Service[];
  /** What visitors have asked it and it has not answered, the first first. */
  readonly questions: readonly Question[];
  /** What visitors wish for the city, when it was last at home. */
  readonly wishes: readonly string[];
}

export const commons = 'city-commons';

export const isAtHome = ({ self, place }: Perception): boolean =>
  place.id === self.home || place.id.startsWith(`${self.home}/`);

export const isAtCommons = ({ place }: Perception): boolean => place.id === commons;
