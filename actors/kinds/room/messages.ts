/** What a room of a house begins with, keeps and hears: from its owner, from those who come, and, in a workshop, about its code. */
import type { ContentHash } from '../../../engine/ids.ts';
import type { EndsOf } from '../../effects.ts';
import type { Code, Served } from '../../rules/code/messages.ts';
import type { Enter } from '../../rules/place/messages.ts';

export const purposes = ['workshop', 'meeting', 'storage', 'study'] as const;
export type Purpose = (typeof purposes)[number];

export type RoomInput = {
  /** `<house>/<name>`. */
  readonly id: string;
  readonly house: string;
  readonly owner: string;
  readonly name: string;
  readonly purpose: Purpose;
  readonly description: ContentHash | null;
};

export type RoomContext = RoomInput &
  Code & {
    /** What it costs its owner each tick, in millicredits: the price at the time it began. */
    readonly upkeep: number;
    readonly invited: readonly string[];
  };

/** What a room hears besides the commands of residents (`rules/place/command-messages.ts`). */
export type RoomInbox = EndsOf<'sandbox.remove'> & {
  /** It is opened again under the same name. */
  readonly reopen: RoomInput;
  readonly enter: Enter;
  readonly served: Served;
  readonly 'house.ended': object;
  readonly leaves: object;
};
