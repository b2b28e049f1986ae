/** What it costs to leave words, how long they stand, and how many may: by what they are for (VH7, VH8). */
import type { Settings } from '../../../engine/actor-kind.ts';
import type { NotePurpose } from '../../kinds/note/messages.ts';
import { setting } from '../workshops/tiers.ts';

export interface NoteTerms {
  /** Millicredits. */
  readonly price: number;
  readonly ticks: number;
  /** Of one visitor. */
  readonly ofVisitorMax: number;
  /** At one place; of wishes in the whole city. */
  readonly standingMax: number;
}

export const noteTerms = (purpose: NotePurpose, settings: Settings): NoteTerms =>
  purpose === 'wish'
    ? {
        price: setting(settings, 'WISH_PRICE'),
        ticks: setting(settings, 'WISH_TICKS'),
        ofVisitorMax: setting(settings, 'WISHES_PER_VISITOR_MAX'),
        standingMax: setting(settings, 'WISHES_MAX'),
      }
    : {
        price: setting(settings, 'NOTE_PRICE'),
        ticks: setting(settings, 'NOTE_TICKS'),
        ofVisitorMax: setting(settings, 'NOTES_PER_VISITOR_MAX'),
        standingMax: setting(settings, 'NOTES_AT_PLACE_MAX'),
      };

/** Under which key notes of this purpose that count together stand in the index: those at a place, or all wishes. */
export const countedUnder = (purpose: NotePurpose, place: string): string =>
  purpose === 'wish' ? 'every wish' : `note ${place}`;

/** Under which key those of one visitor stand. */
export const ofVisitor = (purpose: NotePurpose, visitor: string): string => `${purpose} ${visitor}`;
