/** What a note must know to decide, beyond what it keeps and hears (T6). */
import type { Heard } from '../../facts.ts';
import type { EventRules } from '../../kind-declaration.ts';
import { type InboxOf, imageOf } from '../../registry.ts';
import { representativeOf } from '../../rules/place/endpoint.ts';
import { placeActor } from '../../rules/place/names.ts';

interface Found {
  /** Who speaks for the place; null at the Commons. */
  readonly remove_note: { readonly representative: string | null };
}

export type NoteEvent = Heard<InboxOf<'note'>, Found>;

export const noteEvents: EventRules<'note', Found> = {
  remove_note: {
    command: true,
    facts: (facts, { context: { place } }) => ({ representative: representativeOf(imageOf(facts, placeActor(place))) }),
  },
  take_down: { command: true },
  take_back: { command: false },
  'note.lapses': { command: false },
  'place.ended': { command: false },
  'station.ended': { command: false },
};
