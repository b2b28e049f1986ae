/** What a room of a house begins with, keeps and hears: from its owner, from those who come, and, in a workshop, about its code. */
import type { ContentHash } from '../../engine/ids.ts';
import type { Deploy } from '../building/messages.ts';
import type { Code, Served, WriteCode } from '../code/messages.ts';
import type { Enter } from '../place/messages.ts';

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
    /** What it costs its owner each tick, in millicredits: as it was when that began. */
    readonly upkeep: number;
    readonly invited: readonly string[];
  };

type By = { readonly by: string };

export type RoomInbox = {
  /** Opened again under the same name. */
  readonly reopen: RoomInput;
  readonly remove_room: By;
  readonly invite: By & { readonly residents: readonly string[] };
  readonly revoke: By & { readonly residents: readonly string[] };
  readonly enter: Enter;
  readonly write_code: WriteCode;
  readonly run_code: By;
  readonly served: Served;
  readonly deploy: Deploy;
  readonly open_workshop: object;
  readonly request_connection: object;
  readonly 'house.ended': object;
  readonly leaves: object;
  readonly 'sandbox.remove.done': object;
  readonly 'sandbox.remove.failed': object;
};
