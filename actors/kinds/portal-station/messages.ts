/** What a portal station begins with, keeps and hears. Types only. */
import type { ActorId, ContentHash } from '../../../engine/ids.ts';
import type { PictureSize } from '../note/messages.ts';

/** Who may order a print. */
export type Payer = ActorId<'resident' | 'visitor'>;

/** What the operator says of a new station. */
export type RegisterStation = {
  readonly name: string;
  /** Where it stands in the world outside, in words. */
  readonly place: string;
  /** The place of the city where it opens. */
  readonly location: string;
  /** SHA-256 of its token (J7). */
  readonly token: string;
};

export type StationInput = RegisterStation & {
  readonly id: string;
  /** Counted for the whole city: the station registered first has the lowest. */
  readonly number: number;
};

export type StationContext = StationInput & {
  /** Milliseconds since 1970. */
  readonly registeredAt: number;
};

/** Sent by the station itself, through the Portal Gateway. */
export type StationCommands = {
  readonly answer_print: { readonly print: string; readonly status: 'printed' | 'failed' };
  /** It shows this picture of a visitor no more. */
  readonly remove_picture: { readonly note: string };
};

export type StationInbox = StationCommands & {
  /** The operator closes it for good. */
  readonly close: object;
  /** Sent by the gateway that receives its heartbeats: none has come for a while; one has come again. */
  readonly silent: object;
  readonly heard: object;
  /** A visitor speaks through it to those at its place. */
  readonly broadcast: { readonly by: string; readonly message: string; readonly text: string };
  /** The content by hash (A3). */
  readonly print: { readonly payer: Payer; readonly content: ContentHash };
  /** A visitor leaves a picture at it; the words by hash (A3) too. */
  readonly receive_picture: {
    readonly by: string;
    readonly text: string;
    readonly content: ContentHash;
    readonly size: PictureSize;
  };
  readonly 'place.ended': object;
};
