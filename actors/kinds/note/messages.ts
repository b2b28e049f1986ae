/** What a note begins with, keeps and hears. Types only. */
import type { ContentHash } from '../../../engine/ids.ts';

/**
 * `note`: left for those who come by. `wish`: what somebody would like to have in the city, there or near. `picture`: a picture at a portal
 * station, with words that say what it shows.
 */
export type NotePurpose = 'note' | 'wish' | 'picture';

/** The size of a picture, in pixels. */
export type PictureSize = { readonly width: number; readonly height: number };

/** Where a picture stands, and its size; the gateway keeps its bytes under the id of the note (`gateways/stations/pictures.ts`). */
export type StandingPicture = PictureSize & { readonly station: string };

type Left = {
  readonly id: string;
  /** Who has left it. */
  readonly visitor: string;
  readonly purpose: NotePurpose;
  readonly place: string;
  /** By hash (A3). */
  readonly text: ContentHash;
  /** The tick at which it is gone. */
  readonly endsTick: number;
  /** Of a picture alone. */
  readonly picture?: StandingPicture;
};

/** `words`: the text itself, for those who are there. */
export type NoteInput = Left & { readonly words: string };

export type NoteContext = Left & {
  /** Milliseconds since 1970. */
  readonly leftAt: number;
};

/** What a note hears besides the command of a resident to take it away (`rules/place/command-messages.ts`). */
export type NoteInbox = {
  /** The operator takes it away, or the station at which it stands. */
  readonly take_down: object;
  /** Who left it takes it away. */
  readonly take_back: object;
  readonly 'note.lapses': object;
  readonly 'place.ended': object;
  readonly 'station.ended': object;
};
