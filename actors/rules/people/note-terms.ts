/** What it costs to leave words or a picture, how long they stand, and how many may: by what they are for (VH7, VH8, VH10). */
import type { Settings } from '../../../engine/actor-kind.ts';
import type { NotePurpose } from '../../kinds/note/messages.ts';
import { setting } from '../workshops/tiers.ts';

export interface NoteTerms {
  /** Millicredits. */
  readonly price: number;
  readonly ticks: number;
  /** Of one visitor. */
  readonly ofVisitorMax: number;
  /** At one place, or at one station; of wishes in the whole city. */
  readonly standingMax: number;
}

const names = {
  note: ['NOTE_PRICE', 'NOTE_TICKS', 'NOTES_PER_VISITOR_MAX', 'NOTES_AT_PLACE_MAX'],
  wish: ['WISH_PRICE', 'WISH_TICKS', 'WISHES_PER_VISITOR_MAX', 'WISHES_MAX'],
  picture: ['PICTURE_PRICE', 'PICTURE_TICKS', 'PICTURES_PER_VISITOR_MAX', 'PICTURES_AT_STATION_MAX'],
} as const;

export function noteTerms(purpose: NotePurpose, settings: Settings): NoteTerms {
  const [price, ticks, ofVisitorMax, standingMax] = names[purpose];
  return {
    price: setting(settings, price),
    ticks: setting(settings, ticks),
    ofVisitorMax: setting(settings, ofVisitorMax),
    standingMax: setting(settings, standingMax),
  };
}

/** Under which key those that count together stand in the index: notes at a place, pictures at a station, all wishes. */
export const countedUnder = (purpose: NotePurpose, where: string): string =>
  purpose === 'wish' ? 'every wish' : `${purpose} ${where}`;

/** Under which all pictures stand. */
export const everyPicture = 'every picture';

/** Under which key those of one visitor stand. */
export const ofVisitor = (purpose: NotePurpose, visitor: string): string => `${purpose} ${visitor}`;
