/** What a choice of an act is made from. */
import type { Dice } from '../../../population/seeded-random.ts';
import type { Act } from '../../acts/act.ts';
import type { Memory } from '../../memory/memory.ts';
import { commons, type Perception } from '../../perception/perception.ts';
import type { Conversation } from './conversation.ts';
import { slotsFor } from './words/slots.ts';

export interface Means {
  readonly seen: Perception;
  readonly possible: readonly Act[];
  readonly memory: Memory;
  readonly dice: Dice;
  readonly talk: Conversation;
  /** It may spend credits on words now. */
  readonly maySpeak: boolean;
}

/** The act for a purpose, or null when there is nothing (more) to do for it. */
export type Choice = (means: Means) => Act | null;

/** The way to the Commons; null where it is already. */
export const toCommons = (means: Pick<Means, 'possible'>): Act | null => wayTo(means, commons);
/** The way to its house; null where it is already. */
export const homeward = (means: Pick<Means, 'possible' | 'seen'>): Act | null => wayTo(means, means.seen.self.home);

export const wayTo = ({ possible }: Pick<Means, 'possible'>, place: string): Act | null =>
  possible.find((act) => act.type === 'go' && act.to === place) ?? null;

export const words = ({ seen, memory, dice, talk }: Means, list: readonly string[], other?: string): string =>
  talk.speaker.say(list, slotsFor(seen, memory, dice, other));
/** The first possible act of a type. */
export const first = <T extends Act['type']>({ possible }: Means, type: T): Extract<Act, { type: T }> | undefined =>
  possible.find((act): act is Extract<Act, { type: T }> => act.type === type);
