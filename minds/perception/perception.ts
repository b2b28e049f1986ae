/**
 * What a mind perceives, as one value: where it is, who is here, what it heard lately, what it has, and what is open to do.
 *
 * PC1  Everything in it has a bound: lists by number, texts by characters, the whole by `perceptionBytesMax` when it is written (text.ts).
 * PC2  Words of others are in `heard`, names, titles, descriptions and `work`, and nowhere else. They are quoted wherever they are shown.
 */

export const bounds = {
  /** Characters of a name, and of anything that somebody wrote. */
  nameChars: 80,
  wordsChars: 400,
  /** How many of each. */
  people: 30,
  exits: 30,
  heard: 12,
  happenings: 12,
  jobs: 10,
  pods: 5,
  services: 8,
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

/** Something that happened here, or to it. */
export interface Happening {
  readonly seq: number;
  readonly tick: number | null;
  readonly type: string;
  readonly actor: string;
  readonly subject: string;
  /** The name that goes with it: of who was born or died, of a pod, of a job. */
  readonly name: string;
  readonly amount: number;
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
  /** The tick at which it is paid at the latest, once it is handed in; null before. */
  readonly answerTick: number | null;
}

export interface Pod {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly poolRunway: number | null;
}

export interface Service {
  readonly id: string;
  readonly pod: string;
  readonly name: string;
  readonly price: number;
}

/** What its soul says of itself; of what is not told, ''. */
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
  /** Of the balance, what it had at birth and cannot give to others yet. */
  readonly endowment: number;
  readonly burn: number;
  /** Ticks; null: for ever. */
  readonly runway: number | null;
  /** Ticks until its natural end; null before it has heard what tick it is. */
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
  /** Others, not itself. */
  readonly people: readonly Person[];
  readonly peopleCount: number;
  readonly exits: readonly Exit[];
  /** Ways from the Commons into pods that it saw when it was there last: each makes the next one dearer. Null before. */
  readonly commonsWays: number | null;
  /** The newest last. */
  readonly heard: readonly Heard[];
  readonly happenings: readonly Happening[];
  /** Open ones on the board here; those that it has claimed; those that it has posted. */
  readonly jobs: readonly Job[];
  readonly claimed: readonly Job[];
  readonly posted: readonly Job[];
  /** The next soul that waits. */
  readonly nextSoul: string | null;
  /** Names of its own rooms for work; null while it does not know (it sees them at home). */
  readonly workshops: readonly string[] | null;
  readonly pods: readonly Pod[];
  readonly services: readonly Service[];
}

export const commons = 'city-commons';

export const isAtHome = ({ self, place }: Perception): boolean =>
  place.id === self.home || place.id.startsWith(`${self.home}/`);

export const isAtCommons = ({ place }: Perception): boolean => place.id === commons;
