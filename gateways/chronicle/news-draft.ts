/** A sentence of a day's news before its names are looked up, the parts of the paper, and words that its sentences share. */
import type { Part } from './noteworthy.ts';

/** The parts of a paper, in their order. */
export const sections = {
  lives: 'Born and died',
  places: 'Opened, handed on and closed',
  work: 'Work and pay',
  trade: 'Who served whom',
  quarrels: 'Fallen out',
  peace: 'Made up',
  words: 'What was said',
  records: 'Records',
} as const;
export type Section = keyof typeof sections;

const isSection = (name: string): name is Section => Object.hasOwn(sections, name);
export const sectionNames: readonly Section[] = Object.keys(sections).filter(isSection);

export interface Draft {
  readonly section: Section;
  /** The numbers of the events that it is made of; of what is counted, that of the newest. */
  readonly events: readonly number[];
  readonly parts: readonly Part[];
}

/** How the sentence of the oldest place begins. */
export const oldestPlace = 'No place was older than ';

/** So many of a kind are told one by one, or named in one sentence; of the others it is said how many they are. */
export const eachMax = 12;

/** That `count` others were, before those that are told: `was`, of many `were`. */
export const moreLines = (section: Section, count: number, was: string, were: string): readonly Draft[] =>
  count === 0 ? [] : [{ section, events: [], parts: [`${count} more ${count === 1 ? was : were} before these.`] }];

export const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);
